#include "app/allowed_answers.h"

#include <utility>

#include "app/console_observer.h"
#include "app/question_lines.h"
#include "app/triple_file.h"
#include "base/bad_lines.h"
#include "base/error.h"
#include "base/text.h"
#include "engine/engine_state.h"
#include "engine/names.h"

namespace gntp {
namespace {

// Appends what a file holds.
void read_facts(const std::string& file, const Engine& engine, std::vector<Fact>& facts,
                BadLines& bad, const Console& console) {
  const std::filesystem::path path = shown_path(file);
  const KnowledgeBase& kb = engine.state().models.kb();
  const std::size_t before = facts.size();
  std::size_t unknown = 0;
  const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                        std::size_t line) {
    // Whoever the model does not know is no answer.
    if (!knows_entity(head, kb) || !knows_relation(relation, kb) || !knows_entity(tail, kb)) {
      ++unknown;
      return;
    }
    const Question fact{std::string(head), std::string(relation), std::string(tail)};
    facts.push_back(fact_of(resolve_line(engine, fact, path, line, bad)));
  };
  read_triple_file(file, engine, take, bad, TripleNames::kNew, messages_to(console));
  const std::size_t known = facts.size() - before;
  bad.check_rest(path, known + unknown);
  if (unknown == 0) return;
  if (known == 0) {
    fail("{}: has no triple whose names the model knows; is it for another data set?",
         path.string());
  }
  console.warn(
      fmt::format("{}: {} of {} triples have names that the model does not know; they are passed "
                  "over",
                  path.string(), unknown, known + unknown));
}

}  // namespace

AllowedAnswers::AllowedAnswers(CommandLine& line) {
  line.option("--type", "TYPE", types_,
              "only entities of this type, of types.tsv, or REL:head or REL:tail: what the facts "
              "show there; may be repeated (any of them)");
  line.option("--among", "FILE", among_, "only these entities, one a line, '-' for standard input");
  line.option("--not-known-in", "FILE", not_known_,
              "leave out what is in this file of triples; may be repeated");
}

bool AllowedAnswers::is_given() const {
  return !types_.empty() || !among_.empty() || !not_known_.empty();
}

void AllowedAnswers::check(Asked& asked) const {
  if (among_ == "-" && asked.reads_standard_input()) {
    throw UsageError("--queries and --among cannot both read standard input; name a file for one");
  }
  if (!types_.empty() || !among_.empty()) asked.require_entities();
}

std::vector<std::string> AllowedAnswers::read_names(const Engine& engine, BadLines& bad) const {
  std::vector<std::string> names;
  LineReader lines = among_ == "-" ? LineReader::standard_input() : LineReader(among_);
  for_each_line(lines, bad, [&](std::string_view line) {
    const std::string_view name = trim(line);
    if (name.empty()) return;
    const Question entity{std::string(name)};
    names.push_back(*resolve_line(engine, entity, lines.path(), lines.line_number(), bad).head);
  });
  bad.check_rest(lines.path(), names.size());
  if (names.empty()) {
    fail("{}: has no names; list the entities that may be answers, one a line",
         lines.path().string());
  }
  return names;
}

AnswerFilter AllowedAnswers::filter(const Engine& engine, OnError on_error,
                                    const Console& console) const {
  if (!is_given()) return {};
  BadLines bad(on_error);
  AnswerLists lists;
  lists.types = types_;
  if (!among_.empty()) lists.among = read_names(engine, bad);
  for (const std::string& file : not_known_) {
    read_facts(file, engine, lists.not_known, bad, console);
  }
  for (const std::string& warning : warnings_of(bad)) console.warn(warning);
  return engine.filter(lists);
}

}  // namespace gntp
