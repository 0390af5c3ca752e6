// Every setting has an effect, or is refused. For each setting there is a configuration in which
// another value changes the model or its answers; for each need that is not met the setting changes
// nothing, and giving it is an error.
#include "engine/setting_needs.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "base/file.h"
#include "base/random.h"
#include "engine/learning.h"
#include "engine/settings_state.h"
#include "model/checkpoint.h"
#include "rank/answers.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

using Assignments = std::vector<std::string>;

constexpr std::size_t kEntities = 12;
const std::string kNoError = "no error";

// Data sets: `text` has templates and mentions, `given` has neither.
class Data {
 public:
  Data() {
    Random random(5, 1);
    std::string train;
    std::string valid;
    for (std::size_t i = 0; i < 45; ++i) train += random_line(random);
    for (std::size_t i = 0; i < kEntities; ++i) {
      train += fmt::format("e{}\tnext\te{}\n", i, (i + 1) % kEntities);
      train += fmt::format("e{}\tback\te{}\n", (i + 1) % kEntities, i);
      train += fmt::format("e{}\tkind\tk{}\n", i, i % 3);
    }
    for (std::size_t i = 0; i < 8; ++i) valid += random_line(random);
    const std::string given =
        "0.7 :: back(X, Y) :- next(Y, X)\n0.6 :: a(X, Y) :- b(X, Y)\n"
        "0.5 :: a(X, Y) :- next(X, Z), b(Z, Y)\n0.4 :: a(X, Y) :- a(Y, X)\n"
        "0.8 :: b(X, Y) :- a(X, Z), next(Z, Y)\n";
    for (const char* name : {"text", "given"}) {
      folder_.write(fmt::format("{}/train.tsv", name), train);
      folder_.write(fmt::format("{}/valid.tsv", name), valid);
    }
    folder_.write("given/rules.pl", given);
    folder_.write("text/rules.pl",
                  given + "p(X, Y) :- q(Y, X) <3>\np(X, Y) :- q(X, Z), r(Z, Y) <3>\n");
    folder_.write("text/mentions.tsv",
                  "e0\t[XXX]:comes:before:[YYY]\te1\ne3\t[XXX]:comes:before:[YYY]\te4\n"
                  "e5\t[YYY]:comes:before:[XXX]\te4\ne7\t[YYY]:follows:[XXX]\te8\n");
  }
  fs::path operator/(const std::string& name) const { return folder_.path() / name; }

 private:
  static std::string random_line(Random& random) {
    return fmt::format("e{}\t{}\te{}\n", random.below(kEntities), random.below(2) == 0 ? "a" : "b",
                       random.below(kEntities));
  }
  TempFolder folder_;
};

const Data& data() {
  static const Data kData;
  return kData;
}

Settings settings_of(const Assignments& assignments) {
  Settings settings;
  for (const std::string& assignment : assignments) settings.assign(assignment);
  return settings;
}

LoadedDataset load(const std::string& name, const AllOptions& options) {
  return load_dataset(data() / name, {}, options.model.mentions);
}

void append_answers(const Reasoner& reasoner, ThreadPool& threads, std::string& text) {
  const AnswerIndex index(reasoner, threads);
  const KnowledgeBase& kb = reasoner.kb();
  for (RelationId relation{0}; relation < kb.first_pattern(); ++relation) {
    for (EntityId known{0}; known < kb.entities.size(); ++known) {
      for (const AskedSide side : {AskedSide::kHead, AskedSide::kTail}) {
        for (const RankedAnswer& answer : answers_to(index, {relation, side, known})) {
          text += fmt::format("{} {} {:.6f}\n", answer.id, answer.rank, answer.score);
        }
      }
    }
  }
}

