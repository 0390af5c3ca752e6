#include "rank/known_triples.h"

#include <algorithm>
#include <iterator>

namespace gntp {
namespace {

struct End {
  EntityId entity;
  Step step;
  EntityId target;
  friend auto operator<=>(const End&, const End&) = default;
};

void add_splits(const LoadedDataset& dataset, std::vector<Triple>& triples) {
  for (const Split& split : dataset.splits) {
    triples.insert(triples.end(), split.triples.begin(), split.triples.end());
  }
}

bool are_same(const KnowledgeBase& a, const KnowledgeBase& b) {
  return &a == &b || (a.store && b.store && a.store->digest == b.store->digest);
}

}  // namespace

KnownTriples::KnownTriples(const TripleSet& triples) {
  merge({triples.begin(), triples.end()});
}

KnownTriples::KnownTriples(const LoadedDataset& dataset) : facts_(dataset.kb.facts.graph()) {
  std::vector<Triple> triples;
  add_splits(dataset, triples);
  merge(std::move(triples));
}

KnownTriples::KnownTriples(const LoadedDataset& dataset, const KnowledgeBase& model)
    : facts_(model.facts.graph()) {
  std::vector<Triple> triples;
  add_splits(dataset, triples);
  if (!are_same(dataset.kb, model)) {
    std::ranges::copy_if(dataset.kb.facts, std::back_inserter(triples),
                         [&](const Triple& fact) { return !model.facts.contains(fact); });
  }
  merge(std::move(triples));
}

void KnownTriples::merge(std::vector<Triple> triples) {
  std::vector<End> ends;
  ends.reserve(2 * triples.size());
  for (const auto& [head, relation, tail] : triples) {
    ends.push_back({head, forwards(relation), tail});
    ends.push_back({tail, backwards(relation), head});
  }
  triples = {};
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  std::vector<EntityId> own;
  for (std::size_t i = 0; i < ends.size();) {
    const auto [entity, step, first] = ends[i];
    own.clear();
    for (; i < ends.size() && ends[i].entity == entity && ends[i].step == step; ++i) {
      own.push_back(ends[i].target);
    }
    const std::size_t begin = answers_.size();
    const std::span<const EntityId> known =
        facts_ ? facts_->targets(entity, step) : std::span<const EntityId>();
    std::ranges::set_union(known, own, std::back_inserter(answers_));
    merged_.push_back({entity, step, begin, answers_.size()});
  }
}

std::span<const EntityId> KnownTriples::targets(EntityId entity, Step step) const {
  const auto key = [](const Merged& merged) { return key_of(merged.entity, merged.step); };
  const auto found = std::ranges::lower_bound(merged_, key_of(entity, step), {}, key);
  if (found != merged_.end() && found->entity == entity && found->step == step) {
    return std::span(answers_).subspan(found->begin, found->end - found->begin);
  }
  return facts_ ? facts_->targets(entity, step) : std::span<const EntityId>();
}

}  // namespace gntp
