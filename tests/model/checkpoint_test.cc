#include "model/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <limits>

#include "base/file.h"
#include "model/mixture_weights.h"
#include "model/safetensors.h"
#include "support/errors.h"
#include "support/example_model.h"
#include "support/ids.h"
#include "support/random_kb.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::error_of;
using testing::example_kb;
using testing::example_model;
using ::testing::HasSubstr;
using testing::TempFolder;

void expect_same_bits(const Matrix& a, const Matrix& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.columns(), b.columns());
  ASSERT_TRUE(a.values().empty() ||
              std::memcmp(a.values().data(), b.values().data(), a.values().size_bytes()) == 0);
}

void expect_round_trip(const KnowledgeBase& kb, const Model& model) {
  const TempFolder folder;
  save_checkpoint(folder.path(), kb, model);
  const Checkpoint loaded = load_checkpoint(folder.path());
  expect_same_bits(loaded.model.entities, model.entities);
  expect_same_bits(loaded.model.predicates, model.predicates);
  expect_same_bits(loaded.model.attention, model.attention);
  EXPECT_EQ(loaded.model.relations, model.relations);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(loaded.model.slope),
            std::bit_cast<std::uint64_t>(model.slope));
  EXPECT_EQ(loaded.kb.entities.names(), kb.entities.names());
  EXPECT_EQ(loaded.kb.relations.names(), kb.relations.names());
  EXPECT_EQ(loaded.kb.facts, kb.facts);
  EXPECT_EQ(loaded.kb.rules.slots, kb.rules.slots);
  EXPECT_EQ(loaded.kb.rules.templates.size(), kb.rules.templates.size());
  ASSERT_EQ(loaded.kb.rules.size(), kb.rules.size());
  for (RuleId i{0}; i < kb.rules.size(); ++i) {
    EXPECT_EQ(loaded.kb.rules.template_of(i), kb.rules.template_of(i));
    EXPECT_EQ(loaded.kb.rules[i].head, kb.rules[i].head);
    EXPECT_EQ(loaded.kb.rules[i].body, kb.rules[i].body);
    EXPECT_EQ(loaded.kb.rules.counts(i), kb.rules.counts(i));
    EXPECT_EQ(loaded.kb.rules.is_certain(i), model.rule_distance(i) == 0);
  }
  expect_same_bits(loaded.model.rule_distances, model.rule_distances);
  // What was loaded saves as the same bytes.
  const TempFolder again;
  save_checkpoint(again.path(), loaded.kb, loaded.model);
  for (const char* file : {"model.safetensors", "entities.tsv", "relations.tsv", "rules.json"}) {
    EXPECT_EQ(read_file(again.path() / file), read_file(folder.path() / file)) << file;
  }
}

TEST(Checkpoint, LoadsBitForBitWhatWasSaved) {
  for (const auto kind : {RulePredicates::kStandard, RulePredicates::kAttention}) {
    Model model = example_model(kind);
    model.entities(0, 0) = -0.0F;
    model.entities(0, 1) = std::numeric_limits<float>::denorm_min();
    expect_round_trip(example_kb(), model);
  }
}

TEST(Checkpoint, LoadsMentionsAndTheirEncoder) {
  KnowledgeBase kb = with_mentions(make_random_case(4, {.min_facts = 10}).kb);
  ASSERT_FALSE(kb.mention_counts.empty());
  std::vector<std::uint32_t> counts(kb.mention_counts.size(), 7);
  counts[0] = 4'000'000'000U;
  kb.mention_counts = std::move(counts);
  kb.sentences = {{kb.facts[kb.first_mention()], "a text.txt", 3, 1, "It \"is\" so."}};
  for (const auto& options : {ModelOptions{.dim = 3},
                              ModelOptions{.dim = 3,
                              .rule_predicates = RulePredicates::kAttention,
                              .encoder = EncoderKind::kNgrams},
                              ModelOptions{.dim = 3, .mentions = Mentions::kFacts}}) {
    const Model model = make_model(kb, options, 1);
    expect_round_trip(kb, model);
    const TempFolder folder;
    save_checkpoint(folder.path(), kb, model);
    const Checkpoint loaded = load_checkpoint(folder.path());
    EXPECT_EQ(loaded.kb.patterns, kb.patterns);
    EXPECT_EQ(loaded.kb.mention_counts, kb.mention_counts);
    ASSERT_EQ(loaded.kb.sentences.size(), 1U);
    EXPECT_EQ(loaded.kb.sentences[0].text, "It \"is\" so.");
    EXPECT_EQ(loaded.model.encoder.kind, model.encoder.kind);
    EXPECT_EQ(loaded.model.encoder.patterns, model.encoder.patterns);
    EXPECT_EQ(loaded.model.encoder.features.names(), model.encoder.features.names());
    expect_same_bits(loaded.model.encoder.vectors, model.encoder.vectors);
    expect_same_bits(loaded.model.encoder.logits, model.encoder.logits);
    // The encoder makes the rows that were saved.
    Model derived = loaded.model;
    derived.derive();
    expect_same_bits(derived.predicates, model.predicates);
  }
}

