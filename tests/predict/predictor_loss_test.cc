#include "predict/predictor_loss.h"

#include <gtest/gtest.h>

#include <mutex>

#include "predict/predictor_case.h"

namespace gntp {
namespace {

// The gradient, entities before steps; rows that come twice are a failure.
std::vector<float> gradient_of(PredictorLoss& loss, const Predictor& predictor,
                               std::span<const PredictorQuery> batch, std::uint64_t seed,
                               double* value = nullptr) {
  std::vector<float> gradient(predictor.entities.values().size() + predictor.steps.values().size());
  std::vector<bool> seen(predictor.entities.rows() + predictor.steps.rows());
  std::mutex mutex;
  const double found = loss.run(
      batch, seed, [&](PredictorLoss::Table table, std::size_t row, std::span<const float> values) {
        const std::scoped_lock lock(mutex);
        const std::size_t number =
            row + (table == PredictorLoss::Table::kSteps ? predictor.entities.rows() : 0);
        EXPECT_FALSE(seen[number]);
        seen[number] = true;
        std::ranges::copy(
            values, gradient.begin() + static_cast<std::ptrdiff_t>(number * predictor.width()));
      });
  if (value != nullptr) *value = found;
  return gradient;
}

double mean_answers(const StepGraph& graph, std::size_t batch) {
  double answers = 0;
  std::size_t segments = 0;
  for (EntityId entity{0}; entity < graph.entities(); ++entity) {
    for (const StepGraph::Segment& segment : graph.segments(entity)) {
      answers += static_cast<double>(segment.size());
      ++segments;
    }
  }
  return answers * static_cast<double>(batch) / static_cast<double>(segments);
}

// For most facts; some weigh nothing.
FactWeights random_weights(const StepGraph& graph, std::uint64_t seed) {
  Random random(seed, 2);
  std::vector<WeightedTriple> listed;
  std::size_t facts = 0;
  for (const PredictorQuery& question : questions_of(graph)) {
    if (!is_forwards(question.step)) continue;
    for (const EntityId answer : graph.targets(question.entity, question.step)) {
      ++facts;
      const double weight = std::max(0.0, 3 * random.uniform() - 0.5);
      const Triple fact = fact_of(question.entity, question.step, answer);
      if (random.below(5) > 0) listed.push_back({fact, weight});
    }
  }
  return {listed, facts};
}

class PredictorKinds : public ::testing::TestWithParam<PredictorKind> {};

TEST_P(PredictorKinds, GradientsAreFiniteDifferences) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    const StepGraph graph = random_graph(seed, 7, 3, 20);
    PredictorOptions options;
    options.kind = GetParam();
    options.dim = 4;
    options.scale = 0.7;
    options.batch_size = 5;
    options.penalty = seed % 2 == 0 ? Penalty::kN3 : Penalty::kL2;
    options.penalty_weight = 0.3;
    options.relation_weight = seed % 3 == 0 ? 0 : 0.6;
    const Predictor predictor = make_predictor(options, 7, 6, seed);
    ThreadPool threads(2);
    const FactWeights weights = seed < 3 ? FactWeights() : random_weights(graph, seed);
    PredictorLoss loss(graph, predictor, options, threads, weights);
    const std::vector<PredictorQuery> all = questions_of(graph);
    const std::span<const PredictorQuery> batch = std::span(all).subspan(seed, 5);
    const std::vector<float> gradient = gradient_of(loss, predictor, batch, 0);

    const SlowLoss slow(graph, options, weights);
    const double divisor = mean_answers(graph, options.batch_size);
    Numbers numbers = numbers_of(predictor);
    constexpr double kStep = 1e-5;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double before = numbers[i];
      numbers[i] = before + kStep;
      const double above = slow(numbers, batch);
      numbers[i] = before - kStep;
      const double below = slow(numbers, batch);
      numbers[i] = before;
      ASSERT_NEAR(gradient[i], (above - below) / (2 * kStep) / divisor, 2e-5) << i;
    }
  }
}

