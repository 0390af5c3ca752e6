#include "learn/sampler.h"

#include <algorithm>

namespace gntp {
namespace {

constexpr std::uint64_t kSamplerStream = 11;
constexpr int kDraws = 100;

// Where the part with this number ends, of `parts` equal parts of `all`.
std::size_t part_end(std::size_t part, std::size_t parts, std::size_t all) {
  const std::size_t rest = all % parts;
  return (part + 1) * (all / parts) + std::min(part + 1, rest);
}

}  // namespace

Sampler::Sampler(const KnowledgeBase& kb, const StepGraph& graph, const GoalPredicates& goals,
                 const Corruptions& corruptions, std::uint64_t seed, std::size_t most)
    : kb_(kb), graph_(graph), corruptions_(corruptions), random_(seed, kSamplerStream) {
  for (RelationId relation{0}; relation < kb.relations.size(); ++relation) {
    if (!goals.contains(relation)) continue;
    const std::size_t shift = kb.facts.first_of(relation) - all_;
    all_ += kb.facts.count_of(relation);
    runs_.push_back({all_, shift});
  }
  order_.resize(std::min(all_, most));
  for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = place_of(i);
}

std::size_t Sampler::place_of(std::size_t positive) const {
  return positive + std::ranges::upper_bound(runs_, positive, {}, &Run::end)->shift;
}

void Sampler::start_epoch() {
  if (order_.size() < all_) {
    // One of each of as many equal parts.
    std::size_t begin = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::size_t end = part_end(i, order_.size(), all_);
      order_[i] = place_of(begin + random_.below(static_cast<std::uint32_t>(end - begin)));
      begin = end;
    }
  }
  random_.shuffle(std::span(order_));
  next_ = 0;
}

void Sampler::next_batch(std::size_t size, std::vector<Example>& batch) {
  batch.clear();
  const std::size_t end = std::min(next_ + size, order_.size());
  for (; next_ < end; ++next_) {
    const Triple fact = kb_.facts[order_[next_]];
    batch.push_back({{fact.relation, fact.head, fact.tail}, fact});
    add_negatives(fact, Side::kHead, corruptions_.head, batch);
    add_negatives(fact, Side::kTail, corruptions_.tail, batch);
    add_negatives(fact, Side::kBoth, corruptions_.both, batch);
  }
}

void Sampler::add_negatives(const Triple& fact, Side side, std::size_t count,
                            std::vector<Example>& batch) {
  for (std::size_t i = 0; i < count; ++i) {
    Triple triple = fact;
    if (corrupt(triple, side)) {
      batch.push_back({{triple.relation, triple.head, triple.tail}, kNoFact});
    }
  }
}

// Draws until the triple is not a known fact. In a dense knowledge base nearly all may be known:
// after many draws every entity is tried in turn; false if all of them make known facts.
bool Sampler::corrupt(Triple& triple, Side side) {
  const std::size_t entities = kb_.entities.size();
  const auto is_new = [this](const Triple& candidate) { return !graph_.contains(candidate); };
  for (int draw = 0; draw < kDraws; ++draw) {
    if (side != Side::kTail) triple.head = EntityId(random_.below(entities));
    if (side != Side::kHead) triple.tail = EntityId(random_.below(entities));
    if (is_new(triple)) return true;
  }
  EntityId& replaced = side == Side::kTail ? triple.tail : triple.head;
  const std::size_t start = random_.below(entities);
  for (std::size_t i = 0; i < entities; ++i) {
    replaced = EntityId((start + i) % entities);
    if (is_new(triple)) return true;
  }
  return false;
}

}  // namespace gntp
