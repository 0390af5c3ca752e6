#include "kb/reading_remarks.h"

#include <fmt/format.h>

#include <string_view>

namespace gntp {

namespace fs = std::filesystem;

std::vector<std::string> remarks_on(const ReadCounts& counts, const fs::path& file) {
  std::vector<std::string> remarks;
  const auto add = [&](std::size_t count, std::string_view what) {
    if (count > 0) remarks.push_back(fmt::format("{}: {} triples {}", file.string(), count, what));
  };
  if (counts.title_lines > 0) {
    remarks.push_back(fmt::format("{}: its first line is taken for column titles", file.string()));
  }
  add(counts.literals, "with literals are left out; --literals keep keeps them");
  add(counts.light, "that weigh less than --min-weight says are left out");
  add(counts.graphs, "stand in a named graph, whose name is left out");
  return remarks;
}

}  // namespace gntp
