#include "prover/rule_tree.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "kb/rule_text.h"

namespace gntp {

RuleTree::RuleTree(const Reasoner& reasoner, ThreadPool& threads)
    : reasoner_(reasoner),
      radius_(reasoner.radius()),
      in_body_(reasoner.kb().predicate_count()),
      relations_(reasoner.kb().relations.size()) {
  const RuleSet& rules = reasoner.kb().rules;
  for (RuleId rule{0}; rule < rules.size(); ++rule) {
    for (std::size_t atom = 1; atom < rules.atoms(rule); ++atom) {
      in_body_[rules.predicate(rule, atom)] = 1;
    }
  }
  if (reasoner.options().depth == 0) return;
  threads.for_each(relations_.size(), [this](std::size_t relation, std::size_t) {
    if (reasoner_.goals().contains(PredicateId(relation))) build(PredicateId(relation));
  });
  check_groundings();
}

void RuleTree::update(const MovedRows& moved, ThreadPool& threads) {
  if (reasoner_.options().depth == 0) return;
  const bool bodies_moved = radius_ != reasoner_.radius() ||
                            std::ranges::any_of(moved.predicates, [this](std::uint32_t predicate) {
                              return in_body_[predicate] != 0;
                            });
  radius_ = reasoner_.radius();
  if (!bodies_moved && keeps_all_rules()) {
    follow_rules(moved.rules);
    return;
  }
  threads.for_each(relations_.size(), [&](std::size_t i, std::size_t) {
    const PredicateId relation(i);
    if (!reasoner_.goals().contains(relation)) return;
    if (!bodies_moved && !reasoner_.rules().changed(relation)) return;
    if (bodies_moved || !follow(relation)) build(relation);
  });
  check_groundings();
}

// Where relations are symbols the rules of a relation are always the same.
bool RuleTree::keeps_all_rules() const {
  return reasoner_.model().has_symbolic_relations() && reasoner_.options().k_rules == 0;
}

// Takes these rules' distances as they are now.
void RuleTree::follow_rules(std::span<const std::uint32_t> moved) {
  for (const std::uint32_t row : moved) {
    const RuleId rule(row);
    const PredicateId relation = reasoner_.kb().rules.head_predicate(rule);
    if (relation >= relations_.size()) continue;
    Relation& it = relations_[relation];
    const auto place = std::ranges::lower_bound(it.matches, rule, {}, &RuleMatch::rule);
    if (place == it.matches.end() || place->rule != rule) continue;  // of no goal
    *place = reasoner_.rules().match(relation, rule);
  }
  for (Relation& it : relations_) sort_others(it);
}

// Takes the rules' distances as they are now; false if other rules are within reach than before.
bool RuleTree::follow(PredicateId relation) {
  Relation& it = relations_[relation];
  const std::span<const RuleMatch> now = reasoner_.rules().nearest(relation);
  if (now.size() != it.matches.size()) return false;
  for (const RuleMatch& match : now) {
    const auto place = std::ranges::lower_bound(it.matches, match.rule, {}, &RuleMatch::rule);
    if (place == it.matches.end() || place->rule != match.rule) return false;
    *place = match;
  }
  sort_others(it);
  return true;
}

void RuleTree::sort_others(Relation& it) {
  std::ranges::sort(it.others, {}, [&](std::uint32_t match) {
    return std::tuple(it.matches[match].distance, match);
  });
}

// Groundings are counted along walks only. Where it is chosen what counts, others count by their
// best.
void RuleTree::check_groundings() const {
  if (reasoner_.options().aggregation.groundings != Groundings::kShare) return;
  if (reasoner_.model().answer_choices.rows() > 0) return;
  const KnowledgeBase& kb = reasoner_.kb();
  for (const Relation& it : relations_) {
    if (it.others.empty()) continue;
    const RuleId rule = it.matches[it.others.front()].rule;
    const bool is_copy = kb.rules.template_of(rule).has_value();
    fail(
        "rank.groundings = \"share\" counts groundings along rules that are paths of at most {} "
        "atoms and can be read in at most {} ways, which {} is not; leave it out, or set "
        "rank.groundings to \"best\"",
        BodyWalk::kMaxSteps, kMaxRoutes,
        is_copy ? fmt::format("rule {}, a copy of a template,", rule + 1)
                : fmt::format("'{}'", rule_text(kb, rule)));
  }
}

void RuleTree::build(PredicateId relation) {
  Relation& it = relations_[relation] = {};
  if (keeps_all_rules()) {
    for (const RuleId rule : reasoner_.rules().with_head(relation)) {
      it.matches.push_back(reasoner_.rules().match(relation, rule));
    }
  } else {
    const std::span<const RuleMatch> nearest = reasoner_.rules().nearest(relation);
    it.matches.assign(nearest.begin(), nearest.end());
    std::ranges::sort(it.matches, {}, &RuleMatch::rule);
  }
  Entries entries;
  for (std::uint32_t match = 0; match < it.matches.size(); ++match) {
    if (!add(match, it, entries)) it.others.push_back(match);
  }
  sort_others(it);
  for (std::size_t side = 0; side < 2; ++side) {
    arrange(entries[side], it.sides[side]);
    std::ranges::sort(it.sides[side].reverse_rules_, {}, [](const ReverseRule& rule) {
      return std::tuple(rule.known, rule.size, rule.all_steps[0], rule.from_place, rule.leaf.place,
                        rule.leaf.match, rule.leaf.body);
    });
    std::ranges::sort(it.sides[side].of_all_answers_, {},
                      [](const Leaf& leaf) { return std::tuple(leaf.place, leaf.match); });
  }
}

// Whether it can be walked.
bool RuleTree::add(std::uint32_t match, Relation& into, Entries& entries) const {
  const Rule rule = reasoner_.kb().rules[into.matches[match].rule];
  if (const auto path = path_of(rule)) {
    const auto routes = routes_of(path->all());
    if (!routes) return false;
    for (const Route& route : routes->all()) {
      const Leaf leaf{route.distance, match, routes->count(), {}, {}};
      entries[1].push_back({route, Entry::Kind::kHere, leaf});
      entries[0].push_back({reversed(route), Entry::Kind::kHere, leaf});
    }
    return true;
  }
  if (rule.body.empty()) {
    add_bodiless(rule, match, into, entries);
    return true;
  }
  const auto shape = reasoner_.symbols().is_symbolic() ? ConstantRuleShape::of(rule) : std::nullopt;
  if (!shape) return false;
  const auto routes = routes_of(shape->walk.all());
  if (!routes) return false;
  const auto kind = shape->place ? Entry::Kind::kAtPlace : Entry::Kind::kAnywhere;
  for (const Route& route : routes->all()) {
    const Leaf leaf{route.distance, match, routes->count(), shape->place.value_or(EntityId{}),
                    shape->constant};
    entries[1 - shape->variable].push_back({route, kind, leaf});
    into.sides[shape->variable].reverse_rules_.push_back(
        {shape->constant, leaf, shape->place.has_value(), reversed(route).steps, route.size});
  }
  return true;
}

void RuleTree::add_bodiless(const Rule& rule, std::uint32_t match, Relation& into,
                            Entries& entries) {
  const std::size_t variable = rule.head.arguments[0].is_variable() ? 0 : 1;
  const EntityId constant = rule.head.arguments[1 - variable].entity_id();
  const Leaf leaf{0, match, RuleRoutes::kOne, constant, constant};
  entries[1 - variable].push_back({{}, Entry::Kind::kAnywhere, leaf});
  into.sides[variable].of_all_answers_.push_back(leaf);
}

// Every choice of relations for the steps' predicates within the radius; nothing if there are too
// many of them.
std::optional<RuleTree::Routes> RuleTree::routes_of(std::span<const BodyWalk::Step> steps) const {
  Routes routes;
  routes.size = 1;
  for (const BodyWalk::Step& step : steps) {
    const auto go_on = [&](Route route, RelationId relation, float distance) {
      route.steps[route.size++] = step.direction == 0 ? forwards(relation) : backwards(relation);
      route.distance = std::max(route.distance, distance);
      return route;
    };
    if (reasoner_.model().has_symbolic_relations()) {
      routes.items[0] = go_on(routes.items[0], RelationId{step.predicate}, 0);
      continue;
    }
    Routes longer;
    const std::span<const float> distances = reasoner_.symbols().to_relations(step.predicate);
    for (RelationId relation{0}; relation < distances.size(); ++relation) {
      if (distances[relation] > reasoner_.radius()) continue;
      if (longer.size + routes.size > kMaxRoutes) return std::nullopt;
      for (const Route& route : routes.all()) {
        longer.items[longer.size++] = go_on(route, relation, distances[relation]);
      }
    }
    routes = longer;
  }
  return routes;
}

RuleTree::Route RuleTree::reversed(const Route& route) {
  Route back = route;
  for (std::size_t i = 0; i < route.size; ++i) {
    back.steps[i] = inverse(route.steps[route.size - 1 - i]);
  }
  return back;
}

// Entries that begin alike become one node, shorter ones before longer.
void RuleTree::arrange(std::vector<Entry>& entries, Side& side) {
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    const auto steps = std::lexicographical_compare_three_way(
        a.route.all().begin(), a.route.all().end(), b.route.all().begin(), b.route.all().end());
    if (steps != 0) return steps < 0;
    const auto key = [](const Entry& entry) {
      return std::tuple(entry.kind, entry.leaf.place, entry.leaf.match, entry.leaf.body);
    };
    return key(a) < key(b);
  });
  fill(entries, 0, 0, side);
}

