// gntp demo: a guided tour through training, prediction and explanation, on the countries that come
// with gntp.
#include <gntp/version.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/answers.h"
#include "app/command_line.h"
#include "app/demo_text.h"
#include "app/evaluation.h"
#include "app/interrupt.h"
#include "app/run_folder.h"
#include "app/verbs.h"
#include "engine/names.h"
#include "engine/resources.h"
#include "engine/settings_text.h"
#include "explain/decode.h"
#include "explain/explanation.h"
#include "kb/syntax.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSeed = 0;
constexpr std::string_view kPreset = "countries-s1";
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
Triple choose_fact(const Reasoner& reasoner, const Split& hidden) {
  Prover prover(reasoner);
  for (const Triple& triple : hidden.triples) {
    const Proof* proof = prover.prove({triple.relation, triple.head, triple.tail});
    if (proof != nullptr && proof->steps.front().kind == ProofStep::Kind::kRule) return triple;
  }
  return hidden.triples.front();
}

std::string introduce(const Dataset& dataset, const Split& hidden) {
  const KnowledgeBase& kb = dataset.kb;
  std::string text =
      fmt::format("1. The knowledge base\n   {} facts about {} countries and regions:\n",
                  kb.facts.size(), kb.entities.size());
  for (Id relation = 0; relation < kb.relations.size(); ++relation) {
    const auto example = std::ranges::find(kb.facts, relation, &Triple::relation);
    if (example != kb.facts.end()) text += fmt::format("      {}\n", fact_text(*example, kb));
  }
  text += fmt::format(
      "   The regions of {} countries are hidden. gntp is to infer them, e.g.\n      {}\n",
      hidden.triples.size(), fact_text(hidden.triples.front(), kb));
  text += "   It may learn rules of these shapes, and finds out itself which relations fit:\n";
  for (const RuleTemplate& rule : kb.rules.templates) text += fmt::format("      {}\n", rule.text);
  return text + '\n';
}

std::string describe_training(const Training& training) {
  std::string text = fmt::format("   done in {:.1f} s", training.seconds);
  if (!training.epochs.empty()) {
    text += fmt::format("; the loss fell from {:.3f} to {:.3f}",
                        training.epochs.front().report.loss, training.epochs.back().report.loss);
  }
  return text + "\n\n";
}

std::string describe_score(const SplitReport& report) {
  return fmt::format(
      "3. The score on the hidden facts: AUC-PR {:.1f} %\n"
      "   100 % means that every true region scores above every wrong one.\n\n",
      100 * report.auc_pr.value_or(0));
}

std::string describe_rules(const KnowledgeBase& kb, const Model& model) {
  std::string text = "4. The rules it learned, and how sure it is of each\n";
  std::size_t count = 0;
  for (const DecodedRule& rule : decode_rules(kb, model)) {
    if (count++ == kShownRules) break;
    text += fmt::format("   {:.2f}  {}\n", rule.confidence, to_text(kb, rule));
  }
  return text + '\n';
}

std::string describe_prediction(const Reasoner& reasoner, const Triple& fact, ThreadPool& threads) {
  const KnowledgeBase& kb = reasoner.kb();
  const std::vector<Answer> answers =
      answer_query(reasoner, {fact.relation, fact.head, {}}, Facts::kAll, threads);
  return fmt::format("5. A prediction: where is {}? '{}' means that it was told so\n{}\n",
                     kb.entities.name(fact.head), "known",
                     indented(to_text(answers, kShownAnswers)));
}

std::string describe_proof(const Reasoner& reasoner, const Triple& fact) {
  Prover prover(reasoner);
  const Proof* proof = prover.prove({fact.relation, fact.head, fact.tail});
  if (proof == nullptr) return "";
  const Explanation explanation = explain(reasoner.kb(), reasoner.model(), *proof);
  return fmt::format("6. Why {}? The proof of the hidden fact\n{}\n",
                     reasoner.kb().entities.name(fact.tail),
                     indented(to_text(explanation, Drawing::kUnicode)) +
                         "   Each goal is proved by a rule or a fact; a number says how well two "
                         "symbols match.\n   The weakest match is the score of the whole proof.\n");
}

std::string next_steps(const Console& console, const fs::path& run, const Triple& fact,
                       const KnowledgeBase& kb) {
  const std::string program = for_shell(console.program);
  const std::string folder = for_shell(run.string());
  const std::string asked =
      fmt::format("{}({}, ?)", quoted_predicate(kb.relations.name(fact.relation)),
                  quoted(kb.entities.name(fact.head)));
  const std::string data = for_shell((resource_folder() / "data/countries/S2").string());
  return fmt::format(
      "What to type next\n"
      "   {0} predict {1} {2} --new\n"
      "   {0} explain {1} {3} --proofs 3\n"
      "   {0} rules {1}\n"
      "   {0} train {4} --preset countries-s2 --out runs/s2\n"
      "   {0} help\n",
      program, folder, for_shell(asked), for_shell(fact_text(fact, kb)), data);
}

struct Demo {
  fs::path run;
  std::size_t threads = 0;
  bool json = false;
};

void guide(const Demo& demo, const Console& console) {
  const auto say = [&](const std::string& text) {
    if (demo.json) return;
    console.print(text);
    console.flush();
  };
  RunWriter writer(demo.run);
  const fs::path folder = resource_folder() / "data/countries/S1";
  const Dataset dataset = load_dataset(folder);
  const Split& hidden = *select_splits(dataset, "test").front();
  Settings settings;
  read_settings(find_preset(kPreset).file, settings);
  say(introduce(dataset, hidden));

  ThreadPool threads(demo.threads);
  const Progress::Style style = Progress::style_for(console);
  say(fmt::format("2. Training: {} passes over the facts, each proved without itself\n",
                  settings.learn.epochs));
  const Training training = train_model(dataset, settings, kSeed, threads, console, style);
  say(describe_training(training));

  Reasoner reasoner(dataset.kb, training.model, settings.prover);
  reasoner.refresh(threads);
  const auto reports = evaluate(reasoner, dataset, {&hidden}, threads, console, style);
  writer.write(dataset.kb, settings,
               {GNTP_VERSION, kSeed, std::string(kPreset), folder, dataset.sources}, training,
               reports);
  writer.commit();
  say(describe_score(reports.front()));
  say(describe_rules(dataset.kb, training.model));
  const Triple fact = choose_fact(reasoner, hidden);
  say(describe_prediction(reasoner, fact, threads));
  say(describe_proof(reasoner, fact));
  const nlohmann::ordered_json text =
      guide_through_text(text_run(demo.run), threads, console, style, say);
  say(next_steps(console, demo.run, fact, dataset.kb));
  if (demo.json) {
    console.print_json({{"run", demo.run.string()},
                        {"training_seconds", training.seconds},
                        {"test", to_json(reports, dataset.kb.relations)},
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
  const InterruptGuard guard;
  guide(demo, console);
}

}  // namespace gntp
