#include "kb/numbered_writer.h"

#include <algorithm>

#include "base/error.h"
#include "base/staged_file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "kb/fact_order.h"
#include "kb/id_maps.h"

namespace gntp {
namespace {

void check_name(std::string_view name) {
  const bool fits = name.find_first_of(std::string_view("\t\r\n\0", 4)) == std::string_view::npos &&
                    trim(name).size() == name.size() && byte_order_mark(name) == 0;
  if (fits) return;
  fail(
      "the name '{}' has a tab, a line end or a blank at one of its ends, which files of numbered "
      "names cannot hold",
      excerpt(name));
}

void write_names(const std::filesystem::path& path, const std::vector<std::string>& names) {
  StagedFile file(path);
  file.append(fmt::format("{}\n", names.size()));
  for (std::size_t i = 0; i < names.size(); ++i) file.append(fmt::format("{}\t{}\n", names[i], i));
  file.commit();
}

}  // namespace

void NumberedWriter::append(std::string_view split, std::string_view head,
                            std::string_view relation, std::string_view tail) {
  for (const std::string_view name : {head, relation, tail}) check_name(name);
  if (splits_.empty() || splits_.back().name != split) splits_.push_back({std::string(split), {}});
  splits_.back().triples.push_back(
      {entities_.add(head), relations_.add(relation), entities_.add(tail)});
}

void NumberedWriter::write(const std::filesystem::path& folder) {
  const NewIds ids{entities_.sort(), relations_.sort()};
  write_names(folder / kOpenKe.entities, entities_.names());
  write_names(folder / kOpenKe.relations, relations_.names());
  for (Split& split : splits_) {
    StagedFile file(folder / fmt::format("{}{}", split.name, kOpenKe.ending));
    file.append(fmt::format("{}\n", split.triples.size()));
    for (Triple& triple : split.triples) {
      ids.apply(triple);
      file.append(fmt::format("{} {} {}\n", std::uint32_t{triple.head}, std::uint32_t{triple.tail},
                              std::uint32_t{triple.relation}));
    }
    file.commit();
  }
}

}  // namespace gntp