// All that training gives: the model's files, and its answers to every question.
std::string outcome_of(const std::string& name, const AllOptions& options) {
  ThreadPool threads(1);
  const Learned learned = learn(std::make_shared<LoadedDataset>(load(name, options)), options,
                                {.seed = 3, .threads = 1}, PlannedFor::kCpu, threads, {});
  const LoadedDataset& dataset = *learned.data;
  const Training& training = learned.training;
  const TempFolder folder;
  save_checkpoint(folder.path(), dataset.kb, training.model);
  std::string text;
  for (const char* file : {"model.safetensors", "rules.json", "relations.tsv"}) {
    text += read_file(folder.path() / file);
  }
  Reasoner reasoner(dataset.kb, training.model, options.prover);
  reasoner.refresh(threads);
  append_answers(reasoner, threads, text);
  return text;
}

// With the assignments, accepted or not.
std::string outcome_of(const std::string& name, const Assignments& assignments) {
  return outcome_of(name, settings_of(assignments).state().options);
}

std::string refusal(const std::string& name, const Assignments& assignments) {
  const Settings settings = settings_of(assignments);
  const LoadedDataset dataset = load(name, settings.state().options);
  return error_of([&] { check_settings(settings, dataset.kb); });
}

Assignments with(Assignments assignments, const Assignments& more) {
  assignments.insert(assignments.end(), more.begin(), more.end());
  return assignments;
}

const Assignments kSoft{"model.dim=4", "learn.epochs=3", "learn.batch_size=10",
                        "learn.learning_rate=0.1"};
const Assignments kMined = {"learn.rules=mined",       "learn.epochs=3",     "learn.batch_size=10",
                            "learn.learning_rate=0.1", "mine.min_support=2", "mine.correction=1",
                            "mine.min_confidence=0.1", "mine.constants=1"};

const Assignments kVectors = {"learn.rules=none",   "predictor.kind=complex", "predictor.dim=3",
                              "predictor.epochs=3", "predictor.batch_size=7", "predictor.scale=0.5",
                              "predictor.starts=1"};

// A configuration in which the setting's value changes something, and another value than usual.
struct Effect {
  std::string setting;
  std::string value;
  std::string data = "text";
  Assignments settings = kSoft;
};

