#include "kb/packing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stop_token>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/stop.h"
#include "kb/dataset.h"
#include "kb/stored_dataset.h"
#include "support/errors.h"
#include "support/random_dataset.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAreArray;
using testing::error_of;
using ::testing::HasSubstr;

PackedStore pack(const fs::path& data, const fs::path& out, std::uint64_t memory = 20'000,
                 std::size_t thread_count = 1, OnError on_error = OnError::kStop) {
  ThreadPool threads(thread_count);
  PackingOptions options;
  options.on_error = on_error;
  options.store = {.memory = memory, .if_exists = IfExists::kReplace};
  return pack_dataset(data, out, options, threads);
}

template <typename Id>
void expect_same(const Vocabulary<Id>& a, const Labels<Id>& of_a, const Vocabulary<Id>& b,
                 const Labels<Id>& of_b) {
  ASSERT_EQ(a.names(), b.names());
  EXPECT_EQ(of_a.size(), of_b.size());
  EXPECT_EQ(of_a.distinct(), of_b.distinct());
  for (Id id{0}; id < a.size(); ++id) {
    EXPECT_EQ(of_a[id], of_b[id]);
    EXPECT_EQ(b.find(a.name(id)), id);
    const std::string label(of_a[id]);
    EXPECT_THAT(of_b.find(label), ElementsAreArray(of_a.find(label)));
  }
}

// Warnings name the store in place of the folder.
std::vector<std::string> in_place(std::vector<std::string> lines, const fs::path& from,
                                  const fs::path& to) {
  for (std::string& line : lines) {
    const std::size_t at = line.find(from.string());
    if (at != std::string::npos) line.replace(at, from.string().size(), to.string());
  }
  return lines;
}

void expect_same_rules(const RuleSet& a, const RuleSet& b) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(a.slots, b.slots);
  EXPECT_EQ(a.templates.size(), b.templates.size());
  for (RuleId rule{0}; rule < a.size(); ++rule) {
    ASSERT_EQ(a.atoms(rule), b.atoms(rule));
    for (std::size_t atom = 0; atom < a.atoms(rule); ++atom) {
      EXPECT_EQ(a.predicate(rule, atom), b.predicate(rule, atom));
    }
  }
}

void expect_same(const LoadedDataset& folder, const LoadedDataset& stored) {
  const KnowledgeBase& a = folder.kb;
  const KnowledgeBase& b = stored.kb;
  expect_same(a.entities, a.entity_labels, b.entities, b.entity_labels);
  expect_same(a.relations, a.relation_labels, b.relations, b.relation_labels);
  expect_same(a.types.names(), a.type_labels, b.types.names(), b.type_labels);
  for (TypeId type{0}; type < a.types.size(); ++type) {
    EXPECT_THAT(b.types.entities_of(type), ElementsAreArray(a.types.entities_of(type)));
  }
  EXPECT_EQ(a.types.typed_entities(), b.types.typed_entities());
  EXPECT_TRUE(a.facts == b.facts);
  ASSERT_EQ(a.facts.size(), b.facts.size());
  for (std::size_t place = 0; place < a.facts.size(); ++place) {
    EXPECT_EQ(b.facts[place], a.facts[place]);
    EXPECT_EQ(b.facts.place_of(a.facts[place]), place);
  }
  EXPECT_EQ(a.patterns, b.patterns);
  EXPECT_TRUE(a.mention_counts == b.mention_counts);
  EXPECT_TRUE(a.candidates.entities == b.candidates.entities);
  EXPECT_TRUE(a.candidates.relations == b.candidates.relations);
  ASSERT_EQ(a.sentences.size(), b.sentences.size());
  for (std::size_t i = 0; i < a.sentences.size(); ++i) {
    EXPECT_EQ(a.sentences[i].fact, b.sentences[i].fact);
    EXPECT_EQ(a.sentences[i].file, b.sentences[i].file);
    EXPECT_EQ(a.sentences[i].line, b.sentences[i].line);
    EXPECT_EQ(a.sentences[i].number, b.sentences[i].number);
    EXPECT_EQ(a.sentences[i].text, b.sentences[i].text);
  }
  expect_same_rules(a.rules, b.rules);
  ASSERT_EQ(folder.splits.size(), stored.splits.size());
  for (std::size_t i = 0; i < folder.splits.size(); ++i) {
    EXPECT_EQ(folder.splits[i].name, stored.splits[i].name);
    EXPECT_EQ(folder.splits[i].duplicates, stored.splits[i].duplicates);
    EXPECT_TRUE(folder.splits[i].triples == stored.splits[i].triples);
  }
  EXPECT_EQ(folder.weights.differ(), stored.weights.differ());
  for (const Triple& fact : a.facts) EXPECT_EQ(folder.weights.of(fact), stored.weights.of(fact));
  EXPECT_EQ(folder.duplicates, stored.duplicates);
  EXPECT_EQ(folder.unseen_entities, stored.unseen_entities);
  EXPECT_EQ(folder.unseen_relations, stored.unseen_relations);
  EXPECT_EQ(folder.similar_entities, stored.similar_entities);
  EXPECT_EQ(folder.similar_relations, stored.similar_relations);
  EXPECT_EQ(in_place(folder.warnings, folder.folder, stored.folder), stored.warnings);
  EXPECT_EQ(folder.counts.literals, stored.counts.literals);
  EXPECT_EQ(folder.counts.title_lines, stored.counts.title_lines);
  ASSERT_EQ(folder.skipped.size(), stored.skipped.size());
  for (std::size_t i = 0; i < folder.skipped.size(); ++i) {
    EXPECT_EQ(folder.skipped[i].count, stored.skipped[i].count);
    EXPECT_EQ(in_place(folder.skipped[i].first, folder.folder, stored.folder),
              stored.skipped[i].first);
  }
}

