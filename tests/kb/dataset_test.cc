#include "kb/dataset.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/file.h"
#include "kb/dataset_files.h"
#include "support/errors.h"
#include "support/fuzz.h"
#include "support/ids.h"
#include "support/places.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::TempFolder;

class DatasetTest : public ::testing::Test {
 protected:
  LoadedDataset load() const { return load_dataset(folder_.path()); }

  // The message with FOLDER for the folder's path.
  std::string shorten(std::string message) const {
    const std::string path = folder_.path().string();
    for (std::size_t at = 0; (at = message.find(path)) != std::string::npos;) {
      message.replace(at, path.size(), "FOLDER");
    }
    return message;
  }
  std::string load_error() const {
    return shorten(error_of([&] { load(); }));
  }
  std::vector<std::string> warnings() const {
    std::vector<std::string> all;
    for (const std::string& warning : load().warnings) all.push_back(shorten(warning));
    return all;
  }

  TempFolder folder_;
};

std::vector<std::string> show(const KnowledgeBase& kb, std::span<const Triple> triples) {
  std::vector<std::string> all;
  all.reserve(triples.size());
  for (const Triple& triple : triples) {
    all.push_back(fmt::format("{} {} {}", kb.entities.name(triple.head),
                              kb.relations.name(triple.relation), kb.entities.name(triple.tail)));
  }
  return all;
}

TEST_F(DatasetTest, ReadsEveryPart) {
  folder_.write("train.tsv", "paris\tin\tfrance\nfrance\tin\teurope\n");
  folder_.write("valid.tsv", "paris\tin\teurope\n");
  folder_.write("test.tsv", "rome\tin\teurope\n");
  folder_.write("test-II.tsv", "rome\tin\teurope\n");
  folder_.write("test-I.tsv", "rome\tcapitalOf\titaly\n");
  folder_.write("rules.pl", "p(X,Y) :- p(X,Z), p(Z,Y) <3>\n");
  folder_.write("candidates.txt", "europe\n\n france \neurope\nitaly\n");
  folder_.write("labels.tsv", "paris\t Paris (city) \nin\tlies in\ncity\tCity\n");
  folder_.write("types.tsv", "rome\tcity\nparis\tcity\nparis\tcapital\nparis\tcity\n");
  folder_.write("rules.gold.pl", "no rule");
  const LoadedDataset dataset = load();
  EXPECT_EQ(dataset.folder, folder_.path());
  EXPECT_THAT(dataset.kb.entities.names(),
              ElementsAre("europe", "france", "italy", "paris", "rome"));
  EXPECT_THAT(dataset.kb.relations.names(), ElementsAre("capitalOf", "in"));
  EXPECT_THAT(show(dataset.kb, dataset.kb.facts.to_vector()),
              ElementsAre("france in europe", "paris in france"));
  ASSERT_THAT(dataset.splits, SizeIs(4));
  EXPECT_EQ(dataset.splits[0].name, "valid");
  EXPECT_EQ(dataset.splits[1].name, "test");
  EXPECT_EQ(dataset.splits[2].name, "test-I");
  EXPECT_EQ(dataset.splits[3].name, "test-II");
  EXPECT_THAT(show(dataset.kb, dataset.splits[2].triples), ElementsAre("rome capitalOf italy"));
  EXPECT_THAT(dataset.kb.candidates.entities, ElementsAre(0U, 1U, 2U));
  EXPECT_THAT(dataset.kb.candidates.relations, ElementsAre(0U, 1U));
  EXPECT_EQ(dataset.kb.rules.size(), 3U);
  EXPECT_EQ(dataset.kb.entity_labels.size(), 1U);
  EXPECT_EQ(dataset.kb.entity_labels[EntityId(3)], "Paris (city)");
  EXPECT_EQ(dataset.kb.relation_labels[RelationId(1)], "lies in");
  EXPECT_EQ(dataset.kb.relation_labels[RelationId(0)], "");
  EXPECT_THAT(dataset.kb.types.names().names(), ElementsAre("capital", "city"));
  EXPECT_THAT(dataset.kb.types.entities_of(TypeId(0)), ElementsAre(3U));
  EXPECT_THAT(dataset.kb.types.entities_of(TypeId(1)), ElementsAre(3U, 4U));
  EXPECT_EQ(dataset.kb.types.typed_entities(), 2U);
  EXPECT_EQ(dataset.kb.type_labels[TypeId(1)], "City");
  EXPECT_EQ(dataset.unseen_entities, 2U);
  EXPECT_EQ(dataset.unseen_relations, 1U);
  EXPECT_EQ(dataset.duplicates, 0U);
  EXPECT_THAT(dataset.warnings, IsEmpty());
}

