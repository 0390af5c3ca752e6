// What entities, relations and types are called by people, beside the ids that files and models
// use.
//
// A LabelList takes labels as they come, by id and in any order; the ids may turn out to be
// nobody's. Labels are made of it once names are numbered: compact, immutable, shared by any number
// of threads. A LabelList owns what it holds; Labels share it with their copies, or read it where
// it lies in a mapped file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/position_set.h"
#include "base/shared_array.h"
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
  // All that labels are made of, wherever it lies.
  struct Parts {
    SharedArray<char> text;           // one label after the other, by id
    SharedArray<std::uint64_t> ends;  // in it, by id; empty where nobody has a label
    SharedArray<Id> by_label;         // those with labels, by label, then id
  };

  Labels() = default;
  // Of those names that the list has. A relation's label is none where it would be read as a
  // pattern of texts.
  Labels(const LabelList& list, const Vocabulary<Id>& names);
  // As parts() has them. Throws Error where their sizes do not go together.
  explicit Labels(Parts parts);

  // How many ids have one.
  std::size_t size() const { return parts_.by_label.size(); }
  bool empty() const { return parts_.by_label.empty(); }
  // Empty where there is none.
  std::string_view operator[](Id id) const;
  // Who is called so, by id.
  std::span<const Id> find(std::string_view label) const;
  // Every label once, sorted.
  std::vector<std::string> distinct() const;
  const Parts& parts() const { return parts_; }

 private:
  Parts parts_;
};

}  // namespace gntp
