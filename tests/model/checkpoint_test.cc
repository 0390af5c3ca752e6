#include "model/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "base/file.h"
#include "model/mixture_weights.h"
#include "model/safetensors.h"
#include "support/errors.h"
#include "support/ids.h"
#include "support/random_kb.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempFolder;

KnowledgeBase example_kb() {
  KnowledgeBase kb;
  for (const char* name : {"france", "germany", "europe", "Côte d'Ivoire", "a, b"}) {
    kb.entities.add(name);
  }
  for (const char* name : {"locatedIn", "neighborOf"}) kb.relations.add(name);
  kb.facts = triples({{0, 1, 1}, {1, 0, 2}, {3, 0, 4}});
  const Term x = Term::variable(0);
  const Term y = Term::variable(1);
  const Term z = Term::variable(2);
  kb.rules.append(Rule{atom(2, x, y), {atom(3, x, z), atom(2, z, y)}, 3}, {"X", "Y", "Z"});
  kb.rules.append(Rule{atom(4, x, y), {atom(5, x, z), atom(4, z, y)}, 3}, {"X", "Y", "Z"});
  kb.rules.templates = {{"p(X, Y) :- q(X, Z), p(Z, Y) <2>", 2, RuleId(0)}};
  kb.rules.slots = 4;
  kb.rules.append(Rule{atom(0, x, y), {atom(1, y, x)}, 2}, {"X", "Y"}, 0.75F, {30, 40});
  const Term from = Term::entity(EntityId(3));
  const Term to = Term::entity(EntityId(4));
  kb.rules.append(Rule{atom(0, x, from), {atom(1, x, to)}, 1}, {"X"});
  return kb;
}

Model example_model(RulePredicates rule_predicates) {
  ModelOptions options;
  options.dim = 7;
  options.rule_predicates = rule_predicates;
  options.slope = 0.1;
  return make_model(example_kb(), options, 1);
}

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
  kb.mention_counts[0] = 4'000'000'000U;
  kb.sentences = {{FactId(kb.first_mention()), "a text.txt", 3, 1, "It \"is\" so."}};
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
  kb.facts.clear();
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

// A saved checkpoint that a test damages.
class DamagedCheckpoint : public ::testing::Test {
 protected:
  DamagedCheckpoint() {
    save_checkpoint(folder_.path(), example_kb(), example_model(RulePredicates::kAttention));
  }

  // The error of loading; one line that begins with the folder.
  std::string load_error() const {
    std::string error = error_of([&] { load_checkpoint(folder_.path()); });
    EXPECT_THAT(error, AllOf(HasSubstr(folder_.path().string()), Not(HasSubstr("\n"))));
    return error;
  }

  // The error after a change to the tensors.
  std::string error_with(const std::function<void(TensorMap&)>& change) const {
    const std::filesystem::path path = folder_.path() / "model.safetensors";
    const TensorMap original = read_safetensors(path);
    TensorMap tensors = original;
    change(tensors);
    write_safetensors(path, tensors);
    std::string error = load_error();
    write_safetensors(path, original);
    return error;
  }

  template <typename T>
  std::string error_with_value(const std::string& tensor, std::size_t position, T value) const {
    return error_with([&](TensorMap& tensors) {
      std::memcpy(tensors.at(tensor).bytes.data() + position * sizeof(T), &value, sizeof(T));
    });
  }

  TempFolder folder_;
};

TEST_F(DamagedCheckpoint, MissingFilesAreNamed) {
  EXPECT_THAT(error_of([] { load_checkpoint("/nowhere"); }), HasSubstr("/nowhere: no such folder"));
  for (const char* file : {"model.safetensors", "entities.tsv", "relations.tsv", "rules.json"}) {
    const std::string bytes = read_file(folder_.path() / file);
    std::filesystem::remove(folder_.path() / file);
    EXPECT_THAT(load_error(), HasSubstr(std::string(": ") + file + " is missing"));
    folder_.write(file, bytes);
  }
  EXPECT_NO_THROW(load_checkpoint(folder_.path()));
}

