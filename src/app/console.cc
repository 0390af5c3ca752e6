#include "app/console.h"

#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>

namespace gntp {
namespace {

[[noreturn]] void fail_to_write() {
  const int reason = errno;
  if (reason == EPIPE) throw OutputClosed("the reader of the output has gone");
  fail("cannot write the output: {}", std::generic_category().message(reason));
}

}  // namespace

std::string json_line(const nlohmann::ordered_json& value) {
  using nlohmann::ordered_json;
  return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

void Console::print(std::string_view text) const {
  if (is_silent) return;
  if (std::fwrite(text.data(), 1, text.size(), out) != text.size()) fail_to_write();
}

// A path may be no UTF-8, which JSON cannot say.
void Console::print_json(const nlohmann::ordered_json& value) const {
  using nlohmann::ordered_json;
  print(value.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n');
}

void Console::print_json_line(const nlohmann::ordered_json& value) const {
  print(json_line(value));
}

void Console::flush() const {
  if (is_silent) return;
  if (std::fflush(out) != 0) fail_to_write();
}

// A message that cannot be written is nobody's loss.
void Console::note(std::string_view text) const {
  if (is_silent) return;
  std::fputs(fmt::format("gntp: {}\n", text).c_str(), err);
}

void Console::warn(std::string_view text) const {
  note(fmt::format("warning: {}", text));
}

}  // namespace gntp
