#include "engine/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace gntp {
namespace {

// The numbers that a setting may have; `kOpen` ends are not among them.
struct Bounds {
  enum class End { kClosed, kOpen };
  double low;
  double high;
  End low_end = End::kClosed;
  End high_end = End::kClosed;

  bool contain(double value) const {
    const bool above = low_end == End::kOpen ? value > low : value >= low;
    const bool below = high_end == End::kOpen ? value < high : value <= high;
    return above && below;
  }
  std::string text() const {
    if (low_end == End::kClosed && high_end == End::kClosed) {
      return fmt::format("from {} to {}", low, high);
    }
    return fmt::format("{} {} and {} {}", low_end == End::kOpen ? "above" : "at least", low,
                       high_end == End::kOpen ? "below" : "at most", high);
  }
};

Bounds from_to(double low, double high) {
  return {low, high};
}
Bounds above(double low, double high) {
  return {low, high, Bounds::End::kOpen};
}
Bounds between(double low, double high) {
  return {low, high, Bounds::End::kOpen, Bounds::End::kOpen};
}

// The struct among the settings that has this type.
template <typename Part, typename AnySettings>
auto& part_of(AnySettings& settings) {
  if constexpr (std::is_same_v<Part, ModelOptions>) {
    return settings.model;
  } else if constexpr (std::is_same_v<Part, ProverOptions>) {
    return settings.prover;
  } else if constexpr (std::is_same_v<Part, AggregateOptions>) {
    return settings.prover.aggregation;
  } else if constexpr (std::is_same_v<Part, AdamOptions>) {
    return settings.learn.adam;
  } else if constexpr (std::is_same_v<Part, Corruptions>) {
    return settings.learn.corruptions;
  } else if constexpr (std::is_same_v<Part, RuleChoice>) {
    return settings.rules;
  } else if constexpr (std::is_same_v<Part, MineOptions>) {
    return settings.mine;
  } else if constexpr (std::is_same_v<Part, PredictorOptions>) {
    return settings.predictor;
  } else {
    static_assert(std::is_same_v<Part, LearnOptions>);
    return settings.learn;
  }
}

template <typename Enum>
using Choices = std::vector<std::pair<std::string, Enum>>;

// A switch.
template <typename Part>
Setting setting(std::string_view name, bool Part::*member, std::string_view description) {
  return {std::string(name), std::string(description), "true or false",
          [member](const AllOptions& settings) -> SettingValue {
            return part_of<Part>(settings).*member;
          },
          [member](AllOptions& settings, const SettingValue& value) {
            const bool* given = std::get_if<bool>(&value);
            if (given != nullptr) part_of<Part>(settings).*member = *given;
            return given != nullptr;
          }};
}

// A number: whole where its place is a std::size_t.
template <typename Part, typename Number>
Setting setting(std::string_view name, Number Part::*member, Bounds bounds,
                std::string_view description) {
  constexpr bool kWhole = std::is_same_v<Number, std::size_t>;
  static_assert(kWhole || std::is_same_v<Number, double>);
  using Stored = std::conditional_t<kWhole, std::int64_t, double>;
  return {std::string(name), std::string(description),
          fmt::format("{} {}", kWhole ? "a whole number" : "a number", bounds.text()),
          [member](const AllOptions& settings) -> SettingValue {
            return static_cast<Stored>(part_of<Part>(settings).*member);
          },
          [member, bounds](AllOptions& settings, const SettingValue& value) {
            double number = std::numeric_limits<double>::quiet_NaN();
            if (const auto* whole = std::get_if<std::int64_t>(&value)) {
              number = static_cast<double>(*whole);
            } else if (const auto* real = std::get_if<double>(&value); real != nullptr && !kWhole) {
              number = *real;
            }
            if (!bounds.contain(number)) return false;
            part_of<Part>(settings).*member = static_cast<Number>(number);
            return true;
          }};
}

// One of several names.
template <typename Part, typename Enum>
Setting setting(std::string_view name, Enum Part::*member, Choices<Enum> choices,
                std::string_view description) {
  std::string allowed;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const std::string_view before = i == 0 ? "" : i + 1 < choices.size() ? ", " : " or ";
    allowed += fmt::format("{}\"{}\"", before, choices[i].first);
  }
  return {std::string(name), std::string(description), allowed,
          [member, choices](const AllOptions& settings) -> SettingValue {
            const auto current = part_of<Part>(settings).*member;
            return std::ranges::find_if(
                       choices, [&](const auto& choice) { return choice.second == current; })
                ->first;
          },
          [member, choices](AllOptions& settings, const SettingValue& value) {
            const auto* given = std::get_if<std::string>(&value);
            if (given == nullptr) return false;
            const auto found = std::ranges::find_if(
                choices, [&](const auto& choice) { return choice.first == *given; });
            if (found == choices.end()) return false;
            part_of<Part>(settings).*member = found->second;
            return true;
          }};
}

