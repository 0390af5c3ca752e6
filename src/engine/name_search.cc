// Names while they are typed (gntp/browsing.h). The keys of all names lie in one text, those of
// entities first, each ending in a line end: the name's, the label's where it differs, and that of
// 'LABEL (ID)' where a label is not enough. One pass over it finds every place where what was typed
// stands; a second one, where that was too little, looks for mistakes, and passes over most names
// by the letters that they lack.
#include <gntp/browsing.h>

#include <algorithm>
#include <bit>

#include "base/edit_distance.h"
#include "engine/engine_state.h"
#include "engine/fact_counts.h"
#include "kb/typed_names.h"
#include "text/search_key.h"

namespace gntp {
namespace {

using Kind = Suggestion::Kind;
using Match = Suggestion::Match;

constexpr char kEnd = '\n';

// Reads UTF-8, which keys are.
char32_t next_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at++);
  if (first < 0x80U) return first;
  const unsigned length = first >= 0xF0U ? 3 : first >= 0xE0U ? 2 : 1;
  char32_t c = first & (0x3FU >> length);
  for (unsigned i = 0; i < length && at < text.size(); ++i) c = (c << 6U) | (byte(at++) & 0x3FU);
  return c;
}

// At most so many characters of it, up to the end of a key.
void read_characters(std::string_view text, std::size_t most, std::u32string& characters) {
  characters.clear();
  for (std::size_t at = 0; at < text.size() && text[at] != kEnd && characters.size() < most;) {
    characters += next_character(text, at);
  }
}

// What a search for mistakes writes to.
struct Scratch {
  EditTable table;
  std::u32string beginning;
};

// Which characters there are, and which of them more than once: one bit of 64 for each.
struct Letters {
  std::uint64_t once = 0;
  std::uint64_t again = 0;

  // How many of these the others lack; no fewer mistakes make up for that.
  std::size_t missing_in(const Letters& others) const {
    return static_cast<std::size_t>(std::popcount(once & ~others.once) +
                                    std::popcount(again & ~others.again));
  }
};

Letters letters_of(std::string_view text) {
  Letters letters;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_character(text, at);
    if (c == U' ' || c == static_cast<char32_t>(kEnd)) continue;
    const std::uint64_t bit = std::uint64_t{1} << (c % 64U);
    letters.again |= letters.once & bit;
    letters.once |= bit;
  }
  return letters;
}

// How many mistakes a text of so many characters may have.
std::size_t tolerated_mistakes(std::size_t length) {
  constexpr std::size_t kForOne = 4;
  constexpr std::size_t kForTwo = 6;
  constexpr std::size_t kTooMany = 64;  // nobody types that
  if (length < kForOne || length > kTooMany) return 0;
  return length < kForTwo ? 1 : 2;
}

}  // namespace

struct NameSearch::Index {
  // Entities, then relations; where the keys of each begin, and the end.
  std::string text;
  std::vector<std::size_t> begin;
  std::vector<Letters> letters;
  std::vector<std::uint64_t> facts;
  std::size_t entities = 0;
  std::shared_ptr<const KnowledgeBase> kb;

  struct Found {
    std::size_t item;
    Match match;
    std::size_t mistakes;
  };

  explicit Index(std::shared_ptr<const KnowledgeBase> shared) : kb(std::move(shared)) {
    entities = kb->entities.size();
    const std::size_t relations = kb->first_pattern();
    begin.reserve(entities + relations + 1);
    for (EntityId id{0}; id < entities; ++id) add(id, kb->entities, kb->entity_labels);
    for (RelationId id{0}; id < relations; ++id) add(id, kb->relations, kb->relation_labels);
    begin.push_back(text.size());
    text.shrink_to_fit();
    facts = facts_by_entity(*kb);
    facts.resize(entities + relations);
    for (RelationId id{0}; id < relations; ++id) facts[entities + id] = kb->facts.count_of(id);
  }

  template <typename Id>
  void add(Id id, const Vocabulary<Id>& names, const Labels<Id>& labels) {
    begin.push_back(text.size());
    const std::string name = search_key(names.name(id));
    text += name + kEnd;
    if (!labels[id].empty()) {
      const std::string label = search_key(labels[id]);
      const std::string shown = search_key(display_name(id, names, labels));
      if (label != name) text += label + kEnd;
      if (shown != name && shown != label) text += shown + kEnd;
    }
    letters.push_back(letters_of(std::string_view(text).substr(begin.back())));
  }

  std::string name_of(std::size_t item) const {
    return item < entities ? kb->entities.name(EntityId(item))
                           : kb->relations.name(RelationId(item - entities));
  }

  bool is_before(const Found& a, const Found& b) const {
    if (a.match != b.match) return a.match < b.match;
    if (a.mistakes != b.mistakes) return a.mistakes < b.mistakes;
    if (facts[a.item] != facts[b.item]) return facts[a.item] > facts[b.item];
    const int order = name_of(a.item).compare(name_of(b.item));
    return order != 0 ? order < 0 : a.item < b.item;
  }

