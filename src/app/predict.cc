// gntp predict: the answers to a query.
#include <limits>
#include <nlohmann/json.hpp>

#include "app/allowed_answers.h"
#include "app/answers_text.h"
#include "app/asked.h"
#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/opened_run.h"
#include "app/verbs.h"
#include "base/communicator.h"

namespace gntp {
namespace {

// The answers as lines of JSON. Of several processes, each answers a block of the questions, and
// process 0 gets all lines, in order.
std::vector<std::string> shared_answers(const Engine& engine, std::span<const Question> questions,
                                        const AnswerOptions& options, const Observer& observer) {
  Communicator& team = Communicator::current();
  const std::size_t first = team.rank() * questions.size() / team.size();
  const std::size_t end = (team.rank() + 1) * questions.size() / team.size();
  const auto answer_own = [&] {
    const CommunicatorScope by_itself;
    const std::span<const Question> own = questions.subspan(first, end - first);
    const auto answers = engine.predict(own, options, observer);
    std::string lines;
    for (std::size_t i = 0; i < own.size(); ++i) {
      lines += json_line(to_json(own[i].to_text(), answers[i]));
    }
    return lines;
  };
  return team.gather(answer_own, Communicator::Receivers::kFirst);
}

}  // namespace

void run_predict(Arguments arguments, const Console& console) {
  std::string folder;
  std::size_t top = 10;
  std::size_t threads = 0;
  bool only_new = false;
  bool json = false;
  CommandLine line(
      "predict",
      "The best answers to a query with one '?'. 'known' marks facts that the model was "
      "given.\nAnswers are ordered by score, then by tie-breaker, which is shown where it decides; "
      "those that\nare equal in both share the best of their ranks. A probability is the score, "
      "calibrated on the\nvalid split of the training. With --queries, each line is 'rel(a, ?)', "
      "or head, relation and\ntail with tabs between and '?' for one, or {\"head\": \"a\", "
      "\"relation\": \"rel\"}; it is answered as\n{\"query\": ..., \"answers\": [...]} in one "
      "line, in order.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  Asked asked(line, LinesOf::kQuestions, "QUERY",
              "'rel(a, ?)', 'rel(?, b)' or '?(a, b)'; quote it for the shell");
  line.option("--top", top, 1, std::numeric_limits<std::size_t>::max(), "answers to print (10)");
  line.flag("--new", only_new, "leave out what is known already");
  AllowedAnswers allowed(line);
  OpenedRun run(line, OpenedRun::Offers::kFactsAndWithout);
  line.threads_option(threads);
  line.json_flag(json);
  line.example("predict runs/s1 'locatedIn(finland, ?)' --top 3");
  line.example("predict runs/s1 '?(finland, europe)' --new");
  line.example("predict runs/s1 'neighborOf(finland, ?)' --type locatedIn:head --new");
  line.example("predict runs/s1 --queries questions.txt --top 3 > answers.jsonl");
  line.example("predict runs/s1 --relation locatedIn --new > answers.jsonl");
  if (!line.parse(arguments, console)) return;

  asked.check("predict", folder);
  allowed.check(asked);
  const Engine engine = run.open(folder, threads, messages_to(console), asked.data());
  AnswerOptions options;
  options.count = top;
  if (only_new) options.known = KnownFacts::kLeftOut;
  options.filter = allowed.filter(engine, asked.on_error(), console);
  if (asked.is_batch()) {
    const auto answer = [&](std::span<const Question> questions, const Observer& observer) {
      for (const std::string& lines : shared_answers(engine, questions, options, observer)) {
        console.print(lines);
      }
    };
    asked.for_each_block(engine, console, answer);
    return;
  }
  const std::string& text = asked.text();
  const std::vector<Answer> answers = engine.predict(text, options, messages_to(console));
  if (json) {
    console.print_json(to_json(engine.parse_question(text).to_text(), answers));
    return;
  }
  if (answers.empty()) {
    console.note(fmt::format("nothing {}fits {} with a score above the floor ({})",
                             only_new             ? "new "
                             : allowed.is_given() ? "that is allowed "
                                                  : "",
                             text, engine.settings().get("prover.floor")));
    return;
  }
  if (answers.front().among_likely) {
    console.note(
        "this leads to more than 10,000 entities; these are the best of the likely answers, and "
        "others may be\nbetter. '--top 1001' and more look at all");
  }
  console.print(to_text(answers));
}

}  // namespace gntp
