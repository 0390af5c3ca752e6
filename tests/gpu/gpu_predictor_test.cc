// Vectors are trained and asked on a GPU as on the threads of this machine. Each test runs with the
// slow plug-in, which shows what is handed to a GPU, and with the first GPU that is there.
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <thread>

#include "base/byte_archive.h"
#include "base/error.h"
#include "base/stop.h"
#include "device/cuda_plugin.h"
#include "device/gpu_table.h"
#include "gpu/missing_gpu.h"
#include "gpu/slow_cuda.h"
#include "predict/predictor_case.h"
#include "predict/predictor_scores.h"
#include "rank/scored_ranks.h"
#include "support/errors.h"

namespace gntp {
namespace {

using testing::let_slow_gpu_fail;
using testing::slow_gpu;

struct Case {
  const char* name;
  PredictorKind kind;
  RowOptimizer optimizer = RowOptimizer::kAdagrad;
  Penalty penalty = Penalty::kN3;
  double relation_weight = 0.5;
  std::size_t samples = 0;
  bool weighted = false;
};

void PrintTo(const Case& given, std::ostream* out) {
  *out << given.name;
}

class GpuPredictors : public ::testing::TestWithParam<std::tuple<bool, Case>> {
 protected:
  void SetUp() override {
    const bool is_real = std::get<0>(GetParam());
    gpu_ = is_real ? device_named("auto") : &slow_gpu();
    if (gpu_ == nullptr) testing::miss_gpu();
  }

  static const Case& given() { return std::get<1>(GetParam()); }
  static PredictorOptions options() {
    PredictorOptions options;
    options.kind = given().kind;
    options.dim = 10;
    options.scale = 0.4;
    options.batch_size = 13;
    options.optimizer = given().optimizer;
    options.learning_rate = given().optimizer == RowOptimizer::kAdam ? 0.01 : 0.1;
    options.penalty = given().penalty;
    options.penalty_weight = 0.05;
    options.relation_weight = given().relation_weight;
    options.samples = given().samples;
    options.epochs = 3;
    options.precision = Precision::kFull;
    return options;
  }

