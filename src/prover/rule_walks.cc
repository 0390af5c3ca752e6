#include "prover/rule_walks.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace gntp {
namespace {

// A rule that may be read in more ways than this is not walked.
constexpr std::size_t kMaxRoutes = 16;

}  // namespace

bool RuleWalks::possible(const Reasoner& reasoner) {
  const ProverOptions& options = reasoner.options();
  return reasoner.symbols().is_symbolic() && options.tnorm == TNorm::kMin &&
         options.unification == Unification::kPerTerm && options.depth <= 1 && options.k_facts == 0;
}

RuleWalks::RuleWalks(const Reasoner& reasoner, ThreadPool& threads)
    : reasoner_(reasoner),
      radius_(reasoner.radius()),
      relation_count_(reasoner.kb().relations.size()),
      in_body_(reasoner.kb().predicate_count()),
      relations_(relation_count_) {
  const RuleSet& rules = reasoner.kb().rules;
  for (RuleId rule = 0; rule < rules.size(); ++rule) {
    for (const PredicateId predicate : rules.predicates(rule).subspan(1)) in_body_[predicate] = 1;
  }
  if (reasoner.options().depth == 0) return;
  threads.for_each(relation_count_, [this](std::size_t relation, std::size_t) {
    if (reasoner_.goals().contains(static_cast<PredicateId>(relation))) {
      build(static_cast<PredicateId>(relation));
    }
  });
}

void RuleWalks::update(const MovedRows& moved, ThreadPool& threads) {
  if (reasoner_.options().depth == 0) return;
  const bool bodies_moved = radius_ != reasoner_.radius() ||
                            std::ranges::any_of(moved.predicates, [this](std::uint32_t predicate) {
                              return in_body_[predicate] != 0;
                            });
  radius_ = reasoner_.radius();
  threads.for_each(relation_count_, [&](std::size_t i, std::size_t) {
    const auto relation = static_cast<PredicateId>(i);
    if (!reasoner_.goals().contains(relation)) return;
    if (!bodies_moved && !reasoner_.rules().changed(relation)) return;
    if (bodies_moved || !follow(relation)) build(relation);
  });
}

// Takes the heads' distances as they are now; false if other rules are within reach than before.
bool RuleWalks::follow(PredicateId relation) {
  Relation& it = relations_[relation];
  if (!it.others.empty()) return false;
  const std::span<const RuleMatch> now = reasoner_.rules().nearest(relation);
  if (now.size() != it.matches.size()) return false;
  for (const RuleMatch& match : now) {
    const auto place = std::ranges::lower_bound(it.matches, match.rule, {}, &RuleMatch::rule);
    if (place == it.matches.end() || place->rule != match.rule) return false;
    place->distance = match.distance;
  }
  return true;
}

void RuleWalks::build(PredicateId relation) {
  Relation& it = relations_[relation];
  it = Relation();
  const std::span<const RuleMatch> nearest = reasoner_.rules().nearest(relation);
  it.matches.assign(nearest.begin(), nearest.end());
  std::ranges::sort(it.matches, {}, &RuleMatch::rule);
  Entries entries;
  for (std::uint32_t match = 0; match < it.matches.size(); ++match) {
    if (!add(match, it, entries)) it.others.push_back(it.matches[match]);
  }
  std::ranges::sort(it.others, {},
                    [](const RuleMatch& match) { return std::tuple(match.distance, match.rule); });
  for (std::size_t side = 0; side < 2; ++side) {
    arrange(entries[side], it.walks[side]);
    std::ranges::sort(it.walks[side].returns_, {}, [](const Return& back) {
      return std::tuple(back.known, back.match, back.body);
    });
  }
}

// Whether it can be walked.
bool RuleWalks::add(std::uint32_t match, Relation& into, Entries& entries) const {
  const Rule rule = reasoner_.kb().rules[into.matches[match].rule];
  const auto& [from, to] = rule.head.arguments;
  const auto walk = from.is_variable() ? BodyWalk::from(from, rule.body) : std::nullopt;
  if (walk && to.is_variable() && walk->end == to) {
    const std::vector<Route> routes = routes_of(std::span(walk->steps).first(walk->size));
    for (const Route& route : routes) add_path(match, route, entries);
    return !routes.empty();
  }
  if (const auto path = ConstantRuleShape::of(rule)) {
    const std::vector<Route> routes = routes_of(path->steps());
    for (const Route& route : routes) add_constant(match, *path, route, into, entries);
    return !routes.empty();
  }
  return false;
}

