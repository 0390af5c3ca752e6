// The facts of a knowledge base as a list: sorted by relation, head and tail, distinct, each found
// by its place. It has no triples of its own: they are read off the graph of the facts, which may
// lie in a mapped file. What is beside the graph is where the facts of each head begin. Immutable;
// copies share all; safe from several threads.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/elias_fano.h"
#include "kb/step_graph.h"
#include "kb/triple.h"

namespace gntp {

class FactList {
 public:
  class Iterator;
  class Range;
  using value_type = Triple;
  using const_iterator = Iterator;

  // No facts.
  FactList() : FactList(std::vector<Triple>(), 0, 0) {}
  // In any order, perhaps several times. Requires: ids below the two numbers.
  FactList(std::vector<Triple> facts, std::size_t entities, std::size_t relations);
  // The facts of a graph that a file holds; `places` says how many facts are before those of each
  // head, relation by relation (places_of), and what it reads stays as long as the graph. Throws
  // Error where the two do not go together.
  FactList(StepGraph graph, const EliasFano& places);

  std::size_t size() const { return graph_.ends() / 2; }
  bool empty() const { return size() == 0; }
  // Requires: place < size().
  Triple operator[](std::size_t place) const;
  Iterator begin() const;
  Iterator end() const;

  bool contains(const Triple& fact) const;
  // Nothing where it is no fact.
  std::optional<std::size_t> place_of(const Triple& fact) const;
  // The place of the first fact whose relation is not below this one.
  std::size_t first_of(RelationId relation) const;
  // How many facts the relation has.
  std::size_t count_of(RelationId relation) const {
    return first_of(RelationId(relation + 1)) - first_of(relation);
  }
  // The facts at first <= place < last. Requires: first <= last <= size().
  Range range(std::size_t first, std::size_t last) const;
  Range of(RelationId relation) const;
  std::vector<Triple> to_vector() const;

  bool operator==(const FactList& other) const;

  const StepGraph& graph() const { return graph_; }
  // The same facts among more relations, of which the further ones have none.
  FactList with_relations(std::size_t relations) const;

 private:
  // The facts of one head with one relation.
  struct Run {
    std::size_t number;  // among all runs
    std::size_t begin;   // the place of its first fact
    RelationId relation;
    EntityId head;
    std::span<const EntityId> tails;
  };
  // Requires: place < size().
  Run run_at(std::size_t place) const;
  // Requires: there is one.
  Run run_after(const Run& before) const;
  Run run(std::size_t number, RelationId relation, std::size_t begin) const;
  void number_runs();

  StepGraph graph_;
  EliasFano places_;                       // of the first fact of each run, then the end
  std::vector<std::uint64_t> first_runs_;  // of each relation, and the end
  std::shared_ptr<const void> owner_;      // of what places_ reads, where it is in memory
};

// How many facts are before those of each head, relation by relation, then how many there are:
// calls visit(number) in order. As many as there are forward starts, and one.
template <typename Visit>
void places_of(const StepGraph& graph, Visit visit) {
  std::uint64_t place = 0;
  for (RelationId relation{0}; relation < graph.relations(); ++relation) {
    for (const EntityId head : graph.starts(forwards(relation))) {
      visit(place);
      place += graph.targets(head, forwards(relation)).size();
    }
  }
  visit(place);
}

// Goes through the facts in order faster than asking for each by its place; may leap, too.
class FactList::Iterator {
 public:
  using value_type = Triple;
  using difference_type = std::ptrdiff_t;
  using iterator_concept = std::random_access_iterator_tag;
  using iterator_category = std::input_iterator_tag;
  using reference = Triple;
  using pointer = void;

  Iterator() = default;

  std::size_t place() const { return place_; }
  Triple operator*() const { return {run_.head, run_.relation, run_.tails[place_ - run_.begin]}; }
  Triple operator[](difference_type n) const { return *(*this + n); }
  Iterator& operator++() {
    ++place_;
    if (place_ == run_.begin + run_.tails.size() && place_ < list_->size()) {
      run_ = list_->run_after(run_);
    }
    return *this;
  }
  Iterator operator++(int) {
    const Iterator before = *this;
    ++*this;
    return before;
  }
  Iterator& operator--() { return *this += -1; }
  Iterator operator--(int) {
    const Iterator before = *this;
    --*this;
    return before;
  }
  Iterator& operator+=(difference_type n) {
    go_to(static_cast<std::size_t>(static_cast<difference_type>(place_) + n));
    return *this;
  }
  Iterator& operator-=(difference_type n) { return *this += -n; }
  friend Iterator operator+(Iterator at, difference_type n) { return at += n; }
  friend Iterator operator+(difference_type n, Iterator at) { return at += n; }
  friend Iterator operator-(Iterator at, difference_type n) { return at -= n; }
  friend difference_type operator-(const Iterator& a, const Iterator& b) {
    return static_cast<difference_type>(a.place_) - static_cast<difference_type>(b.place_);
  }
  friend bool operator==(const Iterator& a, const Iterator& b) { return a.place_ == b.place_; }
  friend auto operator<=>(const Iterator& a, const Iterator& b) { return a.place_ <=> b.place_; }

 private:
  friend FactList;
  Iterator(const FactList& list, std::size_t place) : list_(&list) { go_to(place); }

  void go_to(std::size_t place) {
    place_ = place;
    const bool is_here = place >= run_.begin && place - run_.begin < run_.tails.size();
    if (!is_here && place < list_->size()) run_ = list_->run_at(place);
  }

  const FactList* list_ = nullptr;
  std::size_t place_ = 0;
  Run run_{};  // that of the place, where there is a fact
};

// Some of the facts, one after the other.
class FactList::Range {
 public:
  Range(Iterator begin, Iterator end) : begin_(begin), end_(end) {}
  Iterator begin() const { return begin_; }
  Iterator end() const { return end_; }
  std::size_t size() const { return end_.place() - begin_.place(); }

 private:
  Iterator begin_;
  Iterator end_;
};

inline FactList::Iterator FactList::begin() const {
  return {*this, 0};
}
inline FactList::Iterator FactList::end() const {
  return {*this, size()};
}

}  // namespace gntp
