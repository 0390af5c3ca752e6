// One relation of a made-up knowledge base as a function: the facts of one entity, its source,
// follow from the ids alone. Relations that conclude from others ask these for their facts, so that
// no fact is ever kept.
//
// The source of a fact is its head or, in relations that are turned, its tail. All facts of a
// relation are made at their sources (a symmetric relation makes the fact and its counterpart at
// the source of the first), so nothing is made twice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/freebase_kinds.h"

namespace gntp::bench {

// So many of 2,048 facts have any entity as their target and follow nothing.
inline constexpr std::uint32_t kNoise = 143;
inline constexpr double kNoiseShare = kNoise / 2048.0;

enum class Recipe : std::uint8_t {
  kKind,       // an entity's kind
  kDrawn,      // so many targets, by a power law
  kPaired,     // a target of its own for each source
  kSymmetric,  // drawn, and often the other way round, too
  kCopied,     // what another relation has, with some probability
  kComposed,   // where two others lead one after the other, with some probability
};

// The first relation leads from each entity to its kind.
inline constexpr std::uint32_t kKindRelation = 0;

// How many targets a source has.
enum class Spread : std::uint8_t { kOne, kFew, kMany };

// Whether a source has many targets in this relation alone, or in all that go by fame.
enum class Degrees : std::uint8_t { kOwn, kByFame };

enum class Direction : std::uint8_t { kForward, kTurned };

struct Relation {
  std::string name;
  Recipe recipe = Recipe::kDrawn;
  Spread spread = Spread::kOne;
  Degrees degrees = Degrees::kOwn;
  Direction direction = Direction::kForward;
  std::uint8_t skew = 1;     // the first n of w targets are drawn with the share (n / w)^(1 / skew)
  std::uint32_t smear = 1;   // so many targets in front are drawn alike
  std::uint64_t key = 0;     // of its random numbers
  std::uint64_t factor = 1;  // of pairs; has no divisor in common with their number
  Window sources;
  Window targets;
  double coverage = 1;     // of the sources that have targets
  double probability = 0;  // of a conclusion or, in a symmetric relation, of a counterpart
  std::uint32_t first = 0;
  std::uint32_t second = 0;  // what it concludes from; kCopied: from the first
};

// The facts of one source at a time. Holds references; one thread's scratch.
class SourceFacts {
 public:
  SourceFacts(const std::vector<Relation>& relations, const Kinds& kinds)
      : relations_(relations), kinds_(kinds) {}

  // Requires: the relation's sources contain it.
  void make(const Relation& relation, std::uint32_t source);

  const std::vector<std::uint32_t>& targets() const { return targets_; }
  // Where the relation leads back from, too.
  const std::vector<std::uint32_t>& counterparts() const { return counterparts_; }
  // The pairs with this source that the conclusion is drawn from, whether it was drawn or not.
  std::size_t body() const { return body_.size(); }

 private:
  using Entities = std::vector<std::uint32_t>;
  void draw(const Relation& relation, std::uint32_t source, Entities& drawn) const;
  std::uint32_t noise(std::uint64_t hash) const;
  void make_symmetric(const Relation& relation, std::uint32_t source);
  void compose(const Relation& relation, std::uint32_t source);
  void conclude(const Relation& relation, std::uint32_t source);

  const std::vector<Relation>& relations_;
  const Kinds& kinds_;
  Entities targets_;
  Entities counterparts_;
  Entities body_;  // sorted
  Entities middle_;
  Entities onward_;
};

// What the relation's sources make together; where they are too many, carried on from a sample of
// so many.
struct Estimate {
  double facts = 0;
  double body = 0;  // pairs that it concludes from; of a symmetric relation, unordered pairs
};
Estimate estimate(const std::vector<Relation>& relations, const Kinds& kinds,
                  const Relation& relation, std::uint32_t sample);

}  // namespace gntp::bench
