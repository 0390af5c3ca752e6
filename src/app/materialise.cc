// gntp materialise: every new fact that is probable enough.
#include <gntp/engine.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "app/allowed_answers.h"
#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/opened_run.h"
#include "app/output_file.h"
#include "app/verbs.h"
#include "base/staged_file.h"
#include "engine/engine_state.h"
#include "engine/watch.h"

namespace gntp {
namespace {

constexpr std::size_t kBlock = 1024;  // questions between two looks at the clock
// Answers that a question is asked for first; more where all of them are probable enough, or where
// they are the best of the likely ones alone.
constexpr std::size_t kFirstAnswers = 8;

// The new answers to each of the questions that are at least so probable, best first.
std::vector<std::vector<Answer>> probable_answers(const Engine& engine,
                                                  std::span<const Question> questions, double least,
                                                  AnswerOptions options, const Observer& observer) {
  std::vector<std::vector<Answer>> all(questions.size());
  std::vector<std::size_t> open(questions.size());  // that may have more
  std::iota(open.begin(), open.end(), std::size_t{0});
  for (std::size_t count = kFirstAnswers; !open.empty(); count *= kFirstAnswers) {
    std::vector<Question> asked;
    asked.reserve(open.size());
    for (const std::size_t i : open) asked.push_back(questions[i]);
    options.count = count;
    std::vector<std::vector<Answer>> answers = engine.predict(asked, options, observer);
    std::vector<std::size_t> still_open;
    for (std::size_t k = 0; k < open.size(); ++k) {
      std::vector<Answer>& own = all[open[k]];
      own = std::move(answers[k]);
      const bool all_fit = own.size() == count && own.back().probability >= least;
      const bool are_likely_ones = !own.empty() && own.front().among_likely;
      if (all_fit || are_likely_ones) still_open.push_back(open[k]);
      std::erase_if(own, [&](const Answer& answer) { return answer.probability < least; });
    }
    open = std::move(still_open);
  }
  return all;
}

std::string line_of(const Question& question, const Answer& answer) {
  return fmt::format("{}\t{}\t{}\t{:.6f}\n", *question.head, *question.relation, answer.name,
                     *answer.probability);
}

}  // namespace

void run_materialise(Arguments arguments, const Console& console) {
  std::string folder;
  std::string out;
  std::vector<std::string> relations;
  double least = 0.9;
  OnError on_error = OnError::kStop;
  std::size_t threads = 0;
  bool force = false;
  bool quiet = false;
  CommandLine line(
      "materialise",
      "Write every new fact that is probable enough: head, relation, tail and probability, "
      "tab-separated,\nby relation, head and probability. 'rel(a, ?)' is asked for every a that "
      "the "
      "facts have rel of.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  line.required_option("--out", "FILE", out, "file to write (required); /dev/stdout is one, too");
  line.force_flag(force);
  line.option("--min-probability", least, 0, 1, "of the facts to write (0.9)");
  line.option("--relation", "REL", relations, "this one alone; may be repeated (all)");
  AllowedAnswers allowed(line);
  line.on_error_option(on_error);
  OpenedRun run(line, OpenedRun::Offers::kFacts, OpenedRun::Data::kStore);
  line.threads_option(threads);
  line.flag("--quiet", quiet, "no progress");
  line.example("materialise runs/umls --min-probability 0.95 --out new.tsv");
  if (!line.parse(arguments, console)) return;
  if (line.given("--on-error") && !line.given("--among") && !line.given("--not-known-in")) {
    throw UsageError("--on-error goes with --among and --not-known-in");
  }
  const IfExists if_exists = force ? IfExists::kReplace : IfExists::kRefuse;
  check_output(out, if_exists);
  const Engine engine = run.open(folder, threads, messages_to(console));
  if (!engine.state().calibration.is_fitted()) {
    fail("{}: has no probabilities; train with a valid split to have some", folder);
  }
  AnswerOptions options;
  options.known = KnownFacts::kLeftOut;
  options.filter = allowed.filter(engine, on_error, console);
  if (relations.empty()) relations = engine.relations();
  std::vector<Question> questions;
  for (const std::string& relation : relations) {
    const std::vector<Question> own = engine.questions_about(relation);
    questions.insert(questions.end(), own.begin(), own.end());
  }
  ConsoleObserver watch(console, quiet ? Talk::kWarnings : Talk::kAll);
  StagedFile file(out, if_exists);
  std::size_t written = 0;
  for (std::size_t first = 0; first < questions.size(); first += kBlock) {
    const auto block =
        std::span(questions).subspan(first, std::min(kBlock, questions.size() - first));
    report(watch.observer(), "materialising",
           static_cast<double>(first) / static_cast<double>(questions.size()),
           [&] { return fmt::format("{} facts from {} questions", written, first); });
    const auto answers = probable_answers(engine, block, least, options, watch.observer());
    for (std::size_t i = 0; i < block.size(); ++i) {
      for (const Answer& answer : answers[i]) file.append(line_of(block[i], answer));
      written += answers[i].size();
    }
  }
  throw_if_stopped(watch.observer());
  file.commit();
  watch.finish();
  if (!quiet) {
    console.note(fmt::format("{} new facts from {} questions; they are in {}", written,
                             questions.size(), out));
  }
}

}  // namespace gntp
