#include "mine/fact_rules.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "base/random.h"
#include "base/share_out.h"
#include "base/stop.h"
#include "mine/loopless_starts.h"

namespace gntp {
namespace {

constexpr std::uint64_t kFactStream = 2'000'000'000;  // far from the streams of proposals

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

// Whether the lists, sorted both, share another entity, which is not the one before it either.
bool meet(std::span<const EntityId> a, std::span<const EntityId> b, const Ends& ends,
          EntityId before = kNoEntity) {
  if (a.size() > b.size()) std::swap(a, b);
  return std::ranges::any_of(a, [&](EntityId entity) {
    return entity != before && !ends.include(entity) && std::ranges::binary_search(b, entity);
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
    return lead_away(graph_.targets(start, steps.front()), start, end);
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
        return !ends.include(entity) && meet(graph_.targets(entity, steps[1]), to, ends, entity);
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
      std::ranges::copy_if(graph_.targets(entity, step), std::back_inserter(to),
                           [&](EntityId target) { return target != entity; });
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

// The rules that facts have chosen so far. Facts choose one by one, from any thread.
class Choices {
 public:
  Choices(std::span<const MinedRule> rules, const StepGraph& graph, const MineOptions& options,
          std::size_t threads)
      : rules_(rules),
        options_(options),
        by_head_(rules, options),
        kept_(rules.size()),
        scratch_(threads, Scratch{BodyTest(graph), {}}) {}

  void choose(const Triple& fact, std::size_t worker) {
    if (fact.head == fact.tail) return;
    const Step there = forwards(fact.relation);
    std::vector<std::uint32_t>& best = scratch_[worker].best;
    best.clear();
    add(by_head_.with(there, kNoEntity), fact.head, fact.tail, scratch_[worker]);
    add(by_head_.with(there, fact.tail), fact.head, fact.tail, scratch_[worker]);
    add(by_head_.with(inverse(there), fact.head), fact.tail, fact.head, scratch_[worker]);
    std::ranges::sort(best, [this](std::uint32_t a, std::uint32_t b) {
      return is_better_for_facts(rules_[a], rules_[b], options_);
    });
    best.resize(std::min(best.size(), options_.per_fact));
    for (const std::uint32_t rule : best) kept_[rule].store(true, std::memory_order_relaxed);
  }

  bool is_kept(std::size_t rule) const { return kept_[rule]; }

  // All of them, and what another process has chosen.
  std::string flags() const { return {kept_.begin(), kept_.end()}; }
  void add(const std::string& flags) {
    for (std::size_t i = 0; i < flags.size(); ++i) {
      if (flags[i] != 0) kept_[i] = true;
    }
  }

 private:
  struct Scratch {
    BodyTest test;
    std::vector<std::uint32_t> best;
  };

  void add(std::span<const std::uint32_t> list, EntityId start, EntityId end, Scratch& scratch) {
    std::size_t found = 0;
    for (const std::uint32_t number : list) {
      if (found == options_.per_fact) return;
      const MinedRule& rule = rules_[number];
      const bool turned = rule.head_constant == kNoEntity && !is_forwards(rule.head);
      if (!scratch.test.leads(rule, turned ? end : start, turned ? start : end)) continue;
      scratch.best.push_back(number);
      ++found;
    }
  }

  std::span<const MinedRule> rules_;
  const MineOptions& options_;
  RulesByHead by_head_;
  std::vector<std::atomic<bool>> kept_;
  std::vector<Scratch> scratch_;  // by worker
};

// Facts choose, shared out to threads and processes: choose(item, worker) for all items.
template <typename Choose>
void choose_all(Choices& choices, std::size_t items, ThreadPool& threads, Choose choose) {
  Communicator& team = Communicator::current();
  const Share share(items, team);
  const std::vector<std::string> all = team.gather([&] {
    threads.for_each(share.size(),
                     [&](std::size_t place, std::size_t worker) { choose(share[place], worker); });
    return team.is_alone() ? std::string() : choices.flags();
  });
  for (const std::string& flags : all) choices.add(flags);
}

// Facts of a relation: all, or so many drawn at random.
std::vector<Triple> some_facts(const StepGraph& graph, RelationId relation, std::size_t most,
                               std::uint64_t seed) {
  std::vector<Triple> facts;
  const Step step = forwards(relation);
  const std::span<const EntityId> heads = graph.starts(step);
  for (const EntityId head : heads) {
    for (const EntityId tail : graph.targets(head, step)) {
      if (facts.size() <= most) facts.push_back({head, relation, tail});
    }
    if (facts.size() > most) break;
  }
  if (facts.size() <= most) return facts;
  facts.clear();
  Random random(seed, kFactStream + relation);
  while (facts.size() < most) {
    const EntityId head = heads[random.below(heads.size())];
    const std::span<const EntityId> tails = graph.targets(head, step);
    facts.push_back({head, relation, tails[random.below(tails.size())]});
  }
  return facts;
}

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
  Choices choices(rules, graph, options, threads.size());
  if (graph.ends() / 2 <= options.judging_facts) {
    choose_all(choices, graph.entities(), threads, [&](std::size_t item, std::size_t worker) {
      const EntityId head(item);
      for (const StepGraph::Segment& segment : graph.segments(head)) {
        if (!is_forwards(segment.step)) continue;
        for (const EntityId tail : graph.targets(segment)) {
          stop_if_asked();
          choices.choose({head, relation_of(segment.step), tail}, worker);
        }
      }
    });
  } else {
    const std::size_t most = std::max<std::size_t>(1, options.judging_facts / graph.relations());
    choose_all(choices, graph.relations(), threads, [&](std::size_t item, std::size_t worker) {
      for (const Triple& fact : some_facts(graph, RelationId(item), most, options.seed)) {
        stop_if_asked();
        choices.choose(fact, worker);
      }
    });
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (choices.is_kept(i) || rules[i].body.length == 0) rules[next++] = rules[i];
  }
  rules.resize(next);
  return rules;
}

}  // namespace gntp