TEST_P(PredictorKinds, LossIsTheSlowOne) {
  const StepGraph graph = random_graph(3, 9, 2, 25);
  PredictorOptions options;
  options.kind = GetParam();
  options.dim = 6;
  options.scale = 0.5;
  options.batch_size = 10;
  options.penalty_weight = 0;
  options.relation_weight = 0.5;
  const Predictor predictor = make_predictor(options, 9, 4, 1);
  ThreadPool threads(1);
  PredictorLoss loss(graph, predictor, options, threads);
  const std::vector<PredictorQuery> all = questions_of(graph);
  double found = 0;
  gradient_of(loss, predictor, all, 0, &found);
  const double slow = SlowLoss(graph, options)(numbers_of(predictor), all);
  EXPECT_NEAR(found, slow / mean_answers(graph, options.batch_size), 1e-5);
}

TEST_P(PredictorKinds, SameGradientForAnyNumberOfThreads) {
  const StepGraph graph = random_graph(5, 1300, 3, 2600);
  PredictorOptions options;
  options.kind = GetParam();
  options.dim = 300;
  options.scale = 0.1;
  options.batch_size = 300;
  const Predictor predictor = make_predictor(options, 1300, 6, 2);
  const std::vector<PredictorQuery> all = questions_of(graph);
  for (const std::size_t samples : {std::size_t{0}, std::size_t{100}}) {
    options.samples = samples;
    std::vector<std::vector<float>> found;
    for (const std::size_t count : {1, 2, 3}) {
      ThreadPool threads(count);
      PredictorLoss loss(graph, predictor, options, threads);
      found.push_back(gradient_of(loss, predictor, std::span(all).first(300), 7));
    }
    EXPECT_EQ(found[0], found[1]);
    EXPECT_EQ(found[0], found[2]);
  }
}

// A sample of all entities is no sample; smaller ones are right on average.
TEST_P(PredictorKinds, SampledSumsExpectTheSumOverAll) {
  const StepGraph graph = random_graph(8, 40, 2, 60);
  PredictorOptions options;
  options.kind = GetParam();
  options.dim = 4;
  options.scale = 0.6;
  options.batch_size = 10;
  options.relation_weight = 0;
  const Predictor predictor = make_predictor(options, 40, 4, 3);
  ThreadPool threads(1);
  const std::vector<PredictorQuery> all = questions_of(graph);
  const std::span<const PredictorQuery> one = std::span(all).first(1);
  const double answers = static_cast<double>(graph.targets(one[0].entity, one[0].step).size());
  const double divisor = mean_answers(graph, options.batch_size);
  const auto run = [&](std::size_t samples, std::uint64_t seed) {
    options.samples = samples;
    PredictorLoss loss(graph, predictor, options, threads);
    double value = 0;
    gradient_of(loss, predictor, one, seed, &value);
    return value * divisor / answers;  // log of the sum, less the mean score of the answers
  };
  const double exact = run(0, 0);
  EXPECT_NEAR(run(40, 5), exact, 1e-5);
  double mean = 0;
  double square = 0;
  constexpr std::size_t kTimes = 2000;
  for (std::uint64_t seed = 0; seed < kTimes; ++seed) {
    const double sum = std::exp(run(10, seed) - exact);
    mean += sum / kTimes;
    square += sum * sum / kTimes;
  }
  const double deviation = std::sqrt(square - mean * mean);
  EXPECT_GT(deviation, 0.001);
  EXPECT_NEAR(mean, 1, 4 * deviation / std::sqrt(kTimes));
}

std::string name_of(PredictorKind kind) {
  switch (kind) {
    case PredictorKind::kTransE:
      return "TransE";
    case PredictorKind::kDistMult:
      return "DistMult";
    default:
      return "ComplEx";
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, PredictorKinds,
                         ::testing::Values(PredictorKind::kTransE, PredictorKind::kDistMult,
                                           PredictorKind::kComplEx),
                         [](const auto& each) { return name_of(each.param); });

}  // namespace
}  // namespace gntp
