// Every format gives back the triples that were written with it, for all names that it can hold; a
// name that it cannot hold is refused.
#include "kb/triple_writer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <tuple>

#include "kb/reader.h"
#include "kb/triple_format.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using Names = std::tuple<std::string, std::string, std::string>;  // head, relation, tail

constexpr std::array kFormats{
    TripleFormat::kTsv,    TripleFormat::kCsv,      TripleFormat::kSpaces, TripleFormat::kJsonLines,
    TripleFormat::kProlog, TripleFormat::kNTriples, TripleFormat::kNQuads, TripleFormat::kTurtle};

// Pieces of names that some format or other may stumble over.
const std::vector<std::string> kPieces{"a",
                                       "Paris",
                                       "X",
                                       "_",
                                       "0",
                                       " ",
                                       "\t",
                                       "\n",
                                       "\r",
                                       "\"",
                                       "'",
                                       "\\",
                                       ",",
                                       ";",
                                       "|",
                                       "(",
                                       ")",
                                       ".",
                                       "?",
                                       "%",
                                       "%41",
                                       ":",
                                       "::",
                                       ":-",
                                       "/",
                                       "#",
                                       "<",
                                       ">",
                                       "{",
                                       "}",
                                       "@en",
                                       "^^",
                                       "\u00e9",
                                       "e\u0301",
                                       "\u5317\u4eac",
                                       "\U0001F600",
                                       "\u05e9\u05dc\u05d5\u05dd",
                                       "\u202e",
                                       "\ufeff",
                                       "\u00a0",
                                       "head",
                                       "relation",
                                       "tail",
                                       "http://example.org/",
                                       "http://other.org/x",
                                       "_:b1",
                                       "_:B1",
                                       "_:genid-1",
                                       "\"chat\"@fr",
                                       "\"5\"^^<http://www.w3.org/2001/XMLSchema#integer>",
                                       "\x01",
                                       "\x7f",
                                       "\ue000",
                                       "null",
                                       "true",
                                       "{}",
                                       "[",
                                       "]",
                                       "%",
                                       "//"};

class TripleWriterTest : public ::testing::TestWithParam<TripleFormat> {
 protected:
  std::string name() {
    std::string text;
    const std::size_t pieces = 1 + random_() % 3;
    for (std::size_t i = 0; i < pieces; ++i) text += kPieces[random_() % kPieces.size()];
    return text;
  }

  std::set<Names> read(const std::string& text, const std::string& base) const {
    ReadingOptions options;
    options.format = GetParam();
    if (is_rdf()) {
      options.literals = Literals::kKept;
      options.base = base;
    }
    std::set<Names> triples;
    BadLines bad;
    const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                          std::size_t) { triples.emplace(head, relation, tail); };
    read_triples(folder_.write("triples", text), options, take, bad);
    return triples;
  }

  bool is_rdf() const {
    return GetParam() == TripleFormat::kNTriples || GetParam() == TripleFormat::kNQuads ||
           GetParam() == TripleFormat::kTurtle;
  }

  // What RDF has names of its own for.
  std::string term(RdfNames::Place place) {
    const std::size_t kind = random_() % 4;
    if (place == RdfNames::Place::kObject && kind == 0) {
      std::string literal;
      append_literal(name(), random_() % 2 == 0 ? "en-GB" : "", "http://x/type", literal);
      return literal;
    }
    if (place != RdfNames::Place::kPredicate && kind == 1) {
      return fmt::format("_:{}{}", random_() % 2 == 0 ? "b" : "node.", random_() % 5);
    }
    return "http://x/" + name();
  }

  Names triple(const std::string& base) {
    if (!is_rdf() || (!base.empty() && random_() % 2 == 0)) return {name(), name(), name()};
    return {term(RdfNames::Place::kSubject), term(RdfNames::Place::kPredicate),
            term(RdfNames::Place::kObject)};
  }

  // What can be written comes back; returns how many triples that were.
  std::size_t check(const std::string& base) {
    TripleWriter writer(GetParam(), is_rdf() ? base : "", {});
    std::set<Names> written;
    std::string text;
    writer.begin(text);
    for (int i = 0; i < 20; ++i) {
      const Names names = triple(base);
      const std::string before = text;
      const auto append = [&] {
        writer.append(std::get<0>(names), std::get<1>(names), std::get<2>(names), text);
      };
      if (error_of(append) == "no error") {
        written.insert(names);
      } else {
        EXPECT_EQ(text, before);
      }
    }
    if (error_of([&] { writer.finish(); }) != "no error") return 0;
    EXPECT_EQ(read(text, base), written) << text;
    return written.size();
  }

  std::mt19937 random_{7};
  testing::TempFolder folder_;
};

TEST_P(TripleWriterTest, GivesBackWhatItCanHold) {
  std::size_t written = 0;
  for (int round = 0; round < 300 && !HasFailure(); ++round) written += check("");
  EXPECT_GT(written, 500U);
}

using RdfWriterTest = TripleWriterTest;