void RuleTree::fill(std::span<const Entry> entries, std::size_t depth, std::size_t node,
                    Side& side) {
  const auto next = [&] { return static_cast<std::uint32_t>(side.leaves_.size()); };
  std::size_t i = 0;
  const auto take = [&](Entry::Kind kind) {
    for (; i < entries.size() && entries[i].route.size == depth && entries[i].kind == kind; ++i) {
      side.leaves_.push_back(entries[i].leaf);
    }
  };
  side.nodes_[node].here = next();
  take(Entry::Kind::kHere);
  side.nodes_[node].anywhere = next();
  take(Entry::Kind::kAnywhere);
  side.nodes_[node].at_places = next();
  take(Entry::Kind::kAtPlace);
  side.nodes_[node].end = next();

  const std::size_t first_child = side.nodes_.size();
  std::vector<std::span<const Entry>> parts;
  while (i < entries.size()) {
    const Step step = entries[i].route.steps[depth];
    const std::size_t begin = i;
    while (i < entries.size() && entries[i].route.steps[depth] == step) ++i;
    parts.push_back(entries.subspan(begin, i - begin));
    side.nodes_.emplace_back().step = step;
  }
  side.nodes_[node].children = {static_cast<std::uint32_t>(first_child),
                                static_cast<std::uint32_t>(side.nodes_.size())};
  for (std::size_t part = 0; part < parts.size(); ++part) {
    fill(parts[part], depth + 1, first_child + part, side);
  }
}

std::span<const RuleTree::ReverseRule> RuleTree::Side::reverse_rules(EntityId known) const {
  const auto first = std::ranges::lower_bound(reverse_rules_, known, {}, &ReverseRule::known);
  const auto last = std::ranges::upper_bound(reverse_rules_, known, {}, &ReverseRule::known);
  return {first, last};
}

std::span<const RuleTree::Leaf> RuleTree::Side::of_all_answers(EntityId known) const {
  const auto first = std::ranges::lower_bound(of_all_answers_, known, {}, &Leaf::place);
  const auto last = std::ranges::upper_bound(of_all_answers_, known, {}, &Leaf::place);
  return {first, last};
}

}  // namespace gntp
