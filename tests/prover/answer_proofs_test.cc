// The proofs of all answers in one pass against proving each answer by each rule, on random
// knowledge bases that reach every corner of the method.
#include "prover/answer_search.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "prover/competing_facts.h"
#include "prover/prover.h"
#include "support/errors.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

constexpr std::size_t kProofs = 3;

struct Case {
  Case(KnowledgeBase base, Model vectors, ProverOptions options)
      : kb(std::move(base)), model(std::move(vectors)), reasoner(kb, model, several(options)) {
    reasoner.refresh(threads);
    index.emplace(reasoner, threads);
  }
  static ProverOptions several(ProverOptions options) {
    options.aggregation.aggregate = Aggregate::kMaxPlus;
    options.aggregation.proofs = kProofs;
    return options;
  }

  KnowledgeBase kb;
  Model model;
  ThreadPool threads{1};
  Reasoner reasoner;
  std::optional<AnswerIndex> index;
};

template <typename Visit>
void for_each_query(const KnowledgeBase& kb, Visit visit) {
  for (RelationId relation{0}; relation < kb.relations.size(); ++relation) {
    for (EntityId known{0}; known < kb.entities.size(); ++known) {
      visit(AnswerQuery{relation, AskedSide::kHead, known});
      visit(AnswerQuery{relation, AskedSide::kTail, known});
    }
  }
}

std::vector<float> distances_of(std::span<const RuleProof> proofs) {
  std::vector<float> distances;
  for (const RuleProof& proof : proofs) distances.push_back(proof.distance);
  return distances;
}

// Every answer's list is what proving it by each rule gives. Returns how many proofs there were.
std::size_t expect_as_proved(Case& it, AnswerSearch& search, const AnswerQuery& query,
                             FactId excluded) {
  Prover prover(it.reasoner);
  const ProofLists& lists = search.proofs(query, excluded);
  const bool exact = it.index->plan() != Plan::kJoinSums;
  std::size_t proofs = 0;
  for (EntityId entity{0}; entity < it.kb.entities.size(); ++entity) {
    const Goal goal = goal_of(query, entity);
    SCOPED_TRACE(fmt::format("{}({}, {})", goal.predicate, goal.head, goal.tail));
    std::vector<float> expected;
    for (const Proof& proof : prover.prove_each(goal, kProofs, excluded)) {
      expected.push_back(proof.distance);
    }
    const std::vector<float> found = distances_of(lists[entity]);
    proofs += found.size();
    if (exact) {
      EXPECT_EQ(found, expected);
      continue;
    }
    const float edge = it.reasoner.radius() * (1 - kSumRounding);
    for (std::size_t i = 0; i < std::max(found.size(), expected.size()); ++i) {
      if (i < found.size() && i < expected.size()) {
        EXPECT_NEAR(found[i], expected[i], kSumRounding * it.reasoner.radius());
      } else {
        EXPECT_GT(i < found.size() ? found[i] : expected[i], edge);
      }
    }
  }
  return proofs;
}

std::size_t expect_all_as_proved(Case& it, Random& random) {
  std::size_t proofs = 0;
  AnswerSearch search(*it.index);
  for_each_query(it.kb, [&](const AnswerQuery& query) {
    if (::testing::Test::HasFailure()) return;
    const FactId excluded =
        random.below(2) == 0 ? kNoFact : FactId(random.below(it.kb.facts.size()));
    proofs += expect_as_proved(it, search, query, excluded);
  });
  return proofs;
}

using Setting = std::tuple<Unification, TNorm, std::size_t>;

class AnswerProofsTest : public ::testing::TestWithParam<Setting> {
 protected:
  static ProverOptions options() {
    ProverOptions options;
    std::tie(options.unification, options.tnorm, options.depth) = GetParam();
    options.floor = 0.01;
    return options;
  }
};

INSTANTIATE_TEST_SUITE_P(All, AnswerProofsTest,
                         ::testing::Combine(::testing::Values(Unification::kPerTerm,
                                                              Unification::kJoint),
                                            ::testing::Values(TNorm::kMin, TNorm::kProduct),
                                            ::testing::Values(0, 1, 2)));

TEST_P(AnswerProofsTest, FindsWhatProvingByEachRuleFinds) {
  std::size_t proofs = 0;
  RandomKbOptions sizes;
  sizes.depth = options().depth;
  if (sizes.depth > 1) {
    sizes.max_proofs = 1e4;
    sizes.max_facts = 6;
  }
  for (std::uint64_t seed = 0; seed < 25 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    RandomCase made = make_random_case(seed, sizes);
    Case it(std::move(made.kb), std::move(made.model), options());
    proofs += expect_all_as_proved(it, random);
  }
  EXPECT_GT(proofs, 1000U);
}

