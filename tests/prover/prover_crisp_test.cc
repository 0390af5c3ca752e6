// Where different symbols are out of reach of each other, soft unification is syntactic
// unification, and the prover must answer exactly as Datalog does.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "prover/oracle_case.h"

namespace gntp {
namespace {

// What a rule predicate stands for, by row of the predicates: itself, or the relation it is a copy
// of.
using Meaning = std::vector<PredicateId>;

// Vectors far apart, but most rule predicates are exact copies of relations.
Meaning separate(const KnowledgeBase& kb, Model& model, Random& random) {
  Meaning meaning(kb.predicate_count());
  std::ranges::fill(model.rule_distances.values(), 0.0F);
  for (Matrix* rows : {&model.entities, &model.predicates}) {
    for (std::size_t row = 0; row < rows->rows(); ++row) {
      for (float& value : rows->row(row)) value = static_cast<float>(random.uniform() - 0.5);
      (*rows)(row, 0) = 1000 * static_cast<float>(row + 1);
    }
  }
  for (PredicateId row{0}; row < meaning.size(); ++row) {
    meaning[row] = row;
    if (kb.is_relation(row) || random.below(8) == 0) continue;
    meaning[row] = PredicateId(random.below(kb.relations.size()));
    std::ranges::copy(model.predicates.row(meaning[row]), model.predicates.row(row).begin());
  }
  return meaning;
}

// Naive bottom-up evaluation: one round of all rules over all assignments is one more level of
// depth.
class Datalog {
 public:
  Datalog(const KnowledgeBase& kb, Meaning meaning) : kb_(kb), meaning_(std::move(meaning)) {}

  std::set<Triple> derive(std::size_t depth, const Triple& excluded) const {
    std::set<Triple> facts;
    for (const Triple& fact : kb_.facts) {
      if (fact != excluded) facts.insert(fact);
    }
    std::set<Triple> known = facts;
    for (std::size_t round = 0; round < depth; ++round) {
      std::set<Triple> next = facts;
      for (RuleId id{0}; id < kb_.rules.size(); ++id) {
        const Rule rule = kb_.rules[id];
        std::vector<EntityId> assignment(rule.variables);
        apply(rule, known, assignment, 0, next);
      }
      known = std::move(next);
    }
    return known;
  }

 private:
  void apply(const Rule& rule, const std::set<Triple>& known, std::vector<EntityId>& assignment,
             std::size_t variable, std::set<Triple>& out) const {
    if (variable < assignment.size()) {
      for (EntityId entity{0}; entity < kb_.entities.size(); ++entity) {
        assignment[variable] = entity;
        apply(rule, known, assignment, variable + 1, out);
      }
      return;
    }
    for (const Atom& atom : rule.body) {
      if (!known.contains(ground(atom, assignment))) return;
    }
    out.insert(ground(rule.head, assignment));
  }

  Triple ground(const Atom& atom, const std::vector<EntityId>& assignment) const {
    const auto value = [&](const Term& term) {
      return term.is_variable() ? assignment[term.id] : term.entity_id();
    };
    return {value(atom.arguments[0]), RelationId(meaning_[atom.predicate]),
            value(atom.arguments[1])};
  }

  const KnowledgeBase& kb_;
  Meaning meaning_;
};

// An unprovable goal is searched to the end: the deeper, the fewer and shorter the rules.
RandomKbOptions crisp_sizes(std::size_t depth) {
  RandomKbOptions sizes;
  if (depth == 3) {
    sizes.max_facts = 8;
    sizes.max_copies = 1;
    sizes.max_body = 2;
  }
  return sizes;
}

class ProverCrisp : public testing::TestWithParam<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(Depth, ProverCrisp, testing::Values(0U, 1U, 2U, 3U));

TEST_P(ProverCrisp, AnswersAsDatalogDoes) {
  std::size_t derived_only = 0;
  for (std::uint64_t seed = 0; seed < 150 && !HasFailure(); ++seed) {
    Random random(seed, 5);
    RandomCase made = make_random_case(seed, crisp_sizes(GetParam()));
    const KnowledgeBase& kb = made.kb;
    const Datalog datalog(kb, separate(kb, made.model, random));
    ProverOptions options;
    options.depth = GetParam();
    options.unification = seed % 2 == 0 ? Unification::kPerTerm : Unification::kJoint;
    options.tnorm = seed % 4 < 2 ? TNorm::kMin : TNorm::kProduct;
    OracleCase it(kb, made.model, options);
    for (const Triple& excluded : {kNoFact, kb.facts[random.below(kb.facts.size())]}) {
      const std::set<Triple> known = datalog.derive(options.depth, excluded);
      derived_only += known.size() - kb.facts.size() + (excluded == kNoFact ? 0 : 1);
      for (RelationId relation{0}; relation < kb.relations.size(); ++relation) {
        for (EntityId head{0}; head < kb.entities.size(); ++head) {
          for (EntityId tail{0}; tail < kb.entities.size(); ++tail) {
            const OracleQuestion question{{relation, head, tail}, excluded};
            const Proof* proof = it.prover.prove(question.goal, excluded);
            const bool is_true = known.contains({head, relation, tail});
            EXPECT_EQ(proof != nullptr, is_true) << describe(seed, question);
            EXPECT_TRUE(proof == nullptr || proof->distance == 0) << describe(seed, question);
          }
        }
      }
    }
  }
  EXPECT_EQ(derived_only > 0, GetParam() > 0);
}

}  // namespace
}  // namespace gntp
