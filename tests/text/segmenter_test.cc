#include "text/segmenter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/random_text.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> tokens_of(std::string_view text) {
  Segmenter segmenter;
  std::vector<Token> tokens;
  segmenter.set_text(text);
  segmenter.find_tokens(tokens);
  std::vector<std::string> texts;
  texts.reserve(tokens.size());
  for (const Token& token : tokens) {
    texts.emplace_back(text.substr(token.begin, token.end - token.begin));
  }
  return texts;
}

std::vector<std::string> sentences_of(std::string_view text) {
  Segmenter segmenter;
  std::vector<std::uint32_t> ends;
  segmenter.set_text(text);
  segmenter.find_sentences(ends);
  std::vector<std::string> texts;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : ends) {
    texts.emplace_back(text.substr(begin, end - begin));
    begin = end;
  }
  EXPECT_EQ(begin, text.size());
  return texts;
}

// ICU's boundaries in the whole text, less what begins with a blank.
std::vector<std::string> icu_tokens(const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> words(
      icu::BreakIterator::createWordInstance(icu::Locale::getEnglish(), status));
  const icu::UnicodeString units = icu::UnicodeString::fromUTF8(text);
  words->setText(units);
  std::vector<std::string> tokens;
  int32_t begin = words->first();
  for (int32_t end = words->next(); end != icu::BreakIterator::DONE;
       begin = end, end = words->next()) {
    const UChar32 first = units.char32At(begin);
    if (u_isUWhiteSpace(first) || u_iscntrl(first)) continue;
    units.tempSubStringBetween(begin, end).toUTF8String(tokens.emplace_back());
  }
  return tokens;
}

TEST(Segmenter, CutsWordsNumbersAndMarks) {
  EXPECT_THAT(tokens_of("The U.S. isn't (3,000.5 km) a_b."),
              ElementsAre("The", "U.S", ".", "isn't", "(", "3,000.5", "km", ")", "a_b", "."));
  EXPECT_THAT(tokens_of("Côte d’Ivoire, 東京!"), ElementsAre("Côte", "d’Ivoire", ",", "東京", "!"));
  EXPECT_THAT(tokens_of(""), IsEmpty());
  EXPECT_THAT(tokens_of(" \t\n"), IsEmpty());
}

TEST(Segmenter, KnowsNumbersFromWords) {
  Segmenter segmenter;
  std::vector<Token> tokens;
  segmenter.set_text("1990s B2 ... \xD9\xA3");
  segmenter.find_tokens(tokens);
  std::vector<Token::Kind> kinds;
  kinds.reserve(tokens.size());
  for (const Token& token : tokens) kinds.push_back(token.kind);
  using enum Token::Kind;
  EXPECT_THAT(kinds,
              ElementsAre(kNumber, kWord, kPunctuation, kPunctuation, kPunctuation, kNumber));
}

// The short cut for ASCII and the cutting at blanks give what ICU gives for the whole text.
TEST(Segmenter, AgreesWithIcuOnRandomText) {
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = testing::random_unicode(random, 30);
    ASSERT_EQ(tokens_of(text), icu_tokens(text)) << text;
  }
}

TEST(Segmenter, EndsSentencesButNotAfterAbbreviations) {
  EXPECT_THAT(sentences_of("It is. Is it? Yes!"), ElementsAre("It is. ", "Is it? ", "Yes!"));
  EXPECT_THAT(sentences_of("Dr. J. Smith left. He came."),
              ElementsAre("Dr. J. Smith left. ", "He came."));
  EXPECT_THAT(sentences_of("The U.S. Army left the U.S. The end."),
              ElementsAre("The U.S. Army left the U.S. ", "The end."));
  EXPECT_THAT(sentences_of("See No. 5. He said no. Then he left."),
              ElementsAre("See No. 5. ", "He said no. ", "Then he left."));
  EXPECT_THAT(sentences_of("\"Wait!\" he said. 'Who?' She left."),
              ElementsAre("\"Wait!\" he said. ", "'Who?' ", "She left."));
  EXPECT_THAT(sentences_of("NATO. The end.\nDr.\nNo"),
              ElementsAre("NATO. ", "The end.\n", "Dr.\n", "No"));
  EXPECT_THAT(sentences_of(""), IsEmpty());
}

}  // namespace
}  // namespace gntp
