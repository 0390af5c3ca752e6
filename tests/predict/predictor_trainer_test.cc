#include "predict/predictor_trainer.h"

#include <gtest/gtest.h>

#include <array>

#include "predict/predictor_case.h"
#include "predict/predictor_scores.h"
#include "rank/scored_ranks.h"

namespace gntp {
namespace {

void train(PredictorTrainer& trainer, std::size_t epochs) {
  while (trainer.epoch().epoch < epochs || !trainer.is_epoch_over()) trainer.run_step();
}

PredictorOptions small_options(PredictorKind kind) {
  PredictorOptions options;
  options.kind = kind;
  options.dim = 16;
  options.epochs = 60;
  options.batch_size = 16;
  options.penalty_weight = 0.001;
  options.relation_weight = 0.1;
  options.scale = 0.1;
  return options;
}

constexpr std::array kKinds{PredictorKind::kTransE, PredictorKind::kDistMult,
                            PredictorKind::kComplEx};

// A line with steps of one and two.
std::vector<Triple> line(std::size_t size) {
  std::vector<Triple> facts;
  for (std::size_t i = 0; i < size; ++i) {
    if (i + 1 < size) facts.push_back({EntityId(i), RelationId(0), EntityId(i + 1)});
    if (i + 2 < size) facts.push_back({EntityId(i), RelationId(1), EntityId(i + 2)});
  }
  std::ranges::sort(facts);
  return facts;
}

TEST(PredictorTrainer, LearnsWhatItIsTold) {
  const std::vector<Triple> facts = line(20);
  const StepGraph graph(facts, 20, 2);
  const KnownTriples known(TripleSet(facts.begin(), facts.end()));
  ThreadPool threads(2);
  for (const PredictorKind kind : kKinds) {
    SCOPED_TRACE(static_cast<int>(kind));
    PredictorOptions options = small_options(kind);
    if (kind == PredictorKind::kTransE) {
      options.optimizer = RowOptimizer::kAdam;
      options.penalty_weight = 0;
    }
    Predictor predictor = make_predictor(options, 20, 4, 1);
    PredictorTrainer trainer(graph, predictor, options, 1, threads);
    train(trainer, 1);
    const double first = trainer.epoch().loss;
    train(trainer, 60);
    EXPECT_LT(trainer.epoch().loss, first / 2);
    // DistMult cannot tell both directions apart but for their own vectors.
    const double mrr = mean_reciprocal_rank(predictor, facts, known, {}, threads);
    EXPECT_GT(mrr, kind == PredictorKind::kDistMult ? 0.4 : 0.95);
  }
}

TEST(PredictorTrainer, SameBytesForAnyNumberOfThreads) {
  const StepGraph graph = random_graph(3, 600, 3, 1500);
  for (const PredictorKind kind : kKinds) {
    PredictorOptions options = small_options(kind);
    options.optimizer =
        kind == PredictorKind::kTransE ? RowOptimizer::kAdam : RowOptimizer::kAdagrad;
    options.batch_size = 200;
    std::vector<Predictor> trained;
    for (const std::size_t count : {1, 3}) {
      ThreadPool threads(count);
      Predictor& predictor = trained.emplace_back(make_predictor(options, 600, 6, 5));
      PredictorTrainer trainer(graph, predictor, options, 5, threads);
      train(trainer, 2);
    }
    EXPECT_TRUE(std::ranges::equal(trained[0].entities.values(), trained[1].entities.values()));
    EXPECT_TRUE(std::ranges::equal(trained[0].steps.values(), trained[1].steps.values()));
  }
}

// Scores are the mean, or the root of the mean square.
TEST(SideBySide, ScoresAreThoseOfTheParts) {
  for (const PredictorKind kind : kKinds) {
    PredictorOptions options = small_options(kind);
    options.scale = 1;
    std::vector<Predictor> parts;
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      parts.push_back(make_predictor(options, 10, 4, seed));
    }
    const std::vector<PredictorQuery> questions{{EntityId(3), 1}, {EntityId(9), 2}};
    Matrix joined(PredictorScores::together(10), 10);
    PredictorScores(side_by_side(parts)).find(questions, joined);
    std::vector<Matrix> own(parts.size(), Matrix(PredictorScores::together(10), 10));
    for (std::size_t i = 0; i < parts.size(); ++i)
      PredictorScores(parts[i]).find(questions, own[i]);
    for (std::size_t row = 0; row < questions.size(); ++row) {
      for (std::size_t e = 0; e < 10; ++e) {
        double mean = 0;
        double square = 0;
        for (const Matrix& each : own) {
          mean += each(row, e) / 3;
          square += each(row, e) * each(row, e) / 3;
        }
        EXPECT_NEAR(joined(row, e), kind == PredictorKind::kTransE ? -std::sqrt(square) : mean,
                    1e-4);
      }
    }
  }
}

TEST(PredictorScores, AreTheSlowOnes) {
  const StepGraph graph = random_graph(2, 30, 3, 40);
  for (const PredictorKind kind : kKinds) {
    PredictorOptions options = small_options(kind);
    options.scale = 1;
    const Predictor predictor = make_predictor(options, 30, 6, 8);
    const SlowLoss slow(graph, options);
    const Numbers numbers = numbers_of(predictor);
    const std::vector<PredictorQuery> questions{{EntityId(3), 1}, {EntityId(29), 5}};
    Matrix scores(PredictorScores::together(30), 30);
    PredictorScores(predictor).find(questions, scores);
    Matrix shares(PredictorScores::together(30), 30);
    PredictorScores(predictor).find_log_shares(questions, shares);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      double sum = 0;
      for (std::size_t e = 0; e < 30; ++e) sum += std::exp(slow.score(numbers, questions[i], e));
      for (std::size_t e = 0; e < 30; ++e) {
        const double score = slow.score(numbers, questions[i], e);
        EXPECT_NEAR(scores(i, e), score, 1e-4);
        EXPECT_NEAR(shares(i, e), score - std::log(sum), 1e-4);
      }
    }
  }
}

TEST(PredictorScores, AreTheSameWhateverIsAskedBeside) {
  for (const PredictorKind kind : kKinds) {
    for (const std::size_t entities : {10, 135, 2001}) {
      PredictorOptions options = small_options(kind);
      options.scale = 1;
      options.dim = 50;
      const Predictor predictor = make_predictor(options, entities, 6, 8);
      const PredictorScores predicted(predictor);
      const std::size_t together = PredictorScores::together(entities);
      Random random(entities);
      std::vector<PredictorQuery> questions;
      for (std::size_t i = 0; i < together; ++i) {
        questions.push_back({EntityId(random.below(entities)), Step(random.below(6))});
      }
      Matrix all(together, entities);
      predicted.find_log_shares(questions, all);
      for (const std::size_t place : {std::size_t{0}, std::size_t{1}, together / 3, together - 1}) {
        Matrix alone(together, entities);
        predicted.find_log_shares({&questions[place], 1}, alone);
        EXPECT_TRUE(std::ranges::equal(alone.row(0), all.row(place))) << entities << ' ' << place;
      }
    }
  }
}

}  // namespace
}  // namespace gntp
