#include "mine/miner.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/share_out.h"
#include "base/stop.h"
#include "base/stopwatch.h"
#include "mine/constant_paths.h"
#include "mine/constant_rules.h"
#include "mine/fact_rules.h"
#include "mine/loopless_starts.h"
#include "mine/path_counter.h"
#include "mine/path_sampler.h"
#include "mine/sampled_counter.h"
#include "mine/selection.h"

namespace gntp {
namespace {

constexpr std::uint64_t kMineStream = 1'000'000;  // far from the streams of training
constexpr std::size_t kManyRules = 100'000;       // fewer are not worth sorting
// A part of the work, such as all bodies of two atoms, is as many steps, however large the data.
constexpr std::size_t kStepsPerPart = 64;

class Miner {
 public:
  Miner(const KnowledgeBase& kb, const MineOptions& options, ThreadPool& threads,
        MiningSteps& steps)
      : options_(options),
        threads_(threads),
        steps_(steps),
        graph_(kb.facts.graph()),
        starts_(graph_),
        state_(std::move(steps.start)),
        accepted_(state_.accepted) {
    if (options.constants > 0) links_.emplace(graph_);
  }

  Mining run() {
    check_length();
    for (length_ = 1; length_ <= std::max(options_.max_body, options_.constants); ++length_) {
      if (length_ <= options_.max_body) count_paths();
      if (length_ <= options_.constants) count_constants();
    }
    Mining mining;
    mining.accepted = state_.accepted;
    mining.rules = select_rules(std::move(state_.rules), options_);
    mining.rules = best_for_facts(std::move(mining.rules), graph_, options_, threads_);
    if (options_.bodiless) {
      const Found bodiless = count_bodiless(mining.accepted);
      mining.rules.insert(mining.rules.end(), bodiless.begin(), bodiless.end());
    }
    count_known(mining.rules);
    mining.partly = static_cast<std::size_t>(std::ranges::count_if(
        mining.rules, [](const MinedRule& rule) { return !rule.counts.is_exact(); }));
    mining.sampled_from = sampled_from_;
    mining.steps = state_.steps;
    mining.complete = !ended_;
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

  // The parts -------------------------------------------------------------------------------------

  void count_paths() {
    const bool exhaustive = is_exhaustive(length_);
    if (!exhaustive && sampled_from_ == 0 && !ended_) sampled_from_ = length_;
    if (!begin_part()) return;
    const std::vector<BodyGroup> groups = exhaustive ? all_groups(length_) : in_rounds(propose());
    const std::vector<double> paths = count_paths_of(groups);
    const double limit = paths_each(paths);
    struct Counters {
      PathCounter whole;
      SampledCounter sampled;
    };
    std::vector<Counters> counters(threads_.size(),
                                   Counters{PathCounter(graph_, starts_, options_),
                                            SampledCounter(graph_, starts_, options_)});
    take_steps(groups.size(), [&](std::size_t item, std::size_t worker, Found& found) {
      const std::size_t before = found.size();
      const BodyGroup& group = groups[item];
      // What was judged by a few may be wrong, but not without end.
      constexpr double kMisjudged = 4;
      const bool is_counted =
          paths[item] <= limit && counters[worker].whole.count(group, kMisjudged * limit, found);
      if (!is_counted) counters[worker].sampled.count(group, limit, found);
      return found.size() - before;
    });
  }

  std::vector<double> count_paths_of(const std::vector<BodyGroup>& groups) {
    std::vector<double> paths(groups.size());
    if (length_ == 1) return paths;  // one step is always counted
    share_out(
        threads_, groups.size(),
        [&](std::size_t item, std::size_t) { paths[item] = paths_of(graph_, groups[item]); },
        [&](std::size_t item, auto& archive) { archive(paths[item]); });
    return paths;
  }

  // How many paths of a group are walked before it is sampled.
  double paths_each(const std::vector<double>& paths) const {
    double limit = std::numeric_limits<double>::infinity();
    if (options_.total_paths > 0) {
      limit = fair_paths(paths, static_cast<double>(options_.total_paths));
    }
    if (options_.max_paths > 0) limit = std::min(limit, static_cast<double>(options_.max_paths));
    return limit;
  }

  void count_constants() {
    if (!begin_part()) return;
    if (length_ == 1) {
      std::vector<ConstantRules> counters(threads_.size(),
                                          ConstantRules(graph_, starts_, *links_, options_));
      take_steps(graph_.entities(), [&](std::size_t item, std::size_t worker, Found& found) {
        return counters[worker].count(EntityId(item), found);
      });
      return;
    }
    const ConstantHeads heads(graph_, *links_, options_.least_constant_support());
    std::vector<ConstantPaths> counters(threads_.size(),
                                        ConstantPaths(graph_, *links_, heads, options_));
    take_steps(links_->size(), [&](std::size_t item, std::size_t worker, Found& found) {
      const std::size_t before = found.size();
      counters[worker].count(item, found);
      return found.size() - before;
    });
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

  // For each relation the bodies found around samples of its facts, those of most paths first.
  // Every relation has random numbers of its own.
  std::vector<std::vector<Proposal>> propose() {
    std::vector<std::vector<Proposal>> proposed(graph_.relations());
    const std::size_t most =
        std::max<std::size_t>(1, options_.exhaustive / std::max<std::size_t>(1, proposed.size()));
    const auto propose_one = [&](std::size_t item, std::size_t) {
      const RelationId relation(item);
      Random random(options_.seed, kMineStream + length_ * proposed.size() + relation);
      proposed[relation] = PathSampler(graph_).propose(starts_.head_step(relation), length_,
                                                       options_.samples, random);
      if (options_.exhaustive > 0 && proposed[relation].size() > most) {
        proposed[relation].resize(most);
        proposed[relation].shrink_to_fit();
      }
    };
    share_out(threads_, proposed.size(), propose_one,
              [&](std::size_t relation, auto& archive) { archive(proposed[relation]); });
    return proposed;
  }

  // In rounds: first the few bodies that each relation needs most, then the next, each round four
  // times as long as the one before. So whatever ends mining early, all relations have had a turn.
  // Within a round, bodies with the same first steps are together.
  static std::vector<BodyGroup> in_rounds(std::vector<std::vector<Proposal>> proposed) {
    struct Place {
      std::uint8_t round;
      Body body;
      auto operator<=>(const Place&) const = default;
    };
    std::vector<Place> places;
    for (std::vector<Proposal>& some : proposed) {
      for (std::size_t rank = 0; rank < some.size(); ++rank) {
        const auto round = static_cast<std::uint8_t>(std::bit_width(rank / 2 + 1) / 2);
        places.push_back({round, some[rank].body});
      }
      some = {};
    }
    // A body is in the first of its rounds.
    std::ranges::sort(places, [](const Place& a, const Place& b) {
      return std::tie(a.body, a.round) < std::tie(b.body, b.round);
    });
    const auto same = [](const Place& a, const Place& b) { return a.body == b.body; };
    places.erase(std::unique(places.begin(), places.end(), same), places.end());
    std::ranges::sort(places);
    std::vector<BodyGroup> groups;
    std::uint8_t round = 0;
    for (const Place& place : places) {
      Body prefix = place.body;
      const Step last = prefix.steps[--prefix.length];
      prefix.steps[prefix.length] = 0;
      if (groups.empty() || groups.back().prefix != prefix || place.round != round) {
        groups.push_back({prefix, {}});
      }
      round = place.round;
      groups.back().lasts.push_back(last);
    }
    return groups;
  }

  // How often each entity is an answer at all: of the entities, how many have it.
  Found count_bodiless(std::size_t& accepted) const {
    const std::size_t most =
        options_.max_rules > 0 ? options_.max_rules : std::numeric_limits<std::size_t>::max();
    Found rules;
    for (Step head = 0; head < graph_.steps(); ++head) {
      for (const EntityId constant : graph_.starts(inverse(head))) {
        const std::size_t support = others(graph_.targets(constant, inverse(head)), constant);
        if (support < options_.least_constant_support()) continue;
        ++accepted;
        MinedRule& rule = rules.emplace_back();
        rule.head = head;
        rule.head_constant = constant;
        rule.counts = MinedCounts::of(support, graph_.entities() - 1);
        rule.counts.known_body = starts_.count(head);
        rule.confidence = options_.corrected(rule.counts.support, rule.counts.body);
      }
      stop_if_asked();
      if (rules.size() / 2 > most) rules = select_rules(std::move(rules), options_);
    }
    if (rules.size() > most) rules = select_rules(std::move(rules), options_);
    return rules;
  }

  void count_known(Found& rules) {
    const auto count_one = [&](std::size_t item, std::size_t) {
      MinedRule& rule = rules[item];
      if (kind_of(rule) == RuleKind::kConstantStep) gntp::count_known(graph_, rule);
      if (rule.counts.known_body == 0 && rule.body.length == 1) {
        rule.counts.known_body = known_pairs(graph_, rule.body.steps[0], rule.head);
      }
    };
    share_out(threads_, rules.size(), count_one,
              [&](std::size_t item, auto& archive) { archive(rules[item].counts.known_body); });
  }

  // The steps -------------------------------------------------------------------------------------

  // Whether the next part has steps that are still to be taken.
  bool begin_part() {
    part_begin_ = part_end_;
    part_end_ += kStepsPerPart;
    return !ended_ && state_.steps < part_end_;
  }

  // The steps of the part at hand, each an equal share of the items.
  template <typename Count>
  void take_steps(std::size_t items, Count count) {
    while (state_.steps < part_end_) {
      if (steps_.may_go_on && !steps_.may_go_on()) {
        ended_ = true;
        return;
      }
      const std::size_t step = state_.steps - part_begin_;
      const std::size_t begin = step * items / kStepsPerPart;
      const std::size_t end = (step + 1) * items / kStepsPerPart;
      try {
        take_step(begin, end - begin, count);
      } catch (...) {
        if (steps_.when_stopped) steps_.when_stopped(state_);
        throw;
      }
      ++state_.steps;
      if (steps_.after_step) steps_.after_step(state_);
    }
  }

  // Which worker of which process finds what is left to chance: the rules that are kept have an
  // order of their own.
  template <typename Count>
  void take_step(std::size_t first, std::size_t items, Count count) {
    Communicator& team = Communicator::current();
    const Share share(items, team);
    std::vector<Found> found(threads_.size());
    const auto look = [&] {
      std::atomic<std::size_t> done = 0;
      accepted_ = state_.accepted;
      threads_.for_each(share.size(), [&](std::size_t place, std::size_t worker) {
        Found& mine = found[worker];
        accepted_ += count(first + share[place], worker, mine);
        trim(mine);
        ++done;
        if (worker == 0) report(done, share.size());
      });
    };
    if (team.is_alone()) {
      look();
    } else {
      share_found(team, look, found);
    }
    state_.accepted = accepted_;
    for (Found& some : found) {
      state_.rules.insert(state_.rules.end(), some.begin(), some.end());
      some = {};
    }
    trim(state_.rules);
  }

  // Afterwards `found` and `accepted_` are what all processes found.
  template <typename Look>
  void share_found(Communicator& team, const Look& look, std::vector<Found>& found) {
    const std::vector<std::string> all = team.gather([&] {
      look();
      for (std::size_t i = 1; i < found.size(); ++i) {
        found[0].insert(found[0].end(), found[i].begin(), found[i].end());
        found[i] = {};
      }
      if (options_.max_rules > 0 && found[0].size() > options_.max_rules) {
        found[0] = select_rules(std::move(found[0]), options_);
      }
      ByteWriter archive;
      archive(accepted_ - state_.accepted);
      archive(found[0]);
      return archive.take();
    });
    found.assign(all.size(), {});
    accepted_ = state_.accepted;
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      ByteReader archive(all[rank]);
      std::size_t accepted = 0;
      archive(accepted);
      archive(found[rank]);
      archive.finish();
      accepted_ += accepted;
    }
  }

  // A rule that is not among the best of some is not among the best of all.
  void trim(Found& rules) const {
    const std::size_t kept = options_.max_rules;
    if (kept == 0 || rules.size() < kRuleKinds * kept + kManyRules) return;
    rules = select_rules(std::move(rules), options_);
  }

  void report(std::size_t done, std::size_t items) const {
    if (!steps_.progress) return;
    const double part = static_cast<double>(done) / static_cast<double>(items);
    const double work =
        (static_cast<double>(state_.steps) + part) / static_cast<double>(mining_steps(options_));
    steps_.progress({std::clamp(work, 0.0, 1.0), length_, accepted_});
  }

  const MineOptions& options_;
  ThreadPool& threads_;
  MiningSteps& steps_;
  Stopwatch stopwatch_;
  const StepGraph& graph_;
  std::optional<SegmentLinks> links_;  // where there are rules with constants
  LooplessStarts starts_;
  MiningState state_;
  std::size_t length_ = 1;      // of the part at hand: paths, or rules with constants
  std::size_t part_begin_ = 0;  // its steps
  std::size_t part_end_ = 0;
  std::size_t sampled_from_ = 0;
  bool ended_ = false;                     // before the last step
  std::atomic<std::size_t> accepted_ = 0;  // in the step at hand, too
};

}  // namespace

std::size_t mining_steps(const MineOptions& options) {
  return kStepsPerPart * (options.max_body + options.constants);
}

MiningBound bound_of(const MineOptions& options) {
  MiningBound bound{std::nullopt, sizeof(MinedRule)};
  std::size_t kinds = options.max_body > 2 ? 2 : 1;
  kinds += std::min<std::size_t>(options.constants, 2);
  if (options.bodiless) ++kinds;
  if (options.max_rules > 0) bound.rules = kinds * options.max_rules;
  return bound;
}

Mining mine_rules(const KnowledgeBase& kb, const MineOptions& options, ThreadPool& threads,
                  MiningSteps steps) {
  return Miner(kb, options, threads, steps).run();
}

}  // namespace gntp
