#include "text/sentence_ends.h"

#include <algorithm>
#include <array>
#include <string>

namespace gntp {
namespace {

// In lower case, without the full stop.
constexpr std::array<std::string_view, 45> kNeverLast = {
    "adj",  "adm", "approx", "apr", "aug", "bros", "capt", "cf",   "cmdr", "col", "dec", "dr",
    "esp",  "feb", "ft",     "gen", "gov", "hon",  "jan",  "jul",  "jun",  "lt",  "maj", "messrs",
    "mr",   "mrs", "ms",     "mt",  "nov", "oct",  "pres", "prof", "rep",  "rev", "sen", "sep",
    "sept", "sgt", "sr",     "st",  "ste", "supt", "univ", "viz",  "vs"};
constexpr std::array<std::string_view, 14> kBeforeNumbers = {
    "art", "ch", "eq", "fig", "figs", "no", "nos", "nr", "p", "pp", "sec", "tab", "v", "vol"};
constexpr std::array<std::string_view, 30> kOpeners = {
    "A",    "After", "Also",    "An",    "As",    "At",   "But",  "For", "From", "He",
    "Her",  "His",   "However", "I",     "If",    "In",   "It",   "Its", "On",   "She",
    "That", "The",   "Then",    "There", "These", "They", "This", "We",  "When", "While"};

bool is_letter(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'z';
}

template <std::size_t Size>
bool contains(const std::array<std::string_view, Size>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// "U.S", "e.g", "Ph.D": letters with full stops between.
bool is_dotted(std::string_view word) {
  bool dotted = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '.') {
      if (i == 0 || word[i - 1] == '.') return false;
      dotted = true;
    } else if (!is_letter(word[i])) {
      return false;
    }
  }
  return dotted && word.back() != '.';
}

// The letters and full stops that end at the end of `text`.
std::string_view last_word(std::string_view text) {
  constexpr std::size_t kLongest = 16;  // no abbreviation is longer
  std::size_t begin = text.size();
  while (begin > 0 && text.size() - begin < kLongest &&
         (is_letter(text[begin - 1]) || text[begin - 1] == '.')) {
    --begin;
  }
  // A word that goes on to the left with other characters is no abbreviation.
  if (begin > 0) {
    const char before = text[begin - 1];
    const bool apart = before == ' ' || before == '\n' || before == '(' || before == '[' ||
                       before == '"' || before == '\'' || before == '-' || before == '\t';
    if (!apart && static_cast<unsigned char>(before) < 0x80U) return {};
    if (is_letter(before)) return {};
  }
  return text.substr(begin);
}

std::string_view next_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_letter(text[end])) ++end;
  return text.substr(0, end);
}

bool ends_in_quote(std::string_view text) {
  constexpr std::array<std::string_view, 6> kQuotes = {"\"",           "'",        "\xE2\x80\x99",
                                                       "\xE2\x80\x9D", "\xC2\xBB", "\xE2\x80\xBA"};
  return std::ranges::any_of(kQuotes,
                             [&](std::string_view quote) { return text.ends_with(quote); });
}

}  // namespace

bool sentence_goes_on(std::string_view text, std::size_t position) {
  std::size_t end = position;
  while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t')) --end;
  if (end == 0) return false;
  if (ends_in_quote(text.substr(0, end))) {
    return position < text.size() && text[position] >= 'a' && text[position] <= 'z';
  }
  if (text[end - 1] != '.') return false;
  const std::string_view word = last_word(text.substr(0, end - 1));
  if (word.empty()) return false;
  const std::string_view rest = text.substr(position);
  if (is_dotted(word)) return !contains(kOpeners, next_word(rest));
  // An initial; "So did I." is none.
  if (word.size() == 1) return word[0] >= 'A' && word[0] <= 'Z' && word[0] != 'I';
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(), [](char c) { return static_cast<char>(c | 0x20); });
  if (contains(kNeverLast, lower)) return true;
  return contains(kBeforeNumbers, lower) && !rest.empty() && rest[0] >= '0' && rest[0] <= '9';
}

}  // namespace gntp