TEST_F(DamagedCheckpoint, NamesMustBeDistinctAndAsManyAsRows) {
  folder_.write("entities.tsv", "france\ngermany\nfrance\nx\ny\n");
  EXPECT_THAT(load_error(), HasSubstr("entities.tsv:3: 'france' is the name of line 1 already"));
  folder_.write("entities.tsv", "france\n\nx\ny\nz\n");
  EXPECT_THAT(load_error(), HasSubstr("entities.tsv:2: a name is empty"));
  folder_.write("entities.tsv", "france\ngermany\n");
  EXPECT_THAT(load_error(), HasSubstr("model.safetensors: tensor 'entities': has the shape (5, 7), "
                                      "where (2, 7) is expected"));
  folder_.write("entities.tsv", "a\nb\nc\nd\ne\n");
  folder_.write("relations.tsv", "");
  EXPECT_THAT(load_error(), HasSubstr("relations.tsv: has no names"));
  folder_.write("relations.tsv", "a\nb\nc\n");
  EXPECT_THAT(load_error(), HasSubstr("tensor 'relations': has the shape (2, 7), where (3, 7)"));
}

TEST_F(DamagedCheckpoint, TensorsMustFit) {
  for (const char* name : {"entities", "relations", "rule_predicates", "facts", "slope"}) {
    EXPECT_THAT(error_with([&](TensorMap& tensors) { tensors.erase(name); }),
                HasSubstr(fmt::format("tensor '{}': is missing", name)));
    EXPECT_THAT(error_with([&](TensorMap& tensors) {
                  tensors.at(name).shape = {tensors.at(name).bytes.size() / 4};
                  tensors.at(name).type = Tensor::Type::kF32;
                }),
                HasSubstr(fmt::format("tensor '{}': has ", name)));
  }
  EXPECT_THAT(error_with([](TensorMap& tensors) {
                tensors.at("facts").shape = {9, 1};
              }),
              HasSubstr("tensor 'facts': has the shape (9, 1), where (9, 3) is expected"));
  EXPECT_THAT(error_with([](TensorMap& tensors) {
                tensors.at("attention").shape = {2, 4};
              }),
              HasSubstr("tensor 'attention': has the shape (2, 4), where (2, 2) is expected"));
  EXPECT_THAT(error_with([](TensorMap& tensors) {
                tensors.at("attention").shape = {8, 1};
              }),
              HasSubstr("tensor 'attention': has 8 rows for 4 rule predicates"));
  EXPECT_THAT(error_with([](TensorMap& tensors) {
                tensors.at("rule_predicates").shape = {7, 4};
              }),
              HasSubstr("tensor 'rule_predicates': has the shape (7, 4), where (7, 7)"));
}

// No bytes, and yet more columns than memory.
TEST_F(DamagedCheckpoint, HugeEmptyTensorsAreErrors) {
  for (const char* name : {"entities", "relations", "rule_predicates", "facts", "attention"}) {
    for (const std::vector<std::size_t>& shape :
         {std::vector<std::size_t>{0, std::size_t{1} << 62U}, {std::size_t{1} << 62U, 0}, {0, 0}}) {
      EXPECT_THAT(error_with([&](TensorMap& tensors) {
                    tensors.at(name).shape = shape;
                    tensors.at(name).bytes.clear();
                  }),
                  HasSubstr("tensor '"))
          << name;
    }
  }
}

TEST_F(DamagedCheckpoint, ValuesMustBeFinite) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_THAT(error_with_value("entities", 2 * 7 + 3, nan),
              HasSubstr("tensor 'entities': row 2 has a value that is not a finite number"));
  EXPECT_THAT(error_with_value("relations", 7, infinity), HasSubstr("tensor 'relations': row 1"));
  EXPECT_THAT(error_with_value("rule_predicates", 27, -infinity),
              HasSubstr("tensor 'rule_predicates': row 3"));
  EXPECT_THAT(error_with_value("attention", 0, nan), HasSubstr("tensor 'attention': row 0"));
  for (const double slope : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_THAT(error_with_value("slope", 0, slope),
                AllOf(HasSubstr("tensor 'slope': is "), HasSubstr("not a positive number")));
  }
}