  const Gpu* gpu_ = nullptr;
};

constexpr std::size_t kEntities = 60;
constexpr std::size_t kRelations = 3;

StepGraph graph_of_case() {
  return random_graph(11, kEntities, kRelations, 150);
}

FactWeights weights_of_case(const StepGraph& graph) {
  std::vector<WeightedTriple> listed;
  std::size_t facts = 0;
  Random random(4, 2);
  for (const PredictorQuery& question : questions_of(graph)) {
    if (!is_forwards(question.step)) continue;
    for (const EntityId answer : graph.targets(question.entity, question.step)) {
      ++facts;
      const Triple fact = fact_of(question.entity, question.step, answer);
      listed.push_back({fact, fact.relation == 0 ? 0 : 0.25 + 2 * random.uniform()});
    }
  }
  return {listed, facts};
}

// What is left after some epochs.
struct Trained {
  Predictor predictor;
  double loss = 0;
};

Trained train(const Gpu* gpu, const PredictorOptions& options, const FactWeights& weights,
              std::size_t epochs) {
  const DeviceScope scope(gpu);
  const StepGraph graph = graph_of_case();
  ThreadPool threads(2);
  Trained trained{make_predictor(options, kEntities, 2 * kRelations, 3), 0};
  PredictorTrainer trainer(graph, trained.predictor, options, 3, threads, weights);
  while (trainer.epoch().epoch < epochs || !trainer.is_epoch_over()) trainer.run_step();
  trainer.synchronize();
  trained.loss = trainer.epoch().loss;
  return trained;
}

double farthest(std::span<const float> a, std::span<const float> b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    most = std::max(most, std::abs(double{a[i]} - double{b[i]}));
  }
  return most;
}

TEST_P(GpuPredictors, AreTrainedAsByThreads) {
  const StepGraph graph = graph_of_case();
  const FactWeights weights = given().weighted ? weights_of_case(graph) : FactWeights();
  const Trained expected = train(nullptr, options(), weights, 2);
  const Trained found = train(gpu_, options(), weights, 2);
  EXPECT_NEAR(found.loss, expected.loss, 1e-4);
  EXPECT_LT(farthest(found.predictor.entities.values(), expected.predictor.entities.values()),
            2e-3);
  EXPECT_LT(farthest(found.predictor.steps.values(), expected.predictor.steps.values()), 2e-3);
  // It has moved farther than that.
  const Predictor before = make_predictor(options(), kEntities, 2 * kRelations, 3);
  EXPECT_GT(farthest(found.predictor.entities.values(), before.entities.values()), 0.05);
  EXPECT_GT(farthest(found.predictor.steps.values(), before.steps.values()), 0.05);
}

TEST_P(GpuPredictors, HaveTheSameBytesEachTime) {
  const Trained one = train(gpu_, options(), FactWeights(), 3);
  const Trained other = train(gpu_, options(), FactWeights(), 3);
  EXPECT_EQ(one.loss, other.loss);
  EXPECT_EQ(farthest(one.predictor.entities.values(), other.predictor.entities.values()), 0);
  EXPECT_EQ(farthest(one.predictor.steps.values(), other.predictor.steps.values()), 0);
}

TEST_P(GpuPredictors, GoOnFromACheckpointAsIfNothingHadHappened) {
  const DeviceScope scope(gpu_);
  const StepGraph graph = graph_of_case();
  ThreadPool threads(1);
  const PredictorOptions given = options();
  Predictor whole = make_predictor(given, kEntities, 2 * kRelations, 3);
  PredictorTrainer trainer(graph, whole, given, 3, threads);
  for (int i = 0; i < 5; ++i) trainer.run_step();
  ByteWriter writer;
  trainer.exchange(writer);
  for (int i = 0; i < 7; ++i) trainer.run_step();
  trainer.synchronize();

  Predictor rest = make_predictor(given, kEntities, 2 * kRelations, 3);
  PredictorTrainer resumed(graph, rest, given, 3, threads);
  const std::string bytes = writer.take();
  ByteReader reader(bytes);
  resumed.exchange(reader);
  for (int i = 0; i < 7; ++i) resumed.run_step();
  resumed.synchronize();
  // Exactly where tables are floats, as on a GPU; the slow one rounds them in a checkpoint.
  const double most = gpu_ == &slow_gpu() ? 1e-5 : 0;
  EXPECT_NEAR(trainer.epoch().loss, resumed.epoch().loss, most);
  EXPECT_LE(farthest(whole.entities.values(), rest.entities.values()), most);
  EXPECT_LE(farthest(whole.steps.values(), rest.steps.values()), most);
}

TEST_P(GpuPredictors, ScoreAndRankAsOnThreads) {
  const StepGraph graph = graph_of_case();
  const Predictor predictor = make_predictor(options(), kEntities, 2 * kRelations, 8);
  const DeviceScope scope(gpu_);
  const auto table = table_on_device(predictor);
  ASSERT_TRUE(table);
  const PredictorScores on_threads(predictor);
  const PredictorScores on_gpu(predictor, table);
  const std::vector<PredictorQuery> all = questions_of(graph);
  const std::size_t together = PredictorScores::together(kEntities);
  Matrix expected(together, kEntities);
  Matrix found(together, kEntities);
  for (std::size_t first = 0; first < all.size(); first += together) {
    const std::size_t count = std::min(together, all.size() - first);
    const auto questions = std::span(all).subspan(first, count);
    for (const bool shares : {false, true}) {
      if (shares) {
        on_threads.find_log_shares(questions, expected);
        on_gpu.find_log_shares(questions, found);
      } else {
        on_threads.find(questions, expected);
        on_gpu.find(questions, found);
      }
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_LT(farthest(found.row(i), expected.row(i)), 1e-5);
      }
    }
  }
  // Alone and together: the same bits.
  on_gpu.find(std::span(all).first(together), expected);
  on_gpu.find(std::span(all).subspan(together - 1, 1), found);
  EXPECT_EQ(farthest(expected.row(together - 1), found.row(0)), 0);
}

TEST_P(GpuPredictors, RanksAreThoseOfThreads) {
  const StepGraph graph = graph_of_case();
  std::vector<Triple> triples;
  for (const PredictorQuery& question : questions_of(graph)) {
    if (!is_forwards(question.step)) continue;
    for (const EntityId answer : graph.targets(question.entity, question.step)) {
      triples.push_back(fact_of(question.entity, question.step, answer));
    }
  }
  const KnownTriples known(TripleSet(triples.begin(), triples.end()));
  Predictor predictor = make_predictor(options(), kEntities, 2 * kRelations, 8);
  std::ranges::copy(predictor.entities.row(1), predictor.entities.row(2).begin());  // ties
  Candidates candidates;
  candidates.entities =
      SharedArray<EntityId>({EntityId(1), EntityId(2), EntityId(7), EntityId(30)});
  candidates.relations = SharedArray<RelationId>({RelationId(1)});
  predictor.entities(9, 0) = std::numeric_limits<float>::quiet_NaN();  // comes last
  ThreadPool threads(2);
  const auto rank_all = [&](const Gpu* gpu) {
    const DeviceScope scope(gpu);
    std::vector<double> means;
    means.reserve(triples.size() + 1);
    for (const Triple& triple : triples) {
      means.push_back(mean_reciprocal_rank(predictor, {&triple, 1}, known, candidates, threads));
    }
    means.push_back(mean_reciprocal_rank(predictor, triples, known, candidates, threads));
    return means;
  };
  const std::vector<double> expected = rank_all(nullptr);
  const std::vector<double> found = rank_all(gpu_);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9) << i;
}