std::vector<Effect> effects() {
  const Assignments rank = {"learn.objective=rank", "model.entities=symbolic", "rank.proofs=3"};
  const Assignments valid = with(kSoft, {"learn.epochs=8", "learn.validate_every=1"});
  return {
      {"model.dim", "5"},
      {"model.entities", "symbolic"},
      {"model.relations", "symbolic", "given"},
      {"model.rule_predicates", "attention"},
      {"model.mentions", "facts"},
      {"model.encoder", "ngrams"},
      {"model.entity_scale", "0.9"},
      {"model.relation_scale", "0.9"},
      {"model.rule_scale", "0.9"},
      {"model.train_slope", "true"},
      {"prover.depth", "0"},
      {"prover.unification", "joint"},
      {"prover.tnorm", "product"},
      {"prover.floor", "0.5"},
      {"prover.reflexive", "known", "given"},
      {"prover.k_facts", "2"},
      {"prover.k_rules", "1"},
      {"index.kind", "faiss-flat", "text", with(kSoft, {"prover.k_facts=2"})},
      {"rank.aggregate", "max_plus", "given", with(kSoft, {"model.relations=symbolic"})},
      {"rank.proofs", "2", "given", with(kSoft, {"rank.aggregate=noisy_or"})},
      {"rank.groundings",
       "share",
       "given",
       {"learn.epochs=1", "model.entities=symbolic", "model.relations=symbolic"}},
      {"rank.competing_facts", "weigh", "given"},
      {"rank.competing_pairs", "weigh", "given"},
      {"rank.discount", "0.5", "given", with(kSoft, {"rank.aggregate=noisy_or"})},
      {"learn.epochs", "2"},
      {"learn.batch_size", "20"},
      {"learn.learning_rate", "0.2"},
      {"learn.relation_rate", "0.7"},
      {"learn.entity_rate", "0.5"},
      {"learn.schedule", "linear"},
      {"learn.l2", "0.1"},
      {"learn.validate_every", "1", "text", with(kSoft, {"learn.epochs=8"})},
      {"learn.patience", "1", "text", valid},
      {"learn.restarts", "8", "text", valid},
      {"learn.objective", "rank", "given", with(kSoft, {"model.entities=symbolic"})},
      {"learn.corrupt_head", "3"},
      {"learn.corrupt_tail", "3"},
      {"learn.corrupt_both", "3"},
      {"learn.entities_after", "1"},
      {"learn.proofs", "4"},
      {"learn.holdout", "0.5", "given",
       with(kMined, {"rank.aggregate=noisy_or", "learn.choose=true"})},
      {"learn.answers", "1", "given", kMined},
      {"learn.choose", "true", "given", with(kMined, {"rank.aggregate=noisy_or"})},
      {"learn.rules", "both"},
      {"mine.max_body", "3", "given", kMined},
      {"mine.constants", "2", "given", kMined},
      {"mine.min_support", "3", "given", kMined},
      {"mine.constant_support", "3", "given", kMined},
      {"mine.min_confidence", "0.3", "given", kMined},
      {"mine.max_rules", "3", "given", kMined},
      {"mine.correction", "3", "given", kMined},
      {"mine.per_fact", "1", "given", kMined},
      {"mine.adaptive", "true", "given", kMined},
      {"mine.bodiless", "true", "given", kMined},
      {"predictor.kind", "complex", "given", with(kMined, {"rank.aggregate=noisy_or"})},
      {"predictor.dim", "4", "given", kVectors},
      {"predictor.epochs", "2", "given", kVectors},
      {"predictor.batch_size", "9", "given", kVectors},
      {"predictor.optimizer", "adam", "given", kVectors},
      {"predictor.learning_rate", "0.3", "given", kVectors},
      {"predictor.schedule", "constant", "given", kVectors},
      {"predictor.penalty", "l2", "given", kVectors},
      {"predictor.penalty_weight", "0.2", "given", kVectors},
      {"predictor.relation_weight", "0.5", "given", kVectors},
      {"predictor.samples", "4", "given", kVectors},
      {"predictor.scale", "0.7", "given", kVectors},
      {"predictor.starts", "2", "given", kVectors},
      {"predictor.choose", "true", "given", kVectors},
      {"predictor.precision", "fp32", "given", kVectors},
      {"predictor.validate_every", "1", "given",
       with(kVectors,
            {"predictor.epochs=12", "predictor.learning_rate=1", "predictor.validate_every=0"})},
  };
}

TEST(SettingEffects, EverySettingChangesSomethingSomewhere) {
  std::map<std::string, Effect> by_setting;
  for (const Effect& effect : effects()) by_setting.emplace(effect.setting, effect);
  for (const Setting& setting : all_settings()) {
    SCOPED_TRACE(setting.name);
    ASSERT_TRUE(by_setting.contains(setting.name)) << "say where it has an effect";
    const auto& [name, value, folder, settings] = by_setting.at(setting.name);
    const Assignments changed = with(settings, {fmt::format("{}={}", name, value)});
    EXPECT_EQ(refusal(folder, changed), kNoError);
    if (setting.name == "predictor.precision") continue;  // of GPUs: the processor has but one
    EXPECT_FALSE(outcome_of(folder, settings) == outcome_of(folder, changed));
  }
}

// A configuration that does not meet the need.
struct Lack {
  std::string need;
  std::string data;
  Assignments settings;
};