TEST_P(RdfWriterTest, GivesBackEveryNameByABase) {
  std::size_t written = 0;
  for (int round = 0; round < 300 && !HasFailure(); ++round)
    written += check("http://example.org/");
  EXPECT_GT(written, 3000U);
}

// Formats that claim to hold any name do; the others say which they cannot.
TEST_P(TripleWriterTest, NamesWhatItCannotHold) {
  TripleWriter writer(GetParam(), "", {});
  std::string text;
  const auto error = [&](const std::string& name) {
    return error_of([&] { writer.append(name, "http://r", "http://b", text); });
  };
  switch (GetParam()) {
    case TripleFormat::kTsv:
      EXPECT_THAT(error("a\tb"), HasSubstr("has a tab in it, which tsv cannot hold"));
      EXPECT_THAT(error("a\nb"), HasSubstr("has a line end in it"));
      EXPECT_THAT(error(" a"), HasSubstr("a blank at one of its ends"));
      EXPECT_THAT(error("\ufeffa"), HasSubstr("a byte-order mark"));
      break;
    case TripleFormat::kSpaces:
      EXPECT_THAT(error("New York"), HasSubstr("'New York' has a blank in it"));
      break;
    case TripleFormat::kCsv:
      EXPECT_EQ(error("a,\"b\n\tc "), "no error");
      EXPECT_THAT(error("a\rb"), HasSubstr("a carriage return"));
      break;
    case TripleFormat::kJsonLines:
    case TripleFormat::kProlog:
      EXPECT_EQ(error(" a\t\r\n\"'\\ "), "no error");
      break;
    default:
      EXPECT_THAT(error("Paris"), HasSubstr("'Paris' is no IRI; --base IRI makes one"));
      EXPECT_THAT(error("\"x\"@en"), HasSubstr("only tails can be literals"));
      EXPECT_EQ(error("_:a"), "no error");
  }
  EXPECT_THAT(error(""), HasSubstr("cannot hold"));
}

INSTANTIATE_TEST_SUITE_P(Formats, TripleWriterTest, ::testing::ValuesIn(kFormats),
                         [](const auto& format) { return std::string(name_of(format.param)); });

INSTANTIATE_TEST_SUITE_P(Formats, RdfWriterTest,
                         ::testing::Values(TripleFormat::kNTriples, TripleFormat::kNQuads,
                                           TripleFormat::kTurtle),
                         [](const auto& format) { return std::string(name_of(format.param)); });

// IRIs come back, too, whatever they look like under a base.
TEST(RdfNames, LeadBackToTheirIris) {
  const RdfNames names("http://example.org/");
  for (const std::string iri :
       {"http://example.org/Paris", "http://example.org/Paris_(Texas)", "http://example.org/a%20b",
        "http://example.org/a%2fb", "http://example.org/%C3%A9", "http://example.org/\u00e9",
        "http://example.org/", "http://example.org/%", "http://example.org/http://x",
        "http://example.org/http://example.org/a", "http://example.org/_:b1", "urn:x:y",
        "http://example.org/%22x%22"}) {
    std::string scratch;
    const std::string name(names.name_of_iri(iri, scratch));
    std::string term;
    names.append_term(name, RdfNames::Place::kSubject, term);
    EXPECT_EQ(term, "<" + iri + ">") << name;
  }
  std::string scratch;
  EXPECT_EQ(names.name_of_iri("http://example.org/a%20b", scratch), "a b");
  EXPECT_EQ(names.name_of_iri("http://example.org/Paris_(Texas)", scratch), "Paris_(Texas)");
  EXPECT_THAT(error_of([] { RdfNames("no iri"); }), HasSubstr("the base must be an IRI"));
}

TEST(TripleWriter, TurtleUsesPrefixes) {
  TripleWriter writer(TripleFormat::kTurtle, "", {{"ex", "http://example.org/"}});
  std::string text;
  writer.begin(text);
  writer.append("http://example.org/a", "http://example.org/r", "http://example.org/b/c", text);
  writer.append_prefix("b", "http://example.org/b/", text);
  writer.append("http://example.org/a", "http://example.org/r", "\"x\"@en", text);
  EXPECT_EQ(text,
            "@prefix ex: <http://example.org/> .\n"
            "ex:a ex:r <http://example.org/b/c> .\n"
            "@prefix b: <http://example.org/b/> .\n"
            "ex:a ex:r \"x\"@en .\n");
}

// It would be lost as a first line.
TEST(TripleWriter, ATripleThatReadsLikeTitlesComesLater) {
  TripleWriter writer(TripleFormat::kTsv, "", {});
  std::string text;
  writer.append("head", "relation", "tail", text);
  writer.append("a", "r", "b", text);
  writer.finish();
  EXPECT_EQ(text, "a\tr\tb\nhead\trelation\ttail\n");
  TripleWriter alone(TripleFormat::kTsv, "", {});
  alone.append("h", "r", "t", text);
  EXPECT_THAT(error_of([&] { alone.finish(); }), HasSubstr("would be read as column titles"));
}

}  // namespace
}  // namespace gntp
