#include "support/wordnet_scale.h"
#include "base/stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <thread>

#include "index/faiss_retrieval.h"
#include "kb/dataset.h"
#include "rank/ranking.h"
#include "support/child.h"
#include "support/epoch_cost.h"

namespace gntp::bench {

KnowledgeBase load_with_templates(const std::filesystem::path& folder) {
  KnowledgeBase kb = load_dataset(folder).kb;
  std::vector<ClauseText> clauses;
  for (const char* text :
       {"p(X, Y) :- q(X, Y)", "p(X, Y) :- q(Y, X)", "p(X, Y) :- q(X, Z), r(Z, Y)"}) {
    clauses.push_back(parse_rule(text, "templates", clauses.size() + 1));
    clauses.back().copies = 20;
  }
  std::vector<std::string> warnings;
  kb.rules = resolve_rules({{"templates", clauses}}, kb.entities, kb.relations, warnings);
  return kb;
}

double mean_neighbours(const Reasoner& reasoner) {
  std::size_t sum = 0;
  for (EntityId entity{0}; entity < reasoner.kb().entities.size(); ++entity) {
    sum += reasoner.symbols().neighbours(entity).size() - 1;
  }
  return static_cast<double>(sum) / static_cast<double>(reasoner.kb().entities.size());
}

namespace {

constexpr double kFarApart = 2;      // a scale at which no two entities are within the floor
constexpr std::size_t kGoals = 200;  // of FAISS
constexpr std::size_t kManyGoals = 100'000;
constexpr std::size_t kNearest = 10;

// One after the other: each has the whole machine.
std::vector<nlohmann::json> run_all(const std::vector<Task>& tasks) {
  return run_in_children(tasks, 1, [](const Task& task, const nlohmann::json& result) {
    fmt::print(stderr, "{}: {}\n", task.name, result.dump());
  });
}

std::size_t all_cores() {
  return std::max(1U, std::thread::hardware_concurrency());
}

// r(a, ?) for the goals r(a, b) of a batch.
std::vector<FactPattern> sample_goals(const KnowledgeBase& kb, const StepGraph& graph,
                                      std::size_t count) {
  Sampler sampler(kb, graph, GoalPredicates(kb), {.head = 1, .tail = 1, .both = 2}, 1);
  sampler.start_epoch();
  std::vector<Example> batch;
  sampler.next_batch(count / 5, batch);
  std::vector<FactPattern> goals;
  goals.reserve(batch.size());
  for (const Example& example : batch) {
    goals.push_back({.predicate = example.goal.predicate,
                     .head = example.goal.head,
                     .tail = {},
                     .excluded = example.excluded});
  }
  return goals;
}

// How many of the exact k nearest facts are among the first k found.
double recall(const std::vector<FactMatch>& found, const std::vector<FactMatch>& exact,
              std::size_t k) {
  std::size_t hits = 0;
  const auto first = std::span(found).first(std::min(k, found.size()));
  for (const FactMatch& match : std::span(exact).first(k)) {
    hits += std::ranges::count(first, match.fact, &FactMatch::fact) > 0 ? 1 : 0;
  }
  return static_cast<double>(hits) / static_cast<double>(k);
}

struct Searched {
  KnowledgeBase kb;
  Model model;
  Reasoner reasoner;
  std::vector<FactPattern> goals;
  FactSearch search;

