// Settings: a TOML file, or lines such as learn.epochs=5 where the first byte is '='. What was read
// can be written and read again.
#include "base/text.h"
#include "engine/settings_text.h"
#include "fuzz/targets.h"

namespace gntp::fuzz {

void settings(std::string_view bytes) {
  AllOptions read;
  const bool refused = refuses([&] {
    if (!bytes.starts_with('=')) {
      read_settings(input_file("in.toml", bytes), read);
      return;
    }
    for (const std::string_view line : split(bytes.substr(1), '\n')) assign_setting(line, read);
  });
  if (refused) return;
  const std::string text = to_toml(read);
  AllOptions again;
  read_settings(input_file("again.toml", text), again);
  expect(to_toml(again) == text, "the same settings again");
}

}  // namespace gntp::fuzz