TEST_F(DatasetTest, RecordsEveryFileRead) {
  folder_.write("train.tsv", "a\tr\tb\n");
  folder_.write_gz("test.tsv.gz", "a\tr\ta\n");
  folder_.write("candidates.txt", "a\n");
  folder_.write("rules.pl", "p(X,Y) :- q(X,Y)\n");
  folder_.write_gz("labels.tsv.gz", "a\tA\n");
  folder_.write("types.tsv", "a\tletter\n");
  std::vector<std::string> names;
  for (const SourceFile& source : load().sources) {
    names.push_back(source.name);
    EXPECT_EQ(source.hash, file_hash(folder_.path() / source.name));
  }
  EXPECT_THAT(names, ElementsAre("train.tsv", "test.tsv.gz", "candidates.txt", "types.tsv",
                                 "labels.tsv.gz", "rules.pl"));
}

TEST_F(DatasetTest, NumbersNamesAndSortsFactsByTheirBytes) {
  folder_.write("train.pl", "s(c, b). r(b, a). 'B'('Z', a). r(a, b). r(a, 'Z'). s(b, 'Zürich').");
  folder_.write("dev.txt", "é\tt\td\nd\tt\t10\nd\tr\t9\n");
  folder_.write("mentions.tsv",
                "z\t[YYY]:of:[XXX]\tb\nb\t[XXX]:in:[YYY]\ta\na\t[XXX]:in:[YYY]\tb\t4\n"
                "b\t[XXX]:in:[YYY]\ta\t2\n");
  const LoadedDataset dataset = load();
  EXPECT_THAT(dataset.kb.entities.names(),
              ElementsAre("10", "9", "Z", "Zürich", "a", "b", "c", "d", "z", "é"));
  EXPECT_THAT(dataset.kb.relations.names(),
              ElementsAre("B", "r", "s", "t", "[XXX] in [YYY]", "[YYY] of [XXX]"));
  EXPECT_THAT(show(dataset.kb, dataset.kb.facts.to_vector()),
              ElementsAre("Z B a", "a r Z", "a r b", "b r a", "b s Zürich", "c s b",
                          "a [XXX] in [YYY] b", "b [XXX] in [YYY] a", "z [YYY] of [XXX] b"));
  EXPECT_THAT(dataset.kb.mention_counts, ElementsAre(4U, 3U, 1U));
  ASSERT_NE(dataset.find_split("valid"), nullptr);
  EXPECT_THAT(show(dataset.kb, dataset.find_split("valid")->triples),
              ElementsAre("d r 9", "d t 10", "é t d"));
  EXPECT_EQ(dataset.find_split("dev"), nullptr);
  EXPECT_EQ(dataset.find_split("test"), nullptr);
}

TEST_F(DatasetTest, DropsDuplicates) {
  folder_.write("train.tsv", "a\tr\tb\nb\tr\ta\na\tr\tb\na \tr\tb\n");
  folder_.write("test.tsv", "b\tr\tb\nb\tr\tb\n");
  const LoadedDataset dataset = load();
  EXPECT_THAT(show(dataset.kb, dataset.kb.facts.to_vector()), ElementsAre("a r b", "b r a"));
  EXPECT_EQ(dataset.duplicates, 2U);
  EXPECT_THAT(dataset.find_split("test")->triples, SizeIs(1));
}

TEST_F(DatasetTest, Warns) {
  folder_.write("train.tsv", "a\tr\tb\nb\tr\ta\n");
  folder_.write("valid.tsv", "a\tr\ta\n");
  folder_.write("test.tsv", "a\tr\tb\nb\tr\ta\nb\tr\tb\n");
  folder_.write("mentions.tsv", "");
  folder_.write("types.tsv", "a\tt\nc\tt\nd\tt\n");
  folder_.write("labels.tsv", "t\tT\nb\tB\nz\tZ\n");
  EXPECT_THAT(warnings(),
              ElementsAre("FOLDER/test.tsv: 2 of 3 triples are also in the training file, so that "
                          "measures look better than they are",
                          "FOLDER/mentions.tsv: has no mentions",
                          "FOLDER/types.tsv:2: this and 1 more lines name what the triples do "
                          "not have; they are passed over",
                          "FOLDER/labels.tsv:3: this and 0 more lines name what the triples do "
                          "not have; they are passed over",
                          "FOLDER: has no rules.pl; goals are proved by facts alone; try --preset "
                          "mined, which finds rules in the facts"));
  folder_.write("test.tsv", "b\tr\tb\n");
  fs::remove(folder_.path() / "mentions.tsv");
  fs::remove(folder_.path() / "types.tsv");
  fs::remove(folder_.path() / "labels.tsv");
  folder_.write("rules.pl", "% none yet\n");
  EXPECT_THAT(warnings(),
              ElementsAre("FOLDER/rules.pl: has no rules; goals are proved by facts alone"));
  folder_.write("rules.pl", "r(X,Y) :- r(Y,X) <2>\n");
  EXPECT_THAT(warnings(),
              ElementsAre("FOLDER/rules.pl:1: every predicate is a relation, so that the 2 "
                          "copies would be equal; one is made"));
}

