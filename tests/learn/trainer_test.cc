#include "learn/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "support/ids.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

std::vector<Example> make_batch(const KnowledgeBase& kb, std::uint64_t seed, Objective objective) {
  const StepGraph& facts = kb.facts.graph();
  const GoalPredicates goals(kb);
  const bool asks = objective == Objective::kRank;
  Sampler sampler(kb, facts, goals, asks ? Corruptions{0, 0, 0} : Corruptions{}, seed);
  sampler.start_epoch();
  std::vector<Example> batch;
  sampler.next_batch(asks ? 6 : 3, batch);
  return batch;
}

double loss_of(const KnowledgeBase& kb, Model model, const ProverOptions& options,
               const LearnOptions& learn, const std::vector<Example>& batch) {
  ThreadPool threads(1);
  model.derive();
  Trainer trainer(kb, model, options, learn, 0, threads);
  Gradient gradient = model.make_gradient();
  EpochReport report;
  return trainer.loss_and_gradient(batch, gradient, report);
}

// Compares the gradient with finite differences, parameter by parameter. Where the loss has a kink
// (another proof takes over) the two one-sided differences disagree; there the gradient must equal
// one of them.
class GradientCheck {
 public:
  GradientCheck(const KnowledgeBase& kb, const Model& model, const ProverOptions& options,
                const LearnOptions& learn, const std::vector<Example>& batch)
      : kb_(kb), model_(model), options_(options), learn_(learn), batch_(batch) {
    at_ = loss_of(kb, model, options, learn, batch);
  }

  template <typename Parameter>
  void check(double gradient, Parameter parameter) {
    constexpr float kStep = 1.0F / 512;
    Model moved = model_;
    parameter(moved) += kStep;
    const double right = (loss_of(kb_, moved, options_, learn_, batch_) - at_) / kStep;
    moved = model_;
    parameter(moved) -= kStep;
    const double left = (at_ - loss_of(kb_, moved, options_, learn_, batch_)) / kStep;
    const double central = (left + right) / 2;
    const double tolerance = 0.02 * (1 + std::abs(central));
    const bool smooth = std::abs(left - right) < tolerance;
    const double error = smooth ? std::abs(gradient - central)
                                : std::min(std::abs(gradient - left), std::abs(gradient - right));
    EXPECT_LE(error, tolerance) << "gradient " << gradient << " left " << left << " right "
                                << right;
    ++checked;
    kinks += smooth ? 0 : 1;
    nonzero += std::abs(gradient) > 1e-6 ? 1 : 0;
  }

  int checked = 0;
  int kinks = 0;
  int nonzero = 0;

 private:
  const KnowledgeBase& kb_;
  const Model& model_;
  const ProverOptions& options_;
  const LearnOptions& learn_;
  const std::vector<Example>& batch_;
  double at_ = 0;
};

struct Case {
  Unification unification;
  TNorm tnorm;
  RulePredicates predicates;
  std::size_t proofs = 1;
  std::optional<EncoderKind> encoder = std::nullopt;  // of mentions, which are there then
  Objective objective = Objective::kTruth;
  // What else counts, on top of the proofs.
  CompetingFactsUse competing_facts = CompetingFactsUse::kIgnore;
  Groundings groundings = Groundings::kBest;  // kShare: symbolic entities, symbolic relations
  std::size_t depth = 1;
  std::size_t answers = 0;  // above 0: symbolic, too
};

// Pairs of words and logits start at zero, where little can be seen of their gradient.
void spread(Model& model, std::uint64_t seed) {
  Random random(seed);
  for (float& value : model.encoder.logits.values()) {
    value = static_cast<float>(2 * random.uniform() - 1);
  }
  if (model.encoder.kind == EncoderKind::kNgrams) {
    for (float& value : model.encoder.vectors.values()) {
      value = static_cast<float>(2 * random.uniform() - 1);
    }
  }
  model.derive();
}

class TrainerGradient : public ::testing::TestWithParam<Case> {};

