// gntp demo: a guided tour through training, prediction and explanation, on the countries that come
// with gntp.
#include "app/demo.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/answers_text.h"
#include "app/command_line.h"
#include "app/evaluation_text.h"
#include "app/verbs.h"
#include "engine/dataset_state.h"
#include "engine/names.h"
#include "engine/resources.h"
#include "kb/syntax.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownRules = 3;
constexpr std::size_t kShownAnswers = 3;

// Where the second act goes.
fs::path text_run(const fs::path& run) {
  return run.string() + "-text";
}

bool is_taken(const fs::path& run) {
  return fs::exists(fs::symlink_status(run)) || fs::exists(fs::symlink_status(text_run(run)));
}

// A name in the temporary folder that is not taken.
fs::path free_name() {
  const fs::path folder = fs::temp_directory_path();
  fs::path name = folder / "gntp-demo";
  for (int i = 2; is_taken(name); ++i) {
    name = folder / fmt::format("gntp-demo-{}", i);
  }
  return name;
}

// As the shell reads it back.
std::string for_shell(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=+:@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// The first hidden fact that the model infers with a rule, so that there is something to see.
Explanation choose_fact(const Engine& engine, const std::vector<std::string>& hidden) {
  for (const std::string& fact : hidden) {
    Explanation explanation = engine.explain(fact);
    const bool inferred = !explanation.proofs.empty() &&
                          explanation.proofs.front().root.kind == ExplanationNode::Kind::kRule;
    if (inferred) return explanation;
  }
  return engine.explain(hidden.front());
}

std::string introduce(const Dataset& dataset) {
  const KnowledgeBase& kb = dataset.state().data->kb;
  std::string text =
      fmt::format("1. The knowledge base\n   {} facts about {} countries and regions:\n",
                  kb.facts.size(), kb.entities.size());
  for (RelationId relation{0}; relation < kb.relations.size(); ++relation) {
    if (kb.facts.count_of(relation) == 0) continue;
    text += fmt::format("      {}\n", fact_text(kb.facts[kb.facts.first_of(relation)], kb));
  }
  const std::vector<std::string> hidden = hidden_facts(dataset);
  text += fmt::format(
      "   The regions of {} countries are hidden. gntp is to infer them, e.g.\n      {}\n",
      hidden.size(), hidden.front());
  text += "   It may learn rules of these shapes, and finds out itself which relations fit:\n";
  for (const std::string& rule : dataset.statistics().templates) {
    text += fmt::format("      {}\n", rule);
  }
  return text + '\n';
}

std::string describe_training(const TrainingSummary& training) {
  std::string text = fmt::format("   done in {:.1f} s", training.seconds);
  if (training.first_loss) {
    text += fmt::format("; the loss fell from {:.3f} to {:.3f}", *training.first_loss,
                        *training.last_loss);
  }
  return text + "\n\n";
}

std::string describe_score(const Evaluation& evaluation) {
  return fmt::format(
      "3. The score on the hidden facts: AUC-PR {:.1f} %\n"
      "   100 % means that every true region scores above every wrong one.\n\n",
      100 * evaluation.auc_pr.value_or(0));
}

std::string describe_rules(const Engine& engine) {
  std::string text = "4. The rules it learned, and how sure it is of each\n";
  for (const LearnedRule& rule : engine.rules(kShownRules)) {
    text += fmt::format("   {:.2f}  {}\n", rule.confidence, rule.text);
  }
  return text + '\n';
}

// `rel(a, ?)` for the fact.
std::string question_of(const Fact& fact) {
  return fmt::format("{}({}, ?)", quoted_predicate(fact.relation), quoted(fact.head));
}

std::string describe_prediction(const Engine& engine, const Fact& fact) {
  return fmt::format("5. A prediction: where is {}? '{}' means that it was told so\n{}\n",
                     fact.head, "known",
                     indented(to_text(engine.predict(question_of(fact), kShownAnswers))));
}

std::string describe_proof(const Explanation& explanation, const Fact& fact) {
  if (explanation.proofs.empty()) return "";
  return fmt::format("6. Why {}? The proof of the hidden fact\n{}\n", fact.tail,
                     indented(explanation.to_text()) +
                         "   Each goal is proved by a rule or a fact; a number says how well two "
                         "symbols match.\n   The weakest match is the score of the whole proof.\n");
}

std::string next_steps(const Console& console, const fs::path& run, const Fact& fact,
                       const std::string& fact_as_text) {
  return fmt::format(
      "What to type next\n"
      "   {0} predict {1} {2} --new\n"
      "   {0} explain {1} {3} --proofs 3\n"
      "   {0} rules {1}\n"
      "   {0} train {4} --preset countries-s2 --out runs/s2\n"
      "   {0} help\n"
      "\nOr look around on a web page: type\n"
      "   {0} serve {1}\n"
      "and open http://127.0.0.1:{5}/\n",
      for_shell(console.program), for_shell(run.string()), for_shell(question_of(fact)),
      for_shell(fact_as_text), for_shell((resource_folder() / "data/countries/S2").string()),
      kServePort);
}

struct Demo {
  fs::path run;
  std::size_t threads = 0;
  bool json = false;
};

void guide(const Demo& demo, const Console& console) {
  ConsoleObserver watch(console, Talk::kAll);
  const Say say = [&](const std::string& text) {
    if (demo.json) return;
    console.print(text);
    console.flush();
  };
  require_new_run(demo.run);
  const Settings settings = demo_settings();
  const Dataset dataset = Dataset::load(resource_folder() / "data/countries/S1", settings);
  say(introduce(dataset));
  say(fmt::format("2. Training: {} passes over the facts, each proved without itself\n",
                  settings.get("learn.epochs")));
  const auto& [engine, evaluations] = train_demo(dataset, settings, demo.run, demo.threads, watch);
  say(describe_training(*engine.training()));
  say(describe_score(evaluations.front()));
  say(describe_rules(engine));
  const Explanation explanation = choose_fact(engine, hidden_facts(dataset));
  const Fact fact = engine.parse(explanation.fact);
  say(describe_prediction(engine, fact));
  say(describe_proof(explanation, fact));
  const nlohmann::ordered_json text =
      guide_through_text(text_run(demo.run), demo.threads, watch, say);
  say(next_steps(console, demo.run, fact, explanation.fact));
  if (demo.json) {
    console.print_json({{"run", demo.run.string()},
                        {"training_seconds", engine.training()->seconds},
                        {"test", to_json(evaluations)},
                        {"text", text}});
  }
}

}  // namespace

void run_demo(Arguments arguments, const Console& console) {
  Demo demo;
  std::string out;
  CommandLine line(
      "demo",
      "A guided tour: learn where countries are, look at the rules and at a proof; then "
      "read it\nin a text.");
  line.option("--out", "RUN", out,
              "run folder to make, and RUN-text beside it (default: in the temporary folder)");
  line.threads_option(demo.threads);
  line.json_flag(demo.json);
  line.example("demo");
  line.example("demo --out gntp-demo");
  if (!line.parse(arguments, console)) return;
  demo.run = out.empty() ? free_name() : fs::path(out);
  guide(demo, console);
}

}  // namespace gntp