TEST_F(DatasetTest, SaysWhatIsWrongWithLabelsAndTypes) {
  folder_.write("train.tsv", "a\tr\tb\n");
  const auto error = [&](const char* file, const char* text) {
    folder_.write(file, text);
    std::string message = shorten(error_of([&] { load(); }));
    fs::remove(folder_.path() / file);
    return message;
  };
  EXPECT_EQ(
      error("labels.tsv", "a\tA\na\tA\na\tAlpha\n"),
      "FOLDER/labels.tsv:3: 'a' has the label 'A' already; an id has one label, further names "
      "belong into aliases.tsv");
  EXPECT_EQ(error("labels.tsv", "a\tA\tB\n"),
            "FOLDER/labels.tsv:1: expected 2 tab-separated fields, id and name, found 3");
  EXPECT_EQ(error("labels.tsv", "a\t \n"),
            "FOLDER/labels.tsv:1: 'a' has an empty name; fill it in or remove the line");
  EXPECT_EQ(error("labels.tsv", "c\tC\n"),
            "FOLDER/labels.tsv: names no entity or relation of the data set; the first column must "
            "hold the names that the triples use");
  EXPECT_EQ(error("labels.tsv", "\n"), "FOLDER/labels.tsv: has no lines; fill it or remove it");
  EXPECT_EQ(error("types.tsv", "\tt\n"),
            "FOLDER/types.tsv:1: the id is empty; fill it in or remove the line");
  EXPECT_EQ(error("types.tsv", "a\n"),
            "FOLDER/types.tsv:1: expected 2 tab-separated fields, id and type, found 1");
  EXPECT_EQ(error("types.tsv", "r\tt\n"),
            "FOLDER/types.tsv: names no entity of the data set; the first column must hold the "
            "names that the triples use");
  folder_.write("labels.tsv", "a\tA\na\tAlpha\nb\tB\n");
  const LoadedDataset skipped = load_dataset(folder_.path(), {}, Mentions::kEncode, OnError::kSkip);
  EXPECT_EQ(skipped.kb.entity_labels[EntityId(0)], "A");
  EXPECT_EQ(skipped.kb.entity_labels[EntityId(1)], "B");
  ASSERT_THAT(skipped.skipped, SizeIs(1));
  EXPECT_EQ(skipped.skipped[0].count, 1U);
}

TEST_F(DatasetTest, NeedsAFolderOrAFile) {
  EXPECT_EQ(shorten(error_of([&] { load_dataset(folder_.path() / "missing"); })),
            "FOLDER/missing: no such file or folder; give a file of triples, or a folder with a "
            "train file");
  const fs::path file = folder_.write("facts.nt", "<http://x/a> <http://x/r> <http://x/b> .\n");
  folder_.write("valid.tsv", "a\tr\tb\n");
  const LoadedDataset dataset = load_dataset(file);
  EXPECT_THAT(dataset.kb.entities.names(), ElementsAre("http://x/a", "http://x/b"));
  EXPECT_EQ(dataset.kb.facts.size(), 1U);
  EXPECT_TRUE(dataset.splits.empty());
  EXPECT_EQ(path_of(dataset, dataset.sources.at(0)), file);
}

TEST_F(DatasetTest, RdfIsReadAndWhatIsLeftOutIsSaid) {
  folder_.write("train.ttl", "@prefix x: <http://x/> .\nx:a x:r x:b ; x:age 5 .\n");
  folder_.write("test.nt", "<http://x/b> <http://x/r> <http://x/a> .\n");
  ReadingOptions reading;
  reading.base = "http://x/";
  const LoadedDataset dataset =
      load_dataset(folder_.path(), {}, Mentions::kEncode, OnError::kStop, reading);
  EXPECT_THAT(dataset.kb.entities.names(), ElementsAre("a", "b"));
  EXPECT_EQ(dataset.counts.literals, 1U);
  EXPECT_THAT(dataset.warnings,
              ::testing::Contains(HasSubstr("train.ttl: 1 triples with literals are left out")));
}

