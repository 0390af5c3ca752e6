// Vectors of entities that came after the training, against what new_vectors.h defines, slowly and
// in double precision.
#include "predict/new_vectors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "predict/descent.h"
#include "predict/predictor_case.h"
#include "predict/predictor_scores.h"

namespace gntp {
namespace {

constexpr std::size_t kEntities = 60;
constexpr std::size_t kRelations = 4;

PredictorOptions options_of(PredictorKind kind) {
  PredictorOptions options;
  options.kind = kind;
  options.dim = kind == PredictorKind::kComplEx ? 4 : 8;
  options.scale = 1;
  return options;
}

// The sum of the header, for one new entity; other new ones are neither compared nor linked.
class SlowObjective {
 public:
  SlowObjective(const StepGraph& graph, const Predictor& predictor, EntityId entity,
                const NewVectorOptions& options)
      : graph_(graph),
        loss_(graph, options_of(predictor.kind)),
        numbers_(numbers_of(predictor)),
        width_(predictor.width()),
        is_complex_(predictor.kind == PredictorKind::kComplEx),
        entity_(entity),
        options_(options) {}

  double operator()(std::span<const double> x) {
    std::copy(x.begin(), x.end(), numbers_.begin() + static_cast<std::ptrdiff_t>(entity_ * width_));
    double sum = 0;
    for (const auto& segment : graph_.segments(entity_)) {
      for (const EntityId other : graph_.targets(segment)) {
        if (other == entity_) continue;
        sum += surprise({entity_, segment.step}, other);
        sum += surprise({other, inverse(segment.step)}, entity_);
        sum += options_.penalty_weight * penalty(x);
      }
    }
    return sum;
  }

 private:
  double penalty(std::span<const double> x) const {
    double sum = 0;
    const std::size_t components = is_complex_ ? width_ / 2 : width_;
    for (std::size_t i = 0; i < components; ++i) {
      const double size = is_complex_ ? std::hypot(x[i], x[components + i]) : std::abs(x[i]);
      sum += std::pow(size, options_.penalty == Penalty::kN3 ? 3 : 2);
    }
    return sum;
  }

  // -log softmax of the answer among the trained and itself.
  double surprise(const PredictorQuery& query, EntityId answer) const {
    double sum = 0;
    for (EntityId id{0}; id < graph_.entities(); ++id) {
      if (id != entity_ || id == answer) sum += std::exp(loss_.score(numbers_, query, id));
    }
    return std::log(sum) - loss_.score(numbers_, query, answer);
  }

  const StepGraph& graph_;
  SlowLoss loss_;
  Numbers numbers_;
  std::size_t width_;
  bool is_complex_;
  EntityId entity_;
  NewVectorOptions options_;
};

class NewVectors : public ::testing::TestWithParam<PredictorKind> {
 protected:
  NewVectors()
      : graph_(random_graph(3, kEntities, kRelations, 300)),
        predictor_(make_predictor(options_of(GetParam()), kEntities, 2 * kRelations, 7)) {}

  std::vector<double> row(EntityId id) const {
    return {predictor_.entities.row(id).begin(), predictor_.entities.row(id).end()};
  }