TEST_P(TrainerGradient, EqualsFiniteDifferences) {
  const Case& parameters = GetParam();
  int checked = 0;
  int kinks = 0;
  int nonzero = 0;
  const bool is_symbolic = parameters.groundings == Groundings::kShare || parameters.answers > 0;
  for (std::uint64_t seed = 0; seed < (is_symbolic ? 25 : 12); ++seed) {
    const RandomCase random_case =
        make_random_case(seed, {.max_proofs = 500, .depth = parameters.depth});
    Random random(seed);
    const KnowledgeBase kb = parameters.encoder ? with_mentions(random_case.kb)
                             : is_symbolic      ? with_confident_rules(random_case.kb, random)
                                                : random_case.kb;
    ModelOptions model_options;
    model_options.dim = 3;
    model_options.rule_predicates = parameters.predicates;
    model_options.encoder = parameters.encoder.value_or(EncoderKind::kMean);
    if (is_symbolic) {
      model_options.entities = SymbolKind::kSymbolic;
      model_options.relations = SymbolKind::kSymbolic;
    }
    Model model = make_model(kb, model_options, seed);
    spread(model, seed);
    ProverOptions options;
    options.unification = parameters.unification;
    options.tnorm = parameters.tnorm;
    options.depth = parameters.depth;
    options.floor = 1e-6;
    const std::vector<Example> batch = make_batch(kb, seed, parameters.objective);

    ThreadPool threads(1);
    Model copy = model;
    LearnOptions learn;
    learn.proofs = parameters.proofs;
    learn.objective = parameters.objective;
    learn.answers = parameters.answers;
    options.aggregation.proofs = parameters.proofs;
    options.aggregation.competing_facts = parameters.competing_facts;
    options.aggregation.groundings = parameters.groundings;
    Trainer trainer(kb, copy, options, learn, 0, threads);
    Gradient gradient = model.make_gradient();
    EpochReport report;
    trainer.loss_and_gradient(batch, gradient, report);

    GradientCheck check(kb, model, options, learn, batch);
    check.check(gradient.slope, [](Model& moved) -> double& { return moved.slope; });
    const auto check_table = [&](Table table, auto values_of) {
      const Matrix& values = values_of(copy);
      for (std::size_t row = 0; row < values.rows(); ++row) {
        const bool is_derived =
            row >= model.first_encoded() && row < model.relations + model.attention.rows();
        if (table == Table::kPredicates && is_derived) {
          EXPECT_FALSE(gradient.is_touched(table, row));
          continue;
        }
        // A rule that is certain stays so.
        if (table == Table::kRuleDistances && values(row, 0) == 0) continue;
        for (std::size_t i = 0; i < values.columns(); ++i) {
          const double g = gradient.is_touched(table, row) ? gradient.at(table, row)[i] : 0;
          check.check(g, [&](Model& moved) -> float& { return values_of(moved)(row, i); });
        }
      }
    };
    check_table(Table::kEntities, [](Model& it) -> Matrix& { return it.entities; });
    check_table(Table::kPredicates, [](Model& it) -> Matrix& { return it.predicates; });
    check_table(Table::kAttention, [](Model& it) -> Matrix& { return it.attention; });
    check_table(Table::kTokens, [](Model& it) -> Matrix& { return it.encoder.vectors; });
    check_table(Table::kTokenLogits, [](Model& it) -> Matrix& { return it.encoder.logits; });
    check_table(Table::kRuleDistances, [](Model& it) -> Matrix& { return it.rule_distances; });
    checked += check.checked;
    kinks += check.kinks;
    nonzero += check.nonzero;
  }
  EXPECT_GT(checked, 300);
  EXPECT_GT(nonzero, 50);
  EXPECT_LT(kinks, checked / 5) << "too few parameters were smooth to say much";
}

std::string case_name(const ::testing::TestParamInfo<Case>& tested) {
  constexpr std::array kNames{"Standard", "Attention", "Sparse"};
  return std::string(tested.param.unification == Unification::kJoint ? "Joint" : "PerTerm") +
         (tested.param.tnorm == TNorm::kMin ? "Min" : "Product") +
         kNames[static_cast<std::size_t>(tested.param.predicates)] +
         (tested.param.proofs > 1 ? "SeveralProofs" : "") +
         (tested.param.objective == Objective::kRank ? "Rank" : "") +
         (tested.param.competing_facts == CompetingFactsUse::kWeigh ? "CompetingFacts" : "") +
         (tested.param.groundings == Groundings::kShare ? "Share" : "") +
         (tested.param.depth > 1 ? "Nested" : "") +
         (tested.param.answers > 0 ? "SampledAnswers" : "") +
         (!tested.param.encoder                         ? ""
          : *tested.param.encoder == EncoderKind::kMean ? "MeanOfWords"
                                                        : "WordsAndPairs");
}