// Rules that were found in the facts say which relations and entities they mean: there are no
// vectors to learn, only confidences, by which facts are to outrank other answers.
void start_mined_mode(AllOptions& settings) {
  settings.model.entities = SymbolKind::kSymbolic;
  settings.model.relations = SymbolKind::kSymbolic;
  settings.prover.reflexive = Reflexive::kKnown;
  settings.learn.objective = Objective::kRank;
}

// Facts and a link predictor: there is nothing else to learn.
void start_mode_without_rules(AllOptions& settings) {
  start_mined_mode(settings);
  settings.prover.aggregation.aggregate = Aggregate::kNoisyOr;
  settings.learn.epochs = 0;
}

Setting rules_setting() {
  Setting rules = setting(
      kModeSetting, &RuleChoice::origin,
      {{"random", RuleOrigin::kRandom},
       {"mined", RuleOrigin::kMined},
       {"both", RuleOrigin::kBoth},
       {"none", RuleOrigin::kNone}},
      "templates that start at random, rules found in the training facts, both, or none; mined "
      "and none are modes: they also set model.entities and model.relations = \"symbolic\", "
      "prover.reflexive = \"known\" and learn.objective = \"rank\", none also rank.aggregate = "
      "\"noisy_or\" and learn.epochs = 0, unless they are set beside it");
  rules.write = [write = rules.write](AllOptions& settings, const SettingValue& value) {
    if (!write(settings, value)) return false;
    if (settings.rules.origin == RuleOrigin::kMined) start_mined_mode(settings);
    if (settings.rules.origin == RuleOrigin::kNone) start_mode_without_rules(settings);
    return true;
  };
  return rules;
}

constexpr double kMany = 1e9;

// A setting that came with this version; runs of earlier ones have its default.
Setting new_in(VersionNumber version, Setting setting) {
  setting.since = version;
  return setting;
}
constexpr VersionNumber kWithDefaultRecipe{0, 4, 0};
constexpr VersionNumber kWithPredictors{0, 5, 0};

