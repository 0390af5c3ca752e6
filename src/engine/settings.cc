#include "engine/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "engine/setting_kinds.h"

namespace gntp {
namespace {

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

constexpr VersionNumber kWithDefaultRecipe{0, 4, 0};

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
          setting(
              "learn.answers", &LearnOptions::answers, from_to(0, kMany),
              "questions with more answers learn from about so many at random, or not at all where "
              "these are less than a thousandth of the entities; 0 = from all")),
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