TEST(Checkpoint, RefusesDamagedMentions) {
  const KnowledgeBase kb = with_mentions(make_random_case(4, {.min_facts = 10}).kb);
  const TempFolder folder;
  const auto damage = [&](const char* file, const std::string& text) {
    save_checkpoint(folder.path(), kb, make_model(kb, {.dim = 3}, 1));
    folder.write(file, text);
    return error_of([&] { load_checkpoint(folder.path()); });
  };
  const std::string patterns = [&] {
    save_checkpoint(folder.path(), kb, make_model(kb, {.dim = 3}, 1));
    return read_file(folder.path() / "patterns.tsv");
  }();
  EXPECT_THAT(damage("patterns.tsv", patterns + "[XXX] more [YYY]\n"), HasSubstr("has the shape"));
  EXPECT_THAT(damage("patterns.tsv", "r0\n"), HasSubstr("'r0' is the name of a relation already"));
  EXPECT_THAT(damage("tokens.tsv", "is\nin\n"), HasSubstr("tensor 'tokens': has the shape"));
  const std::string tokens = "[XXX]\n[YYY]\nis\nin\n";
  EXPECT_THAT(damage("tokens.tsv", tokens + "other\n"), HasSubstr("tokens"));
  EXPECT_THAT(damage("mentions.sources.tsv", "nonsense\n"), HasSubstr("mentions.sources.tsv:1"));
}

TEST(Checkpoint, LoadsWithoutRulesAndFacts) {
  KnowledgeBase kb = example_kb();
  kb.rules = {};
  kb.set_facts({});
  expect_round_trip(kb, make_model(kb, {.dim = 3}, 1));
}

TEST(Checkpoint, LoadsSymbolicEntities) {
  const KnowledgeBase kb = example_kb();
  const Model model = make_model(kb, {.dim = 3, .entities = SymbolKind::kSymbolic}, 1);
  ASSERT_TRUE(model.has_symbolic_entities());
  ASSERT_EQ(model.dim(), 3U);
  expect_round_trip(kb, model);
}

TEST(Checkpoint, LoadsRandomKnowledgeBases) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const RandomCase random = make_random_case(seed, {});
    expect_round_trip(random.kb, random.model);
  }
}

TEST(Checkpoint, WritesNamesInRowOrder) {
  const TempFolder folder;
  save_checkpoint(folder.path(), example_kb(), example_model(RulePredicates::kStandard));
  EXPECT_EQ(read_file(folder.path() / "entities.tsv"),
            "france\ngermany\neurope\nCôte d'Ivoire\na, b\n");
  EXPECT_EQ(read_file(folder.path() / "relations.tsv"), "locatedIn\nneighborOf\n");
}

TEST(Checkpoint, KeepsTheCandidates) {
  KnowledgeBase kb = example_kb();
  kb.candidates = {ids<EntityId>({0, 2}), ids<RelationId>({1})};
  const TempFolder folder;
  save_checkpoint(folder.path(), kb, example_model(RulePredicates::kStandard));
  const Candidates loaded = load_checkpoint(folder.path()).kb.candidates;
  EXPECT_EQ(loaded.entities, kb.candidates.entities);
  EXPECT_EQ(loaded.relations, kb.candidates.relations);
  kb.candidates.entities = ids<EntityId>({2, 0});
  save_checkpoint(folder.path(), kb, example_model(RulePredicates::kStandard));
  EXPECT_THAT(error_of([&] { load_checkpoint(folder.path()); }),
              HasSubstr("tensor 'candidates': is not in order"));
  kb.candidates.entities = ids<EntityId>({2, 5});
  save_checkpoint(folder.path(), kb, example_model(RulePredicates::kStandard));
  EXPECT_THAT(error_of([&] { load_checkpoint(folder.path()); }),
              HasSubstr("tensor 'candidates': has the id 5, where 0 to 4 are known"));
}

TEST(Checkpoint, KeepsThePredictorAndItsWeights) {
  const KnowledgeBase kb = example_kb();
  Model model = example_model(RulePredicates::kStandard);
  for (const auto& [kind, width] : {std::pair(PredictorKind::kTransE, 3),
                                    {PredictorKind::kDistMult, 5},
                                    {PredictorKind::kComplEx, 4}}) {
    const auto columns = static_cast<std::size_t>(width);
    model.predictor = {kind, Matrix(5, columns), Matrix(4, columns)};
    model.predictor.entities(2, 1) = 0.25F;
    model.predictor.steps(3, 0) = -2;
    model.mixture = Matrix(4, MixtureWeights::kColumns);
    for (std::size_t row = 0; row < 4; ++row) MixtureWeights{}.write(model.mixture.row(row));
    const TempFolder folder;
    save_checkpoint(folder.path(), kb, model);
    const Model loaded = load_checkpoint(folder.path()).model;
    EXPECT_EQ(loaded.predictor.kind, kind);
    expect_same_bits(loaded.predictor.entities, model.predictor.entities);
    expect_same_bits(loaded.predictor.steps, model.predictor.steps);
    expect_same_bits(loaded.mixture, model.mixture);

    model.mixture(1, 1) = 0;  // no doubt would divide by zero
    save_checkpoint(folder.path(), kb, model);
    EXPECT_THAT(error_of([&] { load_checkpoint(folder.path()); }),
                HasSubstr("tensor 'mixture': row 1 is none"));
    model.mixture = Matrix(3, MixtureWeights::kColumns);
    save_checkpoint(folder.path(), kb, model);
    EXPECT_THAT(error_of([&] { load_checkpoint(folder.path()); }), HasSubstr("tensor 'mixture'"));
  }
}

}  // namespace
}  // namespace gntp
