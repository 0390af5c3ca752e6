// Names <-> dense ids, in the order in which the names were first seen, until `sort` numbers them
// by name: what is read from files must not depend on the order of lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kb/ids.h"

namespace gntp {

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
  // Where `name` is in the table, or the free place where it belongs. Requires: there is a free
  // place.
  std::size_t place(std::string_view name) const;
  // Puts the name of id old_ids[i] at i. Requires: a permutation; it is the identity afterwards.
  void move_names(std::span<Id> old_ids);
  void make_table(std::size_t places);

  std::vector<std::string> names_;
  // Open addressing: ids by the hash of their names. A map would hold every name a second time.
  std::vector<Id> table_;
};

}  // namespace gntp
