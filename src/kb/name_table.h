// Tables of two columns, id TAB text: labels.tsv, aliases.tsv, types.tsv. What a line means is up
// to the caller; ids that nobody has are passed over and counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bad_lines.h"
#include "kb/labels.h"

namespace gntp {

// Without blanks around id and text, which are not empty; valid during the call only.
struct NameLine {
  std::string_view id;
  std::string_view text;
  std::size_t line;  // from 1
};

// Whether a line is about something that there is.
enum class NamedId : std::uint8_t { kKnown, kUnknown };

struct NameTable {
  std::filesystem::path path;
  std::string_view text = "name";     // what the second column is, for messages
  std::string_view known = "entity";  // what must have the ids
};

// Calls take(line) for each line. Bad lines, and those for which it throws LineError, go to `bad`.
// Throws Error where the table has no line, or none that is known; a warning counts those that are
// unknown.
void read_name_table(const NameTable& table,
                     const std::function<NamedId(const NameLine& line)>& take, BadLines& bad,
                     std::vector<std::string>& warnings);

// Takes a line of labels.tsv. Throws LineError where the id has another label.
void add_label(LabelList& labels, const NameLine& line, const std::filesystem::path& path);

}  // namespace gntp
