// What gntp read must agree with: every name tried at every word, every pair of names looked at,
// with ICU's boundaries of the whole text. Slow, and written to be read.
#pragma once

#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "text/folding.h"
#include "text/name_forms.h"
#include "text/sentence_ends.h"
#include "text/text_reading.h"

namespace gntp::testing {

class NaiveReader {
 public:
  using Line = std::tuple<std::string, std::string, std::string>;  // head, pattern, tail

  NaiveReader(const EntityNames& names, const ExtractionOptions& options)
      : names_(names), options_(options) {
    for (const EntityName& name : names.names) add_forms(name);
  }

  void read(const std::string& document) {
    const std::vector<Word> words = words_of(document);
    const std::vector<Found> all = find_names(words);
    const std::vector<std::size_t> ends = sentence_ends(document, words, all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        const bool same_sentence = std::ranges::none_of(ends, [&](std::size_t end) {
          return words[all[i].first].begin < end && end <= words[all[j].first].begin;
        });
        if (same_sentence && all[j].first - all[i].last - 1 <= options_.window) {
          add_pair(words, all, i, j);
        }
      }
    }
  }

  const std::map<Line, std::size_t>& lines() const { return lines_; }

 private:
  struct Word {
    std::size_t begin;
    std::size_t end;
    std::string text;
    std::string folded;
    char kind;  // 'w', 'n' or '.'
  };
  struct Form {
    std::vector<std::string> words;
    int distance;
    std::size_t capitals;  // letters that must be
    std::uint32_t sense;
    EntityId entity;
  };
  struct Found {
    std::size_t first;
    std::size_t last;
    std::vector<EntityId> entities;
  };

  static std::vector<Word> words_of(const std::string& text) {
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<icu::BreakIterator> breaks(
        icu::BreakIterator::createWordInstance(icu::Locale::getEnglish(), status));
    const icu::UnicodeString units = icu::UnicodeString::fromUTF8(text);
    breaks->setText(units);
    std::vector<Word> words;
    std::size_t at = 0;
    int32_t begin = breaks->first();
    for (int32_t end = breaks->next(); end != icu::BreakIterator::DONE;
         begin = end, end = breaks->next()) {
      Word word{};
      units.tempSubStringBetween(begin, end).toUTF8String(word.text);
      word.begin = at;
      at += word.text.size();
      word.end = at;
      fold(word.text, word.folded);
      word.kind = '.';
      for (int32_t i = begin; i < end && word.kind == '.'; i = units.moveIndex32(i, 1)) {
        const UChar32 c = units.char32At(i);
        if (u_isalpha(c)) word.kind = 'w';
        if (u_isdigit(c)) word.kind = 'n';
      }
      const UChar32 first = units.char32At(begin);
      if (!u_isUWhiteSpace(first) && !u_iscntrl(first)) words.push_back(word);
    }
    return words;
  }

  void add_forms(const EntityName& name) {
    std::vector<std::string> words;
    for (const Word& word : words_of(name.text)) words.push_back(word.folded);
    if (words.back() == ".") words.pop_back();
    const bool acronym =
        name.text.size() >= 2 && name.text.size() <= 5 &&
        std::ranges::all_of(name.text, [](char c) { return c >= 'A' && c <= 'Z'; });
    const std::size_t capitals = acronym ? name.text.size() : 0;
    std::vector<std::string> bare = words;
    std::erase(bare, ".");
    add_endings({words, 0, capitals, name.sense, name.entity});
    if (bare.size() < words.size()) add_endings({bare, 1, 0, name.sense, name.entity});
  }

  void add_endings(const Form& form) {
    forms_.push_back(form);
    const auto add = [&](const std::string& last, int distance) {
      Form changed = form;
      changed.words.back() = last;
      changed.distance = distance;
      forms_.push_back(changed);
    };
    if (!u_isalpha(icu::UnicodeString::fromUTF8(form.words.back())
                       .char32At(icu::UnicodeString::fromUTF8(form.words.back()).length() - 1))) {
      return;
    }
    add(form.words.back() + "'s", 1);
    for (const std::string& plural : plurals(form.words.back())) add(plural, 2);
  }

