#include "mine/fact_rules.h"

#include <algorithm>
#include <atomic>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "base/share_out.h"
#include "base/stop.h"

namespace gntp {
namespace {

// The confidence where one of the facts that the rule predicts is not counted.
double without_one(const MinedRule& rule, const MineOptions& options) {
  return options.corrected(rule.counts.support - 1, rule.counts.body - 1);
}

// The entities that a body must not pass.
struct Ends {
  EntityId start;
  EntityId end;
  EntityId constant;  // of the head, or kNoEntity

  bool include(EntityId entity) const {
    return entity == start || entity == end || entity == constant;
  }
};

// Whether the lists, sorted both, share another entity.
bool meet(std::span<const EntityId> a, std::span<const EntityId> b, const Ends& ends) {
  if (a.size() > b.size()) std::swap(a, b);
  return std::ranges::any_of(a, [&](EntityId entity) {
    return !ends.include(entity) && std::ranges::binary_search(b, entity);
  });
}

// Whether bodies lead from one entity to another. One thread's scratch.
class BodyTest {
 public:
  explicit BodyTest(const StepGraph& graph) : graph_(graph) {}

  bool leads(const MinedRule& rule, EntityId start, EntityId end) {
    const std::span<const Step> steps(rule.body.steps.data(), rule.body.length);
    if (rule.head_constant == kNoEntity) return connects(steps, {start, end, kNoEntity});
    if (rule.body_constant != kNoEntity) {
      return start != rule.body_constant && connects(steps, {start, rule.body_constant, end});
    }
    return std::ranges::any_of(graph_.targets(start, steps.front()),
                               [&](EntityId target) { return target != end; });
  }

 private:
  // From both sides, to where they meet.
  bool connects(std::span<const Step> steps, const Ends& ends) {
    if (steps.size() == 1) {
      return std::ranges::binary_search(graph_.targets(ends.start, steps.front()), ends.end);
    }
    const std::span<const EntityId> from = graph_.targets(ends.start, steps.front());
    const std::span<const EntityId> to = graph_.targets(ends.end, inverse(steps.back()));
    if (from.empty() || to.empty()) return false;
    if (steps.size() == 2) return meet(from, to, ends);
    if (steps.size() == 3) {
      return std::ranges::any_of(from, [&](EntityId entity) {
        return !ends.include(entity) && meet(graph_.targets(entity, steps[1]), to, ends);
      });
    }
    spread(from, steps[1], ends, from_);
    spread(to, inverse(steps[2]), ends, to_);
    return meet(from_, to_, ends);
  }

  void spread(std::span<const EntityId> from, Step step, const Ends& ends,
              std::vector<EntityId>& to) const {
    to.clear();
    for (const EntityId entity : from) {
      if (ends.include(entity)) continue;
      const std::span<const EntityId> targets = graph_.targets(entity, step);
      to.insert(to.end(), targets.begin(), targets.end());
    }
    std::ranges::sort(to);
    to.erase(std::unique(to.begin(), to.end()), to.end());
  }

  const StepGraph& graph_;
  std::vector<EntityId> from_;
  std::vector<EntityId> to_;
};

// The rules by what their heads need, best first: a fact looks through three lists.
class RulesByHead {
 public:
  RulesByHead(std::span<const MinedRule> rules, const MineOptions& options) : rules_(rules) {
    for (std::uint32_t i = 0; i < rules.size(); ++i) {
      if (rules[i].body.length > 0 && rules[i].counts.support > 1) order_.push_back(i);
    }
    std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
      const auto key_a = key_of(rules[a]);
      const auto key_b = key_of(rules[b]);
      return key_a != key_b ? key_a < key_b : is_better_for_facts(rules[a], rules[b], options);
    });
  }

  // Rules with this head; kNoEntity: between two variables.
  std::span<const std::uint32_t> with(Step head, EntityId constant) const {
    const auto key = [&](std::uint32_t rule) { return key_of(rules_[rule]); };
    const auto first = std::ranges::lower_bound(order_, std::pair(constant, head), {}, key);
    const auto last = std::ranges::upper_bound(order_, std::pair(constant, head), {}, key);
    return {first, last};
  }

 private:
  // A path rule has one direction, whichever its head was counted in.
  static std::pair<EntityId, Step> key_of(const MinedRule& rule) {
    if (rule.head_constant != kNoEntity) return {rule.head_constant, rule.head};
    return {kNoEntity, forwards(relation_of(rule.head))};
  }

  std::span<const MinedRule> rules_;
  std::vector<std::uint32_t> order_;
};

}  // namespace

bool is_better_for_facts(const MinedRule& a, const MinedRule& b, const MineOptions& options) {
  const double left = without_one(a, options);
  const double right = without_one(b, options);
  if (left != right) return left > right;
  if (a.counts.support != b.counts.support) return a.counts.support > b.counts.support;
  return std::tie(a.body, a.head, a.head_constant, a.body_constant) <
         std::tie(b.body, b.head, b.head_constant, b.body_constant);
}

std::vector<MinedRule> best_for_facts(std::vector<MinedRule> rules, const StepGraph& graph,
                                      const MineOptions& options, ThreadPool& threads) {
  if (options.per_fact == 0) return rules;
  const RulesByHead by_head(rules, options);
  std::vector<std::atomic<bool>> kept(rules.size());
  struct Scratch {
    BodyTest test;
    std::vector<std::uint32_t> best;
  };
  std::vector<Scratch> scratch(threads.size(), Scratch{BodyTest(graph), {}});
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    return is_better_for_facts(rules[a], rules[b], options);
  };
  const auto choose = [&](std::size_t item, std::size_t worker) {
    BodyTest& test = scratch[worker].test;
    std::vector<std::uint32_t>& best = scratch[worker].best;
    const EntityId head(item);
    for (const StepGraph::Segment& segment : graph.segments(head)) {
      if (!is_forwards(segment.step)) continue;
      const Step there = segment.step;
      const Step back = inverse(there);
      const auto paths = by_head.with(there, kNoEntity);
      const auto of_head = by_head.with(back, head);
      for (const EntityId tail : graph.targets(segment)) {
        stop_if_asked();
        best.clear();
        const auto add = [&](std::span<const std::uint32_t> list, EntityId start, EntityId end) {
          std::size_t found = 0;
          for (const std::uint32_t rule : list) {
            if (found == options.per_fact) return;
            const bool turned =
                rules[rule].head_constant == kNoEntity && !is_forwards(rules[rule].head);
            if (!test.leads(rules[rule], turned ? end : start, turned ? start : end)) continue;
            best.push_back(rule);
            ++found;
          }
        };
        add(paths, head, tail);
        add(by_head.with(there, tail), head, tail);
        add(of_head, tail, head);
        std::ranges::sort(best, better);
        best.resize(std::min(best.size(), options.per_fact));
        for (const std::uint32_t rule : best) kept[rule].store(true, std::memory_order_relaxed);
      }
    }
  };
  Communicator& team = Communicator::current();
  const Share share(graph.entities(), team);
  const std::vector<std::string> all = team.gather([&] {
    threads.for_each(share.size(),
                     [&](std::size_t place, std::size_t worker) { choose(share[place], worker); });
    std::string flags;
    if (!team.is_alone()) flags.assign(kept.begin(), kept.end());
    return flags;
  });
  for (const std::string& flags : all) {
    for (std::size_t i = 0; i < flags.size(); ++i) {
      if (flags[i] != 0) kept[i] = true;
    }
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (kept[i] || rules[i].body.length == 0) rules[next++] = rules[i];
  }
  rules.resize(next);
  return rules;
}

}  // namespace gntp