TEST_F(DatasetTest, NeedsATrainFile) {
  const std::string missing =
      "FOLDER: no train file (train with one of .tsv, .txt, .csv, .ssv, .jsonl, .ndjson, .pl, "
      ".nl, .nt, .nq, .ttl, each also .gz, .zst, .xz)";
  EXPECT_EQ(load_error(), missing);
  folder_.write("readme.md", "");
  EXPECT_EQ(load_error(), missing);
  folder_.write("train.doc", "");
  EXPECT_EQ(load_error(), missing + "; if train.doc is it, write it tab-separated as train.tsv");
  folder_.write("Training.tsv", "");
  EXPECT_EQ(load_error(), missing + "; if Training.tsv is it, rename it, e.g. to train.tsv");
}

TEST_F(DatasetTest, SplitsGoByOtherNames) {
  folder_.write("training.txt", "a\tr\tb\n");
  folder_.write("validation.tsv", "b\tr\ta\n");
  folder_.write("testing.pl", "r(b, b).\n");
  const LoadedDataset dataset = load();
  EXPECT_THAT(show(dataset.kb, dataset.kb.facts.to_vector()), ElementsAre("a r b"));
  EXPECT_THAT(show(dataset.kb, dataset.find_split("valid")->triples), ElementsAre("b r a"));
  EXPECT_THAT(show(dataset.kb, dataset.find_split("test")->triples), ElementsAre("b r b"));
  EXPECT_TRUE(is_data_of_folder(folder_.path() / "training.txt"));
  folder_.write("test.tsv", "a\tr\ta\n");
  EXPECT_EQ(load_error(),
            "FOLDER: both test.tsv and testing.pl are there, two names for one split; keep one");
}

TEST_F(DatasetTest, ListsSubfoldersThatHaveATrainFile) {
  folder_.write("S2/train.tsv", "");
  fs::create_directory(folder_.path() / "docs");
  EXPECT_THAT(load_error(), HasSubstr(".xz); give the folder S2 in it"));
  folder_.write("S3/train.pl.gz", "");
  folder_.write("S1/train.txt", "");
  EXPECT_THAT(load_error(), HasSubstr(".xz); choose one of S1, S2, S3"));
}

TEST_F(DatasetTest, RejectsAmbiguousAndEmptyFiles) {
  folder_.write("train.tsv", "\n");
  EXPECT_EQ(load_error(), "FOLDER/train.tsv: has no triples; fill it or remove it");
  folder_.write("train.tsv", "a\tr\tb\n");
  folder_.write("test.tsv", "");
  EXPECT_EQ(load_error(), "FOLDER/test.tsv: has no triples; fill it or remove it");
  folder_.write("test.tsv", "a\tr\ta\n");
  folder_.write("valid.tsv", "a\tr\ta\n");
  folder_.write("dev.txt", "a\tr\ta\n");
  EXPECT_EQ(load_error(),
            "FOLDER: both valid.tsv and dev.txt are there, two names for one split; keep one");
  fs::remove(folder_.path() / "dev.txt");
  folder_.write("train.pl", "r(a,b).");
  EXPECT_EQ(load_error(), "FOLDER: both train.tsv and train.pl are there; keep one");
}

// Names stand one a line in the run folder, where a mark at the start of a line would be lost.
TEST_F(DatasetTest, NamesHaveNoLineBreaksAndMarks) {
  folder_.write("train.pl", "p(a, 'b\\nc').");
  EXPECT_THAT(load_error(), HasSubstr("train.pl:1: a line break in the name 'b c'; remove it"));
  folder_.write("train.pl", "p(a, b).\n'\uFEFFp'(a, b).");
  EXPECT_THAT(load_error(), HasSubstr("train.pl:2: a byte-order mark, which is invisible, before "
                                      "the name 'p'; remove it"));
}

TEST_F(DatasetTest, ErrorsNameTheLine) {
  folder_.write("train.tsv", "a\tr\tb\na r b\n");
  EXPECT_THAT(load_error(), HasSubstr("FOLDER/train.tsv:2: expected 3 tab-separated fields"));
  folder_.write("train.tsv", "france\tr\teurope\n");
  folder_.write("rules.pl", "% a\np(X, Y) :- q(X, Z)\n");
  EXPECT_THAT(load_error(),
              HasSubstr("FOLDER/rules.pl:2: head variable Y does not occur in the body"));
}

