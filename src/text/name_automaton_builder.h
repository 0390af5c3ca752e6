// Makes a NameAutomaton: names become words, words with endings become nodes, and the entities of a
// node become groups.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "text/name_automaton.h"

namespace gntp {

// A name, or a name with an ending, that ends at a node.
struct NameAutomaton::Form {
  std::uint32_t node;
  // How far it is from the name as written: 0 the name, 1 a possessive or without full stops, 2 a
  // plural. The nearest decide what a node means.
  std::uint32_t distance;
  std::uint32_t capitals;  // letters of an acronym; 0 for other names
  std::uint32_t sense;
  EntityId entity;
};

class NameAutomaton::Builder {
 public:
  Builder(NameAutomaton& automaton, Ambiguity ambiguity)
      : automaton_(automaton), ambiguity_(ambiguity) {}

  void add(const EntityName& name);
  // Links the nodes and decides what they mean. Requires: called once, after all names.
  void finish(std::size_t entities);

 private:
  void add_forms(const EntityName& name, std::vector<std::string> words, std::uint32_t distance,
                 std::uint32_t capitals);
  void add_form(const std::vector<std::string>& words, Form form);
  std::uint32_t grow_child(std::uint32_t node, WordId word);
  void link();
  void decide();
  // The forms of one node, nearest first.
  void decide_node(std::span<const Form> forms);
  std::uint32_t make_group(std::span<const Form> forms);
  void count_nameless(std::size_t entities);

  NameAutomaton& automaton_;
  Ambiguity ambiguity_;
  Segmenter segmenter_;
  std::vector<Form> forms_;
  std::vector<std::pair<std::uint32_t, WordId>> parents_;  // by node: parent and word
};

}  // namespace gntp
