#include "support/freebase_relation.h"

#include <algorithm>
#include <cmath>

#include "support/freebase_hash.h"

namespace gntp::bench {
namespace {

constexpr std::uint32_t kMostTargets = 100;  // of one source

// Apart from each other, whatever the key.
constexpr std::uint64_t kDegree = 0x5851f42d4c957f2dU;
constexpr std::uint64_t kFame = 0x2545f4914f6cdd1dU;
constexpr std::uint64_t kElsewhere = 0x14057b7ef767814fU;

// The share of sources with d targets or more is d^-2 or 1 / d.
std::uint32_t number_of_targets(const Relation& relation, std::uint64_t hash) {
  if (uniform(hash) >= relation.coverage) return 0;
  if (relation.spread == Spread::kOne) return 1;
  const double inverse = 1 / (uniform(scatter(hash)) + 0x1.0p-54);
  const double number = relation.spread == Spread::kFew ? std::sqrt(inverse) : inverse;
  return static_cast<std::uint32_t>(std::min<double>(number, kMostTargets));
}

std::uint32_t skewed(const Relation& relation, std::uint64_t hash) {
  const double u = uniform(hash);
  double share = u;
  for (std::uint8_t i = 1; i < relation.skew; ++i) share *= u;
  auto place = static_cast<std::uint32_t>(relation.targets.size * share);
  if (relation.smear > 1) place += below(scatter(hash), relation.smear);
  return relation.targets.begin + place % relation.targets.size;
}

std::uint32_t partner(const Relation& relation, std::uint32_t source) {
  const std::uint64_t place = source - relation.sources.begin;
  return relation.targets.begin +
         static_cast<std::uint32_t>((place * relation.factor + (relation.key >> 40U)) %
                                    relation.sources.size);
}

bool happens(double probability, std::uint64_t key, std::uint32_t one, std::uint32_t other) {
  return uniform(hash_of(hash_of(key, one), other)) < probability;
}

void sort_distinct(std::vector<std::uint32_t>& entities) {
  if (entities.size() < 2) return;
  std::sort(entities.begin(), entities.end());
  entities.erase(std::unique(entities.begin(), entities.end()), entities.end());
}

bool has(const std::vector<std::uint32_t>& sorted, std::uint32_t entity) {
  return std::binary_search(sorted.begin(), sorted.end(), entity);
}

}  // namespace

void SourceFacts::make(const Relation& relation, std::uint32_t source) {
  targets_.clear();
  counterparts_.clear();
  body_.clear();
  switch (relation.recipe) {
    case Recipe::kKind:
      targets_.push_back(kinds_.things() + kinds_.kind_of(source));
      return;
    case Recipe::kDrawn:
    case Recipe::kPaired:
      draw(relation, source, targets_);
      return;
    case Recipe::kSymmetric:
      make_symmetric(relation, source);
      return;
    case Recipe::kCopied:
      draw(relations_[relation.first], source, body_);
      conclude(relation, source);
      return;
    case Recipe::kComposed:
      compose(relation, source);
      conclude(relation, source);
      return;
  }
}

// Distinct, sorted, and none of them the source itself. Appends to nothing: `drawn` is empty.
void SourceFacts::draw(const Relation& relation, std::uint32_t source, Entities& drawn) const {
  const std::uint64_t hash = hash_of(relation.key, source);
  const bool by_fame = relation.degrees == Degrees::kByFame;
  const std::uint32_t number =
      number_of_targets(relation, by_fame ? hash_of(kFame, source) : hash ^ kDegree);
  for (std::uint32_t i = 0; i < number; ++i) {
    const std::uint64_t slot = hash_of(hash, i);
    const bool random = (slot & 2047U) < kNoise;
    const std::uint32_t target = random                               ? noise(slot)
                                 : relation.recipe == Recipe::kPaired ? partner(relation, source)
                                                                      : skewed(relation, slot);
    if (target != source) drawn.push_back(target);
  }
  sort_distinct(drawn);
}

std::uint32_t SourceFacts::noise(std::uint64_t hash) const {
  return below(scatter(hash ^ kElsewhere), kinds_.things());
}

// A pair that both sides draw belongs to the first of them.
void SourceFacts::make_symmetric(const Relation& relation, std::uint32_t source) {
  draw(relation, source, body_);
  for (const std::uint32_t target : body_) {
    if (target < source && relation.sources.contains(target)) {
      onward_.clear();
      draw(relation, target, onward_);
      if (has(onward_, source)) continue;
    }
    targets_.push_back(target);
    const auto [low, high] = std::minmax(source, target);
    if (happens(relation.probability, relation.key + 1, low, high)) {
      counterparts_.push_back(target);
    }
  }
}

void SourceFacts::compose(const Relation& relation, std::uint32_t source) {
  const Relation& second = relations_[relation.second];
  middle_.clear();
  draw(relations_[relation.first], source, middle_);
  for (const std::uint32_t entity : middle_) {
    if (!second.sources.contains(entity)) continue;
    onward_.clear();
    draw(second, entity, onward_);
    for (const std::uint32_t end : onward_) {
      if (end != source) body_.push_back(end);
    }
  }
  sort_distinct(body_);
}

// Each pair of the body by its own hash, and noise that is no pair of the body.
void SourceFacts::conclude(const Relation& relation, std::uint32_t source) {
  constexpr double kNoisePerFact = kNoiseShare / (1 - kNoiseShare);
  for (const std::uint32_t end : body_) {
    if (happens(relation.probability, relation.key, source, end)) targets_.push_back(end);
  }
  const std::size_t concluded = targets_.size();
  for (std::size_t i = 0; i < concluded; ++i) {
    const std::uint64_t hash = hash_of(hash_of(relation.key + 1, source), targets_[i]);
    if (uniform(hash) >= kNoisePerFact) continue;
    const std::uint32_t target = noise(hash);
    const auto added = targets_.begin() + static_cast<std::ptrdiff_t>(concluded);
    const bool known = target == source || has(body_, target) ||
                       std::find(added, targets_.end(), target) != targets_.end();
    if (!known) targets_.push_back(target);
  }
}

Estimate estimate(const std::vector<Relation>& relations, const Kinds& kinds,
                  const Relation& relation, std::uint32_t sample) {
  const std::uint64_t all = relation.sources.size;
  const std::uint64_t tried = std::min<std::uint64_t>(all, sample);
  if (relation.recipe == Recipe::kKind) return {static_cast<double>(all), 0};
  SourceFacts facts(relations, kinds);
  Estimate sum;
  for (std::uint64_t i = 0; i < tried; ++i) {
    facts.make(relation, relation.sources.begin + static_cast<std::uint32_t>(i * all / tried));
    const std::size_t made = facts.targets().size() + facts.counterparts().size();
    sum.facts += static_cast<double>(made);
    sum.body += static_cast<double>(relation.recipe == Recipe::kSymmetric ? facts.targets().size()
                                                                          : facts.body());
  }
  const double scale = tried == 0 ? 0 : static_cast<double>(all) / static_cast<double>(tried);
  return {sum.facts * scale, sum.body * scale};
}

}  // namespace gntp::bench
