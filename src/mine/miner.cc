#include "mine/miner.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/stopwatch.h"
#include "mine/constant_paths.h"
#include "mine/constant_rules.h"
#include "mine/path_counter.h"
#include "mine/path_sampler.h"
#include "mine/selection.h"

namespace gntp {
namespace {

constexpr std::uint64_t kMineStream = 1'000'000;  // far from the streams of training
constexpr std::size_t kMaxRounds = 1000;
constexpr std::size_t kManyRules = 100'000;  // fewer are not worth sorting

class Miner {
 public:
  Miner(const KnowledgeBase& kb, const MineOptions& options, ThreadPool& threads,
        const std::function<void(const MineProgress&)>& progress)
      : options_(options),
        threads_(threads),
        progress_(progress),
        graph_(kb.facts, kb.entities.size(), kb.relations.size(), StepGraph::Loops::kLeftOut),
        pairs_(graph_) {
    if (options.constants > 0) links_.emplace(graph_);
  }

  Mining run() {
    check_length();
    for (length_ = 1; length_ <= std::max(options_.max_body, options_.constants); ++length_) {
      if (length_ <= options_.max_body) {
        if (is_exhaustive(length_)) {
          count_paths(all_groups(length_));
        } else {
          count_sampled(length_);
        }
        ++parts_done_;
      }
      if (length_ <= options_.constants) {
        if (length_ == 1) {
          count_constant_steps();
        } else {
          count_constant_paths();
        }
        ++parts_done_;
      }
    }
    Mining mining;
    mining.accepted = accepted_;
    mining.rules = select_rules(std::move(rules_), options_);
    count_known(mining.rules);
    mining.partly = static_cast<std::size_t>(std::ranges::count_if(
        mining.rules, [](const MinedRule& rule) { return rule.counts.share < 1; }));
    mining.sampled_from = sampled_from_;
    mining.complete = !late_;
    mining.seconds = stopwatch_.seconds();
    return mining;
  }

 private:
  // Bodies of four are counted path by path, and there is no sampling them.
  void check_length() const {
    if (options_.max_body < kMaxPath || is_exhaustive(kMaxPath)) return;
    fail(
        "bodies of {} atoms (mine.max_body) are for data with few relations; {} relations make too "
        "many of them, use {}",
        kMaxPath, graph_.relations(), kMaxPath - 1);
  }

  using Found = std::vector<MinedRule>;

  // Once late, always late.
  bool is_late() {
    if (options_.seconds > 0 && stopwatch_.seconds() >= options_.seconds) late_ = true;
    return late_;
  }

  bool is_exhaustive(std::size_t length) const {
    const double bodies =
        std::pow(static_cast<double>(graph_.steps()), static_cast<double>(length));
    return length == 1 || bodies <= static_cast<double>(options_.exhaustive);
  }

  // Bodies of all steps, together by the steps before the last.
  std::vector<BodyGroup> all_groups(std::size_t length) const {
    std::vector<BodyGroup> groups(1);
    for (std::size_t i = 1; i < length; ++i) {
      std::vector<BodyGroup> longer;
      for (const BodyGroup& group : groups) {
        for (Step step = 0; step < graph_.steps(); ++step) {
          BodyGroup& next = longer.emplace_back(group);
          next.prefix.steps[next.prefix.length++] = step;
        }
      }
      groups = std::move(longer);
    }
    return groups;
  }

  // With a time limit, rounds of samples go on until it is reached or nothing new is found.
  void count_sampled(std::size_t length) {
    if (sampled_from_ == 0) sampled_from_ = length;
    std::set<Body> known;
    const std::size_t rounds = options_.seconds > 0 ? kMaxRounds : 1;
    for (std::size_t round = 0; round < rounds && !is_late(); ++round) {
      std::vector<Body> fresh;
      for (const Body& body : propose(length, round)) {
        if (known.insert(body).second) fresh.push_back(body);
      }
      if (fresh.empty()) return;
      std::ranges::sort(fresh);
      count_paths(grouped(fresh));
    }
  }

  // Every relation has random numbers of its own.
  std::vector<Body> propose(std::size_t length, std::size_t round) {
    std::vector<std::vector<Body>> proposed(graph_.relations());
    threads_.for_each(proposed.size(), [&](std::size_t relation, std::size_t) {
      if (is_late()) return;
      const std::size_t stream = (round * (kMaxPath + 1) + length) * proposed.size() + relation;
      Random random(options_.seed, kMineStream + stream);
      proposed[relation] =
          PathSampler(graph_).propose(RelationId(relation), length, options_.samples, random);
    });
    std::vector<Body> all;
    for (const std::vector<Body>& some : proposed) all.insert(all.end(), some.begin(), some.end());
    return all;
  }