  bool stands_at(const Form& form, const std::vector<Word>& words, std::size_t at) const {
    if (at + form.words.size() > words.size()) return false;
    for (std::size_t i = 0; i < form.words.size(); ++i) {
      if (words[at + i].folded != form.words[i]) return false;
    }
    return std::ranges::none_of(words[at].text.substr(0, form.capitals),
                                [](char c) { return c >= 'a' && c <= 'z'; });
  }

  std::vector<Found> find_names(const std::vector<Word>& words) const {
    std::vector<Found> found;
    for (std::size_t at = 0; at < words.size(); ++at) {
      using Rank = std::tuple<std::size_t, int, bool>;  // smallest is best
      std::map<Rank, std::vector<std::pair<std::uint32_t, EntityId>>> matches;
      for (const Form& form : forms_) {
        if (!stands_at(form, words, at)) continue;
        matches[{1000 - form.words.size(), form.distance, form.capitals == 0}].emplace_back(
            form.sense, form.entity);
      }
      if (matches.empty()) continue;
      auto& [rank, best] = *matches.begin();
      std::ranges::sort(best);
      std::vector<EntityId> entities;
      for (const auto& [sense, entity] : best) {
        if (std::ranges::find(entities, entity) == entities.end()) entities.push_back(entity);
      }
      if (entities.size() > 1 && options_.ambiguity == Ambiguity::kSkip) entities.clear();
      if (entities.size() > 1 && options_.ambiguity == Ambiguity::kFirst) entities = {entities[0]};
      const std::size_t last = at + (1000 - std::get<0>(rank)) - 1;
      found.push_back({at, last, entities});
      at = last;
    }
    return found;
  }

  static std::vector<std::size_t> sentence_ends(const std::string& text,
                                                const std::vector<Word>& words,
                                                const std::vector<Found>& found) {
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<icu::BreakIterator> breaks(
        icu::BreakIterator::createSentenceInstance(icu::Locale::getEnglish(), status));
    const icu::UnicodeString units = icu::UnicodeString::fromUTF8(text);
    breaks->setText(units);
    std::vector<std::size_t> ends;
    for (int32_t end = breaks->next(); end != icu::BreakIterator::DONE; end = breaks->next()) {
      std::string before;
      units.tempSubStringBetween(0, end).toUTF8String(before);
      const bool inside = std::ranges::any_of(found, [&](const Found& name) {
        return words[name.first].begin < before.size() && before.size() < words[name.last].end;
      });
      if (!inside && !sentence_goes_on(text, before.size())) ends.push_back(before.size());
    }
    return ends;
  }

  void add_pair(const std::vector<Word>& words, const std::vector<Found>& all, std::size_t i,
                std::size_t j) {
    std::string pattern;
    std::size_t length = 0;
    for (std::size_t at = all[i].last + 1; at < all[j].first; ++at) {
      const auto name = std::ranges::find_if(
          all, [&](const Found& other) { return other.first <= at && at <= other.last; });
      if (name != all.end()) {
        if (name->first != at) continue;
        pattern += "[ENT]:";
      } else if (words[at].kind == 'n') {
        pattern += "[NUM]:";
      } else if (words[at].kind == 'w') {
        pattern += words[at].folded + ":";
      } else {
        continue;
      }
      ++length;
    }
    if (length > options_.max_length) return;
    for (const EntityId a : all[i].entities) {
      for (const EntityId b : all[j].entities) {
        if (a == b) continue;
        const std::string& first = names_.entities.name(a);
        const std::string& second = names_.entities.name(b);
        ++lines_[{first, "[XXX]:" + pattern + "[YYY]", second}];
        ++lines_[{second, "[YYY]:" + pattern + "[XXX]", first}];
      }
    }
  }

  const EntityNames& names_;
  ExtractionOptions options_;
  std::vector<Form> forms_;
  std::map<Line, std::size_t> lines_;
};

}  // namespace gntp::testing
