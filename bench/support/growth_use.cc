// What is done with a store once it is there: it is opened, learned from and asked, each time by a
// new process.
#include <fmt/format.h>
#include <gntp/dataset.h>
#include <gntp/engine.h>

#include <algorithm>
#include <thread>

#include "base/file.h"
#include "base/random.h"
#include "base/stopwatch.h"
#include "compare/child_process.h"
#include "kb/dataset.h"
#include "kb/syntax.h"
#include "support/epoch_cost.h"
#include "support/growth_stages.h"
#include "support/page_cache.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kOpenings = 5;
constexpr std::size_t kQuestions = 1000;
constexpr std::size_t kBatch = 10'000;
constexpr const char* kTemplates =
    "p(X, Y) :- q(X, Y) <20>\n"
    "p(X, Y) :- q(Y, X) <20>\n"
    "p(X, Y) :- q(X, Z), r(Z, Y) <20>\n";

Json in_new_process(const std::function<Json()>& work) {
  return Json(run_in_child([&](const Observer&) { return nlohmann::ordered_json(work()); }, {}));
}

// The value that a share of all is below.
double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  const auto place = static_cast<std::size_t>(share * static_cast<double>(values.size()));
  return values[std::min(place, values.size() - 1)];
}

Json open_once(const fs::path& store) {
  const Stopwatch watch;
  const Dataset dataset = Dataset::load(store, Settings::recommended());
  return {{"seconds", watch.seconds()}, {"peak_bytes", peak_memory()}};
}

Json one_epoch(const GrowthFiles& files, double limit) {
  RuleSources rules;
  rules.files = {files.templates()};
  const LoadedDataset dataset = load_dataset(files.store(), rules);
  ThreadPool threads(std::max(1U, std::thread::hardware_concurrency()));
  const Stopwatch indexing;
  Model model = make_model(dataset.kb, {.entities = SymbolKind::kSymbolic}, 1);
  Trainer trainer(dataset.kb, model, {}, rules_only(kBatch), 1, threads);
  const double index_seconds = indexing.seconds();
  const EpochCost epoch = measure_epoch(trainer, limit);
  return {{"facts", std::min(dataset.kb.facts.size(), Sampler::kMostPositives)},
          {"seconds", epoch.seconds},
          {"share", epoch.share},
          {"index_seconds", index_seconds},
          {"peak_bytes", peak_memory()}};
}

std::string question_of(const KnowledgeBase& kb, EntityId entity, Step step) {
  const std::string name = quoted(std::string(kb.entities.name(entity)));
  const std::string relation = quoted_predicate(std::string(kb.relations.name(relation_of(step))));
  return is_forwards(step) ? fmt::format("{}({}, ?)", relation, name)
                           : fmt::format("{}(?, {})", relation, name);
}

// r(a, ?) or r(?, b): about random entities, and about those of random facts, which are hubs more
// often.
Json random_questions(const fs::path& store) {
  const KnowledgeBase kb = load_dataset(store).kb;
  const StepGraph& graph = kb.facts.graph();
  Random random(1);
  Json about_entities = Json::array();
  while (about_entities.size() < kQuestions) {
    const EntityId entity(random.below(graph.entities()));
    std::vector<Step> steps;
    for (const StepGraph::Segment& segment : graph.segments(entity)) steps.push_back(segment.step);
    if (steps.empty()) continue;
    about_entities.push_back(question_of(kb, entity, steps[random.below(steps.size())]));
  }
  Json about_facts = Json::array();
  while (about_facts.size() < kQuestions) {
    const Triple fact = kb.facts[random.below(kb.facts.size())];
    about_facts.push_back(random.below(2) == 0
                              ? question_of(kb, fact.head, forwards(fact.relation))
                              : question_of(kb, fact.tail, backwards(fact.relation)));
  }
  return {{"entities", std::move(about_entities)}, {"facts", std::move(about_facts)}};
}

// Adds the times of all questions, in milliseconds.
void ask_all(const Engine& engine, const std::vector<std::string>& questions,
             const std::string& name, Json& result) {
  std::vector<double> times;
  std::size_t answers = 0;
  for (const std::string& question : questions) {
    const Stopwatch watch;
    answers += engine.predict(question).size();
    times.push_back(1e3 * watch.seconds());
  }
  result[name] = {
      {"first", times.front()},
      {"median", quantile(times, 0.5)},
      {"percentile_99", quantile(times, 0.99)},
      {"slowest", quantile(times, 1)},
      {"answers", static_cast<double>(answers) / static_cast<double>(questions.size())}};
}

Json ask_twice(const fs::path& run, const Json& questions) {
  const Stopwatch watch;
  const Engine engine = Engine::open(run, 1);
  Json result{{"open_seconds", watch.seconds()}};
  ask_all(engine, questions.at("entities"), "cold", result);
  ask_all(engine, questions.at("entities"), "warm", result);
  ask_all(engine, questions.at("facts"), "cold_facts", result);
  ask_all(engine, questions.at("facts"), "warm_facts", result);
  result["peak_bytes"] = peak_memory();
  return result;
}

}  // namespace

Json measure_open(const GrowthFiles& files) {
  std::vector<double> cold;
  std::vector<double> warm;
  double cached = 0;
  double peak = 0;
  for (std::size_t i = 0; i < kOpenings; ++i) {
    drop_from_cache(files.store());
    cached = std::max(cached, cached_share(files.store()));
    for (std::vector<double>* times : {&cold, &warm}) {
      const Json opened = in_new_process([&] { return open_once(files.store()); });
      times->push_back(opened.at("seconds"));
      peak = std::max(peak, opened.at("peak_bytes").get<double>());
    }
  }
  Json result{{"cold_seconds", quantile(cold, 0.5)},
              {"warm_seconds", quantile(warm, 0.5)},
              {"cached_share", cached},
              {"peak_bytes", peak}};
  if (const auto bytes = read_ahead_bytes(files.store())) result["read_ahead_bytes"] = *bytes;
  return result;
}

Json measure_epoch_on_store(const GrowthFiles& files, double limit) {
  write_file(files.templates(), kTemplates);
  return in_new_process([&] { return one_epoch(files, limit); });
}

Json choose_questions(const GrowthFiles& files) {
  return in_new_process([&] { return random_questions(files.store()); });
}

Json measure_queries(const GrowthFiles& files, const Json& questions) {
  drop_from_cache(files.store());
  drop_from_cache(files.run());
  const double cached = cached_share(files.store());
  Json result = in_new_process([&] { return ask_twice(files.run(), questions); });
  result["cached_share"] = cached;
  return result;
}

}  // namespace gntp::bench