constexpr Case kCases[] = {
    {.name = "ComplEx", .kind = PredictorKind::kComplEx},
    {.name = "DistMult", .kind = PredictorKind::kDistMult, .relation_weight = 0},
    {.name = "TransE", .kind = PredictorKind::kTransE, .penalty = Penalty::kL2},
    {.name = "ComplExByAdam", .kind = PredictorKind::kComplEx, .optimizer = RowOptimizer::kAdam},
    {.name = "DistMultByAdam",
     .kind = PredictorKind::kDistMult,
     .optimizer = RowOptimizer::kAdam,
     .relation_weight = 0},
    {.name = "DistMultByAdamWeighted",
     .kind = PredictorKind::kDistMult,
     .optimizer = RowOptimizer::kAdam,
     .relation_weight = 0,
     .weighted = true},
    {.name = "ComplExSampled", .kind = PredictorKind::kComplEx, .samples = 20},
    {.name = "TransESampled", .kind = PredictorKind::kTransE, .relation_weight = 0, .samples = 9},
    {.name = "ComplExWeighted", .kind = PredictorKind::kComplEx, .weighted = true},
    {.name = "TransEWeighted", .kind = PredictorKind::kTransE, .samples = 25, .weighted = true}};

INSTANTIATE_TEST_SUITE_P(Devices, GpuPredictors,
                         ::testing::Combine(::testing::Bool(), ::testing::ValuesIn(kCases)),
                         [](const auto& each) {
                           return std::string(std::get<1>(each.param).name) +
                                  (std::get<0>(each.param) ? "OnGpu" : "Slowly");
                         });

// Rows longer than a block of threads, many parts of a row, many columns, several batches on their
// way at once, and questions in several pieces: on a real GPU alone.
class GpuPredictorsAtSize : public ::testing::Test {
 protected:
  void SetUp() override {
    gpu_ = device_named("auto");
    if (gpu_ == nullptr) testing::miss_gpu();
  }

  static PredictorOptions options(Precision precision) {
    PredictorOptions options;
    options.kind = PredictorKind::kComplEx;
    options.dim = 300;
    options.scale = 0.1;
    options.batch_size = 400;
    options.learning_rate = 0.1;
    options.penalty_weight = 0.05;
    options.relation_weight = 0.5;
    options.epochs = 1;
    options.precision = precision;
    return options;
  }
  Trained train(const Gpu* gpu, Precision precision) const {
    const DeviceScope scope(gpu);
    ThreadPool threads(gpu == nullptr ? 0 : 1);
    Trained trained{make_predictor(options(precision), 5000, 4, 3), 0};
    PredictorTrainer trainer(graph_, trained.predictor, options(precision), 3, threads);
    do trainer.run_step();
    while (!trainer.is_epoch_over());
    trainer.synchronize();
    trained.loss = trainer.epoch().loss;
    return trained;
  }

  StepGraph graph_ = random_graph(12, 5000, 2, 4000);
  const Gpu* gpu_ = nullptr;
};

TEST_F(GpuPredictorsAtSize, AreTrainedAsByThreads) {
  const Trained expected = train(nullptr, Precision::kFull);
  const Trained found = train(gpu_, Precision::kFull);
  EXPECT_NEAR(found.loss, expected.loss, 1e-3);
  EXPECT_LT(farthest(found.predictor.steps.values(), expected.predictor.steps.values()), 5e-3);
  const Trained rounded = train(gpu_, Precision::kAuto);
  EXPECT_NEAR(rounded.loss, expected.loss, 1e-2);
  EXPECT_GT(farthest(rounded.predictor.steps.values(), found.predictor.steps.values()), 0);
}