  StepGraph graph_;
  Predictor predictor_;
  ThreadPool threads_{2};
};

TEST_P(NewVectors, AreWhereTheSumIsLeast) {
  for (const Penalty penalty : {Penalty::kN3, Penalty::kL2}) {
    NewVectorOptions options;
    options.penalty = penalty;
    options.evaluations = 200;
    options.tolerance = 1e-3;
    for (const EntityId entity : {EntityId{5}, EntityId{58}}) {
      fit_new_vectors(graph_, {&entity, 1}, options, predictor_, threads_);
      SlowObjective objective(graph_, predictor_, entity, options);
      std::vector<double> x = row(entity);
      EXPECT_LT(objective(x), objective(std::vector<double>(x.size())) - 0.5);
      double square = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        constexpr double kSmall = 1e-4;
        const double before = x[i];
        x[i] = before + kSmall;
        const double more = objective(x);
        x[i] = before - kSmall;
        const double less = objective(x);
        x[i] = before;
        square += std::pow((more - less) / (2 * kSmall), 2);
      }
      EXPECT_LT(std::sqrt(square), 1e-2);
    }
  }
}

// Entities that were fitted with a weight are held by that weight.
TEST_P(NewVectors, TellTheWeightThatHoldsThem) {
  NewVectorOptions options;
  options.penalty_weight = 0.07;
  options.evaluations = 200;
  options.tolerance = 1e-3;
  for (int times = 0; times < 8; ++times) {
    for (EntityId id{0}; id < kEntities; ++id) {
      fit_new_vectors(graph_, {&id, 1}, options, predictor_, threads_);
    }
  }
  options.penalty_weight = 1;
  const double found = fit_penalty(graph_, options, predictor_, threads_);
  EXPECT_NEAR(found, 0.07, 0.03);
}

TEST_P(NewVectors, DoNotDependOnThreadsNorOnWhatRowsHeld) {
  std::vector<EntityId> fresh;
  for (EntityId id{2}; id < kEntities; id = EntityId(id + 3)) fresh.push_back(id);
  Predictor other = predictor_;
  for (const EntityId id : fresh) std::ranges::fill(other.entities.row(id), 17.0F);
  ThreadPool many(5);
  fit_new_vectors(graph_, fresh, {}, predictor_, threads_);
  fit_new_vectors(graph_, fresh, {}, other, many);
  EXPECT_TRUE(std::ranges::equal(predictor_.entities.values(), other.entities.values()));
}

TEST_P(NewVectors, OfEntitiesWithoutFactsAreZero) {
  const std::vector<Triple> triples{{EntityId{0}, RelationId{0}, EntityId{1}},
                                    {EntityId{2}, RelationId{1}, EntityId{3}},
                                    {EntityId{9}, RelationId{1}, EntityId{9}}};
  const StepGraph graph(triples, kEntities, kRelations);
  const std::vector<EntityId> fresh{EntityId{3}, EntityId{9}, EntityId{11}};
  fit_new_vectors(graph, fresh, {}, predictor_, threads_);
  const std::vector<double> zeros(predictor_.width());
  EXPECT_NE(row(EntityId{3}), zeros);
  EXPECT_EQ(row(EntityId{9}), zeros);  // of itself alone
  EXPECT_EQ(row(EntityId{11}), zeros);
}

// What only new entities share counts once the other has a vector.
TEST_P(NewVectors, OfLinkedNewEntitiesTakeASecondPass) {
  const auto triple = [](unsigned head, unsigned relation, unsigned tail) {
    return Triple{EntityId{head}, RelationId{relation}, EntityId{tail}};
  };
  std::vector<Triple> triples;
  for (unsigned i = 0; i < 40; ++i) triples.push_back(triple(i, i % 3, (i + 7) % 40));
  triples.push_back(triple(50, 0, 4));   // has a fact with one that is known
  triples.push_back(triple(51, 1, 50));  // has one with 50 alone
  std::ranges::sort(triples);
  const StepGraph graph(triples, kEntities, kRelations);
  const std::vector<EntityId> fresh{EntityId{50}, EntityId{51}, EntityId{52}};
  fit_new_vectors(graph, fresh, {}, predictor_, threads_);
  EXPECT_NE(row(EntityId{51}), row(EntityId{52}));  // 52 has none
  // Alone, 51 is fitted to 50 as if 50 were known.
  Predictor alone = predictor_;
  const std::vector<EntityId> last{EntityId{51}, EntityId{52}};
  fit_new_vectors(graph, last, {}, alone, threads_);
  for (std::size_t i = 0; i < predictor_.width(); ++i) {
    EXPECT_NEAR(alone.entities(51, i), predictor_.entities(51, i), 0.25);
  }
}

TEST_P(NewVectors, ManyEntitiesAreComparedBySome) {
  const std::vector<EntityId> fresh{EntityId{5}};
  fit_new_vectors(graph_, fresh, {}, predictor_, threads_);
  const std::vector<double> exact = row(EntityId{5});
  NewVectorOptions options;
  options.competitors = 40;
  fit_new_vectors(graph_, fresh, options, predictor_, threads_);
  const std::vector<double> drawn = row(EntityId{5});
  EXPECT_NE(drawn, exact);
  double apart = 0;
  double size = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    apart += std::pow(drawn[i] - exact[i], 2);
    size += std::pow(exact[i], 2);
  }
  EXPECT_LT(std::sqrt(apart / size), 0.5);
}

