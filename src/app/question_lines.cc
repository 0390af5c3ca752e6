#include "app/question_lines.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/engine_state.h"
#include "engine/names.h"

namespace gntp {
namespace {

constexpr std::size_t kMost = 4096;  // questions handed out together

LineReader open(const std::string& file) {
  return file == "-" ? LineReader::standard_input() : LineReader(file);
}

std::optional<std::string> name_in(std::string_view field) {
  const std::string_view name = trim(field);
  if (name.empty()) fail("an empty name; write '?' for what is asked for");
  if (name == "?") return std::nullopt;
  return std::string(name);
}

Question parse_fields(std::string_view line) {
  const std::vector<std::string_view> fields = split(line, '\t');
  if (fields.size() != 3) {
    fail(
        "expected 3 tab-separated fields (head, relation, tail), '?' for what is asked for, found "
        "{}",
        fields.size());
  }
  return {name_in(fields[0]), name_in(fields[1]), name_in(fields[2])};
}

Question parse_object(std::string_view line) {
  const auto object = parse_json<nlohmann::json>(line);
  if (!object || !object->is_object()) fail("{}: not a JSON object", excerpt(line));
  Question question;
  const std::array<std::pair<const char*, std::optional<std::string>*>, 3> places{
      {{"head", &question.head}, {"relation", &question.relation}, {"tail", &question.tail}}};
  for (const auto& item : object->items()) {
    const std::string& key = item.key();
    const nlohmann::json& value = item.value();
    if (key == "query" && value.is_string() && object->size() == 1) {
      return parse_question(value.get<std::string>());
    }
    const auto* const place =
        std::ranges::find_if(places, [&](const auto& each) { return each.first == key; });
    if (place == places.end()) {
      fail("unknown key '{}'; a question has head, relation and tail, or query alone",
           excerpt(key));
    }
    if (value.is_null()) continue;
    if (!value.is_string() || value.get_ref<const std::string&>().empty()) {
      fail("'{}' must be a name, or null for what is asked for", key);
    }
    *place->second = value.get<std::string>();
  }
  return question;
}

Question parse(std::string_view line) {
  const std::string_view text = trim(line);
  if (text.starts_with('{')) return parse_object(text);
  if (line.find('\t') != std::string_view::npos) return parse_fields(line);
  return parse_question(text);
}

}  // namespace

Question parse_question_line(std::string_view line, LinesOf what) {
  Question question = parse(line);
  if (what == LinesOf::kFacts) {
    fact_of(question);
  } else {
    check_is_question(question);
  }
  if (what == LinesOf::kQuestionsForEntities && !question.relation) {
    fail("{}: asks for a relation, and --type and --among restrict entities",
         excerpt(question.to_text()));
  }
  return question;
}

Question resolve_line(const Engine& engine, const Question& question,
                      const std::filesystem::path& file, std::size_t line, const BadLines& bad) {
  // To look for what was meant takes long, and nobody will see it.
  const KnowledgeBase& kb = engine.state().models.kb();
  const auto is_unknown = [&](const std::optional<std::string>& name) {
    return name && !knows_entity(*name, kb);
  };
  if (!bad.wants_message(file) && (is_unknown(question.head) || is_unknown(question.tail))) {
    fail_at(file, line, "unknown entity");
  }
  try {
    return engine.resolve_question(question);
  } catch (const Error& error) {
    fail_at(file, line, "{}", error.what());
  }
}

QuestionLines::QuestionLines(const std::string& file, LinesOf what, const Engine& engine,
                             BadLines& bad)
    : lines_(open(file)), what_(what), engine_(engine), bad_(bad) {}

std::vector<Question> QuestionLines::next() {
  if (error_) std::rethrow_exception(error_);
  std::vector<Question> questions;
  const auto take = [&] {
    std::string_view line;
    at_end_ = !lines_.next(line);
    if (at_end_ || trim(line).empty()) return;
    Question question;
    try {
      question = parse_question_line(line, what_);
    } catch (const Error& error) {
      fail_at(lines_.path(), lines_.line_number(), "{}", error.what());
    }
    questions.push_back(resolve_line(engine_, question, lines_.path(), lines_.line_number(), bad_));
  };
  try {
    while (!at_end_ && questions.size() < kMost && (questions.empty() || lines_.has_next())) {
      bad_.attempt(lines_.path(), take);
    }
  } catch (const Error&) {
    if (questions.empty()) throw;
    error_ = std::current_exception();
  }
  taken_ += questions.size();
  return questions;
}

void QuestionLines::finish() const {
  bad_.check_rest(lines_.path(), taken_);
}

}  // namespace gntp
