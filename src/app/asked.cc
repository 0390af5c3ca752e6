#include "app/asked.h"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/console_observer.h"
#include "app/run_argument.h"
#include "base/byte_archive.h"
#include "base/communicator.h"
#include "engine/run_folder.h"
#include "engine/watch.h"

namespace gntp {
namespace {

constexpr std::size_t kBlock = 1024;  // questions between two looks at the clock

template <typename Archive>
void exchange(Question& question, Archive& archive) {
  for (std::optional<std::string>* name : {&question.head, &question.relation, &question.tail}) {
    bool is_given = name->has_value();
    archive(is_given);
    if (is_given && !*name) name->emplace();
    if (is_given) archive(**name);
  }
}

// What read() returns in process 0.
template <typename Read>
std::vector<Question> read_for_all(Communicator& team, const Read& read) {
  std::vector<Question> questions;
  const std::string bytes = team.broadcast([&] {
    questions = read();
    ByteWriter archive;
    if (team.is_alone()) return std::string();
    archive(questions.size());
    for (Question& question : questions) exchange(question, archive);
    return archive.take();
  });
  if (team.is_first()) return questions;
  ByteReader archive(bytes);
  std::size_t count = 0;
  archive(count);
  for (std::size_t i = 0; i < count; ++i) exchange(questions.emplace_back(), archive);
  archive.finish();
  return questions;
}

}  // namespace

Asked::Asked(CommandLine& line, LinesOf what, const std::string& name,
             const std::string& description)
    : line_(line), what_(what) {
  line.optional_argument(name, text_, description);
  line.option("--queries", "FILE", file_,
              "many at once, one a line, '-' for standard input; answers are JSON Lines");
  line.on_error_option(on_error_);
  if (what == LinesOf::kFacts) return;
  line.option("--relation", "REL", relation_,
              "many: 'REL(a, ?)' for every a that the facts have it of");
  line.option("--split", "SPLIT", split_, "many: what the triples of a split ask, each once");
  line.option("--data", "DATA", data_,
              "data set of --split, or store of the run, where it has moved");
}

void Asked::check(const std::string& verb, const std::string& run) const {
  const std::size_t sources = (text_.empty() ? 0U : 1U) + (file_.empty() ? 0U : 1U) +
                              (relation_.empty() ? 0U : 1U) + (split_.empty() ? 0U : 1U);
  if (sources != 1) {
    throw UsageError(fmt::format(
        "{}: a {} or, for many, --queries FILE{}", sources == 0 ? "nothing is asked" : "give one",
        what_ == LinesOf::kFacts ? "fact" : "query",
        what_ == LinesOf::kFacts ? "" : ", --relation REL or --split SPLIT"));
  }
  const bool reads_lists = line_.given("--among") || line_.given("--not-known-in");
  if (file_.empty() && !reads_lists && line_.given("--on-error")) {
    throw UsageError(what_ == LinesOf::kFacts
                         ? "--on-error goes with --queries"
                         : "--on-error goes with --queries, --among and --not-known-in");
  }
  if (split_.empty() && !data_.empty() && !is_store_of(run, data_)) {
    throw UsageError("--data goes with --split, or names the store that the run was trained on");
  }
  if (!is_batch()) check_run_is_first(verb, run, text_);
}

void Asked::for_each_block(const Engine& engine, const Console& console,
                           const Answer& answer) const {
  if (!file_.empty()) {
    answer_lines(engine, console, answer);
  } else if (!relation_.empty()) {
    answer_list(engine.questions_about(relation_), console, answer);
  } else {
    answer_list(engine.questions_of_split(split_, data_, messages_to(console)), console, answer);
  }
}

// Of several processes, process 0 reads the lines: standard input reaches it alone.
void Asked::answer_lines(const Engine& engine, const Console& console, const Answer& answer) const {
  Communicator& team = Communicator::current();
  BadLines bad(on_error_);
  std::optional<QuestionLines> lines;
  for (;;) {
    const std::vector<Question> questions = read_for_all(team, [&] {
      if (!lines) lines.emplace(file_, what_, engine, bad);
      return lines->next();
    });
    if (questions.empty()) break;
    answer(questions, messages_to(console));
    console.flush();
  }
  if (!lines) return;
  for (const std::string& warning : warnings_of(bad)) console.warn(warning);
  lines->finish();
}

// Answers that scroll by are progress enough.
void Asked::answer_list(std::span<const Question> questions, const Console& console,
                        const Answer& answer) const {
  const bool scrolls = ::isatty(::fileno(console.out)) == 1;
  ConsoleObserver watch(console, scrolls ? Talk::kWarnings : Talk::kAll);
  for (std::size_t first = 0; first < questions.size(); first += kBlock) {
    report(watch.observer(), "answering",
           static_cast<double>(first) / static_cast<double>(questions.size()),
           [&] { return fmt::format("{} of {} questions", first, questions.size()); });
    answer(questions.subspan(first, std::min(kBlock, questions.size() - first)), watch.observer());
    console.flush();
  }
}

}  // namespace gntp
