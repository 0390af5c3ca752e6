// Sentences and words of a text, by Unicode's rules (UAX 29) as ICU has them. One correction: ICU
// ends a sentence after "Dr." and "U.S."; see sentence_ends.h.
//
// A segmenter is one thread's.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace gntp {

// A word, a number or a punctuation mark; blanks are no tokens.
struct Token {
  enum class Kind : std::uint8_t { kWord, kNumber, kPunctuation };
  std::uint32_t begin;  // in bytes
  std::uint32_t end;
  Kind kind;
};

class Segmenter {
 public:
  Segmenter();
  Segmenter(const Segmenter&) = delete;
  Segmenter& operator=(const Segmenter&) = delete;
  ~Segmenter();

  // Chooses the text, which must outlive the questions below. Requires: it is UTF-8 and shorter
  // than 2^31 bytes.
  void set_text(std::string_view text);

  // Replaces `tokens` by those of the text, in order.
  void find_tokens(std::vector<Token>& tokens);

  // Replaces `ends` by where sentences end, in bytes; the last end is that of the text. A sentence
  // has the blanks behind it.
  void find_sentences(std::vector<std::uint32_t>& ends);

 private:
  struct Icu;
  std::unique_ptr<Icu> icu_;
};

}  // namespace gntp
