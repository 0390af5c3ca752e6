#include "text/text_reading.h"

#include <gmock/gmock.h>
#include <gntp/error.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <stop_token>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/stop.h"
#include "base/text.h"
#include "base/utf8.h"
#include "support/errors.h"
#include "support/random_text.h"
#include "support/temp_folder.h"
#include "text/naive_reader.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

EntityNames some_names() {
  EntityNames names;
  const std::array<std::pair<const char*, const char*>, 14> labels = {
      {{"cat", "cat"},
       {"cat2", "cat.n.02"},
       {"dog", "dog"},
       {"nyc", "New York City"},
       {"ny", "New York"},
       {"york", "York"},
       {"us", "US"},
       {"usa", "U.S."},
       {"louis", "St. Louis"},
       {"cote", "C\xC3\xB4te d'Ivoire"},
       {"tokyo", "\xE6\x9D\xB1\xE4\xBA\xAC"},
       {"b", "b"},
       {"box", "big box"},
       {"year", "1990"}}};
  for (const auto& [entity, label] : labels) names.entities.add(entity);
  names.entities.sort();
  for (const auto& [entity, label] : labels) {
    EntityName name = parse_name(label);
    name.entity = *names.entities.find(entity);
    names.names.push_back(name);
  }
  return names;
}

std::string random_document(std::mt19937& random) {
  static constexpr std::array<std::string_view, 40> kWords = {"cat",
                                                              "Cats",
                                                              "cat's",
                                                              "dog",
                                                              "dogs'",
                                                              "New",
                                                              "York",
                                                              "City",
                                                              "new york",
                                                              "US",
                                                              "us",
                                                              "U.S.",
                                                              "St. Louis",
                                                              "St Louis",
                                                              "C\xC3\xB4te",
                                                              "d\xE2\x80\x99Ivoire",
                                                              "\xE6\x9D\xB1\xE4\xBA\xAC",
                                                              "b",
                                                              "B's",
                                                              "big",
                                                              "boxes",
                                                              "1990",
                                                              "3,000",
                                                              "is",
                                                              "the",
                                                              "in",
                                                              "Dr.",
                                                              "said.",
                                                              "He",
                                                              "\"Wait!\"",
                                                              "and,",
                                                              "(the)",
                                                              "The",
                                                              "it.",
                                                              "New York City",
                                                              "YORK",
                                                              "caf\xC3\xA9",
                                                              "-",
                                                              "concatenate",
                                                              "big box"};
  std::string text;
  for (auto count = random() % 30; count > 0; --count) {
    text += random() % 12 == 0 ? testing::random_unicode(random, 4)
                               : std::string(kWords[random() % kWords.size()]);
    if (random() % 10 != 0) text += ' ';
  }
  std::ranges::replace(text, '\n', ' ');
  return text;
}

class TextReading : public ::testing::Test {
 protected:
  ReadingSummary read(const std::vector<std::string>& files, TextOptions options = {},
                      std::size_t threads = 1) const {
    options.if_exists = IfExists::kReplace;
    ThreadPool pool(threads);
    return read_texts(files, names_, out(), options, pool, [](std::uint64_t, std::uint64_t) {});
  }
  fs::path out() const { return folder_.path() / "mentions.tsv"; }
  std::string mentions() const { return read_file(out()); }
  std::string sources() const { return read_file(folder_.path() / "mentions.sources.tsv"); }

  EntityNames names_ = some_names();
  TempFolder folder_;
};