  Searched(const std::filesystem::path& folder, std::size_t count)
      : kb(load_with_templates(folder)),
        model(make_model(kb, {.entity_scale = kFarApart}, 1)),
        reasoner(kb, model, {}),
        goals(sample_goals(kb, reasoner.graph(), count)),
        search(reasoner.graph(), reasoner.symbols(), Unification::kPerTerm) {
    ThreadPool threads(all_cores());
    reasoner.refresh(threads);
  }
};

// Many goals, each asked once: a few asked over and over would be answered from the cache.
nlohmann::json measure_ours(const std::filesystem::path& folder) {
  const Searched it(folder, kManyGoals);
  const float bound = std::nextafter(it.reasoner.radius(), std::numeric_limits<float>::infinity());
  const Stopwatch watch;
  std::size_t found = 0;
  for (const FactPattern& goal : it.goals) found += it.search.nearest(goal, bound, 0) ? 1 : 0;
  const auto goals = static_cast<double>(it.goals.size());
  return {{"name", "gntp"},
          {"build_seconds", 0},
          {"microseconds", 1e6 * watch.seconds() / goals},
          {"found", static_cast<double>(found) / goals}};
}

nlohmann::json measure_faiss(const std::filesystem::path& folder, IndexKind kind,
                             const std::string& name) {
  const Searched it(folder, kGoals);
  FaissRetrieval retrieval(kind, it.kb.facts, it.model);
  const Stopwatch building;
  retrieval.refresh_for(it.goals.front());
  const double build_seconds = building.seconds();
  std::vector<std::vector<FactMatch>> found(it.goals.size());
  const Stopwatch searching;
  std::vector<FactMatch> one;
  for (const FactPattern& goal : it.goals) {
    one.clear();
    retrieval.nearest(goal, 1, one);
  }
  const double seconds = searching.seconds();
  double at_one = 0;
  double at_ten = 0;
  for (std::size_t i = 0; i < it.goals.size(); ++i) {
    retrieval.nearest(it.goals[i], kNearest, found[i]);
    std::vector<FactMatch> exact;
    it.search.nearest_k_euclidean(it.goals[i], kNearest, exact);
    at_one += recall(found[i], exact, 1);
    at_ten += recall(found[i], exact, kNearest);
  }
  const auto goals = static_cast<double>(it.goals.size());
  return {{"name", name},
          {"build_seconds", build_seconds},
          {"microseconds", 1e6 * seconds / goals},
          {"recall_1", at_one / goals},
          {"recall_10", at_ten / goals}};
}

}  // namespace

std::vector<nlohmann::json> measure_greed(const WordnetOptions& options) {
  std::vector<Task> tasks;
  for (const std::size_t k_facts : {1, 5, 10, 0}) {
    for (const std::size_t k_rules : {1, 3, 0}) {
      tasks.push_back({fmt::format("epoch, k_facts {}, k_rules {}", k_facts, k_rules), [=] {
                         const KnowledgeBase kb = load_with_templates(options.data / "wn18");
                         Model model = make_model(kb, {.entity_scale = kFarApart}, 1);
                         ThreadPool threads(all_cores());
                         Trainer trainer(kb, model, {.k_facts = k_facts, .k_rules = k_rules},
                                         rules_only(1000), 1, threads);
                         const EpochCost cost = measure_epoch(trainer, options.epoch_seconds);
                         return nlohmann::json{{"k_facts", k_facts},
                                               {"k_rules", k_rules},
                                               {"seconds", cost.seconds},
                                               {"share", cost.share}};
                       }});
    }
  }
  return run_all(tasks);
}

std::vector<nlohmann::json> measure_indexes(const WordnetOptions& options) {
  const std::filesystem::path folder = options.data / "wn18";
  std::vector<Task> tasks{{"index gntp", [=] { return measure_ours(folder); }}};
  constexpr std::array kKinds{std::pair("FAISS flat", IndexKind::kFaissFlat),
                              std::pair("FAISS inverted lists", IndexKind::kFaissInverted),
                              std::pair("FAISS graph", IndexKind::kFaissGraph)};
  for (const auto& [name, kind] : kKinds) {
    tasks.push_back({fmt::format("index {}", name),
                     [=, kind = kind, name = name] { return measure_faiss(folder, kind, name); }});
  }
  return run_all(tasks);
}

std::vector<nlohmann::json> measure_ranking(const WordnetOptions& options) {
  std::vector<Task> tasks;
  for (const double scale : {kFarApart, 1.36}) {
    tasks.push_back({fmt::format("ranking, entity scale {}", scale), [=] {
                       const LoadedDataset dataset = load_dataset(options.data / "wn18rr");
                       const Model model = make_model(
                           dataset.kb,
                           {.entity_scale = scale, .relation_scale = 0.5, .rule_scale = 0.5}, 1);
                       ThreadPool threads(all_cores());
                       Reasoner reasoner(dataset.kb, model, {});
                       reasoner.refresh(threads);
                       const SharedArray<Triple>& test = dataset.find_split("test")->triples;
                       const KnownTriples known(dataset);
                       const Stopwatch watch;
                       const RankReport report =
                           rank_triples(AnswerIndex(reasoner, threads), test, known, threads);
                       return nlohmann::json{{"scale", scale},
                                             {"triples", test.size()},
                                             {"entities", dataset.kb.entities.size()},
                                             {"seconds", watch.seconds()},
                                             {"mrr", report.both[RankType::kExpected].mrr}};
                     }});
  }
  return run_all(tasks);
}

std::vector<nlohmann::json> measure_joint(const WordnetOptions& options) {
  std::vector<Task> tasks;
  for (const double scale : {kFarApart, 1.5, 1.43, 1.36}) {
    for (const double rate : {0.1, 1.0}) {
      tasks.push_back({fmt::format("joint epoch, entity scale {}, rate {}", scale, rate), [=] {
                         const KnowledgeBase kb = load_with_templates(options.data / "wn18");
                         Model model = make_model(kb, {.entity_scale = scale}, 1);
                         ThreadPool threads(all_cores());
                         Trainer trainer(kb, model, {}, joint(1000, rate), 1, threads);
                         const double neighbours = mean_neighbours(trainer.reasoner());
                         const EpochCost cost = measure_epoch(trainer, options.epoch_seconds);
                         return nlohmann::json{{"scale", scale},
                                               {"rate", rate},
                                               {"neighbours", neighbours},
                                               {"after", mean_neighbours(trainer.reasoner())},
                                               {"seconds", cost.seconds},
                                               {"share", cost.share}};
                       }});
    }
  }
  return run_all(tasks);
}

}  // namespace gntp::bench