// Symbolic relations, as with mined rules, or some within reach of each other.
enum class Relations { kApart, kMixed };

Model symbolic_model(const KnowledgeBase& kb, std::uint64_t seed, Relations relations) {
  ModelOptions options;
  options.dim = 6;
  options.entities = SymbolKind::kSymbolic;
  if (relations == Relations::kApart) options.relations = SymbolKind::kSymbolic;
  options.relation_scale = seed % 2 == 0 ? 1.5 : 4;
  options.rule_scale = 2;
  return make_model(kb, options, seed);
}

// A random case with rules about single entities, too, and confidences.
Case symbolic_case(std::uint64_t seed, const ProverOptions& options,
                   Relations relations = Relations::kMixed) {
  Random random(seed + 1000);
  RandomKbOptions sizes;
  sizes.min_facts = 8;
  sizes.max_facts = 30;
  KnowledgeBase kb = with_confident_rules(make_random_case(seed, sizes).kb, random);
  Model model = symbolic_model(kb, seed, relations);
  return {std::move(kb), std::move(model), options};
}

TEST(AnswerProofs, WalksFindWhatProvingByEachRuleFinds) {
  std::size_t proofs = 0;
  std::size_t walked = 0;
  for (std::uint64_t seed = 0; seed < 40 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Case it = symbolic_case(seed, {});
    ASSERT_NE(it.index->tree(), nullptr);
    for (RelationId relation{0}; relation < it.kb.relations.size(); ++relation) {
      walked +=
          it.index->tree()->matches(relation).size() - it.index->tree()->others(relation).size();
    }
    proofs += expect_all_as_proved(it, random);
  }
  EXPECT_GT(walked, 500U);
  EXPECT_GT(proofs, 5000U);
}

// The distances as they are now, without going over the rules' shapes again.
TEST(AnswerProofs, WalksFollowTheModel) {
  for (std::uint64_t seed = 0; seed < 15 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Case it = symbolic_case(seed, {});
    AnswerSearch followed(*it.index);
    for (int round = 0; round < 4; ++round) {
      std::vector<std::uint32_t> moved;
      // At first heads alone, then anything.
      const std::size_t first = round < 2 ? it.kb.relations.size() : 0;
      for (std::size_t row = first; row < it.model.predicates.rows(); ++row) {
        if (random.below(3) != 0) continue;
        moved.push_back(static_cast<std::uint32_t>(row));
        for (float& value : it.model.predicates.row(row)) {
          value += static_cast<float>(4 * random.uniform() - 2);
        }
      }
      if (round == 1) it.model.slope *= 0.7;  // more is within reach
      std::vector<std::uint32_t> moved_rules;
      for (std::uint32_t rule = 0; rule < it.kb.rules.size(); ++rule) {
        if (random.below(3) != 0) continue;
        moved_rules.push_back(rule);
        it.model.rule_distances(rule, 0) = static_cast<float>(10 * random.uniform());
      }
      it.reasoner.update({{}, moved, moved_rules}, it.threads);
      it.index->update({{}, moved, moved_rules}, it.threads);
      const AnswerIndex anew(it.reasoner, it.threads);
      AnswerSearch fresh(anew);
      for_each_query(it.kb, [&](const AnswerQuery& query) {
        const ProofLists& lists = followed.proofs(query);
        const ProofLists& expected = fresh.proofs(query);
        for (EntityId entity{0}; entity < it.kb.entities.size(); ++entity) {
          EXPECT_EQ(distances_of(lists[entity]), distances_of(expected[entity]));
        }
      });
    }
  }
}

// Every way from the head to anywhere, by trying all entities for all variables.
double count_ways(const KnowledgeBase& kb, std::span<const Atom> body,
                  std::vector<EntityId>& values, std::size_t variable) {
  if (variable == values.size()) {
    return std::ranges::all_of(body, [&](const Atom& atom) {
      const Triple fact{values[atom.arguments[0].id], RelationId(atom.predicate),
                        values[atom.arguments[1].id]};
      return std::ranges::find(kb.facts, fact) != kb.facts.end();
    });
  }
  if (values[variable] != EntityId::none()) {
    return count_ways(kb, body, values, variable + 1);
  }
  double ways = 0;
  for (EntityId entity{0}; entity < kb.entities.size(); ++entity) {
    values[variable] = entity;
    ways += count_ways(kb, body, values, variable + 1);
  }
  values[variable] = EntityId::none();
  return ways;
}