TEST(Packing, AStoreIsTheSameDataSet) {
  for (std::uint64_t seed = 0; seed < 70; seed += seed < 3 ? 1 : 7) {
    SCOPED_TRACE(seed);
    const testing::TempFolder folder;
    const fs::path data = testing::write_random_dataset(folder, seed);
    const fs::path store = folder.path() / "kb.gntp";
    pack(data, store);
    for (const Mentions mentions : {Mentions::kEncode, Mentions::kFacts, Mentions::kOff}) {
      const LoadedDataset expected = load_dataset(data, {}, mentions);
      const LoadedDataset loaded = load_dataset(store, {}, mentions);
      expect_same(expected, loaded);
      // Its mentions are gone, and it is another knowledge base.
      const bool is_whole = mentions != Mentions::kOff || loaded.kb.store;
      EXPECT_EQ(loaded.kb.store.has_value(), is_whole);
      ASSERT_EQ(loaded.sources.size(), 1U);
      EXPECT_EQ(loaded.sources[0].hash, digest_text(Store(store).digest()));
    }
    RuleSources rules;
    rules.confidence = 0.5;
    expect_same(load_dataset(data, rules), load_dataset(store, rules));
  }
}

TEST(Packing, AStoreCanStandForItsFolder) {
  const testing::TempFolder folder;
  const fs::path data = testing::write_random_dataset(folder, 0);
  pack(data, folder.path() / "kb.gntp");
  const LoadedDataset expected = load_dataset(data);
  const LoadedDataset loaded = load_cached(Store(folder.path() / "kb.gntp"), data, {},
                                           Mentions::kEncode, OnError::kStop, {});
  expect_same(expected, loaded);
  EXPECT_EQ(loaded.folder, data);
  EXPECT_FALSE(loaded.kb.store);
  ASSERT_EQ(loaded.sources.size(), expected.sources.size());
  for (std::size_t i = 0; i < loaded.sources.size(); ++i) {
    EXPECT_EQ(loaded.sources[i].name, expected.sources[i].name);
    EXPECT_EQ(loaded.sources[i].hash, expected.sources[i].hash);
  }
}

