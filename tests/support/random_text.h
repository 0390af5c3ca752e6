// Random Unicode text that meets the corners of segmentation and folding.
#pragma once

#include <array>
#include <random>
#include <string>
#include <string_view>

namespace gntp::testing {

// Up to `max_pieces` characters and words one after the other; well-formed UTF-8.
inline std::string random_unicode(std::mt19937& random, std::size_t max_pieces) {
  static constexpr std::array<std::string_view, 64> kPieces = {"a",
                                                               "b",
                                                               "B",
                                                               "s",
                                                               "'s",
                                                               "x",
                                                               "7",
                                                               "3",
                                                               "_",
                                                               ".",
                                                               ",",
                                                               ";",
                                                               ":",
                                                               "'",
                                                               "\"",
                                                               "-",
                                                               "@",
                                                               "#",
                                                               "!",
                                                               "?",
                                                               "(",
                                                               ")",
                                                               "\n",
                                                               "\t",
                                                               " ",
                                                               " ",
                                                               " ",
                                                               " ",
                                                               "  ",
                                                               ". ",
                                                               "Dr. ",
                                                               "U.S. ",
                                                               "\xC3\xA9",
                                                               "e\xCC\x81",
                                                               "\xCC\x88",
                                                               "\xE2\x80\x99",
                                                               "\xE2\x80\x9C",
                                                               "\xE2\x80\x9D",
                                                               "\xE2\x80\x94",
                                                               "\xC2\xA0",
                                                               "\xC2\xAD",
                                                               "\xE2\x80\x8B",
                                                               "\xE2\x80\x8D",
                                                               "\xEF\xBB\xBF",
                                                               "\xE6\x9D\xB1\xE4\xBA\xAC",
                                                               "\xE3\x81\xB2",
                                                               "\xE3\x82\xAB",
                                                               "\xED\x95\x9C",
                                                               "\xD7\x90",
                                                               "\xD7\x90\"\xD7\x91",
                                                               "\xD9\xA3",
                                                               "\xD0\x96",
                                                               "\xCE\xA3",
                                                               "\xC3\x9F",
                                                               "\xE0\xB8\x81\xE0\xB8\xA3",
                                                               "\xF0\x9F\x87\xAB",
                                                               "\xF0\x9F\x87\xB7",
                                                               "\xF0\x9F\x98\x80",
                                                               "\xE2\x9D\xA4\xEF\xB8\x8F",
                                                               "\xEF\xBC\xA1",
                                                               "\xE2\x80\xA8",
                                                               "\xC2\x85",
                                                               "\xEF\xBC\x9A",
                                                               "cat"};
  std::string text;
  for (auto count = random() % (max_pieces + 1); count > 0; --count) {
    text += kPieces[random() % kPieces.size()];
  }
  return text;
}

}  // namespace gntp::testing