// The lists of one case against counting all ways. Returns how many proofs had a share below one.
std::size_t expect_shares(Case& it) {
  std::size_t partial = 0;
  AnswerSearch search(*it.index);
  for_each_query(it.kb, [&](const AnswerQuery& query) {
    const ProofLists& lists = search.proofs(query);
    for (const EntityId answer : lists.reached()) {
      const Goal goal = goal_of(query, answer);
      for (const RuleProof& proof : lists[answer]) {
        if (proof.rule == RuleProof::kByFact) continue;
        const Rule rule = it.kb.rules[proof.rule];
        if (!path_of(rule)) continue;
        std::vector<EntityId> values(rule.variables, EntityId::none());
        values[rule.head.arguments[0].id] = goal.head;
        const double all = count_ways(it.kb, rule.body, values, 0);
        values[rule.head.arguments[1].id] = goal.tail;
        const double agree = count_ways(it.kb, rule.body, values, 0);
        const float head = it.reasoner.rules().match(goal.predicate, proof.rule).distance;
        EXPECT_NEAR(proof.distance, head - std::log(agree / all) / it.model.slope, 1e-4);
        partial += agree < all ? 1 : 0;
      }
    }
  });
  return partial;
}

TEST(AnswerProofs, CountsTheShareOfGroundingsThatAgree) {
  std::size_t partial = 0;
  ProverOptions options;
  options.aggregation.groundings = Groundings::kShare;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Case it = symbolic_case(seed, options, Relations::kApart);
    partial += expect_shares(it);
  }
  EXPECT_GT(partial, 100U);
}

// Few entities, many relations, and these rules.
KnowledgeBase crowded_kb(const std::vector<std::string>& rules) {
  KnowledgeBase kb;
  for (const char* name : {"a", "b", "c", "d", "e"}) kb.entities.add(name);
  for (int i = 0; i < 12; ++i) kb.relations.add(fmt::format("r{}", i));
  Random random(1);
  for (std::uint32_t i = 0; i < 60; ++i) {
    kb.facts.push_back({EntityId(random.below(5)), RelationId(i % 12), EntityId(random.below(5))});
  }
  std::ranges::sort(kb.facts);
  kb.facts.erase(std::unique(kb.facts.begin(), kb.facts.end()), kb.facts.end());
  std::vector<ClauseText> clauses;
  clauses.reserve(rules.size());
  for (const std::string& rule : rules) {
    clauses.push_back(parse_rule(rule, "rules", clauses.size() + 1));
  }
  std::vector<std::string> warnings;
  kb.rules = resolve_rules({{"rules", clauses}}, kb.entities, kb.relations, warnings);
  return kb;
}

Case crowded_case(const std::string& rule, double relation_scale, Groundings groundings) {
  KnowledgeBase kb = crowded_kb({rule, "r3(X, Y) :- r4(Y, X)"});
  ModelOptions model;
  model.entities = SymbolKind::kSymbolic;
  model.relation_scale = relation_scale;
  ProverOptions options;
  options.aggregation.groundings = groundings;
  Model vectors = make_model(kb, model, 1);
  return {std::move(kb), std::move(vectors), options};
}

// Where every relation is within reach of every other, a rule can be read in hundreds of ways; a
// fork is no path. Both are joined, and refused where their groundings would have to be counted.
TEST(AnswerProofs, JoinsRulesThatCannotBeWalkedAndDoesNotCountTheirGroundings) {
  Random random(1);
  const std::vector<std::pair<std::string, double>> cases = {
      {"r0(X, Y) :- r1(X, Z), r2(Z, Y)", 0.1}, {"r0(X, Y) :- r1(X, Z), r2(Z, Y), r5(X, Y)", 100}};
  for (const auto& [rule, relation_scale] : cases) {
    SCOPED_TRACE(rule);
    Case it = crowded_case(rule, relation_scale, Groundings::kBest);
    ASSERT_EQ(it.index->tree()->others(PredicateId(0)).size(), 1U);
    EXPECT_GT(expect_all_as_proved(it, random), 100U);
    const std::string error = gntp::testing::error_of([&, text = rule, scale = relation_scale] {
      crowded_case(text, scale, Groundings::kShare);
    });
    EXPECT_NE(error.find("'" + rule + "'"), std::string::npos) << error;
  }
}