TEST(Packing, HasTheSameBytesForAnyMemoryPlaceAndNumberOfThreads) {
  const testing::TempFolder folder;
  const fs::path data = testing::write_random_dataset(folder, 0);
  const fs::path store = folder.path() / "kb.gntp";
  const PackedStore first = pack(data, store, std::uint64_t{1} << 30U);
  const std::string expected = read_file(store);
  EXPECT_EQ(first.bytes, expected.size());
  EXPECT_EQ(first.digest, Store(store).digest());
  for (const std::uint64_t memory : {0U, 3000U, 100'000U}) {
    for (const std::size_t threads : {1, 3}) {
      pack(data, store, memory, threads);
      EXPECT_TRUE(read_file(store) == expected) << memory;
    }
  }
  fs::rename(data, folder.path() / "elsewhere");
  pack(folder.path() / "elsewhere/", store, 5000);
  EXPECT_TRUE(read_file(store) == expected);
}

TEST(Packing, BadLinesAreSkippedAsElsewhere) {
  const testing::TempFolder folder;
  folder.write("data/train.tsv", "a\tr\tb\nonly two\tr\nb\tr\tc\n");
  folder.write("data/mentions.tsv", "a\t[XXX]:is:[YYY]\tc\nx\ty\n");
  const fs::path data = folder.path() / "data";
  const fs::path store = folder.path() / "kb.gntp";
  const std::string expected = error_of([&] { load_dataset(data); });
  EXPECT_EQ(error_of([&] { pack(data, store); }), expected);
  EXPECT_FALSE(fs::exists(store));
  EXPECT_EQ(pack(data, store, 1000, 1, OnError::kSkip).skipped, 2U);
  expect_same(load_dataset(data, {}, Mentions::kEncode, OnError::kSkip), load_dataset(store));
}

TEST(Packing, RdfGivesTypesAndLabels) {
  const testing::TempFolder folder;
  folder.write("data/train.nt",
               "<http://x/a> <http://x/r> <http://x/b> .\n"
               "<http://x/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x/T> .\n"
               "<http://x/a> <http://www.w3.org/2000/01/rdf-schema#label> \"A thing\"@en .\n"
               "<http://x/b> <http://x/r> \"text\" .\n");
  folder.write("data/test.nt",
               "<http://x/b> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x/U> .\n");
  const fs::path store = folder.path() / "kb.gntp";
  pack(folder.path() / "data", store);
  const LoadedDataset loaded = load_dataset(store);
  EXPECT_EQ(loaded.kb.types.size(), 2U);
  expect_same(load_dataset(folder.path() / "data"), loaded);
}

TEST(Packing, WhatIsWrongIsAnError) {
  const testing::TempFolder folder;
  folder.write("data/train.tsv", "a\tr\tb\n");
  folder.write("data/rules.pl", "this is no rule\n");
  const fs::path data = folder.path() / "data";
  const fs::path store = folder.path() / "kb.gntp";
  EXPECT_THAT(error_of([&] { pack(data, store); }), HasSubstr("rules.pl:1"));
  EXPECT_FALSE(fs::exists(store));
  fs::remove(data / "rules.pl");
  pack(data, store);
  EXPECT_THAT(error_of([&] { pack(store, folder.path() / "again.gntp"); }),
              HasSubstr("is a store already"));
  ReadingOptions reading;
  reading.format = TripleFormat::kTsv;
  EXPECT_THAT(
      error_of([&] { load_dataset(store, {}, Mentions::kEncode, OnError::kStop, reading); }),
      HasSubstr("is a store, which needs no options"));
  EXPECT_THAT(error_of([&] { pack(data, "/dev/null"); }), HasSubstr("is no file"));
}

TEST(Packing, OtherFilesAreNoStores) {
  const testing::TempFolder folder;
  folder.write("text.gntp", "a\tr\tb\n");
  EXPECT_THAT(error_of([&] { load_dataset(folder.path() / "text.gntp"); }),
              AllOf(HasSubstr("text.gntp"), HasSubstr("is no knowledge base of gntp")));
  EXPECT_THAT(error_of([&] { load_dataset(folder.path() / "missing.gntp"); }),
              HasSubstr("missing.gntp"));
  SectionWriter(folder.path() / "other.gntp", {"something else", 1, 1}).commit();
  EXPECT_THAT(error_of([&] { load_dataset(folder.path() / "other.gntp"); }),
              AllOf(HasSubstr("other.gntp"), HasSubstr("another kind of file")));
  SectionWriter(folder.path() / "newer.gntp", {kStoreFormat.kind, 99, 1}).commit();
  EXPECT_THAT(error_of([&] { load_dataset(folder.path() / "newer.gntp"); }),
              AllOf(HasSubstr("newer.gntp"), HasSubstr("newer than this program")));
  SectionWriter(folder.path() / "empty.gntp", kStoreFormat).commit();
  EXPECT_THAT(error_of([&] { load_dataset(folder.path() / "empty.gntp"); }),
              AllOf(HasSubstr("empty.gntp"), HasSubstr("there is no section")));
}

// Whatever its name, and whatever is cut off.
TEST(Packing, ACutStoreIsAnError) {
  const testing::TempFolder folder;
  pack(testing::write_random_dataset(folder, 0), folder.path() / "kb.gntp");
  const std::string whole = read_file(folder.path() / "kb.gntp");
  write_file(folder.path() / "copy", whole);
  EXPECT_EQ(load_dataset(folder.path() / "copy").kb.facts.size(),
            load_dataset(folder.path() / "kb.gntp").kb.facts.size());
  for (std::size_t size = 8; size < whole.size(); size += 1 + whole.size() / 50) {
    write_file(folder.path() / "copy", whole.substr(0, size));
    EXPECT_THAT(error_of([&] { load_dataset(folder.path() / "copy"); }), HasSubstr("copy: "));
  }
}

// Damage that opening does not see gives an Error or other data, never a crash.
TEST(Packing, ADamagedStoreDoesNotCrash) {
  const testing::TempFolder folder;
  pack(testing::write_random_dataset(folder, 0), folder.path() / "kb.gntp");
  const std::string whole = read_file(folder.path() / "kb.gntp");
  ThreadPool threads(1);
  for (std::size_t place = 0; place < whole.size(); place += 1 + whole.size() / 300) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
    write_file(folder.path() / "bad.gntp", damaged);
    EXPECT_THROW(Store(folder.path() / "bad.gntp").verify(threads), Error) << place;
  }
}

