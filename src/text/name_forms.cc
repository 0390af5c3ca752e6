#include "text/name_forms.h"

namespace gntp {
namespace {

constexpr std::size_t kShortest = 3;

bool is_vowel(char c) {
  return std::string_view("aeiou").find(c) != std::string_view::npos;
}

}  // namespace

std::vector<std::string> plurals(std::string_view word) {
  if (word.size() < kShortest || word.back() < 'a' || word.back() > 'z') return {};
  const std::string base(word);
  const char last = word.back();
  const bool hisses =
      last == 's' || last == 'x' || last == 'z' || word.ends_with("ch") || word.ends_with("sh");
  if (hisses) return {base + "es"};
  if (last == 'y' && !is_vowel(word[word.size() - 2])) {
    return {base.substr(0, base.size() - 1) + "ies", base + "s"};  // the Kennedys
  }
  if (last == 'o') return {base + "s", base + "es"};
  return {base + "s"};
}

}  // namespace gntp
