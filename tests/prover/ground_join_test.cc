// The join against the generic search, which still enumerates proofs: on knowledge bases that are
// larger than the oracle can follow, with hubs, soft and symbolic entities, and while the model
// moves.
#include "prover/ground_join.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "prover/oracle_case.h"
#include "support/ids.h"

namespace gntp {
namespace {

// All shapes that are joined, and some that are not.
constexpr std::array kTemplates{
    "p(X, Y) :- q(X, Y)",           "p(X, Y) :- q(Y, X)",
    "p(X, Y) :- q(X, Z), r(Z, Y)",  "p(X, Y) :- q(X, Z), r(Y, Z)",
    "p(X, Y) :- q(Z, X), r(Z, Y)",  "p(X, Y) :- q(Z, X), r(Y, Z)",
    "p(X, Y) :- q(Z, Y), r(X, Z)",  "p(X, Y) :- q(Y, Z), r(Z, X)",
    "p(X, Y) :- q(Y, Z), r(X, Z)",  "p(X, Y) :- q(X, Z), q(Z, Y)",
    "p(X, Y) :- p(X, Z), p(Z, Y)",  "p(X, Y) :- q(X, Y), r(Y, X)",
    "p(X, X) :- q(X, X)",           "p(X, Y) :- q(X, Z), r(W, Y)",
    "p(X, e1) :- q(X, Z), r(Z, Z)", "p(X, Y) :- q(X, Z), r(Z, W), s(W, Y)"};

struct World {
  KnowledgeBase kb;
  Model model;
};

// Facts have the first five relations.
World make_world(std::uint64_t seed, std::size_t entities, std::size_t facts,
                 std::size_t relations = 5) {
  Random random(seed);
  World world;
  KnowledgeBase& kb = world.kb;
  for (std::size_t i = 0; i < entities; ++i) kb.entities.add(fmt::format("e{}", i));
  for (std::size_t i = 0; i < relations; ++i) kb.relations.add(fmt::format("r{}", i));
  // Squares make hubs of the low numbers.
  const auto draw = [&] {
    const double u = random.uniform();
    const double skewed = seed % 2 == 0 ? u * u * u : u;
    return EntityId(static_cast<std::uint32_t>(static_cast<double>(entities) * skewed));
  };
  std::vector<Triple> drawn;
  for (std::size_t i = 0; i < facts; ++i) {
    drawn.push_back({draw(), RelationId(random.below(5)), draw()});
  }
  kb.set_facts(std::move(drawn));
  std::vector<ClauseText> clauses;
  for (std::size_t i = 0; i < 4; ++i) {
    // The last four are slow to enumerate: seldom.
    const std::size_t of = random.below(4) == 0 ? kTemplates.size() : kTemplates.size() - 4;
    clauses.push_back(parse_rule(kTemplates[random.below(of)], "rules", i + 1));
    clauses.back().copies = 1 + random.below(5);
  }
  std::vector<std::string> warnings;
  kb.rules = resolve_rules({{"rules", clauses}}, kb.entities, kb.relations, warnings);
  constexpr std::array kEntityScales{0.0, 0.3, 0.6, 1.0, 1.5, 6.0};
  world.model = make_model(kb,
                           {.dim = 4,
                            .entity_scale = kEntityScales[random.below(kEntityScales.size())],
                            .relation_scale = 0.2 + random.uniform(),
                            .rule_scale = 0.2 + random.uniform(),
                            .slope = 3},
                           seed);
  return world;
}

// The best proof and every comparison, as the enumeration has them.
void expect_equal_to_enumeration(OracleCase& it, const OracleQuestion& question) {
  const std::vector<Proof> all = it.prover.prove_all(question.goal, 1, question.excluded);
  const Proof* proof = it.prover.prove(question.goal, question.excluded);
  ASSERT_EQ(proof == nullptr, all.empty());
  if (proof != nullptr) {
    EXPECT_EQ(proof->distance, all.front().distance);
    EXPECT_TRUE(it.checker.check(*proof, question.goal, question.excluded));
    const ProofKey key = key_of(*proof);
    EXPECT_EQ(key_of(*it.prover.prove(question.goal, question.excluded)), key);
  }
  if (question.excluded != kNoFact) return;
  using Comparison = Prover::Comparison;
  const float best = all.empty() ? std::numeric_limits<float>::infinity() : all.front().distance;
  for (const float distance : {0.0F, best / 2, best, std::nextafter(best, 0.0F), 2 * best}) {
    const Comparison expected = best < distance    ? Comparison::kNearer
                                : best == distance ? Comparison::kEqual
                                                   : Comparison::kFarther;
    EXPECT_EQ(it.prover.compare(question.goal, distance), expected) << best << " " << distance;
  }
}

TEST(GroundJoin, EqualsTheGenericSearch) {
  std::size_t proved = 0;
  for (std::uint64_t seed = 0; seed < 150 && !HasFailure(); ++seed) {
    Random random(seed, 5);
    // Of very many relations, rules are listed for those that are asked about.
    const std::size_t relations = seed % 30 == 7 ? 1100 : 5;
    const World world = make_world(seed, 10 + random.below(60), 20 + random.below(300), relations);
    ProverOptions options;
    options.floor = random_floor(random);
    options.k_rules = random.below(3);
    OracleCase it(world.kb, world.model, options, seed % 3 == 0 ? 0 : SymbolDistances::kDenseLimit);
    for (const OracleQuestion& question : make_questions(world.kb, 6, random)) {
      SCOPED_TRACE(describe(seed, question));
      expect_equal_to_enumeration(it, question);
      if (it.prover.prove(question.goal, question.excluded) != nullptr) ++proved;
    }
  }
  EXPECT_GT(proved, 1000U);
}

TEST(GroundJoin, LongChainsEqualTheGenericSearch) {
  std::size_t proved = 0;
  for (std::uint64_t seed = 0; seed < 200 && !HasFailure(); ++seed) {
    Random random(seed, 9);
    World world = make_world(seed, 5 + random.below(15), 8 + random.below(20));
    std::vector<ClauseText> clauses;
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string body = random_long_path(random, {"q", "r"});
      clauses.push_back(parse_rule("p(X, Y) :- " + body, "rules", i + 1));
      clauses.back().copies = 1 + random.below(2);
    }
    std::vector<std::string> warnings;
    world.kb.rules =
        resolve_rules({{"rules", clauses}}, world.kb.entities, world.kb.relations, warnings);
    world.model = make_random_model(world.kb, random);
    ProverOptions options;
    options.floor = random_floor(random);
    OracleCase it(world.kb, world.model, options, seed % 2 == 0 ? 0 : SymbolDistances::kDenseLimit);
    for (PredicateId goal{0}; goal < 5; ++goal)
      ASSERT_TRUE(it.reasoner.rules_by_shape().others(goal).empty());
    for (const OracleQuestion& question : make_questions(world.kb, 3, random)) {
      SCOPED_TRACE(describe(seed, question));
      expect_equal_to_enumeration(it, question);
      if (it.prover.prove(question.goal, question.excluded) != nullptr) ++proved;
    }
  }
  EXPECT_GT(proved, 500U);
}

// Hundreds of rules between known relations, found by their first step.
TEST(GroundJoin, ManyRulesEqualTheGenericSearch) {
  std::size_t by_rule = 0;
  for (std::uint64_t seed = 0; seed < 30 && !HasFailure(); ++seed) {
    Random random(seed, 10);
    World world = make_world(seed, 30, 80);
    std::vector<ClauseText> clauses;
    for (std::size_t i = 0; i < 300; ++i) {
      const std::vector<std::string> names = {"r0", "r1", "r2", "r3", "r4"};
      const std::string body = random.below(3) == 0 ? std::string("r1(Z, X), r2(Z, Y)")
                                                    : random_long_path(random, names);
      clauses.push_back(
          parse_rule(fmt::format("{:.3f} :: r{}(X, Y) :- {}", 0.05 + 0.95 * random.uniform(),
                                 random.below(5), body),
                     "rules", i + 1));
    }
    std::vector<std::string> warnings;
    world.kb.rules =
        resolve_rules({{"rules", clauses}}, world.kb.entities, world.kb.relations, warnings);
    // Relations are beyond the floor of each other, or not.
    const double scale = seed % 3 == 0 ? 0.5 : 5;
    world.model = make_model(
        world.kb, {.dim = 8, .entities = SymbolKind::kSymbolic, .relation_scale = scale}, seed);
    OracleCase it(world.kb, world.model, {});
    for (const OracleQuestion& question : make_questions(world.kb, 10, random)) {
      SCOPED_TRACE(describe(seed, question));
      expect_equal_to_enumeration(it, question);
      const Proof* proof = it.prover.prove(question.goal, question.excluded);
      if (proof != nullptr && proof->steps.size() > 1) ++by_rule;
    }
  }
  EXPECT_GT(by_rule, 500U);
}

// Where entities are symbolic, another join does the work: short and long chains, with hubs.
TEST(SymbolicJoin, EqualsTheGenericSearch) {
  std::size_t by_rule = 0;
  std::size_t by_long_chain = 0;
  for (std::uint64_t seed = 0; seed < 300 && !HasFailure(); ++seed) {
    Random random(seed, 11);
    const bool is_long = seed % 4 == 3;
    World world = is_long ? make_world(seed, 5 + random.below(15), 8 + random.below(30))
                          : make_world(seed, 10 + random.below(60), 20 + random.below(300));
    if (is_long) {
      std::vector<ClauseText> clauses;
      for (std::size_t i = 0; i < 3; ++i) {
        clauses.push_back(
            parse_rule("p(X, Y) :- " + random_long_path(random, {"q", "r"}), "rules", i + 1));
        clauses.back().copies = 1 + random.below(3);
      }
      std::vector<std::string> warnings;
      world.kb.rules =
          resolve_rules({{"rules", clauses}}, world.kb.entities, world.kb.relations, warnings);
    }
    world.model = make_random_model(world.kb, random);
    world.model.entities = Matrix(world.kb.entities.size(), 0);
    ProverOptions options;
    options.floor = random_floor(random);
    options.k_rules = random.below(3);
    OracleCase it(world.kb, world.model, options);
    for (const OracleQuestion& question : make_questions(world.kb, is_long ? 6 : 10, random)) {
      SCOPED_TRACE(describe(seed, question));
      expect_equal_to_enumeration(it, question);
      const Proof* proof = it.prover.prove(question.goal, question.excluded);
      if (proof == nullptr || proof->steps.size() == 1) continue;
      ++by_rule;
      if (proof->steps.size() == 4) ++by_long_chain;
    }
  }
  EXPECT_GT(by_rule, 1000U);
  EXPECT_GT(by_long_chain, 200U);
}

TEST(GroundJoin, ServesDeeperProofs) {
  for (std::uint64_t seed = 0; seed < 40 && !HasFailure(); ++seed) {
    Random random(seed, 5);
    const World world = make_world(seed, 6, 12);
    ProverOptions options;
    options.depth = 2;
    options.floor = 0.05;
    OracleCase it(world.kb, world.model, options);
    for (const OracleQuestion& question : make_questions(world.kb, 1, random)) {
      SCOPED_TRACE(describe(seed, question));
      expect_equal_to_enumeration(it, question);
    }
  }
}

// A hub on one side: its facts are looked up, not walked over.
TEST(GroundJoin, FindsPathsThroughHubs) {
  KnowledgeBase kb;
  for (std::size_t i = 0; i < 3000; ++i) kb.entities.add(fmt::format("e{}", i));
  for (const char* name : {"q", "r"}) kb.relations.add(name);
  // r(e2, hub) ... r(e2999, hub)
  std::vector<Triple> facts{triple(0, 0, 1234)};
  for (std::uint32_t i = 2; i < 3000; ++i) facts.push_back(triple(i, 1, 1));
  kb.set_facts(std::move(facts));
  std::vector<std::string> warnings;
  kb.rules = resolve_rules({{"rules", {parse_rule("q(X, Y) :- q(X, Z), r(Z, Y)", "rules", 1)}}},
                           kb.entities, kb.relations, warnings);
  const Model model =
      make_model(kb, {.dim = 8, .entity_scale = 20, .relation_scale = 20, .rule_scale = 1}, 1);
  OracleCase it(kb, model, {});
  const Proof* proof = it.prover.prove(goal(0, 0, 1));
  ASSERT_NE(proof, nullptr);
  EXPECT_EQ(proof->distance, 0);
  ASSERT_EQ(proof->steps.size(), 3U);
  EXPECT_EQ(proof->steps[2].fact, triple(1234, 1, 1));
  EXPECT_EQ(it.prover.prove(goal(0, 0, 1), proof->steps[1].fact), nullptr);
}

// After updates of what moved, the answers are those of an index made anew.
TEST(ReasonerUpdate, EqualsARefresh) {
  for (std::uint64_t seed = 0; seed < 80 && !HasFailure(); ++seed) {
    Random random(seed, 6);
    World world = make_world(seed, 60, 150, seed % 40 == 11 ? 1100 : 5);
    const double step_size = seed % 3 == 0 ? 0.02 : 0.3;
    const std::size_t dense_limit = seed % 2 == 0 ? 0 : SymbolDistances::kDenseLimit;
    OracleCase it(world.kb, world.model, {}, dense_limit);
    ThreadPool threads(1 + seed % 2);
    for (int step = 0; step < 8; ++step) {
      std::array<std::vector<std::uint32_t>, 2> moved;
      std::size_t table = 0;
      for (Matrix* rows : {&world.model.entities, &world.model.predicates}) {
        for (std::uint32_t row = 0; row < rows->rows(); ++row) {
          if (random.below(4) != 0) continue;
          moved[table].push_back(row);
          for (float& value : rows->row(row)) {
            value += static_cast<float>(step_size * (2 * random.uniform() - 1));
          }
        }
        ++table;
      }
      if (seed % 5 == 0) world.model.slope *= 1.01;
      it.reasoner.update({moved[0], moved[1], {}}, threads);
      OracleCase anew(world.kb, world.model, {}, dense_limit);
      for (const OracleQuestion& question : make_questions(world.kb, 20, random)) {
        SCOPED_TRACE(describe(seed, question));
        const Proof* proof = it.prover.prove(question.goal, question.excluded);
        const Proof* expected = anew.prover.prove(question.goal, question.excluded);
        ASSERT_EQ(proof == nullptr, expected == nullptr);
        if (proof == nullptr) continue;
        EXPECT_EQ(proof->distance, expected->distance);
      }
    }
  }
}

}  // namespace
}  // namespace gntp
