// gntp predict: the answers to a query.
#include <limits>
#include <nlohmann/json.hpp>

#include "app/answers_text.h"
#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/run_argument.h"
#include "app/verbs.h"

namespace gntp {

void run_predict(Arguments arguments, const Console& console) {
  std::string folder;
  std::string text;
  std::size_t top = 10;
  std::size_t threads = 0;
  bool only_new = false;
  bool json = false;
  CommandLine line(
      "predict",
      "The best answers to a query with one '?'. 'known' marks facts that the model was "
      "given.\nAnswers are ordered by score, then by tie-breaker, which is shown where it decides; "
      "those that\nare equal in both share the best of their ranks. A probability is the score, "
      "calibrated on the\nvalid split of the training.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  line.argument("QUERY", text, "'rel(a, ?)', 'rel(?, b)' or '?(a, b)'; quote it for the shell");
  line.option("--top", top, 1, std::numeric_limits<std::size_t>::max(), "answers to print (10)");
  line.flag("--new", only_new, "leave out what is known already");
  line.threads_option(threads);
  line.json_flag(json);
  line.example("predict runs/s1 'locatedIn(finland, ?)' --top 3");
  line.example("predict runs/s1 '?(finland, europe)' --new");
  if (!line.parse(arguments, console)) return;

  check_run_is_first("predict", folder, text);
  const Engine engine = Engine::open(folder, threads);
  const std::vector<Answer> answers = engine.predict(
      text, top, only_new ? KnownFacts::kLeftOut : KnownFacts::kListed, messages_to(console));
  if (json) {
    console.print_json({{"query", text}, {"answers", to_json(answers)}});
    return;
  }
  if (answers.empty()) {
    console.note(fmt::format("nothing {}fits {} with a score above the floor ({})",
                             only_new ? "new " : "", text, engine.settings().get("prover.floor")));
    return;
  }
  console.print(to_text(answers));
}

}  // namespace gntp