INSTANTIATE_TEST_SUITE_P(Kinds, NewVectors,
                         ::testing::Values(PredictorKind::kTransE, PredictorKind::kDistMult,
                                           PredictorKind::kComplEx),
                         [](const auto& kind) {
                           return kind.param == PredictorKind::kTransE     ? "TransE"
                                  : kind.param == PredictorKind::kDistMult ? "DistMult"
                                                                           : "ComplEx";
                         });

// Families: of a trained entity that is forgotten, its facts give back a vector that ranks them
// nearly as well as its own did.
TEST(RefittedVectors, RankNearlyAsWell) {
  constexpr std::size_t kPeople = 120;
  std::vector<Triple> triples;
  for (std::size_t i = 0; i < kPeople; ++i) {
    const std::size_t house = i / 6 * 6;
    for (std::size_t k = house; k < house + 6; ++k) {
      if (k != i) triples.push_back({EntityId(i), RelationId{0}, EntityId(k)});
    }
    triples.push_back({EntityId(i), RelationId{1}, EntityId((i + 6) % kPeople)});
    triples.push_back({EntityId(i), RelationId{2}, EntityId(kPeople + i % 5)});
  }
  std::ranges::sort(triples);
  const StepGraph graph(triples, kPeople + 5, 3);
  PredictorOptions options;
  options.kind = PredictorKind::kComplEx;
  options.dim = 16;
  options.epochs = 60;
  options.penalty_weight = 0.01;
  Predictor predictor = make_predictor(options, graph.entities(), graph.steps(), 1);
  ThreadPool threads(2);
  PredictorTrainer trainer(graph, predictor, options, 1, threads);
  while (trainer.epoch().epoch < options.epochs || !trainer.is_epoch_over()) trainer.run_step();

  // Mean reciprocal rank of the answers to what the entity's facts ask, known answers left out.
  const auto quality_of = [&](const Predictor& judged, EntityId entity) {
    const PredictorScores scores(judged);
    Matrix found(PredictorScores::together(graph.entities()), graph.entities());
    double sum = 0;
    double count = 0;
    const auto add = [&](const PredictorQuery& query, EntityId answer) {
      scores.find({&query, 1}, found);
      const auto known = graph.targets(query.entity, query.step);
      double rank = 1;
      for (EntityId id{0}; id < graph.entities(); ++id) {
        const bool competes = id != answer && std::ranges::find(known, id) == known.end();
        rank += competes && found(0, id) > found(0, answer) ? 1 : 0;
      }
      sum += 1 / rank;
      ++count;
    };
    for (const auto& segment : graph.segments(entity)) {
      for (const EntityId other : graph.targets(segment)) {
        add({entity, segment.step}, other);
        add({other, inverse(segment.step)}, entity);
      }
    }
    return sum / count;
  };
  double trained = 0;
  double refitted = 0;
  for (const EntityId entity : {EntityId{3}, EntityId{40}, EntityId{77}, EntityId{110}}) {
    trained += quality_of(predictor, entity);
    Predictor forgot = predictor;
    std::ranges::fill(forgot.entities.row(entity), 0.0F);
    EXPECT_LT(quality_of(forgot, entity), 0.6);
    NewVectorOptions fit;
    fit.penalty_weight = fit_penalty(graph, fit, predictor, threads);
    fit_new_vectors(graph, std::span(&entity, 1), fit, forgot, threads);
    refitted += quality_of(forgot, entity);
  }
  EXPECT_GT(trained, 3.6);
  EXPECT_GT(refitted, 0.95 * trained);
}

TEST(Descent, FindsTheLeastOfABananaShapedValley) {
  Descent descent(2, 1e-8);
  std::size_t times = 0;
  for (; !descent.is_over() && times < 500; ++times) {
    const double x = descent.trial()[0];
    const double y = descent.trial()[1];
    const double across = y - x * x;
    const std::vector<double> gradient{-400 * x * across - 2 * (1 - x), 200 * across};
    descent.take(100 * across * across + (1 - x) * (1 - x), gradient);
  }
  EXPECT_LT(times, 200U);
  EXPECT_NEAR(descent.best()[0], 1, 1e-6);
  EXPECT_NEAR(descent.best()[1], 1, 1e-6);
}

}  // namespace
}  // namespace gntp
