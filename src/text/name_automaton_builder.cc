#include "text/name_automaton_builder.h"

#include <algorithm>
#include <tuple>

#include "base/error.h"
#include "text/folding.h"
#include "text/name_forms.h"

namespace gntp {
namespace {

constexpr std::size_t kShortestAcronym = 2;
constexpr std::size_t kLongestAcronym = 5;

// The letters of an acronym, or 0.
std::uint32_t acronym_length(std::string_view name) {
  const bool capitals = std::ranges::all_of(name, [](char c) { return c >= 'A' && c <= 'Z'; });
  const bool fits = name.size() >= kShortestAcronym && name.size() <= kLongestAcronym;
  return capitals && fits ? static_cast<std::uint32_t>(name.size()) : 0;
}

bool ends_in_letter(std::string_view word) {
  const char last = word.back();
  return (last >= 'a' && last <= 'z') || static_cast<unsigned char>(last) >= 0x80U;
}

// The same forms count together.
bool same_meaning(std::uint32_t distance, std::uint32_t capitals, std::uint32_t other_distance,
                  std::uint32_t other_capitals) {
  return distance == other_distance && (capitals == 0) == (other_capitals == 0);
}

}  // namespace

NameAutomaton::NameAutomaton(const EntityNames& names, Ambiguity ambiguity) : nodes_(1) {
  Builder builder(*this, ambiguity);
  for (const EntityName& name : names.names) builder.add(name);
  builder.finish(names.entities.size());
}

void NameAutomaton::Builder::add(const EntityName& name) {
  std::vector<Token> tokens;
  segmenter_.set_text(name.text);
  segmenter_.find_tokens(tokens);
  const auto is_mark = [](const Token& token) { return token.kind == Token::Kind::kPunctuation; };
  if (std::ranges::all_of(tokens, is_mark)) {
    ++automaton_.counts_.unusable;
    return;
  }
  const auto words_of = [&](auto keep) {
    std::vector<std::string> words;
    for (const Token& token : tokens) {
      std::string word;
      fold(std::string_view(name.text).substr(token.begin, token.end - token.begin), word);
      if (keep(word)) words.push_back(std::move(word));
    }
    return words;
  };
  std::vector<std::string> words = words_of([](const std::string&) { return true; });
  // The full stop of "U.S." is a token of its own, and may end a sentence as well.
  if (words.back() == "." && words.size() > 1) words.pop_back();
  add_forms(name, words, 0, acronym_length(name.text));
  std::vector<std::string> bare = words_of([](const std::string& word) { return word != "."; });
  if (!bare.empty() && bare.size() < words.size()) add_forms(name, std::move(bare), 1, 0);
}

void NameAutomaton::Builder::add_forms(const EntityName& name, std::vector<std::string> words,
                                       std::uint32_t distance, std::uint32_t capitals) {
  const Form form{0, distance, capitals, name.sense, name.entity};
  add_form(words, form);
  const std::string last = words.back();
  if (!ends_in_letter(last)) return;
  Form possessive = form;
  possessive.distance = 1;
  words.back() = last + "'s";
  add_form(words, possessive);
  Form plural = form;
  plural.distance = 2;
  for (std::string& word : plurals(last)) {
    words.back() = std::move(word);
    add_form(words, plural);
  }
}

void NameAutomaton::Builder::add_form(const std::vector<std::string>& words, Form form) {
  form.node = 0;
  for (const std::string& word : words) {
    form.node = grow_child(form.node, automaton_.words_.add(word));
  }
  forms_.push_back(form);
}

std::uint32_t NameAutomaton::Builder::grow_child(std::uint32_t node, WordId word) {
  const auto added = static_cast<std::uint32_t>(automaton_.nodes_.size());
  const auto [edge, is_new] = automaton_.edges_.try_emplace(edge_key(node, word), added);
  if (!is_new) return edge->second;
  automaton_.nodes_.emplace_back().depth = automaton_.nodes_[node].depth + 1;
  parents_.resize(added);
  parents_.emplace_back(node, word);
  return added;
}

void NameAutomaton::Builder::finish(std::size_t entities) {
  if (automaton_.edges_.empty())
    fail("no name has a letter or a digit; there is nothing to look for");
  decide();
  link();
  count_nameless(entities);
}

// Shallow nodes first: a node's suffixes are shorter than it is.
void NameAutomaton::Builder::link() {
  std::vector<Node>& nodes = automaton_.nodes_;
  automaton_.roots_.assign(automaton_.words_.size(), 0);
  for (std::uint32_t node = 1; node < nodes.size(); ++node) {
    if (parents_[node].first == 0) automaton_.roots_[parents_[node].second] = node;
  }
  std::vector<std::uint32_t> order(nodes.size() - 1);
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i + 1;
  std::ranges::stable_sort(order, {}, [&](std::uint32_t node) { return nodes[node].depth; });
  for (const std::uint32_t node : order) {
    const auto [parent, word] = parents_[node];
    Node& linked = nodes[node];
    linked.failure = parent == 0 ? 0 : automaton_.step(nodes[parent].failure, word);
    const Node& suffix = nodes[linked.failure];
    linked.shorter = suffix.is_name() ? linked.failure : suffix.shorter;
  }
}

void NameAutomaton::Builder::decide() {
  // Acronyms before other names that are as near: in capitals they are meant.
  std::ranges::sort(forms_, {}, [](const Form& form) {
    return std::tuple(form.node, form.distance, form.capitals == 0, form.sense, form.entity);
  });
  for (std::size_t begin = 0; begin < forms_.size();) {
    std::size_t end = begin;
    while (end < forms_.size() && forms_[end].node == forms_[begin].node) ++end;
    decide_node(std::span(forms_).subspan(begin, end - begin));
    begin = end;
  }
}

void NameAutomaton::Builder::decide_node(std::span<const Form> forms) {
  Node& node = automaton_.nodes_[forms[0].node];
  const auto nearest = [](std::span<const Form> all) {
    std::size_t size = 1;
    while (size < all.size() &&
           same_meaning(all[size].distance, all[size].capitals, all[0].distance, all[0].capitals)) {
      ++size;
    }
    return all.first(size);
  };
  const std::span<const Form> best = nearest(forms);
  node.capitals_group = make_group(best);
  if (best[0].capitals == 0) {
    node.group = node.capitals_group;
    return;
  }
  node.capitals = best[0].capitals;
  std::vector<Form> others;
  std::ranges::copy_if(forms, std::back_inserter(others),
                       [](const Form& form) { return form.capitals == 0; });
  if (!others.empty()) node.group = make_group(nearest(others));
}

std::uint32_t NameAutomaton::Builder::make_group(std::span<const Form> forms) {
  std::vector<EntityId> entities;
  for (const Form& form : forms) {
    if (std::ranges::find(entities, form.entity) == entities.end()) entities.push_back(form.entity);
  }
  if (forms[0].distance == 0) {
    ++automaton_.counts_.names;
    if (entities.size() > 1) ++automaton_.counts_.ambiguous;
  }
  if (entities.size() > 1 && ambiguity_ == Ambiguity::kSkip) entities.clear();
  if (entities.size() > 1 && ambiguity_ == Ambiguity::kFirst) entities = {entities[0]};
  automaton_.groups_.push_back({static_cast<std::uint32_t>(automaton_.entities_.size()),
                                static_cast<std::uint32_t>(entities.size())});
  automaton_.entities_.insert(automaton_.entities_.end(), entities.begin(), entities.end());
  return static_cast<std::uint32_t>(automaton_.groups_.size() - 1);
}

void NameAutomaton::Builder::count_nameless(std::size_t entities) {
  std::vector<bool> named(entities);
  for (const EntityId entity : automaton_.entities_) named[entity] = true;
  automaton_.counts_.nameless = static_cast<std::size_t>(std::ranges::count(named, false));
}

}  // namespace gntp