// Names are looked up one by one unless the model is on the same store.
TEST(Packing, AModelsNamesFixTheIds) {
  for (const std::uint64_t seed : {0U, 2U, 16U}) {
    const testing::TempFolder folder;
    const fs::path data = testing::write_random_dataset(folder, seed);
    const fs::path store = folder.path() / "kb.gntp";
    pack(data, store);
    const LoadedDataset on_folder = load_dataset(data);
    const LoadedDataset on_store = load_dataset(store);
    const LoadedDataset expected = load_dataset(data, on_folder.kb);
    for (const KnowledgeBase* model : {&on_folder.kb, &on_store.kb}) {
      const LoadedDataset loaded = load_dataset(store, *model);
      EXPECT_EQ(loaded.kb.store.has_value(), model == &on_store.kb);
      ASSERT_EQ(loaded.splits.size(), expected.splits.size());
      for (std::size_t i = 0; i < loaded.splits.size(); ++i) {
        EXPECT_TRUE(loaded.splits[i].triples == expected.splits[i].triples);
      }
      EXPECT_TRUE(loaded.kb.candidates.entities == expected.kb.candidates.entities);
      EXPECT_TRUE(loaded.kb.candidates.relations == expected.kb.candidates.relations);
      for (const Triple& fact : expected.kb.facts) EXPECT_TRUE(loaded.kb.facts.contains(fact));
    }
  }
  const testing::TempFolder folder;
  folder.write("data/train.tsv", "a\tr\tb\n");
  pack(folder.path() / "data", folder.path() / "kb.gntp");
  KnowledgeBase other;
  other.entities.add("a");
  other.relations.add("r");
  EXPECT_THAT(error_of([&] { load_dataset(folder.path() / "kb.gntp", other); }),
              HasSubstr("unknown entity 'b'"));
}

TEST(Packing, StopsAndLeavesNothing) {
  const testing::TempFolder folder;
  const fs::path data = testing::write_random_dataset(folder, 0);
  std::stop_source source;
  source.request_stop();
  const StopScope stop(source.get_token());
  EXPECT_THROW(pack(data, folder.path() / "kb.gntp"), Interrupted);
  EXPECT_FALSE(fs::exists(folder.path() / "kb.gntp"));
}

}  // namespace
}  // namespace gntp
