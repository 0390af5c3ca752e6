#include "kb/id_maps.h"

#include <system_error>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"

namespace gntp {

namespace fs = std::filesystem;

const IdLayout kOpenKe{"entity2id.txt",
                       "relation2id.txt",
                       "2id.txt",
                       {0, 2, 1},
                       IdLayout::NameColumn::kFirst,
                       IdLayout::FirstLine::kCount};

namespace {

const IdLayout kLibKge{"entity_ids.del",
                       "relation_ids.del",
                       ".del",
                       {0, 1, 2},
                       IdLayout::NameColumn::kSecond,
                       IdLayout::FirstLine::kTriple};

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

// The fields between blanks or tabs.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (line = trim(line); !line.empty(); line = trim(line)) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

// The names by their numbers. A name and its number stand at the two ends of a line: a name may
// have blanks where tabs separate.
std::vector<std::string> read_names(const fs::path& file, const IdLayout& layout) {
  const bool name_first = layout.name_column == IdLayout::NameColumn::kFirst;
  std::vector<std::string> names;
  std::size_t count = 0;
  LineReader lines(file);
  std::string_view line;
  while (lines.next(line)) {
    const std::string_view text = trim(line);
    if (text.empty()) continue;
    if (lines.line_number() == 1 && layout.first_line == IdLayout::FirstLine::kCount &&
        parse_number<std::size_t>(text)) {
      continue;
    }
    const char between = text.find('\t') == std::string_view::npos ? ' ' : '\t';
    const std::size_t at = name_first ? text.rfind(between) : text.find(between);
    const std::string_view left = trim(text.substr(0, at));
    const std::string_view right = at == std::string_view::npos ? "" : trim(text.substr(at + 1));
    const std::string_view name = name_first ? left : right;
    const std::optional<std::size_t> id = parse_number<std::size_t>(name_first ? right : left);
    constexpr std::size_t kMost = std::size_t{1} << 32U;
    if (!id || name.empty() || *id >= kMost) {
      fail_at(file, lines.line_number(), "expected {}, found {}",
              name_first ? "a name and its number" : "a number and its name", excerpt(text));
    }
    if (*id >= names.size()) names.resize(*id + 1);
    if (!names[*id].empty()) {
      fail_at(file, lines.line_number(), "the number {} is that of '{}' already", *id,
              excerpt(names[*id]));
    }
    names[*id] = name;
    ++count;
  }
  if (count < names.size()) {
    fail("{}: has {} names for numbers up to {}; number them from 0 without a gap", file.string(),
         count, names.size() - 1);
  }
  return names;
}

}  // namespace

const IdLayout* find_id_layout(const fs::path& folder) {
  for (const IdLayout* layout : {&kOpenKe, &kLibKge}) {
    if (is_there(folder / layout->entities) && is_there(folder / layout->relations)) return layout;
  }
  return nullptr;
}

std::optional<fs::path> find_id_triples(const fs::path& folder, const IdLayout& layout,
                                        std::string_view split) {
  fs::path file = folder / fmt::format("{}{}", split, layout.ending);
  if (!is_there(file)) return std::nullopt;
  return file;
}

IdMaps::IdMaps(const fs::path& folder, const IdLayout& layout)
    : layout_(layout),
      entities_(read_names(folder / layout.entities, layout)),
      relations_(read_names(folder / layout.relations, layout)) {}

void IdMaps::read(const fs::path& file, const TripleSink& sink, BadLines& bad) const {
  LineReader lines(file);
  for_each_line(lines, bad, [&](std::string_view line) {
    const std::vector<std::string_view> words = words_of(line);
    const bool is_count = lines.line_number() == 1 && words.size() == 1 &&
                          layout_.first_line == IdLayout::FirstLine::kCount;
    if (words.empty() || is_count) return;
    if (words.size() != 3) {
      fail_at(file, lines.line_number(), "expected 3 numbers, found {}", words.size());
    }
    const auto name = [&](std::size_t place, const std::vector<std::string>& names,
                          std::string_view of) -> std::string_view {
      const std::string_view word = words[layout_.columns[place]];
      const std::optional<std::size_t> id = parse_number<std::size_t>(word);
      if (id && *id < names.size()) return names[*id];
      fail_at(file, lines.line_number(), "'{}' is not a number from 0 to {}, as {} has them",
              excerpt(word), names.empty() ? 0 : names.size() - 1, of);
    };
    sink(name(0, entities_, layout_.entities), name(1, relations_, layout_.relations),
         name(2, entities_, layout_.entities), lines.line_number());
  });
}

}  // namespace gntp
