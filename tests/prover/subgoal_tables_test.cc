// Proofs of depth 2 and 3 from the tables of all subgoals: against the oracle where it can follow,
// against a search that knows no tables, and, where a fact is not to be used, against a knowledge
// base that does not have it.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "prover/answer_search.h"
#include "prover/min_max_product.h"
#include "prover/oracle_case.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

using Setting = std::tuple<std::size_t, SymbolKind>;  // depth, entities

// How many facts and rules there are.
enum class Size { kTiny, kSmall };

// Rules that are paths of one to three steps, in all directions and orders: of the facts'
// relations, of learned predicates, some of both, some with confidences.
RuleSet random_paths(const KnowledgeBase& kb, Size size, std::size_t depth, Random& random) {
  const std::vector<std::string> names{"p", "q", kb.relations.name(RelationId(0))};
  for (;;) {
    RuleFile file;
    file.path = "rules";
    const std::size_t count = size == Size::kTiny ? 1 + random.below(2) : 1 + random.below(4);
    for (std::size_t i = 0; i < count; ++i) {
      std::string rule = names[random.below(3)];
      rule.append("(X, Y) :- ").append(random_path(1 + random.below(3), random, names));
      file.clauses.push_back(parse_rule(rule, file.path, i + 1));
      file.clauses.back().copies = size == Size::kTiny ? 1 : 1 + random.below(2);
    }
    std::vector<std::string> warnings;
    RuleSet rules = resolve_rules({file}, kb.entities, kb.relations, warnings);
    if (size == Size::kSmall || count_proofs(kb.facts.size(), rules, depth) < 20'000) return rules;
  }
}

RandomCase path_case(std::uint64_t seed, const Setting& setting, Size size) {
  const auto& [depth, entities] = setting;
  Random random(seed, 3);
  RandomKbOptions sizes;
  sizes.min_facts = size == Size::kTiny ? 2 : 4;
  sizes.max_facts = size == Size::kTiny ? (depth == 2 ? 5 : 3) : 14;
  RandomCase made = make_random_case(seed, sizes);
  made.kb.rules = random_paths(made.kb, size, depth, random);
  made.model = make_random_model(made.kb, random);
  if (entities == SymbolKind::kSymbolic) made.model.entities = Matrix(made.kb.entities.size(), 0);
  return made;
}

ProverOptions options_for(std::size_t depth, Random& random) {
  ProverOptions options;
  options.depth = depth;
  options.floor = random_floor(random);
  options.k_rules = random.below(4) == 0 ? 1 : 0;
  return options;
}

// A goal about any predicate: slots are goals, too.
OracleQuestion random_question(const KnowledgeBase& kb, Random& random) {
  const Triple& fact = kb.facts[random.below(kb.facts.size())];
  OracleQuestion question{{fact.relation, fact.head, fact.tail}, fact};
  const auto any_entity = [&] { return EntityId(random.below(kb.entities.size())); };
  if (random.below(3) == 0) question.goal.head = any_entity();
  if (random.below(3) == 0) question.goal.tail = any_entity();
  if (random.below(4) == 0) {
    question.goal.predicate = PredicateId(random.below(kb.predicate_count()));
  }
  return question;
}

class SubgoalTablesOf : public testing::TestWithParam<Setting> {
 protected:
  static std::size_t depth() { return std::get<0>(GetParam()); }
  // Joins of depth 3 take their time.
  static std::uint64_t joins() { return depth() == 2 ? 200 : 40; }
};

INSTANTIATE_TEST_SUITE_P(All, SubgoalTablesOf,
                         testing::Combine(testing::Values(2U, 3U),
                                          testing::Values(SymbolKind::kSoft,
                                                          SymbolKind::kSymbolic)),
                         [](const testing::TestParamInfo<Setting>& setting) {
                           const bool soft = std::get<1>(setting.param) == SymbolKind::kSoft;
                           return (soft ? "SoftDepth" : "SymbolicDepth") +
                                  std::to_string(std::get<0>(setting.param));
                         });

class SubgoalTablesOracle : public testing::TestWithParam<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(Depth, SubgoalTablesOracle, testing::Values(2U, 3U));

TEST_P(SubgoalTablesOracle, ProvesAsTheOracleDoes) {
  const std::size_t depth = GetParam();
  Tally tally;
  std::size_t farther = 0;  // than with every fact
  for (std::uint64_t seed = 0; seed < 200 && !HasFailure(); ++seed) {
    Random random(seed, 5);
    const RandomCase made = path_case(seed, {depth, SymbolKind::kSoft}, Size::kTiny);
    OracleCase it(made.kb, made.model, options_for(depth, random));
    ASSERT_NE(it.reasoner.tables(), nullptr);
    for (std::size_t i = 0; i < 2; ++i) {
      OracleQuestion question = random_question(made.kb, random);
      SCOPED_TRACE(describe(seed, question));
      const OracleAnswer without = it.oracle.prove(question.goal, question.excluded);
      if (without.ambiguous) continue;
      expect_best_proof(it, question, without, tally);
      question.excluded = kNoFact;
      const OracleAnswer with = it.oracle.prove(question.goal);
      expect_best_proof(it, question, with, tally);
      if (!with.ambiguous) expect_all_proofs(it, question, with, 3);
      if (with.proofs.empty()) continue;
      const double nearest = with.proofs.front().distance;
      farther += without.proofs.empty() || without.proofs.front().distance > nearest + kTolerance;
    }
  }
  EXPECT_GT(tally.proved, 300U);
  EXPECT_GT(tally.unique, 60U);
  EXPECT_GT(farther, 60U);
}

// A reasoner of its own over a knowledge base and a model that somebody else keeps.
struct PathCase {
  PathCase(const KnowledgeBase& kb, const Model& model, const ProverOptions& options)
      : reasoner(kb, model, options) {
    reasoner.refresh(threads);
  }
  ThreadPool threads{1};
  Reasoner reasoner;
};

// An excluded fact that the best proof uses makes it farther, which the plain tables do not know.
TEST_P(SubgoalTablesOf, ExcludedFactIsAsGoodAsNone) {
  std::size_t proved = 0;
  std::size_t farther = 0;
  for (std::uint64_t seed = 0; seed < 400 && !HasFailure(); ++seed) {
    Random random(seed, 6);
    const RandomCase made = path_case(seed, GetParam(), Size::kSmall);
    const ProverOptions options = options_for(depth(), random);
    PathCase all(made.kb, made.model, options);
    ASSERT_NE(all.reasoner.tables(), nullptr);
    Prover prover(all.reasoner);
    ProofChecker checker(made.kb, made.model, options);
    for (std::size_t i = 0; i < 3; ++i) {
      const OracleQuestion question = random_question(made.kb, random);
      SCOPED_TRACE(describe(seed, question));
      KnowledgeBase less = made.kb;
      std::vector<Triple> facts = less.facts.to_vector();
      std::erase(facts, question.excluded);
      less.set_facts(std::move(facts));
      PathCase without(less, made.model, options);
      Prover other(without.reasoner);
      const Proof* expected = other.prove(question.goal);
      const std::optional<float> distance =
          expected == nullptr ? std::nullopt : std::optional(expected->distance);
      const Proof* proof = prover.prove(question.goal, question.excluded);
      ASSERT_EQ(proof != nullptr, distance.has_value());
      if (proof != nullptr) {
        ++proved;
        EXPECT_EQ(proof->distance, *distance);
        EXPECT_TRUE(checker.check(*proof, question.goal, question.excluded));
      }
      const Proof* with = prover.prove(question.goal);
      farther += with != nullptr && (!distance || with->distance < *distance);
    }
  }
  EXPECT_GT(proved, 300U);
  EXPECT_GT(farther, 150U);
}

std::vector<AnswerQuery> some_queries(const KnowledgeBase& kb, Random& random) {
  std::vector<AnswerQuery> queries;
  for (std::size_t i = 0; i < 6; ++i) {
    queries.push_back({PredicateId(random.below(kb.relations.size())),
                       random.below(2) == 0 ? AskedSide::kHead : AskedSide::kTail,
                       EntityId(random.below(kb.entities.size()))});
  }
  return queries;
}

// Joins know nothing of tables.
TEST_P(SubgoalTablesOf, AnswersAsAJoinDoes) {
  std::size_t reached = 0;
  for (std::uint64_t seed = 0; seed < joins() && !HasFailure(); ++seed) {
    Random random(seed, 7);
    const RandomCase made = path_case(seed, GetParam(), Size::kSmall);
    ProverOptions options = options_for(depth(), random);
    options.reflexive = random.below(2) == 0 ? Reflexive::kAny : Reflexive::kKnown;
    PathCase it(made.kb, made.model, options);
    const AnswerIndex tables(it.reasoner, ProofsWanted::kBest, it.threads);
    const AnswerIndex join(it.reasoner, ProofsWanted::kBest, Plan::kJoin, it.threads);
    ASSERT_EQ(tables.plan(), Plan::kLookUp);
    AnswerSearch looked_up(tables);
    AnswerSearch joined(join);
    Prover prover(it.reasoner);
    for (const AnswerQuery& query : some_queries(made.kb, random)) {
      const float limit = it.reasoner.radius() * (random.below(2) == 0 ? 1.0F : 0.5F);
      const SparseMinimum& found = looked_up.distances(query, limit);
      const SparseMinimum& expected = joined.distances(query, limit);
      for (EntityId entity{0}; entity < made.kb.entities.size(); ++entity) {
        SCOPED_TRACE(describe(seed, {goal_of(query, entity), kNoFact}));
        ASSERT_EQ(found[entity], expected[entity]);
        reached += expected[entity] < SparseMinimum::kNone ? 1 : 0;
        if (limit < it.reasoner.radius()) continue;
        const Proof* proof = prover.prove(goal_of(query, entity));
        ASSERT_EQ(proof == nullptr ? SparseMinimum::kNone : proof->distance, expected[entity]);
        const auto equal = proof == nullptr ? SparseMinimum::kNone : proof->distance;
        EXPECT_EQ(prover.compare(goal_of(query, entity), equal), Prover::Comparison::kEqual);
        if (proof == nullptr) continue;
        EXPECT_EQ(prover.compare(goal_of(query, entity), std::nextafter(equal, 100.0F)),
                  Prover::Comparison::kNearer);
      }
    }
  }
  EXPECT_GT(reached, 500U);
}

// Several proofs by different rules, with and without a fact.
TEST_P(SubgoalTablesOf, ListsProofsAsAJoinDoes) {
  std::size_t proofs = 0;
  for (std::uint64_t seed = 0; seed < joins() && !HasFailure(); ++seed) {
    Random random(seed, 8);
    const RandomCase made = path_case(seed, GetParam(), Size::kSmall);
    ProverOptions options = options_for(depth(), random);
    options.aggregation.aggregate = Aggregate::kMaxPlus;
    options.aggregation.proofs = 4;
    PathCase it(made.kb, made.model, options);
    const AnswerIndex tables(it.reasoner, it.threads);
    const AnswerIndex join(it.reasoner, ProofsWanted::kSeveral, Plan::kJoin, it.threads);
    AnswerSearch looked_up(tables);
    AnswerSearch joined(join);
    Prover prover(it.reasoner);
    for (const AnswerQuery& query : some_queries(made.kb, random)) {
      const Triple excluded =
          random.below(2) == 0 ? kNoFact : random_question(made.kb, random).excluded;
      const ProofLists& found = looked_up.proofs(query, excluded);
      const ProofLists& expected = joined.proofs(query, excluded);
      for (EntityId entity{0}; entity < made.kb.entities.size(); ++entity) {
        SCOPED_TRACE(describe(seed, {goal_of(query, entity), excluded}));
        ASSERT_EQ(found[entity].size(), expected[entity].size());
        const auto each = prover.prove_each(goal_of(query, entity), 4, excluded);
        ASSERT_EQ(each.size(), expected[entity].size());
        for (std::size_t i = 0; i < each.size(); ++i) {
          EXPECT_EQ(found[entity][i].distance, expected[entity][i].distance);
          EXPECT_EQ(found[entity][i].rule, expected[entity][i].rule);
          EXPECT_EQ(each[i].distance, expected[entity][i].distance);
          const Proof* by =
              prover.prove_by(found[entity][i].rule, goal_of(query, entity), excluded);
          ASSERT_NE(by, nullptr);
          EXPECT_EQ(by->distance, found[entity][i].distance);
          ++proofs;
        }
      }
    }
  }
  EXPECT_GT(proofs, 500U);
}

// After each update the tables are what a reasoner that was made anew has.
TEST_P(SubgoalTablesOf, FollowTheModel) {
  for (std::uint64_t seed = 0; seed < 30 && !HasFailure(); ++seed) {
    Random random(seed, 9);
    RandomCase made = path_case(seed, GetParam(), Size::kSmall);
    const ProverOptions options = options_for(depth(), random);
    PathCase it(made.kb, made.model, options);
    const std::uint32_t predicate = random.below(made.kb.predicate_count());
    const std::uint32_t entity = random.below(made.kb.entities.size());
    MovedRows moved;
    if (made.model.has_symbolic_entities() || random.below(2) == 0) {
      moved.predicates = {&predicate, 1};
      for (float& value : made.model.predicates.row(predicate)) value += 0.25F;
    } else {
      moved.entities = {&entity, 1};
      for (float& value : made.model.entities.row(entity)) value += 0.25F;
    }
    PathCase made_anew(made.kb, made.model, options);
    it.reasoner.update(moved, it.threads);
    Prover prover(it.reasoner);
    Prover fresh(made_anew.reasoner);
    for (std::size_t i = 0; i < 5; ++i) {
      const OracleQuestion question = random_question(made.kb, random);
      const Proof* proof = prover.prove(question.goal);
      const Proof* expected = fresh.prove(question.goal);
      ASSERT_EQ(proof == nullptr, expected == nullptr);
      if (proof == nullptr) continue;
      EXPECT_EQ(proof->distance, expected->distance);
      EXPECT_EQ(key_of(*proof), key_of(*expected));
    }
  }
}

TEST(SubgoalTables, AreKeptWhereTheyFit) {
  const auto keeps = [](const ProverOptions& options, TableCost cost) {
    return keeps_tables(options, {.tables = cost});
  };
  const TableCost little{.bytes = 1e6, .operations = 1e6};
  EXPECT_TRUE(keeps({.depth = 2}, little));
  EXPECT_TRUE(keeps({.depth = 3, .k_rules = 2}, little));
  EXPECT_FALSE(keeps({.depth = 1}, little));
  EXPECT_FALSE(keeps({.depth = 2, .unification = Unification::kJoint}, little));
  EXPECT_FALSE(keeps({.depth = 2, .tnorm = TNorm::kProduct}, little));
  EXPECT_FALSE(keeps({.depth = 2, .k_facts = 5}, little));
  EXPECT_FALSE(keeps({.depth = 2}, {.bytes = 1e12, .operations = 1e6}));
  EXPECT_FALSE(keeps({.depth = 2}, {.bytes = 1e6, .operations = 1e13}));
  EXPECT_FALSE(keeps({.depth = 2}, {}));
}

// Every width, so that full vectors, single ones and what is left over are all met.
TEST(MinMaxProduct, EqualsItsDefinition) {
  Random random(1);
  for (std::size_t columns = 1; columns < 150; columns += 1 + columns / 20) {
    const std::size_t rows = 1 + random.below(600);
    Matrix right(rows, columns);
    std::vector<float> left(rows);
    for (float& value : right.values()) value = static_cast<float>(random.uniform());
    for (float& value : left) value = static_cast<float>(random.uniform());
    for (const float limit : {0.01F, 0.5F, 2.0F}) {
      std::vector<float> out(columns);
      min_max_product(left, right, limit, out);
      for (std::size_t j = 0; j < columns; ++j) {
        float expected = SparseMinimum::kNone;
        for (std::size_t k = 0; k < rows; ++k) {
          if (left[k] <= limit) expected = std::min(expected, std::max(left[k], right(k, j)));
        }
        ASSERT_EQ(out[j], expected);
      }
    }
  }
}

}  // namespace
}  // namespace gntp
