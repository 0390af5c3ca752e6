// The prover on programs small enough to work out by hand. Vectors have one dimension, so that a
// symbol is a place on a line and a distance a difference.
#include "prover/prover.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <vector>

#include "prover/oracle_case.h"

namespace gntp {
namespace {

constexpr EntityId kA{0};
constexpr EntityId kB{1};
constexpr EntityId kC{2};
constexpr EntityId kD{3};

const Term kX = Term::variable(0);
const Term kY = Term::variable(1);
const Term kZ = Term::variable(2);

// Entities a, b, c, d at 0, 1, 3, 7; predicates at the given places, the first two of them
// relations.
class ProverByHand : public testing::Test {
 protected:
  ProverByHand() {
    for (const char* name : {"a", "b", "c", "d"}) kb_.entities.add(name);
    for (const char* name : {"p", "q"}) kb_.relations.add(name);
    kb_.set_facts({});
    model_.relations = 2;
    model_.entities = column({0, 1, 3, 7});
    model_.predicates = column({0, 10});
  }

  static Matrix column(const std::vector<float>& places) {
    Matrix matrix(places.size(), 1);
    std::ranges::copy(places, matrix.values().begin());
    return matrix;
  }

  void add_rule(const Atom& head, const std::vector<Atom>& body) {
    Rule rule{head, {}, 3};
    for (const Atom& atom : body) rule.body.push_back(atom);
    kb_.rules.append(rule, {"X", "Y", "Z"});
    model_.rule_distances = Matrix(kb_.rules.size(), 1);
  }

  std::optional<Proof> prove(const Goal& goal, const Triple& excluded = kNoFact) {
    OracleCase it(kb_, model_, options_);
    const Proof* proof = it.prover.prove(goal, excluded);
    if (proof == nullptr) return std::nullopt;
    EXPECT_TRUE(it.checker.check(*proof, goal, excluded));
    return *proof;
  }

  KnowledgeBase kb_;
  Model model_;
  ProverOptions options_{.depth = 1, .floor = 1e-6};
};

constexpr RelationId kP{0};
constexpr RelationId kQ{1};
// Those beyond the relations.
constexpr PredicateId kSlot{2};
constexpr PredicateId kNextSlot{3};

TEST_F(ProverByHand, AGoalIsProvedByTheNearestFact) {
  kb_.set_facts({{kD, kP, kD}, {kB, kP, kC}, {kA, kQ, kA}});
  const std::optional<Proof> proof = prove({kP, kA, kA});
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->distance, 3);  // a ~ c in p(b, c)
  EXPECT_EQ(proof->steps.size(), 1U);
  EXPECT_EQ(proof->steps[0].fact, (Triple{kB, kP, kC}));
}

TEST_F(ProverByHand, TheExcludedFactIsNotThere) {
  kb_.set_facts({{kA, kP, kB}});
  EXPECT_TRUE(prove({kP, kA, kB}));
  EXPECT_FALSE(prove({kP, kA, kB}, kb_.facts[0]));
}

TEST_F(ProverByHand, TheFloorItselfIsAProof) {
  kb_.set_facts({{kA, kP, kB}});
  options_.floor = std::exp(-2.0);
  EXPECT_TRUE(prove({kP, kA, kC}));   // b ~ c: 2
  EXPECT_FALSE(prove({kP, kC, kB}));  // a ~ c: 3
}

TEST_F(ProverByHand, AnEmptyKnowledgeBaseProvesNothing) {
  add_rule({kP, {kX, kY}}, {{kP, {kY, kX}}});
  options_.depth = 3;
  EXPECT_FALSE(prove({kP, kA, kB}));
}

TEST_F(ProverByHand, VariablesCarryTheFactsSymbolOn) {
  kb_.set_facts({{kA, kQ, kB}, {kC, kQ, kD}});
  add_rule({kP, {kX, kY}}, {{kQ, {kX, kZ}}, {kQ, {kZ, kY}}});
  const std::optional<Proof> proof = prove({kP, kA, kD});
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->distance, 2);  // Z = b, compared with c
  ASSERT_EQ(proof->steps.size(), 3U);
  EXPECT_EQ(proof->steps[1].arguments, (std::array{kA, kB}));
  EXPECT_EQ(proof->steps[2].arguments, (std::array{kB, kD}));
}

TEST_F(ProverByHand, ARepeatedVariableComparesTheFactWithItself) {
  kb_.set_facts({{kA, kQ, kD}, {kB, kQ, kC}, {kA, kP, kB}});
  add_rule({kP, {kX, kY}}, {{kQ, {kZ, kZ}}, {kP, {kX, kY}}});
  const std::vector<Proof> proofs =
      OracleCase(kb_, model_, options_).prover.prove_all({kP, kA, kB}, 2);
  ASSERT_EQ(proofs.size(), 2U);
  EXPECT_EQ(proofs[1].distance, 2);  // b ~ c
  EXPECT_EQ(proofs[1].steps[1].arguments, (std::array{kB, kB}));
}

TEST_F(ProverByHand, DepthCountsNestedRules) {
  kb_.set_facts({{kA, kQ, kB}});
  model_.predicates = column({0, 10, 10});  // the third is not a relation
  add_rule({kP, {kX, kY}}, {{kSlot, {kX, kY}}});
  add_rule({kSlot, {kX, kY}}, {{kQ, {kY, kX}}});
  kb_.rules.slots = 1;
  EXPECT_EQ(prove({kP, kB, kA})->distance, 1);  // only as if q(a, b) were q(b, a)
  options_.depth = 2;
  const std::optional<Proof> proof = prove({kP, kB, kA});
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->distance, 0);
  EXPECT_EQ(proof->steps.size(), 3U);
}

