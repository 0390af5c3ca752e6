// Names <-> dense ids, in the order in which the names were first seen, until `sort` numbers them
// by name: what is read from files must not depend on the order of lines. There is one for each
// kind of id that has names (at the end of vocabulary.cc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/position_set.h"
#include "kb/ids.h"

namespace gntp {

template <typename Id>
class Vocabulary {
 public:
  // The name's id; a new one if the name is new.
  Id add(std::string_view name);
  std::optional<Id> find(std::string_view name) const;
  // Numbers the names anew in the order of their bytes: first those before `boundary`, then the
  // others. Returns each old id's new one. Requires: boundary <= size().
  std::vector<Id> sort(std::size_t boundary = 0);
  // Requires: id < size().
  const std::string& name(Id id) const { return names_[id]; }
  std::size_t size() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }

 private:
  // The position, PositionSet::kNone where it is not there.
  std::uint32_t find(std::string_view name, std::uint64_t hash) const;
  // Puts the name at old_ids[i] to i. Requires: a permutation; it is the identity afterwards.
  void move_names(std::span<std::uint32_t> old_ids);

  std::vector<std::string> names_;
  PositionSet ids_{0.8F};  // by name
};

}  // namespace gntp
