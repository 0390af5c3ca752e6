#include "text/mention_extractor.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/folding.h"

namespace gntp {
namespace {

constexpr std::size_t kLongestWord = 64;
// A longer sentence is quoted around its two entities.
constexpr std::uint32_t kLongestQuote = 1000;
constexpr std::uint32_t kMargin = 200;

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20U || c == 0x7F;
}

std::uint32_t whole_character(std::string_view text, std::uint32_t position) {
  while (position > 0 && position < text.size() && is_continuation(text[position])) --position;
  return position;
}

}  // namespace

void MentionExtractor::extract(std::string_view text, SentencePlace place, MentionBatch& batch) {
  segmenter_.set_text(text);
  segmenter_.find_tokens(tokens_);
  names_.find(text, tokens_, spans_);
  segmenter_.find_sentences(ends_);
  drop_ends_inside_names();
  counts_.sentences += ends_.size();
  counts_.names += spans_.size();
  counts_.ambiguous += static_cast<std::uint64_t>(std::ranges::count_if(
      spans_, [&](const NameSpan& found) { return names_.entities(found.group).empty(); }));
  const auto begin_of = [&](const NameSpan& span) { return tokens_[span.first].begin; };
  std::size_t span = 0;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : ends_) {
    ++place.sentence;
    const std::size_t first = span;
    while (span < spans_.size() && begin_of(spans_[span]) < end) ++span;
    if (span - first > 1) {
      extract_sentence(text, begin, end, std::span(spans_).subspan(first, span - first), place,
                       batch);
    }
    begin = end;
  }
}

// "St. Louis" is a name, whatever its full stop looks like.
void MentionExtractor::drop_ends_inside_names() {
  std::size_t span = 0;
  std::erase_if(ends_, [&](std::uint32_t end) {
    while (span < spans_.size() && tokens_[spans_[span].last].end <= end) ++span;
    return span < spans_.size() && tokens_[spans_[span].first].begin < end;
  });
}

void MentionExtractor::extract_sentence(std::string_view text, std::uint32_t begin,
                                        std::uint32_t end, std::span<const NameSpan> spans,
                                        SentencePlace place, MentionBatch& batch) {
  lay_out(text, spans);
  const bool is_short = end - begin <= kLongestQuote;
  bool quoted = false;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::span<const EntityId> firsts = names_.entities(spans[i].group);
    if (firsts.empty()) continue;
    for (std::size_t j = i + 1; j < spans.size(); ++j) {
      if (spans[j].first - spans[i].last - 1 > options_.window) break;
      if (stops_[j].items - stops_[i].items - 1 > options_.max_length) break;
      const std::span<const EntityId> seconds = names_.entities(spans[j].group);
      if (seconds.empty()) continue;
      const bool apart = firsts.size() > 1 || seconds.size() > 1 || firsts[0] != seconds[0];
      if (!apart) continue;
      if (!is_short || !quoted) {
        batch.add_source(place, quote(text, begin, end, spans[i], spans[j]));
        quoted = true;
      }
      add_pair(firsts, seconds,
               std::string_view(words_).substr(stops_[i].after, stops_[j].before - stops_[i].after),
               batch);
    }
  }
}

void MentionExtractor::lay_out(std::string_view text, std::span<const NameSpan> spans) {
  constexpr std::string_view kOtherName = "[ENT]:";
  words_.clear();
  stops_.clear();
  std::size_t items = 0;
  std::uint32_t token = spans.front().first;
  for (const NameSpan& span : spans) {
    for (; token < span.first; ++token) {
      if (tokens_[token].kind == Token::Kind::kPunctuation) continue;
      add_word(text, tokens_[token]);
      ++items;
    }
    token = span.last + 1;
    const std::size_t before = words_.size();
    words_ += kOtherName;
    stops_.push_back({before, words_.size(), items++});
  }
}

void MentionExtractor::add_word(std::string_view text, const Token& token) {
  if (token.kind == Token::Kind::kNumber) {
    words_ += "[NUM]:";
  } else if (token.end - token.begin > kLongestWord) {
    words_ += "[LONG]:";
  } else {
    fold(text.substr(token.begin, token.end - token.begin), folded_);
    std::ranges::replace(folded_, ':', '.');  // the colon stands between words
    words_ += folded_;
    words_ += ':';
  }
}

void MentionExtractor::add_pair(std::span<const EntityId> firsts, std::span<const EntityId> seconds,
                                std::string_view words, MentionBatch& batch) {
  for (const EntityId first : firsts) {
    for (const EntityId second : seconds) {
      if (first == second) continue;
      batch.add({first, second, words});
      ++counts_.pairs;
    }
  }
}

std::string_view MentionExtractor::quote(std::string_view text, std::uint32_t begin,
                                         std::uint32_t end, const NameSpan& first,
                                         const NameSpan& second) {
  std::uint32_t from = begin;
  std::uint32_t to = end;
  if (end - begin > kLongestQuote) {
    const std::uint32_t start = tokens_[first.first].begin;
    from = whole_character(text, std::max(begin, start - std::min(start, kMargin)));
    to = whole_character(text,
                         std::min({end, tokens_[second.last].end + kMargin, from + kLongestQuote}));
  }
  quote_ = from > begin ? "... " : "";
  quote_ += text.substr(from, to - from);
  std::ranges::replace_if(quote_, is_control, ' ');
  while (quote_.ends_with(' ')) quote_.pop_back();
  if (to < end) quote_ += " ...";
  return quote_;
}

}  // namespace gntp
