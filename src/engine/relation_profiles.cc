#include "engine/relation_profiles.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>

#include "kb/typed_names.h"

namespace gntp {
namespace {

using Relation = DatasetStatistics::Relation;
using Other = DatasetStatistics::OtherRelation;

// A pair with more relations than this is no sign that they say the same.
constexpr std::size_t kMostTogether = 64;
// From this share of its facts on, a relation is said to be like another.
constexpr double kAlike = 0.5;
constexpr std::size_t kHubs = 5;

struct PairFact {
  EntityId head;
  EntityId tail;
  RelationId relation;

  friend auto operator<=>(const PairFact&, const PairFact&) = default;
};

// The facts by head and tail.
std::vector<PairFact> by_pair(const FactList::Range& facts) {
  std::vector<PairFact> sorted;
  sorted.reserve(facts.size());
  for (const Triple& fact : facts) sorted.push_back({fact.head, fact.tail, fact.relation});
  std::ranges::sort(sorted);
  return sorted;
}

// The facts about a pair.
std::span<const PairFact> facts_about(std::span<const PairFact> sorted, EntityId head,
                                      EntityId tail) {
  struct BeforePair {
    bool operator()(const PairFact& a, const PairFact& b) const {
      return std::tie(a.head, a.tail) < std::tie(b.head, b.tail);
    }
  };
  const auto [first, last] =
      std::equal_range(sorted.begin(), sorted.end(), PairFact{head, tail, {}}, BeforePair());
  return {first, last};
}

double share_of(std::size_t part, std::size_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

// How many facts two relations share, by both; the second is turned round in `inverse`.
class SharedFacts {
 public:
  explicit SharedFacts(std::span<const PairFact> sorted) {
    for (std::size_t i = 0; i < sorted.size();) {
      std::size_t end = i + 1;
      while (end < sorted.size() && sorted[end].head == sorted[i].head &&
             sorted[end].tail == sorted[i].tail) {
        ++end;
      }
      const auto together = sorted.subspan(i, end - i);
      const auto reversed = facts_about(sorted, sorted[i].tail, sorted[i].head);
      count(together, together, same_);
      count(together, reversed, inverse_);
      i = end;
    }
  }

  // By relation the other one that has most of its facts, as they are or turned round.
  std::vector<std::optional<Other>> same(std::span<const Relation> relations) const {
    return best(same_, relations);
  }
  std::vector<std::optional<Other>> inverse(std::span<const Relation> relations) const {
    return best(inverse_, relations);
  }
  // How many of its facts are there turned round.
  std::size_t symmetric(RelationId relation) const {
    const auto found = inverse_.find(key_of(relation, relation));
    return found == inverse_.end() ? 0 : found->second;
  }

 private:
  using Counts = tsl::robin_map<std::uint64_t, std::size_t>;

  static std::uint64_t key_of(RelationId a, RelationId b) {
    return (std::uint64_t{a} << 32U) | std::uint64_t{b};
  }

  static void count(std::span<const PairFact> ones, std::span<const PairFact> others,
                    Counts& counts) {
    if (ones.size() > kMostTogether || others.size() > kMostTogether) return;
    for (const PairFact& one : ones) {
      for (const PairFact& other : others) ++counts[key_of(one.relation, other.relation)];
    }
  }

  // Of equally good ones the first by id.
  static std::vector<std::optional<Other>> best(const Counts& counts,
                                                std::span<const Relation> relations) {
    struct Best {
      std::size_t facts = 0;
      std::size_t other = 0;
    };
    std::vector<Best> found(relations.size());
    for (const auto& [key, facts] : counts) {
      const std::size_t one = key >> 32U;
      const std::size_t other = key & 0xFFFFFFFFU;
      Best& own = found[one];
      const bool better = facts > own.facts || (facts == own.facts && other < own.other);
      if (one != other && better) own = {facts, other};
    }
    std::vector<std::optional<Other>> others(relations.size());
    for (std::size_t i = 0; i < relations.size(); ++i) {
      const double share = share_of(found[i].facts, relations[i].facts);
      if (found[i].facts < 2 || share < kAlike) continue;
      others[i] =
          Other{relations[found[i].other].name, share, relations[found[i].other].display_name};
    }
    return others;
  }

  Counts same_;
  Counts inverse_;
};

}  // namespace

void add_profiles(const KnowledgeBase& kb, std::vector<Relation>& relations) {
  const auto facts = kb.facts.range(0, kb.first_mention());
  const std::vector<PairFact> sorted = by_pair(facts);
  const SharedFacts shared(sorted);
  for (const Triple& fact : facts) {
    if (fact.head == fact.tail) ++relations[fact.relation].loops;
  }
  const auto same = shared.same(relations);
  const auto inverse = shared.inverse(relations);
  for (RelationId id{0}; id < kb.first_pattern(); ++id) {
    Relation& relation = relations[id];
    if (relation.facts == 0) continue;
    relation.tails_per_head = share_of(relation.facts, relation.heads);
    relation.heads_per_tail = share_of(relation.facts, relation.tails);
    relation.symmetric = share_of(shared.symmetric(id), relation.facts);
    relation.inverse_of = inverse[id];
    relation.same_as = same[id];
  }
}

void add_degrees(const KnowledgeBase& kb, DatasetStatistics& statistics) {
  std::vector<std::size_t> degrees(kb.entities.size());
  for (const Triple& fact : kb.facts.range(0, kb.first_mention())) {
    ++degrees[fact.head];
    if (fact.head != fact.tail) ++degrees[fact.tail];
  }
  for (const std::size_t degree : degrees) {
    const std::size_t bucket = std::bit_width(degree);  // 0, 1, 2-3, 4-7, ...
    while (statistics.degrees.size() <= bucket) {
      const std::size_t k = statistics.degrees.size();
      const std::size_t from = k == 0 ? 0 : std::size_t{1} << (k - 1);
      statistics.degrees.push_back({from, k == 0 ? 0 : 2 * from - 1, 0});
    }
    ++statistics.degrees[bucket].entities;
  }
  std::vector<EntityId> entities(degrees.size());
  std::iota(entities.begin(), entities.end(), EntityId{0});
  const std::size_t listed = std::min(kHubs, entities.size());
  const auto more = [&](EntityId a, EntityId b) {
    return degrees[a] != degrees[b] ? degrees[a] > degrees[b] : a < b;
  };
  std::ranges::partial_sort(entities, entities.begin() + static_cast<std::ptrdiff_t>(listed), more);
  for (const EntityId id : std::span(entities).first(listed)) {
    statistics.hubs.push_back(
        {kb.entities.name(id), degrees[id], display_name(id, kb.entities, kb.entity_labels)});
  }
}

void add_hidden_leaks(const LoadedDataset& dataset, const std::vector<Relation>& relations,
                      DatasetStatistics& statistics) {
  const KnowledgeBase& kb = dataset.kb;
  const auto is_fact = [&](EntityId head, const std::optional<Other>& relation, EntityId tail) {
    if (!relation) return false;
    const std::optional<RelationId> id = kb.relations.find(relation->name);
    return id && *id < kb.first_pattern() && kb.facts.contains({head, *id, tail});
  };
  for (std::size_t i = 0; i < dataset.splits.size(); ++i) {
    for (const Triple& triple : dataset.splits[i].triples) {
      const Relation& relation = relations[triple.relation];
      const bool said = is_fact(triple.head, relation.same_as, triple.tail) ||
                        is_fact(triple.tail, relation.inverse_of, triple.head);
      statistics.splits[i].in_other_words += said ? 1 : 0;
    }
  }
}

}  // namespace gntp