TEST_F(GpuPredictorsAtSize, HaveTheSameBytesEachTimeBesideAnother) {
  const Trained alone = train(gpu_, Precision::kAuto);
  std::array<Trained, 2> beside;
  std::vector<std::thread> both;
  both.reserve(beside.size());
  for (Trained& each : beside) {
    both.emplace_back([&] { each = train(gpu_, Precision::kAuto); });
  }
  for (std::thread& each : both) each.join();
  for (const Trained& each : beside) {
    EXPECT_EQ(each.loss, alone.loss);
    EXPECT_EQ(farthest(each.predictor.entities.values(), alone.predictor.entities.values()), 0);
  }
}

TEST_F(GpuPredictorsAtSize, ScoresDoNotDependOnWhatElseIsAsked) {
  const Trained trained = train(gpu_, Precision::kFull);
  const DeviceScope scope(gpu_);
  const auto table = table_on_device(trained.predictor);
  const std::vector<PredictorQuery> all = questions_of(graph_);
  constexpr std::size_t kMany = 700;
  ASSERT_GT(all.size(), kMany);
  std::vector<std::uint32_t> entities;
  std::vector<std::uint32_t> steps;
  for (const PredictorQuery& each : std::span(all).first(kMany)) {
    entities.push_back(each.entity);
    steps.push_back(each.step);
  }
  Matrix together(kMany, 5000);
  table->find_scores({entities, steps}, false, together);
  Matrix alone(1, 5000);
  for (const std::size_t i : {std::size_t{0}, std::size_t{255}, std::size_t{256}, kMany - 1}) {
    table->find_scores({std::span(entities).subspan(i, 1), std::span(steps).subspan(i, 1)}, false,
                       alone);
    EXPECT_EQ(farthest(alone.row(0), together.row(i)), 0) << i;
  }
}

TEST(GpuErrors, MemoryThatDoesNotSufficeIsSaidWithWhatHelps) {
  let_slow_gpu_fail(kGntpCudaNoMemory, "out of memory");
  PredictorOptions options;
  options.kind = PredictorKind::kComplEx;
  const std::string text =
      testing::error_of([&] { train(&slow_gpu(), options, FactWeights(), 1); });
  let_slow_gpu_fail(kGntpCudaDone, "");
  EXPECT_EQ(text,
            "cuda:0: not enough memory for training vectors, which takes 0.7 MiB; 1.0 GiB are "
            "free; take shorter vectors, smaller batches or a sample of the entities "
            "(predictor.dim, predictor.batch_size, predictor.samples), or --device cpu");
}

TEST(GpuErrors, AFailureNamesTheDeviceAndTheReason) {
  const StepGraph graph = graph_of_case();
  PredictorOptions options;
  options.kind = PredictorKind::kComplEx;
  options.batch_size = 8;
  ThreadPool threads(1);
  Predictor predictor = make_predictor(options, kEntities, 2 * kRelations, 1);
  const DeviceScope scope(&slow_gpu());
  PredictorTrainer trainer(graph, predictor, options, 1, threads);
  trainer.run_step();
  let_slow_gpu_fail(kGntpCudaFailed, "the GPU is lost");
  const std::string text = testing::error_of([&] { trainer.run_step(); });
  let_slow_gpu_fail(kGntpCudaDone, "");
  EXPECT_EQ(text, "cuda:0: training vectors: the GPU is lost");
}

TEST(GpuErrors, AStepThatIsToStopIsNotBegun) {
  const StepGraph graph = graph_of_case();
  PredictorOptions options;
  options.kind = PredictorKind::kDistMult;
  options.batch_size = 8;
  ThreadPool threads(1);
  Predictor predictor = make_predictor(options, kEntities, 2 * kRelations, 1);
  const DeviceScope scope(&slow_gpu());
  PredictorTrainer trainer(graph, predictor, options, 1, threads);
  trainer.run_step();
  std::stop_source source;
  source.request_stop();
  {
    const StopScope stop(source.get_token());
    EXPECT_THROW(trainer.run_step(), Interrupted);
  }
  EXPECT_EQ(trainer.epoch().batches_done, 1);
  trainer.run_step();
  EXPECT_EQ(trainer.epoch().batches_done, 2);
}

TEST(GpuErrors, DevicesThatAreNoneAreSaid) {
  for (const char* name : {"gpu", "cuda:", "cuda:x", "cuda1", "CPU", ""}) {
    EXPECT_EQ(testing::error_of([&] { device_named(name); }),
              std::string("'") + name +
                  "' is no device; take auto, cpu, cuda or, of several GPUs, cuda:1");
  }
  EXPECT_EQ(device_named("cpu"), nullptr);
}

}  // namespace
}  // namespace gntp
