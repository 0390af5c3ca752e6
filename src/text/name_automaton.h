// Finds the names of entities in a text, all at once: an Aho-Corasick automaton whose letters are
// words. Names are compared folded and word by word, so that none is found inside a word; the last
// word may have a plural or possessive ending. Of overlapping names the leftmost counts, of those
// the longest. A name of two to five capitals (US, WHO) is an acronym and found in capitals only.
//
// Immutable; threads share it.
#pragma once

#include <tsl/robin_map.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "kb/vocabulary.h"
#include "text/entity_names.h"
#include "text/segmenter.h"
#include "text/word_table.h"

namespace gntp {

// What to do with a name that several entities share.
enum class Ambiguity {
  kSkip,   // it stands for none of them
  kAll,    // for each of them
  kFirst,  // for that of the lowest WordNet sense, then the first of the data set
};

// Where a name stands: a run of tokens.
struct NameSpan {
  std::uint32_t first;  // token
  std::uint32_t last;
  std::uint32_t group;  // see NameAutomaton::entities
};

class NameAutomaton {
 public:
  struct Counts {
    std::size_t names = 0;      // different ones
    std::size_t ambiguous = 0;  // of them
    std::size_t unusable = 0;   // names without a letter or a digit
    std::size_t nameless = 0;   // entities that no text can show, by the treatment of ambiguity
  };

  NameAutomaton(const EntityNames& names, Ambiguity ambiguity);

  // Replaces `spans` by the names in the text, from left to right, without overlaps.
  void find(std::string_view text, std::span<const Token> tokens,
            std::vector<NameSpan>& spans) const;

  // The entities that a span stands for; empty for an ambiguous name that is skipped.
  std::span<const EntityId> entities(std::uint32_t group) const {
    return {entities_.data() + groups_[group].begin, groups_[group].size};
  }

  const Counts& counts() const { return counts_; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  struct Group {  // of entities_
    std::uint32_t begin;
    std::uint32_t size;
  };
  struct Node {
    std::uint32_t depth = 0;               // in words
    std::uint32_t failure = 0;             // the longest proper suffix that is a node
    std::uint32_t shorter = kNone;         // the longest proper suffix that is a name
    std::uint32_t group = kNone;           // in any spelling
    std::uint32_t capitals_group = kNone;  // in capitals
    std::uint32_t capitals = 0;            // how many bytes must be capitals
    bool is_name() const { return capitals_group != kNone; }
  };
  struct EdgeHash {
    std::size_t operator()(std::uint64_t key) const {
      constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ULL;
      return static_cast<std::size_t>((key * kGolden) >> 32U);
    }
  };
  // A name, or a name with an ending, that ends at a node.
  struct Form;
  class Builder;

  static std::uint64_t edge_key(std::uint32_t node, WordId word) {
    return (std::uint64_t{node} << 32U) | word;
  }
  std::uint32_t child(std::uint32_t node, WordId word) const;
  std::uint32_t step(std::uint32_t node, WordId word) const;
  // The group of a name that ends at `token`; kNone where its spelling forbids it.
  std::uint32_t group_at(const Node& node, std::string_view text, const Token& token) const;

  WordTable words_;
  std::vector<std::uint32_t> roots_;  // by word: the child of the root
  std::vector<Node> nodes_;           // 0 is the root
  // Targets by node and word (edge_key).
  tsl::robin_map<std::uint64_t, std::uint32_t, EdgeHash> edges_;
  std::vector<Group> groups_;
  std::vector<EntityId> entities_;
  Counts counts_;
};

}  // namespace gntp
