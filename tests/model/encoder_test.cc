#include "model/encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "model/kernel.h"
#include "model/model.h"
#include "model/new_pattern.h"
#include "prover/prover.h"
#include "support/errors.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;

constexpr std::size_t kDim = 4;

Encoder make_encoder(EncoderKind kind) {
  Encoder encoder;
  encoder.kind = kind;
  encoder.add_pattern("[XXX] lies in [YYY]");
  encoder.add_pattern("[YYY] lies in [XXX]");
  encoder.add_pattern("[XXX] and in and [YYY]");
  encoder.vectors = Matrix(encoder.features.size(), kDim);
  Random random(7);
  for (float& value : encoder.vectors.values()) value = static_cast<float>(random.uniform());
  if (kind == EncoderKind::kNgrams) {
    encoder.logits = Matrix(encoder.features.size(), 1);
    for (float& value : encoder.logits.values()) value = static_cast<float>(random.uniform());
  }
  return encoder;
}

std::vector<float> encoded(const Encoder& encoder, std::size_t pattern) {
  std::vector<float> vector(kDim);
  encoder.encode(encoder.patterns[pattern], vector);
  return vector;
}

TEST(Encoder, TheMeanIsThatOfAllTokens) {
  const Encoder encoder = make_encoder(EncoderKind::kMean);
  EXPECT_EQ(encoder.features.size(), 5U);
  const std::vector<float> vector = encoded(encoder, 2);
  for (std::size_t i = 0; i < kDim; ++i) {
    const auto value = [&](const char* token) {
      return encoder.vectors(*encoder.features.find(token), i);
    };
    EXPECT_NEAR(vector[i], (value("[XXX]") + 2 * value("and") + value("in") + value("[YYY]")) / 5,
                1e-6);
  }
}

TEST(Encoder, PairsTellTheDirection) {
  const Encoder mean = make_encoder(EncoderKind::kMean);
  EXPECT_NEAR(distance(encoded(mean, 0), encoded(mean, 1)), 0, 1e-6);
  const Encoder pairs = make_encoder(EncoderKind::kNgrams);
  EXPECT_GT(distance(encoded(pairs, 0), encoded(pairs, 1)), 0.01);
}

// Of g.x, where x is a pattern's vector.
TEST(Encoder, PassesBackFiniteDifferences) {
  for (const EncoderKind kind : {EncoderKind::kMean, EncoderKind::kNgrams}) {
    Encoder encoder = make_encoder(kind);
    const std::vector<float> g{0.3F, -1.1F, 0.7F, 2.0F};
    for (std::size_t pattern = 0; pattern < encoder.patterns.size(); ++pattern) {
      Gradient gradient({{{0, 0},
                          {0, 0},
                          {0, 0},
                          {encoder.vectors.rows(), encoder.vectors.columns()},
                          {encoder.logits.rows(), encoder.logits.columns()}}});
      encoder.pass_back(encoder.patterns[pattern], g, gradient);
      const auto value = [&] {
        double sum = 0;
        const std::vector<float> vector = encoded(encoder, pattern);
        for (std::size_t i = 0; i < kDim; ++i) sum += double{g[i]} * vector[i];
        return sum;
      };
      const auto check = [&](Table table, Matrix& values) {
        constexpr float kStep = 1.0F / 64;
        for (std::size_t row = 0; row < values.rows(); ++row) {
          for (std::size_t i = 0; i < values.columns(); ++i) {
            const float before = values(row, i);
            values(row, i) = before + kStep;
            const double above = value();
            values(row, i) = before - kStep;
            const double below = value();
            values(row, i) = before;
            const double found = gradient.is_touched(table, row) ? gradient.at(table, row)[i] : 0;
            EXPECT_NEAR(found, (above - below) / (2 * kStep), 1e-4);
          }
        }
      };
      check(Table::kTokens, encoder.vectors);
      check(Table::kTokenLogits, encoder.logits);
    }
  }
}

TEST(Encoder, ReadsWhatItKnowsOfANewPattern) {
  const Encoder encoder = make_encoder(EncoderKind::kNgrams);
  std::vector<std::string> unknown;
  const Encoder::Features features = encoder.read("[XXX] lies deep in [YYY]", unknown);
  EXPECT_THAT(unknown, ElementsAre("deep"));
  std::vector<std::string> names;
  for (const FeatureId id : features) names.push_back(encoder.features.name(id));
  EXPECT_THAT(names, ElementsAre("[XXX]", "lies", "in", "[YYY]", "[XXX] lies", "in [YYY]"));
}

TEST(NewPattern, ChangesNoOtherAnswer) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    KnowledgeBase kb = with_mentions(make_random_case(seed, {.max_proofs = 1000}).kb);
    ModelOptions options;
    options.dim = kDim;
    options.encoder = seed % 2 == 0 ? EncoderKind::kMean : EncoderKind::kNgrams;
    options.rule_predicates =
        seed % 3 == 0 ? RulePredicates::kAttention : RulePredicates::kStandard;
    Model model = make_model(kb, options, seed);
    const auto distances = [](const KnowledgeBase& asked_kb, const Model& asked) {
      ThreadPool threads(1);
      Reasoner reasoner(asked_kb, asked, {});
      reasoner.refresh(threads);
      Prover prover(reasoner);
      std::vector<float> found;
      for (const Triple& fact : asked_kb.facts) {
        const Proof* proof = prover.prove({fact.relation, fact.tail, fact.head});
        found.push_back(proof == nullptr ? -1 : proof->distance);
      }
      return found;
    };
    const std::vector<float> before = distances(kb, model);
    const std::size_t relations = kb.relations.size();
    // The same tokens as a known pattern in another order: for the mean the same vector.
    const std::string known = kb.relations.name(RelationId(kb.first_pattern()));
    std::string turned = known;
    std::swap(turned[1], turned[known.size() - 2]);
    std::swap(turned[2], turned[known.size() - 3]);
    std::swap(turned[3], turned[known.size() - 4]);
    if (kb.relations.find(turned)) continue;
    EXPECT_TRUE(add_pattern(turned, kb, model).empty());
    EXPECT_EQ(kb.relations.size(), relations + 1);
    EXPECT_EQ(distances(kb, model), before);
    const float apart =
        distance(model.predicates.row(relations), model.predicates.row(kb.first_pattern()));
    if (options.encoder == EncoderKind::kMean) {
      EXPECT_NEAR(apart, 0, 1e-6);
    }
  }
}

TEST(NewPattern, NeedsAWordThatIsKnown) {
  KnowledgeBase kb = with_mentions(make_random_case(3, {}).kb);
  Model model = make_model(kb, {}, 1);
  EXPECT_THAT(error_of([&] { add_pattern("[XXX] frobs [YYY]", kb, model); }),
              HasSubstr("knows no word of the pattern '[XXX] frobs [YYY]' (frobs)"));
  EXPECT_THAT(add_pattern("[XXX] is frobbed in [YYY]", kb, model), ElementsAre("frobbed"));

  Model plain = make_model(kb, {.mentions = Mentions::kFacts}, 1);
  EXPECT_THAT(error_of([&] { add_pattern("[XXX] is [YYY]", kb, plain); }),
              HasSubstr("model.mentions = \"facts\""));
  KnowledgeBase no_text = make_random_case(3, {}).kb;
  Model without = make_model(no_text, {}, 1);
  EXPECT_THAT(error_of([&] { add_pattern("[XXX] is [YYY]", no_text, without); }),
              HasSubstr("trained without mentions"));
}

}  // namespace
}  // namespace gntp
