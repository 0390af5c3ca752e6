#include "prover/path_tables.h"

#include <algorithm>
#include <limits>

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

PathTables::PathTables(const Reasoner& reasoner, PredicateId predicate, AskedSide asked)
    : reasoner_(reasoner),
      relations_(reasoner.kb().relations.size()),
      one_(2 * relations_, kInfinity),
      nearest_two_(2 * relations_, kInfinity),
      nearest_three_(2 * relations_, kInfinity) {
  const std::span<const float> to_relations = reasoner.symbols().to_relations(predicate);
  for (Id relation = 0; relation < relations_; ++relation) {
    one_[asked == AskedSide::kTail ? forwards(relation) : backwards(relation)] =
        to_relations[relation];
  }
  if (reasoner.options().depth == 0) return;
  for (const RuleMatch& match : reasoner.rules().nearest(predicate)) {
    if (match.distance > reasoner.radius()) break;
    const auto path = RulePath::of(reasoner.kb().rules[match.rule]);
    if (!path || !add(match, asked == AskedSide::kTail ? *path : path->reversed())) {
      other_rules_.push_back(match);
    }
  }
  find_nearest();
}

// Whether it fits in the tables.
bool PathTables::add(const RuleMatch& match, const RulePath& path) {
  if (path.size() == 1) {
    add_one(match, path.steps()[0]);
    return true;
  }
  if (relations_ > kMaxRelations) return false;
  if (path.size() == 3) return add_three(match, path.steps());
  add_two(match, path.steps());
  return true;
}

void PathTables::add_one(const RuleMatch& match, const RulePath::Step& step) {
  for (const auto& [id, distance] : matches_of(step, match.distance)) {
    one_[id] = std::min(one_[id], distance);
  }
}

void PathTables::add_two(const RuleMatch& match, std::span<const RulePath::Step> steps) {
  if (!has_two()) {
    two_ = Matrix(2 * relations_, 2 * relations_);
    std::ranges::fill(two_.values(), kInfinity);
  }
  const std::vector<Match> seconds = matches_of(steps[1], match.distance);
  for (const Match& first : matches_of(steps[0], match.distance)) {
    const std::span<float> row = two_.row(first.step);
    for (const Match& second : seconds) {
      row[second.step] = std::min(row[second.step], std::max(first.distance, second.distance));
    }
  }
}

bool PathTables::add_three(const RuleMatch& match, std::span<const RulePath::Step> steps) {
  const std::size_t all_steps = 2 * relations_;
  const std::vector<Match> firsts = matches_of(steps[0], match.distance);
  const std::vector<Match> seconds = matches_of(steps[1], match.distance);
  const std::vector<Match> thirds = matches_of(steps[2], match.distance);
  if (three_.size() + firsts.size() * seconds.size() * all_steps > kMaxTriples) return false;
  if (pairs_.empty()) pairs_.assign(all_steps * all_steps, kNoPair);
  for (const Match& first : firsts) {
    for (const Match& second : seconds) {
      std::int32_t& pair = pairs_[first.step * all_steps + second.step];
      if (pair == kNoPair) {
        pair = static_cast<std::int32_t>(three_.size() / all_steps);
        three_.resize(three_.size() + all_steps, kInfinity);
      }
      const float before = std::max(first.distance, second.distance);
      float* row = three_.data() + static_cast<std::size_t>(pair) * all_steps;
      for (const Match& third : thirds) {
        row[third.step] = std::min(row[third.step], std::max(before, third.distance));
      }
    }
  }
  return true;
}

// The steps within the radius of the rule's, no nearer than its head.
std::vector<PathTables::Match> PathTables::matches_of(const RulePath::Step& step,
                                                      float head_distance) const {
  std::vector<Match> matches;
  const std::span<const float> distances = reasoner_.symbols().to_relations(step.predicate);
  for (Id relation = 0; relation < relations_; ++relation) {
    if (distances[relation] > reasoner_.radius()) continue;
    matches.push_back(
        {forwards(relation) + step.direction, std::max(head_distance, distances[relation])});
  }
  return matches;
}

void PathTables::find_nearest() {
  for (Step step = 0; step < two_.rows(); ++step) {
    nearest_two_[step] = *std::ranges::min_element(two_.row(step));
  }
  const std::size_t all_steps = 2 * relations_;
  nearest_of_pair_.assign(all_steps == 0 ? 0 : three_.size() / all_steps, kInfinity);
  for (std::size_t first = 0; first < (has_three() ? all_steps : 0); ++first) {
    for (std::size_t second = 0; second < all_steps; ++second) {
      const std::int32_t row = pairs_[first * all_steps + second];
      if (row == kNoPair) continue;
      const float nearest = *std::ranges::min_element(three(row));
      nearest_of_pair_[static_cast<std::size_t>(row)] = nearest;
      nearest_three_[first] = std::min(nearest_three_[first], nearest);
    }
  }
}

}  // namespace gntp