  // Requires: sorted.
  static std::vector<BodyGroup> grouped(const std::vector<Body>& bodies) {
    std::vector<BodyGroup> groups;
    for (Body prefix : bodies) {
      const Step last = prefix.steps[--prefix.length];
      prefix.steps[prefix.length] = 0;
      if (groups.empty() || groups.back().prefix != prefix) groups.push_back({prefix, {}});
      groups.back().lasts.push_back(last);
    }
    return groups;
  }

  void count_paths(const std::vector<BodyGroup>& groups) {
    std::vector<PathCounter> counters(threads_.size(), PathCounter(graph_, pairs_, options_));
    for_each(groups.size(), [&](std::size_t item, std::size_t worker, Found& found) {
      counters[worker].count(
          groups[item], [this] { return is_late(); }, found);
    });
  }

  void count_constant_steps() {
    std::vector<ConstantRules> counters(threads_.size(), ConstantRules(graph_, *links_, options_));
    for_each(graph_.entities(), [&](std::size_t item, std::size_t worker, Found& found) {
      counters[worker].count(EntityId(item), found);
    });
  }

  void count_constant_paths() {
    const ConstantHeads heads(graph_, *links_, options_.least_constant_support());
    std::vector<ConstantPaths> counters(threads_.size(),
                                        ConstantPaths(graph_, *links_, heads, options_));
    for_each(graph_.segment_count(), [&](std::size_t item, std::size_t worker, Found& found) {
      counters[worker].count(
          item, [this] { return is_late(); }, found);
    });
  }

  void count_known(Found& rules) {
    threads_.for_each(rules.size(), [&](std::size_t item, std::size_t) {
      MinedRule& rule = rules[item];
      if (kind_of(rule) == RuleKind::kConstantStep) gntp::count_known(graph_, rule);
    });
  }

  // Which worker finds what is left to chance: the rules that are kept have an order of their own.
  template <typename Count>
  void for_each(std::size_t items, Count count) {
    std::vector<Found> found(threads_.size());
    std::atomic<std::size_t> done = 0;
    threads_.for_each(items, [&](std::size_t item, std::size_t worker) {
      if (is_late()) return;
      Found& mine = found[worker];
      const std::size_t before = mine.size();
      count(item, worker, mine);
      accepted_ += mine.size() - before;
      trim(mine);
      ++done;
      if (worker == 0) report(done, items);
    });
    for (Found& some : found) {
      if (rules_.empty()) {
        rules_ = std::move(some);
      } else {
        rules_.insert(rules_.end(), some.begin(), some.end());
      }
      some = {};
    }
    trim(rules_);
  }

  // A rule that is not among the best of some is not among the best of all.
  void trim(Found& rules) const {
    const std::size_t kept = options_.max_rules;
    if (kept == 0 || rules.size() < kRuleKinds * kept + kManyRules) return;
    rules = select_rules(std::move(rules), options_);
  }

  void report(std::size_t done, std::size_t items) const {
    if (!progress_) return;
    const double part = static_cast<double>(done) / static_cast<double>(items);
    const double parts = static_cast<double>(options_.max_body + options_.constants);
    const double work = (static_cast<double>(parts_done_) + part) / parts;
    const double time = options_.seconds > 0 ? stopwatch_.seconds() / options_.seconds : 0;
    progress_({std::clamp(std::max(work, time), 0.0, 1.0), length_, accepted_});
  }

  const MineOptions& options_;
  ThreadPool& threads_;
  const std::function<void(const MineProgress&)>& progress_;
  Stopwatch stopwatch_;
  StepGraph graph_;
  std::optional<SegmentLinks> links_;  // where there are rules with constants
  HeadPairs pairs_;
  std::size_t length_ = 1;
  std::size_t parts_done_ = 0;  // of a length: paths, or rules with constants
  std::size_t sampled_from_ = 0;
  std::atomic<bool> late_ = false;
  std::atomic<std::size_t> accepted_ = 0;
  Found rules_;
};

}  // namespace

MiningBound bound_of(const MineOptions& options) {
  MiningBound bound{std::nullopt, sizeof(MinedRule)};
  std::size_t kinds = options.max_body > 2 ? 2 : 1;
  kinds += std::min<std::size_t>(options.constants, 2);
  if (options.max_rules > 0) bound.rules = kinds * options.max_rules;
  return bound;
}

Mining mine_rules(const KnowledgeBase& kb, const MineOptions& options, ThreadPool& threads,
                  const std::function<void(const MineProgress&)>& progress) {
  return Miner(kb, options, threads, progress).run();
}

}  // namespace gntp