INSTANTIATE_TEST_SUITE_P(
    All, TrainerGradient,
    ::testing::Values(
        Case{Unification::kPerTerm, TNorm::kMin, RulePredicates::kStandard},
        Case{Unification::kPerTerm, TNorm::kMin, RulePredicates::kStandard, 1, EncoderKind::kMean},
        Case{Unification::kPerTerm, TNorm::kMin, RulePredicates::kStandard, 1,
             EncoderKind::kNgrams},
        Case{Unification::kJoint, TNorm::kProduct, RulePredicates::kAttention, 2,
             EncoderKind::kMean},
        Case{Unification::kJoint, TNorm::kProduct, RulePredicates::kAttention, 2,
             EncoderKind::kNgrams},
        Case{Unification::kPerTerm, TNorm::kMin, RulePredicates::kStandard, 4, std::nullopt,
             Objective::kRank},
        Case{Unification::kJoint, TNorm::kProduct, RulePredicates::kAttention, 2, std::nullopt,
             Objective::kRank},
        Case{Unification::kPerTerm, TNorm::kMin, RulePredicates::kStandard, 4, std::nullopt,
             Objective::kRank, CompetingFactsUse::kWeigh},
        Case{Unification::kPerTerm, TNorm::kMin, RulePredicates::kStandard, 4, std::nullopt,
             Objective::kRank, CompetingFactsUse::kWeigh, Groundings::kShare},
        Case{Unification::kPerTerm, TNorm::kMin, RulePredicates::kStandard, 4, std::nullopt,
             Objective::kRank, CompetingFactsUse::kWeigh, Groundings::kBest, 1, 1},
        Case{Unification::kPerTerm, TNorm::kMin, RulePredicates::kStandard, 1, std::nullopt,
             Objective::kTruth, CompetingFactsUse::kIgnore, Groundings::kBest, 2},
        Case{Unification::kPerTerm, TNorm::kMin, RulePredicates::kAttention},
        Case{Unification::kPerTerm, TNorm::kMin, RulePredicates::kSparse},
        Case{Unification::kJoint, TNorm::kMin, RulePredicates::kStandard},
        Case{Unification::kJoint, TNorm::kMin, RulePredicates::kAttention},
        Case{Unification::kPerTerm, TNorm::kMin, RulePredicates::kStandard, 3},
        Case{Unification::kJoint, TNorm::kProduct, RulePredicates::kSparse, 10},
        Case{Unification::kPerTerm, TNorm::kProduct, RulePredicates::kStandard},
        Case{Unification::kJoint, TNorm::kProduct, RulePredicates::kAttention}),
    case_name);

Model train_some(const KnowledgeBase& kb, std::size_t thread_count, bool attention,
                 std::size_t depth = 1) {
  ModelOptions model_options;
  model_options.dim = 8;
  model_options.train_slope = true;
  model_options.rule_predicates =
      attention ? RulePredicates::kAttention : RulePredicates::kStandard;
  Model model = make_model(kb, model_options, 5);
  LearnOptions options;
  options.batch_size = 4;
  options.l2 = 1e-3;
  options.adam.train_slope = true;
  ThreadPool threads(thread_count);
  Trainer trainer(kb, model, {.depth = depth}, options, 5, threads);
  for (int epoch = 0; epoch < 5; ++epoch) trainer.run_epoch();
  return model;
}

bool same_bytes(const Matrix& a, const Matrix& b) {
  return std::ranges::equal(std::as_bytes(a.values()), std::as_bytes(b.values()));
}

TEST(Trainer, SameBytesForAnyNumberOfThreads) {
  for (const bool attention : {false, true}) {
    const RandomCase random_case = make_random_case(3, {.min_facts = 12});
    const Model one = train_some(random_case.kb, 1, attention);
    for (const std::size_t threads : {2, 3, 7}) {
      const Model many = train_some(random_case.kb, threads, attention);
      EXPECT_TRUE(same_bytes(one.entities, many.entities));
      EXPECT_TRUE(same_bytes(one.predicates, many.predicates));
      EXPECT_TRUE(same_bytes(one.attention, many.attention));
      EXPECT_EQ(one.slope, many.slope);
    }
  }
}

TEST(Trainer, SameBytesForNestedRules) {
  KnowledgeBase kb = make_random_case(3, {.min_facts = 12}).kb;
  const std::vector<ClauseText> clauses{
      parse_rule("p(X, Y) :- p(Y, X) <2>", "rules", 1),
      parse_rule("p(X, Y) :- q(X, Z), r(Z, Y) <2>", "rules", 2),
      parse_rule("p(X, Y) :- q(X, Z), r(W, Z), s(W, Y)", "rules", 3),
  };
  std::vector<std::string> warnings;
  kb.rules = resolve_rules({{"rules", clauses}}, kb.entities, kb.relations, warnings);
  for (const std::size_t depth : {2, 3}) {
    const Model one = train_some(kb, 1, false, depth);
    const Model three = train_some(kb, 3, false, depth);
    EXPECT_TRUE(same_bytes(one.entities, three.entities));
    EXPECT_TRUE(same_bytes(one.predicates, three.predicates));
    EXPECT_FALSE(same_bytes(one.predicates, train_some(kb, 1, false, 1).predicates));
  }
}

