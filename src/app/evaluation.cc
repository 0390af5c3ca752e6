#include "app/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "app/interrupt.h"
#include "base/error.h"
#include "base/text.h"

namespace gntp {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

SplitReport evaluate_split(const AnswerIndex& index, const Split& split,
                           const std::vector<Id>& candidates, const StepGraph& known,
                           ThreadPool& threads, const RankProgress& progress) {
  const auto start = std::chrono::steady_clock::now();
  SplitReport report;
  report.split = split.name;
  report.triples = split.triples.size();
  if (!candidates.empty()) {
    report.auc_pr = rank_candidates(index, split.triples, candidates, known, threads, progress);
  }
  report.ranks = rank_triples(index, split.triples, known, threads, progress);
  report.seconds = seconds_since(start);
  return report;
}

}  // namespace

std::vector<const Split*> select_splits(const Dataset& dataset, std::string_view name) {
  std::vector<const Split*> chosen;
  std::vector<std::string> names;
  for (const Split& split : dataset.splits) {
    const bool belongs = name == "test" && split.name.starts_with("test-");
    if (name == "all" || split.name == name || belongs) chosen.push_back(&split);
    names.push_back(split.name);
  }
  // `all` leads with the split that results are quoted for.
  std::stable_partition(chosen.begin(), chosen.end(),
                        [](const Split* split) { return split->name == "test"; });
  if (!chosen.empty()) return chosen;
  if (names.empty()) {
    fail("{}: has no valid or test split to evaluate", dataset.folder.string());
  }
  const std::string hint = suggestion(name, names);
  throw UsageError(fmt::format("{} has no split '{}'; {}{}there are {} and all",
                               dataset.folder.string(), excerpt(name), hint,
                               hint.empty() ? "" : " ", fmt::join(names, ", ")));
}

std::vector<SplitReport> evaluate(const Reasoner& reasoner, const Dataset& dataset,
                                  const std::vector<const Split*>& splits, ThreadPool& threads,
                                  const Console& console, Progress::Style style) {
  TripleSet known = known_triples(dataset);
  known.insert(reasoner.kb().facts.begin(), reasoner.kb().facts.end());
  const StepGraph graph = known_graph(reasoner.kb(), known);
  const AnswerIndex index(reasoner, threads);
  std::vector<SplitReport> reports;
  for (const Split* split : splits) {
    Progress progress(console, "ranking " + split->name, style);
    const auto show = [&](std::size_t done, std::size_t total) {
      throw_if_interrupted();
      progress.update(static_cast<double>(done) / static_cast<double>(total), "");
    };
    reports.push_back(evaluate_split(index, *split, dataset.candidates, graph, threads, show));
  }
  return reports;
}

}  // namespace gntp
