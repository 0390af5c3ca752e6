// What a rule of one or two steps comes to in a list of facts, by names, counted the slow and
// obvious way: all pairs that the body connects, each looked up in the head.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kb/syntax.h"

namespace gntp::testing {

class PlantedCounts {
 public:
  struct Counts {
    std::size_t body = 0;
    std::size_t support = 0;
  };

  void add(const std::string& head, const std::string& relation, const std::string& tail) {
    pairs_[relation].insert({number(head), number(tail)});
  }

  // Variables stand for different entities. The rule reads from X to Y.
  Counts count(std::string_view text) const {
    const ClauseText rule = parse_rule(text, "planted", 1);
    std::set<Pair> body;
    const Steps first = steps(rule.body[0], "X");
    if (rule.body.size() == 1) {
      for (const auto& [x, y] : first) body.insert({x, y});
    } else {
      const Steps second = steps(rule.body[1], "A");
      for (const auto& [x, a] : first) {
        const auto [begin, end] = second.equal_range(a);
        for (auto it = begin; it != end; ++it) {
          if (it->second != x && it->second != a && x != a) body.insert({x, it->second});
        }
      }
    }
    const std::set<Pair>& head = pairs_.at(rule.head.predicate);
    Counts counts{body.size(), 0};
    for (const Pair& pair : body) counts.support += head.contains(pair) ? 1 : 0;
    return counts;
  }

 private:
  using Pair = std::pair<std::size_t, std::size_t>;
  using Steps = std::multimap<std::size_t, std::size_t>;

  std::size_t number(const std::string& name) {
    return numbers_.emplace(name, numbers_.size()).first->second;
  }

  // The atom's pairs from one of its variables to the other.
  Steps steps(const AtomText& atom, std::string_view from) const {
    const bool forward = atom.arguments[0].name == from;
    Steps steps;
    for (const auto& [head, tail] : pairs_.at(atom.predicate)) {
      steps.insert(forward ? Pair{head, tail} : Pair{tail, head});
    }
    return steps;
  }

  std::map<std::string, std::size_t> numbers_;
  std::map<std::string, std::set<Pair>> pairs_;
};

}  // namespace gntp::testing
