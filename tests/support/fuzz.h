// Malformed input for parsers, the same on every run.
#pragma once

#include <random>
#include <string>
#include <string_view>

namespace gntp::testing {

// How many inputs a parser took and how many it refused with an Error. A test that sees only one of
// the two tests little; anything but an Error ends it.
struct FuzzTally {
  int accepted = 0;
  int refused = 0;

  // What error_of gave.
  void add(const std::string& error) { ++(error == "no error" ? accepted : refused); }
};

inline std::string random_bytes(std::mt19937& random, std::size_t max_size) {
  std::string bytes(random() % (max_size + 1), '\0');
  for (char& c : bytes) c = static_cast<char>(random() & 0xFFU);
  return bytes;
}

// Random characters of those that mean something to a parser.
inline std::string random_text(std::mt19937& random, std::string_view alphabet,
                               std::size_t max_size) {
  std::string text(random() % (max_size + 1), '\0');
  for (char& c : text) c = alphabet[random() % alphabet.size()];
  return text;
}

// A few bytes removed, doubled, replaced or put in.
inline std::string mutated(std::mt19937& random, std::string text, std::string_view alphabet) {
  for (auto count = 1 + random() % 4; count > 0 && !text.empty(); --count) {
    const std::size_t at = random() % text.size();
    const char c = random() % 4 == 0 ? static_cast<char>(random() & 0xFFU)
                                     : alphabet[random() % alphabet.size()];
    switch (random() % 5) {
      case 0:
        text.erase(at, 1 + random() % 3);
        break;
      case 1:
        text.insert(at, text.substr(at, random() % 8));
        break;
      case 2:
        text.insert(at, 1, c);
        break;
      case 3:
        text.resize(at);
        break;
      default:
        text[at] = c;
        break;
    }
  }
  return text;
}

}  // namespace gntp::testing