TEST_F(DatasetTest, CandidatesAreKnownEntities) {
  folder_.write("train.tsv", "france\tr\teurope\n");
  folder_.write("candidates.txt", "europe\nfrnace\n");
  EXPECT_EQ(load_error(),
            "FOLDER/candidates.txt:2: unknown entity 'frnace'; did you mean 'france'?");
  folder_.write("candidates.txt", "atlantis\n");
  EXPECT_EQ(load_error(),
            "FOLDER/candidates.txt:1: unknown entity 'atlantis'; use names that occur in the "
            "training data");
  folder_.write("candidates.txt", "\n");
  EXPECT_EQ(load_error(),
            "FOLDER/candidates.txt: has no names; list the possible answers, one a line, or remove "
            "the file");
}

TEST_F(DatasetTest, AModelsNamesFixTheIds) {
  folder_.write("train.tsv", "a\tr\tb\na\tr\tb\n");
  folder_.write("test.tsv", "b\tr\ta\n");
  folder_.write("rules.pl", "this is not read");
  KnowledgeBase model;
  for (const char* name : {"c", "b", "a"}) model.entities.add(name);
  for (const char* name : {"s", "r"}) model.relations.add(name);
  const LoadedDataset dataset = load_dataset(folder_.path(), model);
  EXPECT_THAT(dataset.kb.facts, ElementsAre(triple(2, 1, 1)));
  EXPECT_THAT(dataset.kb.entities.names(), ElementsAre("c", "b", "a"));
  EXPECT_TRUE(dataset.kb.rules.empty());
  EXPECT_EQ(dataset.duplicates, 1U);
  EXPECT_EQ(dataset.unseen_entities, 1U);
  EXPECT_EQ(dataset.unseen_relations, 1U);
  EXPECT_THAT(dataset.warnings, IsEmpty());
}

TEST_F(DatasetTest, AModelsNamesAreTheOnlyOnes) {
  folder_.write("train.tsv", "france\tlocatedIn\teurope\n");
  KnowledgeBase model;
  for (const char* name : {"france", "europe"}) model.entities.add(name);
  model.relations.add("locatedIn");
  const auto model_error = [&] {
    return shorten(error_of([&] { load_dataset(folder_.path(), model); }));
  };
  EXPECT_EQ(model_error(), "no error");
  folder_.write("test.tsv", "france\tlocatedIn\teurope\nfrance\tlocatedin\teurope\n");
  EXPECT_EQ(model_error(),
            "FOLDER/test.tsv:2: unknown relation 'locatedin'; did you mean 'locatedIn'?");
  folder_.write("test.tsv", "atlantis\tlocatedIn\teurope\n");
  EXPECT_EQ(
      model_error(),
      "FOLDER/test.tsv:1: unknown entity 'atlantis'; use names that occur in the training data");
}

TEST_F(DatasetTest, ReadsTheCountriesThatComeAlong) {
  const fs::path countries = testing::checkout() / "data" / "countries" / "S1";
  if (!fs::exists(countries)) GTEST_SKIP() << "no data/countries here";
  const LoadedDataset dataset = load_dataset(countries);
  EXPECT_GT(dataset.kb.facts.size(), 500U);
  EXPECT_THAT(dataset.kb.candidates.entities, SizeIs(5));
  EXPECT_THAT(dataset.warnings, IsEmpty());
}

TEST_F(DatasetTest, SurvivesMalformedFiles) {
  std::mt19937 random(29);
  constexpr std::string_view kAlphabet = "ab\t\n,. rXY():-<>";
  const std::vector<std::pair<std::string, std::string>> files{
      {"train.tsv", "a\tr\tb\nb\tr\tc\n\nc\ts\ta\n"},
      {"test.tsv", "a\tr\tc\nb\ts\tc\n"},
      {"rules.pl", "p(X,Y) :- r(X,Z), s(Z,Y) <2>\n"},
      {"candidates.txt", "a\nb\n"}};
  for (const auto& [name, text] : files) folder_.write(name, text);
  ASSERT_EQ(load_error(), "no error");
  for (const auto& [name, text] : files) {
    testing::FuzzTally tally;
    for (int i = 0; i < 100; ++i) {
      folder_.write(name, testing::mutated(random, text, kAlphabet));
      tally.add(load_error());
    }
    EXPECT_GT(tally.accepted, 5) << name;
    EXPECT_GT(tally.refused, 20) << name;
    folder_.write(name, text);
  }
}

}  // namespace
}  // namespace gntp