TEST(Trainer, RatesOfZeroLeaveTheirVectorsAlone) {
  const RandomCase random_case = make_random_case(3, {.min_facts = 12});
  Model model = make_model(random_case.kb, {.dim = 4}, 1);
  const Model before = model;
  LearnOptions options;
  options.adam.entity_rate = 0;
  options.adam.relation_rate = 0;
  ThreadPool threads(1);
  Trainer trainer(random_case.kb, model, {}, options, 1, threads);
  trainer.run_epoch();
  EXPECT_TRUE(same_bytes(before.entities, model.entities));
  for (std::size_t relation = 0; relation < model.relations; ++relation) {
    EXPECT_TRUE(
        std::ranges::equal(before.predicates.row(relation), model.predicates.row(relation)));
  }
  EXPECT_FALSE(same_bytes(before.predicates, model.predicates));
}

// The last of the epochs still moves, by a step a tenth as long as the first's.
// How far the confidence of each rule can rise.
TEST(Trainer, CountedRulesKeepHalfOfTheirDistance) {
  RandomCase made = make_random_case(3, {.min_facts = 12});
  RuleSet& rules = made.kb.rules;
  const RuleSet::FormId form = rules.add_form(rules.forms().front());
  const std::vector<std::uint32_t> symbols(rules.forms()[form].symbols(), 0);
  const RuleId counted = rules.append(form, symbols, 0.25F, {.support = 1, .body = 4});
  const RuleId given = rules.append(form, symbols, 0.25F);
  const Model model = make_model(made.kb, {}, 5);
  const std::vector<float> least = least_rule_distances(rules, model);
  EXPECT_FLOAT_EQ(least[counted], model.rule_distance(counted) / 2);
  EXPECT_NEAR(std::exp(-2 * model.slope * least[counted]), 0.25, 1e-6);
  EXPECT_FLOAT_EQ(least[given], kLeastRuleDistance);
}

TEST(Trainer, LinearScheduleShortensTheSteps) {
  const RandomCase random_case = make_random_case(3, {.min_facts = 12});
  const auto moved_by = [&](Schedule schedule, std::size_t epoch) {
    Model model = make_model(random_case.kb, {.dim = 4}, 1);
    LearnOptions options;
    options.epochs = 10;
    options.batch_size = 1000;
    options.schedule = schedule;
    ThreadPool threads(1);
    Trainer trainer(random_case.kb, model, {}, options, 1, threads);
    for (std::size_t i = 1; i < epoch; ++i) trainer.run_epoch();
    const Model before = model;
    trainer.run_epoch();
    double largest = 0;
    for (std::size_t i = 0; i < model.entities.values().size(); ++i) {
      const double change = std::abs(model.entities.values()[i] - before.entities.values()[i]);
      largest = std::max(largest, change);
    }
    return largest;
  };
  EXPECT_EQ(moved_by(Schedule::kLinear, 1), moved_by(Schedule::kConstant, 1));
  EXPECT_GT(moved_by(Schedule::kLinear, 10), 0);
  EXPECT_LT(moved_by(Schedule::kLinear, 10), 0.3 * moved_by(Schedule::kConstant, 10));
}

// Two facts that share a subject, entities far beyond the floor: no proof, and yet they approach.
TEST(Trainer, PositiveBeyondTheFloorLearnsFromTheFactsAroundIt) {
  KnowledgeBase kb;
  for (const char* name : {"a", "b", "c"}) kb.entities.add(name);
  kb.relations.add("r");
  kb.set_facts(triples({{0, 0, 1}, {0, 0, 2}}));
  Model model = make_model(kb, {.dim = 8, .entity_scale = 20}, 1);
  LearnOptions options;
  options.corruptions = {0, 0, 0};
  options.adam.learning_rate = 0.1;
  ThreadPool threads(1);
  Trainer trainer(kb, model, {}, options, 1, threads);
  const EpochReport first = trainer.run_epoch();
  EXPECT_EQ(first.unproved, 2U);
  EpochReport last;
  for (int epoch = 0; epoch < 50; ++epoch) last = trainer.run_epoch();
  EXPECT_LT(last.loss, first.loss - 1);
}

TEST(Trainer, ProgressMayStopIt) {
  const RandomCase random_case = make_random_case(3, {.min_facts = 12});
  Model model = make_model(random_case.kb, {.dim = 4}, 1);
  LearnOptions options;
  options.batch_size = 2;
  ThreadPool threads(2);
  Trainer trainer(random_case.kb, model, {}, options, 1, threads);
  const auto stop = [](const EpochReport& report) {
    if (report.batches_done == 2) throw std::runtime_error("enough");
  };
  EXPECT_THROW(trainer.run_epoch(stop), std::runtime_error);
}

}  // namespace
}  // namespace gntp
