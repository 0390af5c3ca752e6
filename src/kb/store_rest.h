// The sections of a store besides its facts: labels, types, candidates, sentences, rules, notes.
// For its writer alone.
#pragma once

#include <span>
#include <string>

#include "base/front_coded_names.h"
#include "base/section_file.h"
#include "kb/store_sections.h"
#include "kb/store_writer.h"

namespace gntp {

// Names that fill(writer) adds go straight into a section; where their blocks begin is the section
// after it.
template <typename Fill>
void write_names(const store::NameSections& sections, SectionWriter& file, Fill fill) {
  file.begin<char>(sections.bytes);
  FrontCodedWriter names([&](std::string_view more) { file.append(std::span<const char>(more)); });
  fill(names);
  const std::vector<std::uint64_t> begins = names.finish();
  file.add(sections.blocks, std::span<const std::uint64_t>(begins));
}
// Requires: in order.
void write_names(const store::NameSections& sections, SectionWriter& file,
                 std::span<const std::string> names);

void write_rest(const RestOfStore& rest, SectionWriter& file);

}  // namespace gntp