TEST_F(TextReading, AgreesWithTheNaiveReader) {
  std::mt19937 random(3);
  for (const Ambiguity ambiguity : {Ambiguity::kSkip, Ambiguity::kAll, Ambiguity::kFirst}) {
    TextOptions options;
    options.format = TextFormat::kLines;
    options.extraction = {8, 5, ambiguity};
    testing::NaiveReader naive(names_, options.extraction);
    std::string text;
    for (int i = 0; i < 1000; ++i) {
      const std::string document = random_document(random);
      if (!trim(document).empty()) naive.read(document);
      text += document + '\n';
    }
    read({folder_.write("text", text).string()}, options);
    std::string expected;
    for (const auto& [line, count] : naive.lines()) {
      expected += fmt::format("{}\t{}\t{}\t{}\n", std::get<0>(line), std::get<1>(line),
                              std::get<2>(line), count);
    }
    ASSERT_GT(naive.lines().size(), 1000U);
    // The order is that of the columns as texts, which is the map's.
    ASSERT_EQ(mentions(), expected);
  }
}

TEST_F(TextReading, IsTheSameForAnyThreadsAndMemory) {
  std::mt19937 random(4);
  std::string text;
  for (int i = 0; i < 20000; ++i) text += random_document(random) + "\n\n";
  const std::string plain = folder_.write("text.txt", text).string();
  const std::string packed = folder_.write_gz("text.txt.gz", text).string();
  TextOptions options;
  options.counting.min_count = 2;
  const ReadingSummary summary = read({plain, packed}, options);
  EXPECT_EQ(summary.spills, 0U);
  const std::string expected = mentions();
  const std::string expected_sources = sources();
  for (const std::size_t threads : {2, 3}) {
    options.counting.memory = threads == 2 ? 100000 : 1 << 30;
    const ReadingSummary again = read({plain, packed}, options, threads);
    EXPECT_EQ(again.spills > 1, threads == 2);
    EXPECT_EQ(again.found.pairs, summary.found.pairs);
    EXPECT_EQ(again.patterns, summary.patterns);
    EXPECT_TRUE(mentions() == expected);
    EXPECT_TRUE(sources() == expected_sources);
  }
}

TEST_F(TextReading, KeepsWhereAMentionStands) {
  const std::string file =
      folder_.write("a.txt", "\n\nNo. The cat likes\n\tthe dog.\n\nA big box. Cat likes dog.\n")
          .string();
  TextOptions options;
  options.counting.directions = Directions::kText;
  options.extraction.ambiguity = Ambiguity::kFirst;
  read({file}, options);
  EXPECT_EQ(mentions(), "cat\t[XXX]:likes:[YYY]\tdog\t1\ncat\t[XXX]:likes:the:[YYY]\tdog\t1\n");
  EXPECT_EQ(sources(), "cat\t[XXX]:likes:[YYY]\tdog\t" + file + "\t6\t2\tCat likes dog.\n" +
                           "cat\t[XXX]:likes:the:[YYY]\tdog\t" + file +
                           "\t3\t2\tThe cat likes  the dog.\n");
}

TEST_F(TextReading, KeepsTheFirstSources) {
  std::string text;
  for (int i = 1; i <= 5; ++i) text += "York is in New York.\n";
  TextOptions options;
  options.format = TextFormat::kLines;
  options.counting.directions = Directions::kText;
  options.counting.max_sources = 2;
  read({folder_.write("a", text).string()}, options);
  EXPECT_EQ(mentions(), "york\t[XXX]:is:in:[YYY]\tny\t5\n");
  EXPECT_THAT(sources(), ::testing::AllOf(HasSubstr("\t1\t1\tYork"), HasSubstr("\t2\t1\tYork")));
  EXPECT_EQ(std::ranges::count(sources(), '\n'), 2);
  options.counting.max_sources = 0;
  fs::remove(folder_.path() / "mentions.sources.tsv");
  read({folder_.write("a", text).string()}, options);
  EXPECT_FALSE(fs::exists(folder_.path() / "mentions.sources.tsv"));
}

