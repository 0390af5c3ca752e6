// Knowledge bases of any size that are like Freebase in what makes it hard, with rules planted in
// them whose confidence is known. Measuring starts with one of these where the real one is not at
// hand, and where it must be known what there is to find.
//
// - Entities are of kinds, kinds belong to domains. A relation leads from one kind (a domain, where
//   it is too large for a kind) to another; one relation leads from each entity to its kind.
// - Relation r has a share of about r^-1.1 of the facts. An entity's place in its kind is how well
//   known it is: those in front are sources of more relations and are drawn as targets more often,
//   by power laws. So there are hubs, and most entities have a handful of facts.
// - Relations are 1-1, 1-n, n-1 and n-n. About 7 % of the facts are noise with any target.
// - Planted are inverses, subrelations, symmetric relations and compositions. Whether a pair of
//   entities that a body connects is also a pair of the head is decided by a hash of the pair, with
//   the rule's confidence as its probability.
//
// Nothing is kept of the facts: each follows from the seed and from ids (freebase_relation.h). They
// come in parts of about a thousand, all of one relation, in random order; any part can be made
// alone. There are no repeated facts and none with one entity on both sides. The same options give
// the same facts. Immutable; safe from several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/freebase_names.h"
#include "support/freebase_plan.h"
#include "support/freebase_relation.h"

namespace gntp::bench {

struct MadeFact {
  std::uint32_t head;
  std::uint32_t relation;
  std::uint32_t tail;
  friend auto operator<=>(const MadeFact&, const MadeFact&) = default;
};

class FreebaseLike {
 public:
  // Plans the relations, which takes seconds where they are many. Throws Error for sizes that do
  // not go together.
  explicit FreebaseLike(const FreebaseLikeOptions& options);

  const FreebaseLikeOptions& options() const { return plan_.options; }
  const std::vector<PlantedRule>& planted() const { return planted_; }
  double expected_facts() const { return plan_.expected_facts; }

  std::size_t parts() const { return first_part_.back(); }
  // Appends the facts of a part, in the order in which they are to be written.
  void append_facts(std::size_t part, std::vector<MadeFact>& facts) const;

  std::string entity_name(std::uint32_t entity) const;
  const std::string& relation_name(std::uint32_t relation) const {
    return plan_.relations[relation].name;
  }

 private:
  friend class FactLines;
  std::uint32_t shuffled(std::size_t part) const;

  FreebasePlan plan_;
  std::vector<PlantedRule> planted_;
  EntityNames names_;
  std::vector<std::uint32_t> first_part_;  // by relation, before they are shuffled; one more
  Shuffled order_;
};

// Lines of text, `head TAB relation TAB tail`. For one thread.
class FactLines {
 public:
  explicit FactLines(const FreebaseLike& kb) : kb_(kb) {}

  void append(const MadeFact& fact);
  std::string_view text() const { return {bytes_.get(), size_}; }
  void clear() { size_ = 0; }

 private:
  void grow();

  const FreebaseLike& kb_;
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// All facts as such lines, in blocks of some hundred kilobytes, from the first to the last. Returns
// how many there are.
std::size_t write_lines(const FreebaseLike& kb, const std::function<void(std::string_view)>& write);

// A table: rule (as in rules.pl), kind, expected confidence, support and pairs of the body.
std::string planted_table(std::span<const PlantedRule> rules);

}  // namespace gntp::bench
