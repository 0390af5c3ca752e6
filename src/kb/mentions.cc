#include "kb/mentions.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "base/line_reader.h"
#include "base/numbers.h"
#include "base/text.h"
#include "kb/knowledge_base.h"
#include "kb/pattern.h"
#include "kb/triple_set.h"

namespace gntp {
namespace {

// The fields of one line, checked as they are taken.
class FieldReader {
 public:
  // Throws Error unless there are `least` to `names.size()` fields.
  FieldReader(const LineReader& lines, std::string_view line, std::span<const std::string> names,
              std::size_t least)
      : lines_(lines), names_(names), fields_(split(line, '\t')) {
    if (fields_.size() >= least && fields_.size() <= names.size()) return;
    fail_at(lines.path(), lines.line_number(), "expected {} tab-separated fields ({}), found {}",
            least == names.size() ? fmt::format("{}", least)
                                  : fmt::format("{} or {}", least, names.size()),
            join(names, ", "), fields_.size());
  }

  std::size_t size() const { return fields_.size(); }

  std::string_view name(std::size_t field) const {
    const std::string_view text = trim(fields_[field]);
    if (text.empty()) {
      fail_at(lines_.path(), lines_.line_number(), "the {} is empty; fill it or remove the line",
              names_[field]);
    }
    return text;
  }

  std::string pattern(std::size_t field) const {
    try {
      return pattern_name(fields_[field]);
    } catch (const Error& error) {
      fail_at(lines_.path(), lines_.line_number(), "{}", error.what());
    }
  }

  std::uint32_t number(std::size_t field) const {
    const std::string_view text = trim(fields_[field]);
    const std::optional<std::uint32_t> value = parse_number<std::uint32_t>(text);
    if (value && *value > 0) return *value;
    fail_at(lines_.path(), lines_.line_number(), "the {} is '{}', not a whole number from 1 to {}",
            names_[field], excerpt(text), std::numeric_limits<std::uint32_t>::max());
  }

 private:
  const LineReader& lines_;
  std::span<const std::string> names_;
  std::vector<std::string_view> fields_;
};

}  // namespace

void read_mentions(const std::filesystem::path& path,
                   const std::function<void(const MentionLine&)>& sink, BadLines& bad) {
  const std::vector<std::string> names{"head", "pattern", "tail", "count"};
  LineReader lines(path);
  for_each_line(lines, bad, [&](std::string_view line) {
    if (trim(line).empty()) return;
    const FieldReader fields(lines, line, names, 3);
    sink({fields.name(0), fields.pattern(1), fields.name(2),
          fields.size() > 3 ? fields.number(3) : 1, lines.line_number()});
  });
}

void read_sentences(const std::filesystem::path& path, KnowledgeBase& kb, BadLines& bad) {
  const std::vector<std::string> names{"head", "pattern",         "tail",    "file",
                                       "line", "sentence number", "sentence"};
  LineReader lines(path);
  for_each_line(lines, bad, [&](std::string_view line) {
    if (trim(line).empty()) return;
    const FieldReader fields(lines, line, names, names.size());
    const std::optional<EntityId> head = kb.entities.find(fields.name(0));
    const std::optional<RelationId> pattern = kb.relations.find(fields.pattern(1));
    const std::optional<EntityId> tail = kb.entities.find(fields.name(2));
    if (!head || !pattern || !tail || *pattern < kb.first_pattern() ||
        !kb.facts.contains({*head, *pattern, *tail})) {
      fail_at(path, lines.line_number(), "there is no such mention; write both files anew");
    }
    kb.sentences.push_back({{*head, *pattern, *tail},
                            std::string(fields.name(3)),
                            fields.number(4),
                            fields.number(5),
                            std::string(fields.name(6))});
  });
  std::ranges::sort(kb.sentences, {}, [](const Sentence& sentence) {
    return std::tie(sentence.fact, sentence.file, sentence.line, sentence.number, sentence.text);
  });
}

std::string sentences_text(const KnowledgeBase& kb) {
  std::string text;
  for (const Sentence& sentence : kb.sentences) {
    const Triple& fact = sentence.fact;
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", kb.entities.name(fact.head),
                        kb.relations.name(fact.relation), kb.entities.name(fact.tail),
                        sentence.file, sentence.line, sentence.number, sentence.text);
  }
  return text;
}

}  // namespace gntp