// What competing facts take from a goal, over all facts.
double weight_of_competing_facts(const Case& it, const Goal& goal, FactId excluded) {
  const Triple wanted{goal.head, RelationId(goal.predicate), goal.tail};
  bool shares_head = false;
  bool shares_tail = false;
  for (FactId id{0}; id < it.kb.facts.size(); ++id) {
    const Triple& fact = it.kb.facts[id];
    if (id == excluded || fact.relation != wanted.relation) continue;
    if (fact == wanted) return 1;
    shares_head = shares_head || fact.head == wanted.head;
    shares_tail = shares_tail || fact.tail == wanted.tail;
  }
  const Functionality functionality(it.reasoner.facts(), it.kb.relations.size());
  return (shares_head ? functionality.odds(forwards(wanted.relation)) : 1) *
         (shares_tail ? functionality.odds(backwards(wanted.relation)) : 1);
}

// The lists with competing facts weighed are those without, farther by what these take; and what is
// shown of them says the same. Returns how many answers had some.
std::size_t expect_competing_facts_weighed(Case& it, Case& without, Random& random) {
  std::size_t weighed = 0;
  AnswerSearch search(*it.index);
  AnswerSearch plain(*without.index);
  for_each_query(it.kb, [&](const AnswerQuery& query) {
    const FactId excluded =
        random.below(2) == 0 ? kNoFact : FactId(random.below(it.kb.facts.size()));
    const ProofLists& lists = search.proofs(query, excluded);
    const ProofLists& expected = plain.proofs(query, excluded);
    for (EntityId entity{0}; entity < it.kb.entities.size(); ++entity) {
      const Goal goal = goal_of(query, entity);
      const double weight = weight_of_competing_facts(it, goal, excluded);
      double shown = 1;
      for (const CompetingFacts& each : competing_facts_of(it.reasoner, goal, excluded))
        shown *= each.factor;
      EXPECT_DOUBLE_EQ(shown, weight);
      ASSERT_EQ(lists[entity].size(), expected[entity].size());
      for (std::size_t i = 0; i < lists[entity].size(); ++i) {
        const RuleProof& proof = lists[entity][i];
        EXPECT_EQ(proof.rule, expected[entity][i].rule);
        EXPECT_EQ(proof.own, expected[entity][i].distance);
        const double before = std::exp(-it.model.slope * proof.own);
        const double after = std::exp(-it.model.slope * proof.distance);
        EXPECT_NEAR(after * (1 - before), weight * before * (1 - after), 1e-6);
        weighed += weight < 1 ? 1 : 0;
      }
    }
  });
  return weighed;
}

TEST(AnswerProofs, WeighsCompetingFacts) {
  ProverOptions options;
  options.aggregation.competing_facts = CompetingFactsUse::kWeigh;
  std::size_t weighed = 0;
  for (std::uint64_t seed = 0; seed < 30 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Case symbolic = symbolic_case(seed, options);
    Case symbolic_without = symbolic_case(seed, {});
    weighed += expect_competing_facts_weighed(symbolic, symbolic_without, random);
    const RandomCase made = make_random_case(seed, {.min_facts = 8});
    Case soft(made.kb, made.model, options);
    Case soft_without(made.kb, made.model, {});
    weighed += expect_competing_facts_weighed(soft, soft_without, random);
  }
  EXPECT_GT(weighed, 1000U);
}

TEST(AnswerProofs, RulesProveNothingOfAnEntityAndItselfWhereNoFactDoes) {
  ProverOptions options;
  options.reflexive = Reflexive::kKnown;
  std::size_t excluded = 0;
  for (std::uint64_t seed = 0; seed < 30 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Case it = symbolic_case(seed, options);
    expect_all_as_proved(it, random);
    const Case any = symbolic_case(seed, {});
    Prover prover(it.reasoner);
    Prover prover_of_any(any.reasoner);
    for (RelationId relation{0}; relation < it.kb.relations.size(); ++relation) {
      const bool known = std::ranges::any_of(it.kb.facts, [&](const Triple& fact) {
        return fact.relation == relation && fact.head == fact.tail;
      });
      for (EntityId entity{0}; entity < it.kb.entities.size(); ++entity) {
        const Goal goal{relation, entity, entity};
        const Proof* proof = prover.prove(goal);
        const Proof* other = prover_of_any.prove(goal);
        if (known) {
          ASSERT_EQ(proof == nullptr, other == nullptr);
          continue;
        }
        if (proof != nullptr) {
          EXPECT_EQ(proof->steps.front().kind, ProofStep::Kind::kFact);
        }
        excluded += proof == nullptr && other != nullptr ? 1 : 0;
      }
    }
  }
  EXPECT_GT(excluded, 20U);
}

}  // namespace
}  // namespace gntp