TEST_F(ProverByHand, EqualConstantsOfAGoalAndAHeadAreALinkToo) {
  kb_.set_facts({{kA, kQ, kB}});
  add_rule({kP, {Term::entity(kA), kY}}, {{kQ, {Term::entity(kA), kY}}});
  const std::optional<Proof> proof = prove({kP, kA, kB});
  ASSERT_TRUE(proof);
  ASSERT_EQ(proof->steps[0].links().size(), 2U);
  EXPECT_EQ(proof->steps[0].links()[1].goal, kA);
  EXPECT_EQ(proof->steps[0].links()[1].other, kA);
}

TEST_F(ProverByHand, TheTotalCountsEveryStep) {
  // The first atom of the first rule is ground and its best proof is the second rule's.
  kb_.set_facts({{kA, kQ, kB}, {kC, kQ, kD}});
  model_.predicates = column({0, 10, 5, 6});
  kb_.rules.slots = 2;
  add_rule({kP, {kX, kY}}, {{kSlot, {kX, kY}}, {kQ, {Term::entity(kC), kY}}});
  add_rule({kNextSlot, {kX, kY}}, {{kQ, {kX, kZ}}, {kQ, {kZ, kY}}});
  options_.depth = 2;
  const std::optional<Proof> proof = prove({kP, kA, kD});
  ASSERT_TRUE(proof);
  ASSERT_EQ(proof->steps.size(), 5U);
  EXPECT_EQ(proof->distance, 2);   // Z = b, compared with c
  EXPECT_EQ(proof->total, 1 + 2);  // and the second rule's head, compared with the first atom
}

// Under `product` distances are sums, and sums are rounded: the bound must not cut what rounds to
// it.
TEST_F(ProverByHand, ASumIsEqualToItself) {
  kb_.set_facts({{kA, kQ, kB}});
  kb_.rules.slots = 1;
  add_rule({kSlot, {kX, kY}}, {{kQ, {kX, kY}}});
  options_.tnorm = TNorm::kProduct;
  Random random(0);
  for (int i = 0; i < 300; ++i) {
    const auto to_head = static_cast<float>(random.uniform());
    const auto to_fact = static_cast<float>(3 * random.uniform());
    model_.predicates = column({0, 100, to_head});
    model_.entities(kC, 0) = 1 + to_fact;
    OracleCase it(kb_, model_, options_);
    const Goal goal{kP, kA, kC};
    const Proof* proof = it.prover.prove(goal);
    ASSERT_NE(proof, nullptr);
    EXPECT_EQ(it.prover.compare(goal, proof->distance), Prover::Comparison::kEqual)
        << to_head << " + " << to_fact;
  }
}

TEST_F(ProverByHand, NearestTouchingSharesASymbolHoweverFar) {
  kb_.set_facts({{kA, kQ, kD}, {kB, kP, kC}, {kC, kQ, kB}});
  options_.floor = 0.9;
  OracleCase it(kb_, model_, options_);
  const Goal goal{kP, kA, kB};
  EXPECT_EQ(it.prover.prove(goal), nullptr);
  const Proof* proof = it.prover.nearest_touching(goal, kNoFact);
  ASSERT_NE(proof, nullptr);
  const Triple first{kA, kQ, kD};
  EXPECT_EQ(proof->steps[0].fact, first);  // q(a, d) and q(c, b) are 10 away: the first
  EXPECT_EQ(proof->distance, 10);
  EXPECT_TRUE(it.checker.check(*proof, goal, kNoFact));
  EXPECT_EQ(it.prover.nearest_touching(goal, first)->steps[0].fact, (Triple{kC, kQ, kB}));
  EXPECT_EQ(it.prover.nearest_touching({kP, kD, kA}, kNoFact), nullptr);
}

TEST(NearestTouching, EqualsAScan) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed, 6);
    const RandomCase made = make_random_case(seed, {});
    const KnowledgeBase& kb = made.kb;
    ProverOptions options;
    options.unification = seed % 2 == 0 ? Unification::kPerTerm : Unification::kJoint;
    OracleCase it(kb, made.model, options);
    for (const OracleQuestion& question : make_questions(kb, 3, random)) {
      SCOPED_TRACE(describe(seed, question));
      const Goal& goal = question.goal;
      std::optional<double> best;
      for (const Triple& fact : kb.facts) {
        if (fact == question.excluded || (fact.head != goal.head && fact.tail != goal.tail))
          continue;
        const std::array compared{it.oracle.predicate_distance(goal.predicate, fact.relation),
                                  it.oracle.entity_distance(goal.head, fact.head),
                                  it.oracle.entity_distance(goal.tail, fact.tail)};
        const double distance = options.unification == Unification::kPerTerm
                                    ? std::ranges::max(compared)
                                    : std::hypot(compared[0], compared[1], compared[2]);
        if (!best || distance < *best) best = distance;
      }
      const Proof* proof = it.prover.nearest_touching(goal, question.excluded);
      ASSERT_EQ(proof != nullptr, best.has_value());
      if (proof == nullptr) continue;
      EXPECT_NEAR(proof->distance, *best, kTolerance);
      EXPECT_TRUE(it.checker.check(*proof, goal, question.excluded));
      const Triple& used = proof->steps[0].fact;
      EXPECT_TRUE(used.head == goal.head || used.tail == goal.tail);
    }
  }
}

}  // namespace
}  // namespace gntp
