#include "text/name_automaton.h"

#include <algorithm>

namespace gntp {
namespace {

bool is_in_capitals(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

std::uint32_t NameAutomaton::child(std::uint32_t node, WordId word) const {
  const auto found = edges_.find(edge_key(node, word));
  return found == edges_.end() ? kNone : found->second;
}

std::uint32_t NameAutomaton::step(std::uint32_t node, WordId word) const {
  for (; node != 0; node = nodes_[node].failure) {
    const std::uint32_t next = child(node, word);
    if (next != kNone) return next;
  }
  return roots_[word];
}

std::uint32_t NameAutomaton::group_at(const Node& node, std::string_view text,
                                      const Token& token) const {
  if (node.capitals == 0) return node.group;
  const std::string_view word = text.substr(token.begin, token.end - token.begin);
  return is_in_capitals(word.substr(0, node.capitals)) ? node.capitals_group : node.group;
}

void NameAutomaton::find(std::string_view text, std::span<const Token> tokens,
                         std::vector<NameSpan>& spans) const {
  // By first token: the longest name found so far; later ends are longer.
  thread_local std::vector<NameSpan> longest;
  constexpr NameSpan kNothing{0, 0, kNone};
  longest.assign(tokens.size(), kNothing);
  std::uint32_t state = 0;
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    const WordId word = words_.find(text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin));
    if (word == WordTable::kUnknown) {
      state = 0;
      continue;
    }
    state = step(state, word);
    std::uint32_t name = nodes_[state].is_name() ? state : nodes_[state].shorter;
    for (; name != kNone; name = nodes_[name].shorter) {
      const std::uint32_t group = group_at(nodes_[name], text, tokens[i]);
      const std::uint32_t first = i + 1 - nodes_[name].depth;
      if (group != kNone) longest[first] = {first, i, group};
    }
  }
  spans.clear();
  for (std::size_t i = 0; i < longest.size(); ++i) {
    if (longest[i].group == kNone) continue;
    spans.push_back(longest[i]);
    i = longest[i].last;
  }
}

}  // namespace gntp
