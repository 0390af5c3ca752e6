// One table: this prover against (a) exhaustive proving, (b) flat search of concatenated vectors,
// and (c) a PyTorch implementation of the greedy prover, all on the same UMLS-sized work: 20 copies
// of three templates, 100 dimensions, batches of 1000 facts with four corruptions each.
//
// usage: bench_compare [PEER.py]
// The peer is run as `python3 PEER.py cpu TRAIN.tsv K_FACTS BATCHES`; without it (c) is left out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/stopwatch.h"
#include "learn/trainer.h"
#include "support/rivals.h"
#include "support/synthetic.h"

namespace gntp::bench {
namespace {

constexpr int kRepeats = 5;

double seconds(const std::function<void()>& work) {
  const Stopwatch stopwatch;
  work();
  return stopwatch.seconds();
}

double median_seconds(const std::function<void()>& work) {
  std::array<double, kRepeats> times{};
  std::ranges::generate(times, [&] { return seconds(work); });
  std::ranges::sort(times);
  return times[kRepeats / 2];
}

void print_row(const std::string& what, double ours, double theirs, const std::string& unit) {
  fmt::print("{:<58} {:>12.3f} {:>14.3f} {:<9} {:>10.0f}x\n", what, ours, theirs, unit,
             theirs / ours);
}

struct Work {
  KnowledgeBase kb = make_synthetic({});
  Model model = make_model(kb, {.entity_scale = 1, .rule_scale = 0.3}, 1);
  ThreadPool threads{1};
  Reasoner reasoner{kb, model, {}};
  std::vector<Example> batch;

  Work() {
    reasoner.refresh(threads);
    Sampler sampler(kb, reasoner.graph(), reasoner.goals(), {.head = 1, .tail = 1, .both = 2}, 1);
    sampler.start_epoch();
    sampler.next_batch(1000, batch);
  }
};

// Both must find the same scores, or the comparison would be worth nothing.
void compare_with_exhaustive(Work& work) {
  constexpr std::size_t kGoals = 4;
  std::vector<Goal> goals;
  for (const Example& example : work.batch) {
    if (!example.positive() && goals.size() < kGoals) goals.push_back(example.goal);
  }
  Prover prover(work.reasoner);
  const double ours = median_seconds([&] {
                        for (int round = 0; round < 100; ++round) {
                          for (const Goal& goal : goals) prover.prove(goal);
                        }
                      }) /
                      (100 * kGoals);
  std::vector<float> exhaustive;
  const double theirs = seconds([&] {
                          for (const Goal& goal : goals) {
                            exhaustive.push_back(prove_exhaustively(work.reasoner, goal));
                          }
                        }) /
                        kGoals;
  for (std::size_t i = 0; i < kGoals; ++i) {
    const Proof* proof = prover.prove(goals[i]);
    const float distance = proof == nullptr ? INFINITY : proof->distance;
    if (distance != exhaustive[i]) fmt::print("MISMATCH: {} against {}\n", distance, exhaustive[i]);
  }
  print_row("prove a goal: ours | exhaustive NTP", 1e3 * ours, 1e3 * theirs, "ms");
}

void compare_with_flat(Work& work) {
  FlatFacts flat(work.kb, work.model);
  const FactSearch search(work.reasoner.graph(), work.reasoner.symbols(), Unification::kPerTerm);
  const std::span<const Example> goals = std::span(work.batch).first(500);
  const double ours = median_seconds([&] {
    for (const Example& example : goals) {
      search.nearest(
          {example.goal.predicate, example.goal.head, example.goal.tail, false, example.excluded},
          work.reasoner.radius(), 0);
    }
  });
  const double theirs = median_seconds([&] {
    for (const Example& example : goals) flat.nearest(work.model, example.goal);
  });
  print_row("nearest fact of a goal: ours | flat L2 scan",
            1e6 * ours / static_cast<double>(goals.size()),
            1e6 * theirs / static_cast<double>(goals.size()), "us");
}

// The peer's seconds for one batch, or nothing if it cannot be run.
std::optional<double> peer_seconds(const std::filesystem::path& peer, const KnowledgeBase& kb,
                                   int k_facts) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::filesystem::path facts = folder / fmt::format("gntp-bench-{}.tsv", ::getpid());
  write_facts(kb, facts);
  const std::string command =
      fmt::format("python3 '{}' cpu '{}' {} 1 2>/dev/null", peer.string(), facts.string(), k_facts);
  std::string output;
  if (FILE* pipe = ::popen(command.c_str(), "r")) {
    std::array<char, 256> buffer{};
    while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) output += buffer.data();
    ::pclose(pipe);
  }
  std::filesystem::remove(facts);
  double found = 0;
  const std::size_t place = output.find("kf=");
  if (place == std::string::npos) return std::nullopt;
  if (std::sscanf(output.c_str() + place, "kf=%*d: %lf s/batch", &found) != 1) return std::nullopt;
  return found;
}

void compare_with_peer(Work& work, const std::filesystem::path& peer) {
  if (peer.empty()) {
    fmt::print("{:<58} no program given\n", "train a batch: ours | PyTorch");
    return;
  }
  for (const int k_facts : {1, 10}) {
    const std::optional<double> theirs = peer_seconds(peer, work.kb, k_facts);
    if (!theirs) {
      fmt::print("{:<58} python3 with torch is not there\n", "train a batch: ours | PyTorch");
      return;
    }
    ThreadPool threads(0);
    for (const bool greedy : {false, true}) {
      Model model = work.model;
      ProverOptions options;
      options.k_facts = greedy ? static_cast<std::size_t>(k_facts) : 0;
      options.k_rules = greedy ? 1 : 0;
      Trainer trainer(work.kb, model, options, {}, 1, threads);
      EpochReport report;
      const double ours = median_seconds([&] { trainer.run_batch(work.batch, report); });
      print_row(fmt::format("train a batch: ours, {} | PyTorch, k_f {} k_r 1",
                            greedy ? fmt::format("k_f {} k_r 1", k_facts) : "exact", k_facts),
                1e3 * ours, 1e3 * *theirs, "ms");
    }
  }
}

}  // namespace
}  // namespace gntp::bench

int main(int argc, char** argv) {
  using namespace gntp::bench;
  const std::filesystem::path peer = argc > 1 ? argv[1] : "";
  Work work;
  fmt::print("{} facts, {} entities, {} relations, {} rules, {} goals a batch, median of {}\n\n",
             work.kb.facts.size(), work.kb.entities.size(), work.kb.relations.size(),
             work.kb.rules.size(), work.batch.size(), kRepeats);
  fmt::print("{:<58} {:>12} {:>14} {:<9} {:>11}\n", "", "ours", "theirs", "", "ratio");
  compare_with_exhaustive(work);
  compare_with_flat(work);
  compare_with_peer(work, peer);
}
