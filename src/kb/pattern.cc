#include "kb/pattern.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"

namespace gntp {
namespace {

// Words in lower case, marks such as [XXX] and [ENT] in upper case. ASCII only: other letters stay
// as they are.
std::string token_of(std::string_view written) {
  const bool is_mark = written.starts_with('[') && written.ends_with(']');
  const char first = is_mark ? 'a' : 'A';
  const char other = is_mark ? 'A' : 'a';
  std::string token(written);
  for (char& c : token) {
    if (first <= c && c < first + 26) c = static_cast<char>(c - first + other);
  }
  return token;
}

// Between blanks or colons, none of them empty, without byte-order marks before them.
std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> tokens;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(": \t"), text.size());
    std::string_view token = text.substr(0, end);
    while (byte_order_mark(token) > 0) token.remove_prefix(byte_order_mark(token));
    if (!token.empty()) tokens.push_back(token_of(token));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return tokens;
}

}  // namespace

std::string pattern_name(std::string_view text) {
  const std::vector<std::string> tokens = tokens_of(text);
  if (tokens.empty()) fail("the pattern is empty; write one as in [XXX]:is:located:in:[YYY]");
  for (const std::string_view mark : {kHeadMark, kTailMark}) {
    const auto count = std::ranges::count(tokens, mark);
    if (count == 1) continue;
    fail("the pattern '{}' has {} {}; it has one [XXX], where the head is, and one [YYY]",
         excerpt(text), count == 0 ? "no" : "more than one", mark);
  }
  return join(tokens, " ");
}

bool is_pattern(std::string_view name) {
  const std::vector<std::string> tokens = tokens_of(name);
  return std::ranges::count(tokens, kHeadMark) > 0 && std::ranges::count(tokens, kTailMark) > 0;
}

std::vector<std::string_view> pattern_tokens(std::string_view name) {
  return split(name, ' ');
}

}  // namespace gntp
