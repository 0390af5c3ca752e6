#include "mine/sampled_counter.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/stop.h"

namespace gntp {
namespace {

constexpr std::uint64_t kSampleStream = 3'000'000'000;  // far from the streams of proposals
constexpr std::size_t kReached = 256;          // that a first step leads to; of more some are drawn
constexpr std::size_t kEnds = 2048;            // of a last step; of more some are drawn
constexpr std::size_t kDraws = 128;            // of them
constexpr std::size_t kWays = 512;             // that are looked through, of more some
constexpr std::size_t kLongPaths = 1'000'000;  // of a start, by more than one first step
constexpr std::size_t kFirstLook = 256;        // starts before precision is asked for
constexpr double kPrecise = 0.01;     // half the width of an interval that is narrow enough
constexpr double kCellCost = 0.25;    // of a path's
constexpr std::uint32_t kRare = 200;  // starts with pairs; a last step with fewer is rare

std::uint64_t stream_of(const Body& prefix) {
  std::uint64_t stream = kSampleStream;
  for (std::size_t i = 0; i < prefix.length; ++i) {
    stream = stream * 0x9E3779B97F4A7C15 + prefix.steps[i] + 1;
  }
  return stream;
}

}  // namespace

SampledCounter::SampledCounter(const StepGraph& graph, const LooplessStarts& starts,
                               const MineOptions& options)
    : graph_(graph),
      starts_(starts),
      options_(options),
      front_(graph),
      heads_(graph, starts),
      order_(graph.entities()),
      seen_(graph.entities()),
      leaps_(graph.steps()),
      rows_(graph.steps()),
      cells_(graph.steps() * graph.relations()) {}

void SampledCounter::count(const BodyGroup& group, double limit, std::vector<MinedRule>& rules) {
  random_ = Random(options_.seed, stream_of(group.prefix));
  sample(graph_.starts(group.prefix.steps[0]), group, limit / 2);
  BodyGroup rare{group.prefix, {}};
  if (drawn_ < population_) {
    for (const Step last : group.lasts.empty() ? counted_ : group.lasts) {
      if (rows_[last].starts < kRare) rare.lasts.push_back(last);
    }
  }
  std::vector<MinedRule> sampled;
  append(group.prefix, sampled);
  clear();
  const std::vector<Step> recounted = count_rare(rare, limit / 2, rules);
  for (const MinedRule& rule : sampled) {
    const Step last = rule.body.steps[rule.body.length - 1U];
    if (!std::ranges::binary_search(recounted, last)) rules.push_back(rule);
  }
}

void SampledCounter::sample(std::span<const EntityId> starts, const BodyGroup& group,
                            double limit) {
  population_ = starts.size();
  drawn_ = 0;
  spent_ = 0;
  is_cut_ = false;
  order_.clear();
  while (drawn_ < population_ && spent_ < limit) {
    stop_if_asked();
    count_from(starts[next_start()], group);
    if (drawn_ >= kFirstLook && std::has_single_bit(drawn_) && is_precise()) return;
  }
}

// The next of the starts in a random order, none twice: a shuffle of which only what has moved is
// kept.
std::size_t SampledCounter::next_start() {
  const auto at = static_cast<std::uint32_t>(drawn_++);
  const std::uint32_t drawn = at + random_.below(population_ - at);
  const std::uint32_t* moved_here = order_.find(at);
  const std::uint32_t here = moved_here != nullptr ? *moved_here : at;
  const auto [there, is_new] = order_.insert(drawn);
  const std::uint32_t picked = is_new ? drawn : *there;
  *there = here;
  return picked;
}

void SampledCounter::count_from(EntityId start, const BodyGroup& group) {
  const std::span<const Reached> frontier = reach(start, group.prefix);
  spent_ += 1 + static_cast<double>(frontier.size());
  collect(group, frontier);
  if (leaping_.empty()) return;
  heads_.look_at(start);
  spent_ += static_cast<double>(heads_.size());
  for (const Step last : leaping_) {
    std::size_t ends = 0;
    for (const Leap& leap : leaps_[last]) ends += leap.segment.size();
    const bool is_list = group.prefix.length > 1 || (weight_ == 1 && ends <= kEnds);
    add_start(last, is_list ? list_ends(start, last)
                            : draw_ends(start, group.prefix.steps[0], last, ends));
    leaps_[last].clear();
  }
  leaping_.clear();
}

// Where a hub leads to, some of it.
std::span<const Reached> SampledCounter::reach(EntityId start, const Body& prefix) {
  weight_ = 1;
  if (prefix.length > 1) {
    const std::span<const Reached> frontier = front_.reach(start, prefix, kLongPaths);
    is_cut_ = is_cut_ || !front_.is_whole();
    return frontier;
  }
  some_.clear();
  const std::span<const EntityId> targets = graph_.targets(start, prefix.steps[0]);
  const auto add = [&](EntityId target) {
    if (target != start) some_.push_back({target, start});
  };
  if (targets.size() <= kReached) {
    std::ranges::for_each(targets, add);
  } else {
    weight_ = static_cast<double>(targets.size()) / kReached;
    for (std::size_t i = 0; i < kReached; ++i) add(targets[random_.below(targets.size())]);
  }
  return some_;
}

// The last steps from where the paths are, step by step.
void SampledCounter::collect(const BodyGroup& group, std::span<const Reached> frontier) {
  for (const Reached& reached : frontier) {
    for (const StepGraph::Segment& segment : graph_.segments(reached.entity)) {
      if (!group.has(segment.step)) continue;
      std::vector<Leap>& leaps = leaps_[segment.step];
      if (leaps.empty()) leaping_.push_back(segment.step);
      leaps.push_back({segment, reached});
    }
  }
}

double SampledCounter::list_ends(EntityId start, Step last) {
  seen_.clear();
  std::size_t pairs = 0;
  std::size_t ends = 0;
  for (const Leap& leap : leaps_[last]) {
    for (const EntityId end : graph_.targets(leap.segment)) {
      if (++ends > kLongPaths) {
        is_cut_ = true;
        break;
      }
      if (end == start || !leap.from.may_go_to(end) || !seen_.insert(end).second) continue;
      ++pairs;
      add_support(last, end, 1);
    }
  }
  add_looks(last, static_cast<double>(ends), static_cast<double>(ends));
  return static_cast<double>(pairs);
}

// Paths at random. A pair counts the less, the more paths it has: so all paths of a pair together
// count once.
double SampledCounter::draw_ends(EntityId start, Step first, Step last, std::size_t ends) {
  const std::vector<Leap>& leaps = leaps_[last];
  leap_ends_.clear();
  std::size_t sum = 0;
  for (const Leap& leap : leaps) leap_ends_.push_back(sum += leap.segment.size());
  const std::size_t draws = std::min(kDraws, ends);
  const double weight = weight_ * static_cast<double>(ends) / static_cast<double>(draws);
  const std::span<const EntityId> between = graph_.targets(start, first);
  double pairs = 0;
  for (std::size_t i = 0; i < draws; ++i) {
    const std::size_t at = draws == ends ? i : random_.below(ends);
    const auto leap =
        static_cast<std::size_t>(std::ranges::upper_bound(leap_ends_, at) - leap_ends_.begin());
    const StepGraph::Segment& segment = leaps[leap].segment;
    const EntityId end = graph_.targets(segment)[at - (leap_ends_[leap] - segment.size())];
    if (end == start || !leaps[leap].from.may_go_to(end)) continue;
    const double counts = weight / ways(between, end, last, start);
    pairs += counts;
    add_support(last, end, counts);
  }
  add_looks(last, static_cast<double>(draws), weight_ * static_cast<double>(ends));
  return pairs;
}

// By how many of the entities between them the body leads from the start to the end. Where both
// sides are hubs, that is estimated.
double SampledCounter::ways(std::span<const EntityId> between, EntityId end, Step last,
                            EntityId start) {
  std::span<const EntityId> few = between;
  std::span<const EntityId> many = graph_.targets(end, inverse(last));
  if (few.size() > many.size()) std::swap(few, many);
  const auto is_way = [&](EntityId entity) {
    return entity != start && entity != end && std::ranges::binary_search(many, entity);
  };
  const std::size_t looks = std::min(few.size(), kWays);
  spent_ += static_cast<double>(looks);
  std::size_t found = 0;
  for (std::size_t i = 0; i < looks; ++i) {
    if (is_way(looks == few.size() ? few[i] : few[random_.below(few.size())])) ++found;
  }
  const double part = static_cast<double>(looks) / static_cast<double>(few.size());
  return std::max(1.0, static_cast<double>(found) / part);
}

void SampledCounter::add_support(Step last, EntityId end, double weight) {
  heads_.for_each(end, [&](RelationId relation) {
    Cell& at = cell(last, relation);
    if (at.now == 0) touched_.push_back(std::uint64_t{last} * graph_.relations() + relation);
    at.now += weight;
  });
}

SampledCounter::Cell& SampledCounter::cell(Step last, RelationId relation) {
  const std::uint64_t key = std::uint64_t{last} * graph_.relations() + relation;
  const auto [cell, is_new] = cells_.insert(key);
  if (is_new) filled_.push_back(key);
  return *cell;
}

void SampledCounter::add_looks(Step last, double looks, double ends) {
  spent_ += looks;
  Row& row = rows_[last];
  if (row.ends == 0) counted_.push_back(last);
  row.looked_at += looks;
  row.ends += ends;
}

void SampledCounter::add_start(Step last, double pairs) {
  if (pairs == 0) return;
  Row& row = rows_[last];
  ++row.starts;
  row.x += pairs;
  row.xx += pairs * pairs;
  for (const std::uint64_t key : touched_) {
    Cell& at = *cells_.find(key);
    at.y += at.now;
    at.yy += at.now * at.now;
    at.xy += at.now * pairs;
    if (at.now >= pairs) ++at.whole;
    at.now = 0;
    ++at.starts;
  }
  touched_.clear();
  spent_ += kCellCost * static_cast<double>(heads_.relations().size());
  for (const RelationId relation : heads_.relations()) cell(last, relation).known += pairs;
}

// Whether all that might be rules are known well enough, but for what is rare.
bool SampledCounter::is_precise() const {
  const auto is_frequent = [&](Step last) { return rows_[last].starts >= kRare; };
  if (std::ranges::none_of(counted_, is_frequent)) return false;
  return std::ranges::all_of(filled_, [&](std::uint64_t key) {
    const Row& row = rows_[key / graph_.relations()];
    if (row.starts < kRare) return true;
    const RatioInterval known = interval(row, *cells_.find(key));
    return known.high < options_.min_confidence || known.high - known.low <= 2 * kPrecise;
  });
}

// Last steps from their own side, where that can be done; which these are, sorted.
std::vector<Step> SampledCounter::count_rare(const BodyGroup& group, double limit,
                                             std::vector<MinedRule>& rules) {
  std::vector<Step> lasts = group.lasts;
  std::ranges::stable_sort(lasts, {}, [&](Step last) { return graph_.starts(last).size(); });
  std::vector<Step> recounted;
  const std::size_t all = graph_.starts(group.prefix.steps[0]).size();
  for (const Step last : lasts) {
    const auto size = static_cast<double>(graph_.starts(last).size());
    if (size > limit || 2 * size > static_cast<double>(all)) break;
    if (!list_starts(group.prefix, last, limit)) continue;
    limit -= size + static_cast<double>(listed_.size());
    sample(listed_, {group.prefix, {last}}, limit);
    limit -= spent_;
    append(group.prefix, rules);
    clear();
    recounted.push_back(last);
  }
  std::ranges::sort(recounted);
  return recounted;
}

// All from which the body can lead anywhere, and maybe others; or there are too many to list.
bool SampledCounter::list_starts(const Body& prefix, Step last, double limit) {
  const std::span<const EntityId> ends = graph_.starts(last);
  listed_.assign(ends.begin(), ends.end());
  for (std::size_t i = prefix.length; i > 0; --i) {
    seen_.clear();
    further_.clear();
    for (const EntityId entity : listed_) {
      for (const EntityId before : graph_.targets(entity, inverse(prefix.steps[i - 1]))) {
        if (before == entity || !seen_.insert(before).second) continue;
        if (static_cast<double>(further_.size()) >= limit) return false;
        further_.push_back(before);
      }
    }
    std::swap(listed_, further_);
  }
  return true;
}

bool SampledCounter::is_exact(const Row& row) const {
  return drawn_ == population_ && !is_cut_ && row.looked_at == row.ends;
}

RatioInterval SampledCounter::interval(const Row& row, const Cell& cell) const {
  // Where pairs of a start were drawn, too, having all starts is not having all.
  const bool is_whole = row.looked_at == row.ends;
  return interval_of({.drawn = static_cast<double>(drawn_),
                      .population = is_whole ? static_cast<double>(population_) : 0.0,
                      .x = row.x,
                      .xx = row.xx,
                      .y = cell.y,
                      .xy = cell.xy,
                      .yy = cell.yy,
                      .telling = std::min<double>(cell.starts, row.starts - cell.whole)});
}

void SampledCounter::append(const Body& prefix, std::vector<MinedRule>& rules) {
  for (const std::uint64_t key : filled_) {
    const Cell& counts = *cells_.find(key);
    const auto last = static_cast<Step>(key / graph_.relations());
    const Row& row = rows_[last];
    if (counts.starts == 0) continue;
    MinedRule rule;
    rule.counts = MinedCounts::of(std::max<std::size_t>(1, std::llround(counts.y)),
                                  static_cast<std::size_t>(std::llround(row.x)));
    rule.counts.body = std::max<std::size_t>(rule.counts.body, rule.counts.support);
    rule.counts.known_body =
        std::clamp<std::size_t>(static_cast<std::size_t>(std::llround(counts.known)),
                                rule.counts.support, rule.counts.body);
    if (is_exact(row)) {
      if (!options_.accept(rule.counts.support, rule.counts.body)) continue;
      rule.confidence = options_.corrected(rule.counts.support, rule.counts.body);
    } else if (!estimate(row, counts, rule)) {
      continue;
    }
    rule.body = prefix;
    rule.body.steps[rule.body.length++] = last;
    rule.head = starts_.head_step(RelationId(key % graph_.relations()));
    rules.push_back(rule);
  }
}

// Whether the options accept it; what a single start says is not enough.
bool SampledCounter::estimate(const Row& row, const Cell& cell, MinedRule& rule) const {
  const double part = static_cast<double>(drawn_) / static_cast<double>(population_);
  const double support = cell.y / part;
  if (cell.starts < 2 || support < static_cast<double>(options_.min_support)) return false;
  const RatioInterval known = interval(row, cell);
  rule.confidence = known.ratio * known.effective / (known.effective + options_.correction);
  if (rule.confidence < options_.min_confidence) return false;
  rule.counts.share = static_cast<float>(std::min(part * row.looked_at / row.ends, 1 - 1e-6));
  rule.counts.low = is_cut_ ? 0 : static_cast<float>(known.low);
  rule.counts.high = is_cut_ ? 1 : static_cast<float>(known.high);
  return true;
}

void SampledCounter::clear() {
  for (const Step last : counted_) rows_[last] = {};
  counted_.clear();
  cells_.clear();
  filled_.clear();
}

}  // namespace gntp