// Those of link predictors.
std::vector<Setting> predictor_settings() {
  using Options = PredictorOptions;
  std::vector<Setting> all{
      setting("predictor.kind", &Options::kind,
              {{"none", PredictorKind::kNone},
               {"transe", PredictorKind::kTransE},
               {"distmult", PredictorKind::kDistMult},
               {"complex", PredictorKind::kComplEx}},
              "a link predictor that judges answers beside the rules"),
      setting("predictor.dim", &Options::dim, from_to(1, 4096),
              "components of a vector; of complex, complex numbers"),
      setting("predictor.epochs", &Options::epochs, from_to(1, 1e6),
              "passes over the training facts"),
      setting("predictor.batch_size", &Options::batch_size, from_to(0, kMany),
              "questions 'rel(a, ?)' of a step, each with all its answers; 0 = by the data's size"),
      setting("predictor.optimizer", &Options::optimizer,
              {{"adagrad", RowOptimizer::kAdagrad}, {"adam", RowOptimizer::kAdam}},
              "how the gradient moves vectors"),
      setting("predictor.learning_rate", &Options::learning_rate, above(0, 10), "step size"),
      setting("predictor.schedule", &Options::schedule,
              {{"constant", PredictorSchedule::kConstant}, {"linear", PredictorSchedule::kLinear}},
              "the learning rate stays, or falls towards zero over the epochs"),
      setting("predictor.penalty", &Options::penalty, {{"n3", Penalty::kN3}, {"l2", Penalty::kL2}},
              "what keeps vectors short: the cubes of their components, or the squares"),
      setting("predictor.penalty_weight", &Options::penalty_weight, from_to(0, 100),
              "of the penalty"),
      setting("predictor.relation_weight", &Options::relation_weight, from_to(0, 1000),
              "of a second objective, which asks for the relation of two entities; 0 = none"),
      setting("predictor.samples", &Options::samples, from_to(0, kMany),
              "entities that the answers of a step are compared with, at random; 0 = all"),
      setting("predictor.scale", &Options::scale, above(0, 1000),
              "vectors start uniform in [-scale, scale]"),
      setting(
          "predictor.starts", &Options::starts, from_to(0, 100),
          "trainings from different random starts, whose vectors are put side by side; 0 = four "
          "where data are small"),
      setting("predictor.choose", &Options::choose,
              "the two weights and the rate are chosen on the valid split, by short trainings"),
      setting("predictor.validate_every", &Options::validate_every, from_to(0, 1e6),
              "epochs between validations; the best vectors are kept; 0 = never"),
  };
  for (Setting& each : all) each.since = kWithPredictors;
  return all;
}

