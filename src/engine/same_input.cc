#include "engine/same_input.h"

#include <fmt/format.h>

#include <string>

#include "base/communicator.h"

namespace gntp {

void require_same_input(const LoadedDataset& data, std::string_view given) {
  Communicator& team = Communicator::current();
  if (team.is_alone()) return;
  std::string text;
  for (const SourceFile& source : data.sources) {
    text += fmt::format("{} {}\n", source.name, source.hash);
  }
  team.require_equal(text,
                     "it has read other data; all must see the same files (standard input reaches "
                     "process 0 alone)");
  team.require_equal(given, "it was given other settings; all must be started with the same");
}

}  // namespace gntp