void RuleWalks::add_path(std::uint32_t match, const Route& route, Entries& entries) const {
  const End end{match, route.distance, 0, 0};
  entries[1].push_back({route, Entry::Kind::kHere, end});
  entries[0].push_back({reversed(route), Entry::Kind::kHere, end});
}

void RuleWalks::add_constant(std::uint32_t match, const ConstantRuleShape& path, const Route& route,
                             Relation& into, Entries& entries) const {
  const Id place = path.place.value_or(0);
  const auto kind = path.place ? Entry::Kind::kAtPlace : Entry::Kind::kAnywhere;
  entries[1 - path.variable].push_back(
      {route, kind, {match, route.distance, place, path.constant}});
  into.walks[path.variable].returns_.push_back({path.constant, match, route.distance,
                                                path.place.has_value(), place,
                                                reversed(route).steps, route.size});
}

// Every choice of relations for the steps' predicates within the radius; nothing if there are too
// many.
std::vector<RuleWalks::Route> RuleWalks::routes_of(std::span<const BodyWalk::Step> steps) const {
  std::vector<Route> routes(1);
  for (const BodyWalk::Step& step : steps) {
    std::vector<Route> longer;
    const std::span<const float> distances = reasoner_.symbols().to_relations(step.predicate);
    for (Id relation = 0; relation < relation_count_; ++relation) {
      if (distances[relation] > reasoner_.radius()) continue;
      for (Route route : routes) {
        route.steps[route.size++] = forwards(relation) + step.direction;
        route.distance = std::max(route.distance, distances[relation]);
        longer.push_back(route);
      }
      if (longer.size() > kMaxRoutes) return {};
    }
    routes = std::move(longer);
  }
  return routes;
}

RuleWalks::Route RuleWalks::reversed(const Route& route) {
  Route back = route;
  for (std::size_t i = 0; i < route.size; ++i) {
    back.steps[i] = inverse(route.steps[route.size - 1 - i]);
  }
  return back;
}

// Entries that begin alike become one node, shorter ones before longer.
void RuleWalks::arrange(std::vector<Entry>& entries, Walk& walk) {
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    const auto steps = std::lexicographical_compare_three_way(
        a.route.all().begin(), a.route.all().end(), b.route.all().begin(), b.route.all().end());
    if (steps != 0) return steps < 0;
    const auto key = [](const Entry& entry) {
      return std::tuple(entry.kind, entry.end.place, entry.end.match, entry.end.body);
    };
    return key(a) < key(b);
  });
  fill(entries, 0, 0, walk);
}

void RuleWalks::fill(std::span<const Entry> entries, std::size_t depth, std::size_t node,
                     Walk& walk) {
  const auto next = [&] { return static_cast<std::uint32_t>(walk.ends_.size()); };
  std::size_t i = 0;
  const auto take = [&](Entry::Kind kind) {
    for (; i < entries.size() && entries[i].route.size == depth && entries[i].kind == kind; ++i) {
      walk.ends_.push_back(entries[i].end);
    }
  };
  walk.nodes_[node].here = next();
  take(Entry::Kind::kHere);
  walk.nodes_[node].anywhere = next();
  take(Entry::Kind::kAnywhere);
  walk.nodes_[node].at_places = next();
  take(Entry::Kind::kAtPlace);
  walk.nodes_[node].ends = next();

  const std::size_t first_child = walk.nodes_.size();
  std::vector<std::span<const Entry>> parts;
  while (i < entries.size()) {
    const Step step = entries[i].route.steps[depth];
    const std::size_t begin = i;
    while (i < entries.size() && entries[i].route.steps[depth] == step) ++i;
    parts.push_back(entries.subspan(begin, i - begin));
    walk.nodes_.emplace_back().step = step;
  }
  walk.nodes_[node].children = {static_cast<std::uint32_t>(first_child),
                                static_cast<std::uint32_t>(walk.nodes_.size())};
  for (std::size_t part = 0; part < parts.size(); ++part) {
    fill(parts[part], depth + 1, first_child + part, walk);
  }
}

std::span<const RuleWalks::Return> RuleWalks::Walk::returns(Id known) const {
  const auto [begin, end] =
      std::equal_range(returns_.begin(), returns_.end(), Return{known, 0, 0, false, 0, {}, 0},
                       [](const Return& a, const Return& b) { return a.known < b.known; });
  return std::span(returns_).subspan(static_cast<std::size_t>(begin - returns_.begin()),
                                     static_cast<std::size_t>(end - begin));
}

}  // namespace gntp
