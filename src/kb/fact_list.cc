#include "kb/fact_list.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "kb/fact_order.h"

namespace gntp {
namespace {

std::vector<Triple> in_order(std::vector<Triple> facts) {
  sort_distinct(facts);
  return facts;
}

std::size_t count_runs(const StepGraph& graph) {
  std::size_t runs = 0;
  for (RelationId relation{0}; relation < graph.relations(); ++relation) {
    runs += graph.starts(forwards(relation)).size();
  }
  return runs;
}

}  // namespace

FactList::FactList(std::vector<Triple> facts, std::size_t entities, std::size_t relations)
    : graph_(in_order(std::move(facts)), entities, relations) {
  number_runs();
  const std::size_t runs = count_runs(graph_);
  const auto words =
      std::make_shared<std::vector<std::uint64_t>>(EliasFanoShape(runs + 1, size() + 1).words());
  EliasFanoBuilder builder(runs + 1, size() + 1, *words);
  places_of(graph_, [&](std::uint64_t place) { builder.add(place); });
  builder.finish();
  places_ = EliasFano(runs + 1, size() + 1, *words, "facts");
  owner_ = words;
}

FactList::FactList(StepGraph graph, const EliasFano& places)
    : graph_(std::move(graph)), places_(places) {
  number_runs();
  if (places_.size() != first_runs_.back() + 1 || places_[places_.size() - 1] != size()) {
    fail("the list of facts and their graph do not go together; make the file anew");
  }
}

void FactList::number_runs() {
  first_runs_.assign(1, 0);
  for (RelationId relation{0}; relation < graph_.relations(); ++relation) {
    first_runs_.push_back(first_runs_.back() + graph_.starts(forwards(relation)).size());
  }
}

FactList::Run FactList::run(std::size_t number, RelationId relation, std::size_t begin) const {
  const Step step = forwards(relation);
  const EntityId head = graph_.starts(step)[number - first_runs_[relation]];
  return {number, begin, relation, head, graph_.targets(head, step)};
}

FactList::Run FactList::run_at(std::size_t place) const {
  // The last run that does not begin behind it.
  const std::size_t number = places_.lower_bound(place + 1) - 1;
  const auto after = std::ranges::upper_bound(first_runs_, number);
  return run(number, RelationId(after - first_runs_.begin() - 1), places_[number]);
}

FactList::Run FactList::run_after(const Run& before) const {
  std::size_t relation = before.relation;
  const std::size_t number = before.number + 1;
  while (first_runs_[relation + 1] <= number) ++relation;
  return run(number, RelationId(relation), before.begin + before.tails.size());
}

Triple FactList::operator[](std::size_t place) const {
  const Run at = run_at(place);
  return {at.head, at.relation, at.tails[place - at.begin]};
}

bool FactList::contains(const Triple& fact) const {
  if (fact.relation >= graph_.relations() || fact.head >= graph_.entities()) return false;
  return graph_.contains(fact);
}

std::optional<std::size_t> FactList::place_of(const Triple& fact) const {
  if (fact.relation >= graph_.relations() || fact.head >= graph_.entities()) return std::nullopt;
  const Step step = forwards(fact.relation);
  const std::span<const EntityId> tails = graph_.targets(fact.head, step);
  const auto tail = std::ranges::lower_bound(tails, fact.tail);
  if (tail == tails.end() || *tail != fact.tail) return std::nullopt;
  const std::span<const EntityId> heads = graph_.starts(step);
  const auto head = std::ranges::lower_bound(heads, fact.head);
  const auto run = first_runs_[fact.relation] + static_cast<std::size_t>(head - heads.begin());
  return places_[run] + static_cast<std::size_t>(tail - tails.begin());
}

std::size_t FactList::first_of(RelationId relation) const {
  const std::size_t known = std::min<std::size_t>(relation, first_runs_.size() - 1);
  return places_[first_runs_[known]];
}

FactList::Range FactList::range(std::size_t first, std::size_t last) const {
  return {Iterator(*this, first), Iterator(*this, last)};
}

FactList::Range FactList::of(RelationId relation) const {
  return range(first_of(relation), first_of(RelationId(relation + 1)));
}

std::vector<Triple> FactList::to_vector() const {
  return {begin(), end()};
}

bool FactList::operator==(const FactList& other) const {
  return std::equal(begin(), end(), other.begin(), other.end());
}

FactList FactList::with_relations(std::size_t relations) const {
  FactList wider = *this;
  wider.graph_ = graph_.with_relations(relations);
  wider.number_runs();
  return wider;
}

}  // namespace gntp
