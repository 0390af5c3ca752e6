// What entities, relations and types are called by people, beside the ids that files and models
// use.
//
// A LabelList takes labels as they come, by id and in any order; the ids may turn out to be
// nobody's. Labels are made of it once names are numbered: compact, immutable, shared by any number
// of threads. Both own what they hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/position_set.h"
#include "kb/vocabulary.h"

namespace gntp {

class LabelList {
 public:
  // Where the id has another label already, that one is returned, and stays. Blanks around a label
  // are cut and control characters in it are blanks; what is empty then is no label.
  std::optional<std::string> add(std::string_view id, std::string_view label);

  // Those of ids that have none yet.
  void add_missing(const LabelList& others);

  // Null where it has none.
  const std::string* find(std::string_view id) const;
  bool empty() const { return items_.empty(); }

 private:
  struct Item {
    std::string id;
    std::string label;
  };
  std::vector<Item> items_;
  PositionSet places_{0.8F};  // by id
};

template <typename Id>
class Labels {
 public:
  Labels() = default;
  // Of those names that the list has. A relation's label is none where it would be read as a
  // pattern of texts.
  Labels(const LabelList& list, const Vocabulary<Id>& names);

  // How many ids have one.
  std::size_t size() const { return by_label_.size(); }
  bool empty() const { return by_label_.empty(); }
  // Empty where there is none.
  std::string_view operator[](Id id) const;
  // Who is called so, by id.
  std::span<const Id> find(std::string_view label) const;
  // Every label once, sorted.
  std::vector<std::string> distinct() const;

 private:
  std::string text_;                 // one label after the other, by id
  std::vector<std::uint64_t> ends_;  // in it, by id; empty where nobody has a label
  std::vector<Id> by_label_;         // those with labels, by label, then id
};

}  // namespace gntp