TEST_F(TextReading, ReadsJsonLines) {
  const std::string file = folder_
                               .write("a.jsonl",
                                      "{\"id\": 1, \"text\": \"York is not\\nNew York.\"}\n\n"
                                      "{\"text\": \"York is New \\u0059ork.\"}\r\n")
                               .string();
  read({file});
  EXPECT_EQ(mentions(), "ny\t[YYY]:is:[XXX]\tyork\t1\nyork\t[XXX]:is:[YYY]\tny\t1\n");
  EXPECT_THAT(sources(), HasSubstr("\t3\t1\tYork is New York.\n"));
  const auto error = [&](const std::string& bytes) {
    const std::string bad = folder_.write("bad.jsonl", bytes).string();
    return error_of([&] { read({bad}); });
  };
  EXPECT_THAT(error("{\"text\": \"a\"}\nYork\n"), HasSubstr("bad.jsonl:2: not JSON: 'York'"));
  EXPECT_THAT(error("{\"txt\": \"a\"}\n"), HasSubstr("bad.jsonl:1: no object with a \"text\""));
  EXPECT_THAT(error("{\"text\": 3}\n"), HasSubstr("bad.jsonl:1: no object with a \"text\""));
  EXPECT_THAT(error("[\"text\"]\n"), HasSubstr("bad.jsonl:1: no object with a \"text\""));
}

TEST_F(TextReading, ReadsMalformedUtf8AsReplacements) {
  const std::string file =
      folder_.write("a.txt", "Fine.\n\nYork\xFF is \xC3 in \xE6\x9D New York.\n").string();
  const ReadingSummary summary = read({file});
  EXPECT_EQ(summary.malformed, 3U);
  EXPECT_EQ(summary.first_malformed, file + ":3");
  EXPECT_THAT(mentions(), HasSubstr("york\t[XXX]:is:in:[YYY]\tny\t1\n"));
  EXPECT_TRUE(is_utf8(sources()));
}

// One line of 10 MB, with and without blanks; a sentence is quoted around its entities.
TEST_F(TextReading, ReadsVeryLongLines) {
  std::string text;
  while (text.size() < 10000000) text += "of many words without end ";
  text += "York is near New York ";
  while (text.size() < 20000000) text += 'x';
  const ReadingSummary summary = read({folder_.write("a.txt", text).string()});
  EXPECT_EQ(summary.bytes, text.size());
  EXPECT_THAT(mentions(), HasSubstr("york\t[XXX]:is:near:[YYY]\tny\t1\n"));
  EXPECT_LT(sources().size(), 3000U);
  EXPECT_THAT(sources(), HasSubstr("\t... "));
  EXPECT_THAT(sources(), HasSubstr("York is near New York"));
}

TEST_F(TextReading, LeavesNothingBehindWhenItFails) {
  const std::string missing = (folder_.path() / "missing.txt").string();
  const std::string file = folder_.write("in/a.txt", "York is near New York.").string();
  EXPECT_THAT(error_of([&] { read({file, missing}); }), HasSubstr("missing.txt: cannot open"));
  EXPECT_THAT(error_of([&] { read({folder_.write("in/b.txt.gz", "no gzip").string()}); }),
              HasSubstr("b.txt.gz: is not gzip data"));
  EXPECT_THAT(error_of([&] { read({folder_.write("in/c.txt", "\xFF\xFEY\0").string()}); }),
              HasSubstr("c.txt:1: the text is UTF-16"));
  fs::remove_all(folder_.path() / "in");
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

// What is left to do then, counting and writing, takes long, too.
TEST_F(TextReading, MayStopWhenAllIsRead) {
  folder_.write("text.txt", "A cat saw a dog.\n");
  std::stop_source source;
  const StopScope stop(source.get_token());
  ThreadPool threads(1);
  EXPECT_THROW(read_texts({(folder_.path() / "text.txt").string()}, some_names(),
                          folder_.path() / "mentions.tsv", {}, threads,
                          [&](std::uint64_t, std::uint64_t) { source.request_stop(); }),
               Interrupted);
  EXPECT_FALSE(fs::exists(folder_.path() / "mentions.tsv"));
}

}  // namespace
}  // namespace gntp