std::vector<Lack> lacks() {
  const Assignments symbols = {"model.entities=symbolic", "model.relations=symbolic",
                               "learn.epochs=2"};
  return {
      {"model.entities = \"soft\"", "text", {"model.entities=symbolic", "learn.epochs=2"}},
      {"model.relations = \"soft\"", "given", {"model.relations=symbolic", "learn.epochs=2"}},
      {"model.entities or model.relations = \"soft\"", "given", symbols},
      {"model.entities or model.relations = \"soft\", or prover.depth above 1", "given", symbols},
      {"model.mentions = \"encode\"", "text", {"model.mentions=facts", "learn.epochs=2"}},
      {"a data set with mentions.tsv", "given", {"learn.epochs=2"}},
      {"templates in rules.pl", "given", {"learn.epochs=2"}},
      {"prover.depth above 0",
       "given",
       {"prover.depth=0", "learn.epochs=2", "model.entities=symbolic"}},
      {"prover.depth above 0, or predictor.kind other than \"none\"",
       "given",
       {"prover.depth=0", "learn.epochs=2", "model.entities=symbolic"}},
      {"prover.k_facts above 0", "text", {"learn.epochs=2"}},
      {"rank.aggregate other than \"max\", or learn.objective = \"rank\"",
       "text",
       {"learn.epochs=2"}},
      {"rank.aggregate = \"noisy_or\", or learn.objective = \"rank\"",
       "text",
       {"learn.epochs=2", "rank.aggregate=max_plus"}},
      {"learn.epochs above 0", "text", {"learn.epochs=0"}},
      {"learn.epochs above 1", "text", {"learn.epochs=1"}},
      {"learn.validate_every above 0", "text", {"learn.epochs=3"}},
      {"learn.entity_rate above 0", "text", {"learn.epochs=3", "learn.entity_rate=0"}},
      {"learn.objective = \"truth\"",
       "given",
       {"learn.epochs=2", "learn.objective=rank", "model.entities=symbolic"}},
      {"learn.objective = \"rank\"", "text", {"learn.epochs=2"}},
      {"learn.rules = \"mined\" or \"both\"", "text", {"learn.epochs=1"}},
      {"rank.aggregate = \"noisy_or\"", "given", {"learn.epochs=1", "model.entities=symbolic"}},
      {"learn.choose = true", "given", with(kMined, {"rank.aggregate=noisy_or"})},
      {"predictor.kind other than \"none\"",
       "given",
       {"model.entities=symbolic", "rank.aggregate=noisy_or", "learn.epochs=1"}},
      {"predictor.penalty_weight above 0", "given", with(kVectors, {"predictor.penalty_weight=0"})},
      {"predictor.choose = false", "given", with(kVectors, {"predictor.choose=true"})},
      {"mine.constants above 0",
       "given",
       {"learn.rules=mined", "mine.constants=0", "mine.min_support=2", "learn.epochs=1"}},
  };
}

TEST(SettingEffects, WithoutWhatItNeedsASettingDoesNothingAndIsRefused) {
  std::map<std::string, std::string> others;
  for (const Effect& effect : effects()) others.emplace(effect.setting, effect.value);
  std::map<std::string, Lack> by_need;
  for (const Lack& lack : lacks()) by_need.emplace(lack.need, lack);
  for (const Need& need : all_needs()) {
    SCOPED_TRACE(need.text);
    ASSERT_TRUE(by_need.contains(std::string(need.text))) << "say how to lack it";
    const auto& [text, folder, settings] = by_need.at(std::string(need.text));
    const std::string usual = outcome_of(folder, settings);
    for (const Setting& setting : all_settings()) {
      if (!need.concerns(setting) || !others.contains(setting.name)) continue;
      SCOPED_TRACE(setting.name);
      const Assignments changed = with(settings, {setting.name + "=" + others.at(setting.name)});
      EXPECT_TRUE(outcome_of(folder, changed) == usual);
      EXPECT_THAT(refusal(folder, changed), HasSubstr(setting.name));
      EXPECT_THAT(refusal(folder, changed), HasSubstr("has no effect here: it needs "));
    }
  }
}

}  // namespace
}  // namespace gntp