// The list. A new setting is its struct's member and one entry here.
std::vector<Setting> make_settings() {
  std::vector<Setting> all{
      setting("model.dim", &ModelOptions::dim, from_to(1, 4096), "size of every vector"),
      setting("model.entities", &ModelOptions::entities,
              {{"soft", SymbolKind::kSoft}, {"symbolic", SymbolKind::kSymbolic}},
              "entities have vectors, or match only themselves (for millions of them)"),
      setting("model.relations", &ModelOptions::relations,
              {{"soft", SymbolKind::kSoft}, {"symbolic", SymbolKind::kSymbolic}},
              "relations have vectors, or match only themselves (no templates then)"),
      setting("model.rule_predicates", &ModelOptions::rule_predicates,
              {{"standard", RulePredicates::kStandard},
               {"attention", RulePredicates::kAttention},
               {"sparse", RulePredicates::kSparse}},
              "a rule predicate is a free vector, or attends over all or a few relations"),
      setting("model.mentions", &ModelOptions::mentions,
              {{"encode", Mentions::kEncode}, {"facts", Mentions::kFacts}, {"off", Mentions::kOff}},
              "mentions.tsv: patterns are encoded from their words, are relations, or not read"),
      setting("model.encoder", &ModelOptions::encoder,
              {{"mean", EncoderKind::kMean}, {"ngrams", EncoderKind::kNgrams}},
              "a pattern is the mean of its words, or attends over words and pairs of them"),
      setting("model.entity_scale", &ModelOptions::entity_scale, from_to(0, 1000),
              "entity vectors start uniform in [-scale, scale]"),
      setting("model.relation_scale", &ModelOptions::relation_scale, from_to(0, 1000),
              "vectors of relations and of words start uniform in [-scale, scale]"),
      setting("model.rule_scale", &ModelOptions::rule_scale, from_to(0, 1000),
              "rule predicates (or their attention) start uniform in [-scale, scale]"),
      setting("model.train_slope", &ModelOptions::train_slope, "the slope is learned too"),

      setting("prover.depth", &ProverOptions::depth, from_to(0, 8),
              "nested rule applications; 0 = facts only"),
      setting("prover.unification", &ProverOptions::unification,
              {{"per_term", Unification::kPerTerm}, {"joint", Unification::kJoint}},
              "the weakest of the compared symbols counts, or all together"),
      setting("prover.tnorm", &ProverOptions::tnorm,
              {{"min", TNorm::kMin}, {"product", TNorm::kProduct}},
              "how the unifications of a proof make its score"),
      setting("prover.floor", &ProverOptions::floor, between(0, 1),
              "a proof that scores below this counts as no proof"),
      setting("prover.reflexive", &ProverOptions::reflexive,
              {{"any", Reflexive::kAny}, {"known", Reflexive::kKnown}},
              "rules may prove p(a, a) for any p, or where a fact shows that p can be so"),
      setting("prover.k_facts", &ProverOptions::k_facts, from_to(0, kMany),
              "greedy: facts that a goal unifies with; 0 = all (exact)"),
      setting("prover.k_rules", &ProverOptions::k_rules, from_to(0, kMany),
              "greedy: rules of each template that a goal unifies with; 0 = all (exact)"),

      setting("index.kind", &ProverOptions::index,
              {{"structured", IndexKind::kStructured},
               {"flat", IndexKind::kFlat},
               {"faiss-flat", IndexKind::kFaissFlat},
               {"faiss-ivf", IndexKind::kFaissInverted},
               {"faiss-hnsw", IndexKind::kFaissGraph}},
              "how k_facts finds the nearest facts: by the unification's own distance, or by L2"),

      setting("rank.aggregate", &AggregateOptions::aggregate,
              {{"max", Aggregate::kMax},
               {"max_plus", Aggregate::kMaxPlus},
               {"noisy_or", Aggregate::kNoisyOr}},
              "the best proof speaks, the next ones break ties, or each is a reason of its own"),
      setting("rank.proofs", &AggregateOptions::proofs, from_to(1, 1000),
              "proofs of a goal, each by another rule, that count with max_plus and noisy_or"),
      setting("rank.groundings", &AggregateOptions::groundings,
              {{"best", Groundings::kBest}, {"share", Groundings::kShare}},
              "a rule counts by its best grounding, or times the share of them that agree"),
      setting("rank.competing_facts", &AggregateOptions::competing_facts,
              {{"ignore", CompetingFactsUse::kIgnore}, {"weigh", CompetingFactsUse::kWeigh}},
              "known facts with the goal's relation and head, or tail, count against it, or not"),
      new_in(kWithDefaultRecipe,
             setting("rank.competing_pairs", &AggregateOptions::competing_pairs,
                     {{"ignore", CompetingFactsUse::kIgnore}, {"weigh", CompetingFactsUse::kWeigh}},
                     "known facts with the goal's head and tail count against it, or not")),
      new_in(kWithDefaultRecipe,
             setting("rank.discount", &AggregateOptions::discount, above(0, 1),
                     "noisy_or: the next best proof counts so much of what the one before counts")),

      setting("learn.epochs", &LearnOptions::epochs, from_to(0, 1e6),
              "passes over the training facts"),
      setting("learn.batch_size", &LearnOptions::batch_size, from_to(1, kMany),
              "training facts per step"),
      setting("learn.learning_rate", &AdamOptions::learning_rate, above(0, 10),
              "step size of Adam"),
      setting("learn.relation_rate", &AdamOptions::relation_rate, from_to(0, 1000),
              "factor on the rate of relation vectors; 0 = they stay"),
      setting("learn.entity_rate", &AdamOptions::entity_rate, from_to(0, 1000),
              "factor on the rate of entity vectors; 0 = they stay"),
      setting("learn.schedule", &LearnOptions::schedule,
              {{"constant", Schedule::kConstant}, {"linear", Schedule::kLinear}},
              "the learning rate stays, or falls towards zero over the epochs"),
      setting("learn.l2", &LearnOptions::l2, from_to(0, 100), "weight decay"),
      setting("learn.validate_every", &LearnOptions::validate_every, from_to(0, 1e6),
              "epochs between validations on the valid split; the best model is kept; 0 = never"),
      setting("learn.patience", &LearnOptions::patience, from_to(0, 1e6),
              "validations without a better model before training ends early; 0 = never"),
      setting("learn.restarts", &LearnOptions::restarts, from_to(1, 1000),
              "trainings from different random starts; the best on the valid split is kept"),
      setting("learn.objective", &LearnOptions::objective,
              {{"truth", Objective::kTruth}, {"rank", Objective::kRank}},
              "facts and random corruptions are told apart, or facts are to outrank other answers"),
      setting("learn.corrupt_head", &Corruptions::head, from_to(0, 1000),
              "negatives per fact with another head"),
      setting("learn.corrupt_tail", &Corruptions::tail, from_to(0, 1000),
              "negatives per fact with another tail"),
      setting("learn.corrupt_both", &Corruptions::both, from_to(0, 1000),
              "negatives per fact with another head and tail"),
      setting("learn.entities_after", &LearnOptions::entities_after, from_to(0, 1e6),
              "epochs before entity vectors are trained, too"),
      new_in(kWithDefaultRecipe,
             setting("learn.choose", &LearnOptions::choose,
                     "how proofs count is chosen on the valid split, by relation and side")),
      new_in(kWithDefaultRecipe,
             setting("learn.holdout", &LearnOptions::holdout, from_to(0, 0.5),
                     "share of the training facts to choose by where valid has fewer than 100")),
      new_in(
          kWithDefaultRecipe,
          setting("learn.answers", &LearnOptions::answers, from_to(0, kMany),
                  "questions with more answers learn from about so many at random; 0 = from all")),
      setting("learn.proofs", &LearnOptions::proofs, from_to(1, 1000),
              "proofs of a goal, each by another rule, that are learned from"),
      rules_setting(),

      setting("mine.max_body", &MineOptions::max_body, from_to(1, 4),
              "body atoms of rules that are looked for"),
      setting("mine.constants", &MineOptions::constants, from_to(0, 2),
              "body atoms of rules with constants, r(X, c) :- b(X, d); 0 = no such rules"),
      setting("mine.min_support", &MineOptions::min_support, from_to(1, kMany),
              "facts that a rule must predict correctly"),
      setting("mine.constant_support", &MineOptions::constant_support, from_to(0, kMany),
              "the same for a rule with constants; 0 = mine.min_support"),
      setting("mine.min_confidence", &MineOptions::min_confidence, from_to(0, 1),
              "smallest corrected confidence of a rule"),
      setting("mine.max_rules", &MineOptions::max_rules, from_to(0, kMany),
              "rules of each kind that are kept, the most confident; 0 = all"),
      setting("mine.correction", &MineOptions::correction, from_to(0, kMany),
              "confidence = support / (body size + correction)"),
      new_in(kWithDefaultRecipe,
             setting("mine.per_fact", &MineOptions::per_fact, from_to(0, kMany),
                     "rules that predict a training fact of which the best are kept; 0 = all")),
      new_in(kWithDefaultRecipe, setting("mine.adaptive", &MineOptions::adaptive,
                                         "longer bodies where facts are sparse")),
      new_in(kWithDefaultRecipe, setting("mine.bodiless", &MineOptions::bodiless,
                                         "rules r(X, c) without a body, too: how often c is the "
                                         "answer at all")),
  };
  std::ranges::move(predictor_settings(), std::back_inserter(all));
  return all;
}

}  // namespace

std::span<const Setting> all_settings() {
  static const std::vector<Setting> kSettings = make_settings();
  return kSettings;
}

const Setting* find_setting(std::string_view name) {
  const auto settings = all_settings();
  const auto found = std::ranges::find(settings, name, &Setting::name);
  return found == settings.end() ? nullptr : &*found;
}

std::string unknown_setting(std::string_view name) {
  std::vector<std::string> names;
  for (const Setting& setting : all_settings()) names.push_back(setting.name);
  // `epochs` alone, or in the wrong section, is meant as `learn.epochs`.
  const std::string_view key = name.substr(name.find('.') + 1);
  std::string hint = suggestion(name, names);
  const auto same_key = std::ranges::find(all_settings(), key, &Setting::key);
  if (same_key != all_settings().end()) hint = fmt::format("did you mean '{}'?", same_key->name);
  return fmt::format("unknown setting '{}'; {}", excerpt(name),
                     hint.empty() ? "'gntp help settings' lists them" : hint);
}

}  // namespace gntp