  // Keeps the best `count` of all that are offered.
  class Best {
   public:
    Best(const Index& index, std::size_t count) : index_(index), count_(count) {}
    std::size_t offered() const { return offered_; }
    const std::vector<Found>& kept() const { return kept_; }
    void offer(const Found& found) {
      const auto is_before = [this](const Found& a, const Found& b) {
        return index_.is_before(a, b);
      };
      ++offered_;
      if (kept_.size() == count_) {
        if (!is_before(found, kept_.front())) return;
        std::ranges::pop_heap(kept_, is_before);
        kept_.pop_back();
      }
      kept_.push_back(found);
      std::ranges::push_heap(kept_, is_before);
    }
    std::vector<Found> sorted() && {
      std::ranges::sort(kept_,
                        [this](const Found& a, const Found& b) { return index_.is_before(a, b); });
      return std::move(kept_);
    }

   private:
    const Index& index_;
    std::size_t count_;
    std::size_t offered_ = 0;
    std::vector<Found> kept_;  // a heap, the last one first
  };

  Match match_at(std::size_t place, std::size_t length) const {
    const bool is_start = place == 0 || text[place - 1] == kEnd;
    if (is_start) return text[place + length] == kEnd ? Match::kExact : Match::kStart;
    return begins_word(text, place) ? Match::kWord : Match::kInside;
  }

  void find_exactly(const std::string& typed, std::size_t first, std::size_t last,
                    Best& best) const {
    std::size_t item = first;
    std::size_t place = text.find(typed, begin[first]);
    while (place < begin[last]) {
      while (begin[item + 1] <= place) ++item;
      Match match = Match::kInside;
      for (; place < begin[item + 1]; place = text.find(typed, place + 1)) {
        match = std::min(match, match_at(place, typed.size()));
        if (match == Match::kExact) {
          place = text.find(typed, begin[item + 1]);
          break;
        }
      }
      best.offer({item, match, 0});
    }
  }

  // The fewest mistakes, where they are tolerated, between what was typed and the beginning of a
  // key or of a word in it.
  std::optional<std::size_t> mistakes_in(std::size_t item, std::u32string_view typed,
                                         std::size_t tolerated, Scratch& scratch) const {
    const std::string_view keys =
        std::string_view(text).substr(begin[item], begin[item + 1] - begin[item]);
    std::size_t fewest = tolerated + 1;
    for (std::size_t at = 0; at < keys.size(); ++at) {
      const bool is_start = at == 0 || keys[at - 1] == kEnd;
      if (!is_start && !begins_word(keys, at)) continue;
      read_characters(keys.substr(at), typed.size() + tolerated, scratch.beginning);
      const std::u32string_view beginning = scratch.beginning;
      if (!scratch.table.fill(typed, beginning, fewest, std::equal_to<>())) continue;
      fewest = std::min(fewest, std::ranges::min(scratch.table.row()));
    }
    return fewest <= tolerated ? std::optional(fewest) : std::nullopt;
  }

  void find_similar(const std::string& key, std::size_t first, std::size_t last, Best& best) const {
    std::u32string typed;
    read_characters(key, key.size(), typed);
    const std::size_t tolerated = tolerated_mistakes(typed.size());
    if (tolerated == 0) return;
    const Letters wanted = letters_of(key);
    std::vector<std::size_t> found;
    for (const Found& each : best.kept()) found.push_back(each.item);
    std::ranges::sort(found);
    Scratch scratch;
    for (std::size_t item = first; item < last; ++item) {
      if (wanted.missing_in(letters[item]) > tolerated) continue;
      if (std::ranges::binary_search(found, item)) continue;
      const auto mistakes = mistakes_in(item, typed, tolerated, scratch);
      if (mistakes) best.offer({item, Match::kSimilar, *mistakes});
    }
  }

  Suggestion told(const Found& found) const {
    const bool is_entity = found.item < entities;
    Suggestion suggestion;
    suggestion.kind = is_entity ? Kind::kEntity : Kind::kRelation;
    suggestion.match = found.match;
    suggestion.name = name_of(found.item);
    suggestion.display_name =
        is_entity
            ? display_name(EntityId(found.item), kb->entities, kb->entity_labels)
            : display_name(RelationId(found.item - entities), kb->relations, kb->relation_labels);
    suggestion.facts = facts[found.item];
    return suggestion;
  }
};

NameSearch::NameSearch(const Engine& engine)
    : index_(std::make_unique<const Index>(engine.state().models.shared_kb())) {}
NameSearch::NameSearch(NameSearch&&) noexcept = default;
NameSearch& NameSearch::operator=(NameSearch&&) noexcept = default;
NameSearch::~NameSearch() = default;

std::vector<Suggestion> NameSearch::find(std::string_view text, std::size_t count,
                                         std::optional<Kind> kind) const {
  const Index& index = *index_;
  const std::string key = search_key(text);
  const std::size_t first = kind == Kind::kRelation ? index.entities : 0;
  const std::size_t last = kind == Kind::kEntity ? index.entities : index.letters.size();
  if (key.empty() || count == 0) return {};
  Index::Best best(index, count);
  index.find_exactly(key, first, last, best);
  if (best.offered() < count) index.find_similar(key, first, last, best);
  std::vector<Suggestion> suggestions;
  for (const Index::Found& found : std::move(best).sorted()) {
    suggestions.push_back(index.told(found));
  }
  return suggestions;
}

}  // namespace gntp
