#include "explain/similarity.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kb/syntax.h"

namespace gntp {
namespace {

// The cosines of an entity with all.
std::vector<double> cosines(const Matrix& vectors, EntityId entity) {
  const auto product = [&](std::size_t a, std::size_t b) {
    return std::inner_product(vectors.row(a).begin(), vectors.row(a).end(), vectors.row(b).begin(),
                              0.0);
  };
  const double own = std::sqrt(product(entity, entity));
  std::vector<double> all(vectors.rows());
  for (std::size_t other = 0; other < all.size(); ++other) {
    const double length = own * std::sqrt(product(other, other));
    all[other] = length > 0 ? product(entity, other) / length : 0;
  }
  return all;
}

// The places of the highest values, highest first, then by place.
std::vector<std::size_t> highest(const std::vector<double>& values, std::size_t count) {
  std::vector<std::size_t> places(values.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const std::size_t kept = std::min(count, places.size());
  std::ranges::partial_sort(places, places.begin() + static_cast<std::ptrdiff_t>(kept),
                            [&](std::size_t a, std::size_t b) {
                              return values[a] != values[b] ? values[a] > values[b] : a < b;
                            });
  places.resize(kept);
  return places;
}

std::vector<SimilarEntity> nearest(const KnowledgeBase& kb, std::vector<double> similarities,
                                   EntityId itself, std::size_t count, Wording& wording) {
  similarities[itself] = -2;  // below any
  std::vector<SimilarEntity> entities;
  for (const std::size_t place : highest(similarities, count)) {
    if (similarities[place] <= 0) break;
    const EntityId entity(place);
    entities.push_back({kb.entities.name(entity), similarities[place], wording.entity(entity)});
  }
  return entities;
}

}  // namespace

std::optional<SimilarityEvidence> similarity_evidence(const KnowledgeBase& kb,
                                                      const Predictor& predictor,
                                                      const Triple& fact, std::size_t count,
                                                      Wording& wording) {
  if (!predictor.is_used() || fact.relation >= kb.first_pattern()) return std::nullopt;
  const std::vector<double> heads = cosines(predictor.entities, fact.head);
  const std::vector<double> tails = cosines(predictor.entities, fact.tail);
  SimilarityEvidence evidence;
  evidence.like_head = nearest(kb, heads, fact.head, count, wording);
  evidence.like_tail = nearest(kb, tails, fact.tail, count, wording);
  std::vector<Triple> facts;
  std::vector<double> values;
  for (const Triple& known : kb.facts.of(fact.relation)) {
    if (known == fact) continue;
    facts.push_back(known);
    values.push_back(std::max(heads[known.head], 0.0) * std::max(tails[known.tail], 0.0));
  }
  for (const std::size_t place : highest(values, count)) {
    if (values[place] <= 0) break;
    const Triple& known = facts[place];
    evidence.facts.push_back({fact_text(kb.relations.name(known.relation),
                                        kb.entities.name(known.head), kb.entities.name(known.tail)),
                              values[place], wording.fact(known)});
  }
  return evidence;
}

}  // namespace gntp
