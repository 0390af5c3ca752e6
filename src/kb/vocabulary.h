// Names <-> dense ids, in the order in which the names were first seen, until `sort` numbers them
// by name: what is read from files must not depend on the order of lines. The first names may lie
// in a mapped file, where they are read when they are asked for; others can be added behind them.
// There is one for each kind of id that has names (at the end of vocabulary.cc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/front_coded_names.h"
#include "base/position_set.h"
#include "kb/ids.h"

namespace gntp {

template <typename Id>
class Vocabulary {
 public:
  Vocabulary() = default;
  // Names of a file, which `owner` keeps there.
  Vocabulary(FrontCodedNames stored, std::shared_ptr<const void> owner);

  // The name's id; a new one if the name is new.
  Id add(std::string_view name);
  std::optional<Id> find(std::string_view name) const;
  // Numbers the names anew in the order of their bytes: first those before `boundary`, then the
  // others. Returns each old id's new one. Requires: boundary <= size(); none is stored in a file.
  std::vector<Id> sort(std::size_t boundary = 0);
  // Requires: id < size().
  std::string name(Id id) const {
    return id < stored_.size() ? stored_.name(id) : names_[id - stored_.size()];
  }
  std::size_t size() const { return stored_.size() + names_.size(); }
  // All of them, in memory.
  std::vector<std::string> names() const;
  // Calls visit(id, name) in order; `name` is a std::string_view, valid during the call.
  template <typename Visit>
  void for_each(Visit visit) const {
    stored_.for_each(0, stored_.size(),
                     [&](std::uint32_t id, std::string_view name) { visit(Id(id), name); });
    for (std::size_t i = 0; i < names_.size(); ++i) {
      visit(Id(stored_.size() + i), std::string_view(names_[i]));
    }
  }
  // "did you mean 'a', 'b' or 'c'?", or an empty text where no name is near. Of very many names
  // those are looked at that begin alike.
  std::string suggestion(std::string_view name) const;
  // Whether both have the same names with the same ids.
  bool operator==(const Vocabulary& other) const;

 private:
  // The position, PositionSet::kNone where it is not there.
  std::uint32_t find(std::string_view name, std::uint64_t hash) const;
  // Puts the name at old_ids[i] to i. Requires: a permutation; it is the identity afterwards.
  void move_names(std::span<std::uint32_t> old_ids);

  FrontCodedNames stored_;             // ids from 0 on
  std::shared_ptr<const void> owner_;  // of the file
  std::vector<std::string> names_;     // ids behind them
  PositionSet ids_{0.8F};              // places in names_, by name
};

}  // namespace gntp