TEST_F(DamagedCheckpoint, FactsMustBeKnownAndDistinct) {
  EXPECT_THAT(error_with_value<std::int32_t>("facts", 3, 5),
              HasSubstr("tensor 'facts': row 1 has the id 5, where 0 to 4 are known"));
  EXPECT_THAT(error_with_value<std::int32_t>("facts", 4, 2),
              HasSubstr("row 1 has the id 2, where 0 to 1 are known"));
  EXPECT_THAT(error_with_value<std::int32_t>("facts", 8, -1),
              HasSubstr("row 2 has the id 4294967295"));
  EXPECT_THAT(error_with([](TensorMap& tensors) {
                auto& bytes = tensors.at("facts").bytes;
                std::memcpy(bytes.data() + 12, bytes.data(), 12);
              }),
              HasSubstr("tensor 'facts': row 1 repeats a fact"));
}

TEST_F(DamagedCheckpoint, RulesMustFitTheTensors) {
  // Rules 0 and 1 have three predicates each, of which 0 to 5 are known, rule 3 has two constants.
  EXPECT_THAT(error_with_value<std::int32_t>("rule_symbols", 4, 6),
              HasSubstr("tensor 'rule_symbols': rule 1 has the predicate 6, where 0 to 5 are"));
  EXPECT_THAT(error_with_value<std::int32_t>("rule_symbols", 11, 5),
              HasSubstr("rule 3 has the entity 5, where 0 to 4 are known"));
  EXPECT_THAT(error_with_value<std::int32_t>("rule_forms", 0, 3),
              HasSubstr("tensor 'rule_forms': rule 0 has the form 3, where rules.json has 3"));
  EXPECT_THAT(error_with_value<std::int32_t>("rule_forms", 2, 0), HasSubstr("ends within rule 3"));
  EXPECT_THAT(error_with_value<std::int32_t>("rule_forms", 0, 1), HasSubstr("numbers follow"));
  EXPECT_THAT(error_with_value("rule_distances", 2, -1.0F),
              HasSubstr("tensor 'rule_distances': rule 2 has a distance below 0"));
  folder_.write("rules.json", R"({"forms": [], "templates": []})");
  EXPECT_THAT(load_error(), HasSubstr("rule 0 has the form 0, where rules.json has 0"));
}

TEST_F(DamagedCheckpoint, TemplatesMustBeRules) {
  std::string text = read_file(folder_.path() / "rules.json");
  text.replace(text.find("\"copies\":2"), 10, "\"copies\":9");
  folder_.write("rules.json", text);
  EXPECT_THAT(load_error(), HasSubstr("has no rules 0 to 9 for the template p(X, Y)"));
}

TEST_F(DamagedCheckpoint, TruncatedFilesAreErrors) {
  const std::string tensors = read_file(folder_.path() / "model.safetensors");
  for (std::size_t size = 0; size < tensors.size(); size += 64) {
    folder_.write("model.safetensors", tensors.substr(0, size));
    EXPECT_NE(load_error(), "no error") << size;
  }
  folder_.write("model.safetensors", tensors);
  const std::string rules = read_file(folder_.path() / "rules.json");
  for (std::size_t size = 0; size + 2 < rules.size(); ++size) {
    folder_.write("rules.json", rules.substr(0, size));
    EXPECT_NE(load_error(), "no error") << size;
  }
}

TEST_F(DamagedCheckpoint, RandomDamageIsAnErrorOrLoads) {
  std::mt19937 random(1);
  for (const char* file : {"model.safetensors", "entities.tsv", "relations.tsv", "rules.json"}) {
    const std::string original = read_file(folder_.path() / file);
    for (int i = 0; i < 150; ++i) {
      std::string damaged = original;
      for (auto flips = 1 + random() % 3; flips > 0; --flips) {
        damaged[random() % damaged.size()] = static_cast<char>(random() & 0xFFU);
      }
      folder_.write(file, damaged);
      try {
        const Checkpoint loaded = load_checkpoint(folder_.path());
        EXPECT_EQ(loaded.model.entities.rows(), loaded.kb.entities.size());
        EXPECT_EQ(loaded.model.slots(), loaded.kb.rules.slots);
      } catch (const Error&) {  // anything else would end the test
      }
    }
    folder_.write(file, original);
  }
}

}  // namespace
}  // namespace gntp
