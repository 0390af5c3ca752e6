// Symbolic entities against vectors so far apart that no two of them are within the floor's radius:
// the same proofs, whatever the question.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "index/faiss_retrieval.h"
#include "learn/trainer.h"
#include "model/checkpoint.h"
#include "prover/answer_search.h"
#include "prover/prover.h"
#include "support/ids.h"
#include "support/random_kb.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

constexpr std::size_t kDim = 8;

Model make(const KnowledgeBase& kb, SymbolKind entities, std::uint64_t seed) {
  return make_model(kb,
                    {.dim = kDim,
                     .entities = entities,
                     .entity_scale = 1000,
                     .relation_scale = 0.7,
                     .rule_scale = 0.7},
                    seed);
}

struct Pair {
  Pair(std::uint64_t seed, const ProverOptions& options)
      : kb(make_random_case(seed, {.max_proofs = 5000, .depth = options.depth}).kb),
        soft_model(make(kb, SymbolKind::kSoft, seed)),
        symbolic_model(make(kb, SymbolKind::kSymbolic, seed)),
        soft(kb, soft_model, options),
        symbolic(kb, symbolic_model, options) {
    ThreadPool threads(1);
    soft.refresh(threads);
    symbolic.refresh(threads);
  }

  KnowledgeBase kb;
  Model soft_model;
  Model symbolic_model;
  Reasoner soft;
  Reasoner symbolic;
};

std::vector<Goal> all_goals(const KnowledgeBase& kb) {
  std::vector<Goal> goals;
  for (RelationId relation{0}; relation < kb.relations.size(); ++relation) {
    for (EntityId head{0}; head < kb.entities.size(); ++head) {
      for (EntityId tail{0}; tail < kb.entities.size(); ++tail) {
        goals.push_back({relation, head, tail});
      }
    }
  }
  return goals;
}

float distance_or_none(const Proof* proof) {
  return proof == nullptr ? -1 : proof->distance;
}

std::vector<float> distances_of(const std::vector<Proof>& proofs) {
  std::vector<float> distances;
  distances.reserve(proofs.size());
  for (const Proof& proof : proofs) distances.push_back(proof.distance);
  return distances;
}

std::vector<ProverOptions> all_options() {
  std::vector<ProverOptions> all;
  for (const auto unification : {Unification::kPerTerm, Unification::kJoint}) {
    for (const auto tnorm : {TNorm::kMin, TNorm::kProduct}) {
      for (const std::size_t depth : {1, 2}) {
        all.push_back({.depth = depth, .unification = unification, .tnorm = tnorm});
      }
      for (const auto index : {IndexKind::kStructured, IndexKind::kFlat}) {
        all.push_back({.unification = unification,
                       .tnorm = tnorm,
                       .k_facts = 2,
                       .k_rules = 1,
                       .index = index});
      }
    }
  }
  return all;
}

TEST(Symbolic, ProvesAsFarApartVectorsDo) {
  std::size_t proved = 0;
  std::size_t unproved = 0;
  for (const ProverOptions& options : all_options()) {
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      const Pair pair(seed, options);
      Prover soft(pair.soft);
      Prover symbolic(pair.symbolic);
      for (const Goal& goal : all_goals(pair.kb)) {
        const Triple itself{goal.head, RelationId(goal.predicate), goal.tail};
        const Triple excluded = pair.soft.graph().contains(itself) ? itself : kNoFact;
        const float expected = distance_or_none(soft.prove(goal, excluded));
        ASSERT_EQ(distance_or_none(symbolic.prove(goal, excluded)), expected) << seed;
        ASSERT_EQ(distances_of(symbolic.prove_all(goal, 5)), distances_of(soft.prove_all(goal, 5)));
        ASSERT_EQ(distances_of(symbolic.prove_each(goal, 5)),
                  distances_of(soft.prove_each(goal, 5)));
        ++(expected < 0 ? unproved : proved);
      }
    }
  }
  EXPECT_GT(proved, 1000U);
  EXPECT_GT(unproved, 1000U);
}

TEST(Symbolic, FindsTheSameCandidates) {
  for (const ProverOptions& options : all_options()) {
    const Plan plan = plan_for(options, {});
    if (plan == Plan::kProveEach) continue;
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      const Pair pair(seed, options);
      ThreadPool threads(1);
      const AnswerIndex soft_index(pair.soft, ProofsWanted::kBest, plan, threads);
      const AnswerIndex symbolic_index(pair.symbolic, ProofsWanted::kBest, plan, threads);
      AnswerSearch soft(soft_index);
      AnswerSearch symbolic(symbolic_index);
      for (RelationId relation{0}; relation < pair.kb.relations.size(); ++relation) {
        for (EntityId known{0}; known < pair.kb.entities.size(); ++known) {
          for (const AskedSide side : {AskedSide::kHead, AskedSide::kTail}) {
            const AnswerQuery query{relation, side, known};
            const SparseMinimum& expected = soft.distances(query, pair.soft.radius());
            const SparseMinimum& found = symbolic.distances(query, pair.symbolic.radius());
            for (EntityId entity{0}; entity < pair.kb.entities.size(); ++entity) {
              ASSERT_EQ(found[entity], expected[entity]) << seed;
            }
          }
        }
      }
    }
  }
}

TEST(Symbolic, NothingIsNearestWhereTheEntitiesDiffer) {
  KnowledgeBase kb;
  for (const char* name : {"a", "b", "c"}) kb.entities.add(name);
  for (const char* name : {"r", "s"}) kb.relations.add(name);
  kb.set_facts(triples({{0, 0, 1}, {0, 0, 2}, {0, 1, 2}}));
  const Model model = make(kb, SymbolKind::kSymbolic, 1);
  Reasoner reasoner(kb, model, {});
  ThreadPool threads(1);
  reasoner.refresh(threads);
  Prover prover(reasoner);
  EXPECT_EQ(prover.nearest_touching(goal(0, 0, 1), kb.facts[0]), nullptr);
  const Proof* proof = prover.nearest_touching(goal(0, 0, 2), kb.facts[1]);
  ASSERT_NE(proof, nullptr);
  EXPECT_EQ(proof->steps.front().fact, kb.facts[2]);
  EXPECT_TRUE(std::isfinite(proof->distance));
}

Model train(const KnowledgeBase& kb, const ProverOptions& prover, std::size_t thread_count,
            std::vector<double>& losses) {
  Model model = make(kb, SymbolKind::kSymbolic, 5);
  LearnOptions options;
  options.batch_size = 4;
  options.l2 = 1e-3;
  ThreadPool threads(thread_count);
  Trainer trainer(kb, model, prover, options, 5, threads);
  for (int epoch = 0; epoch < 10; ++epoch) losses.push_back(trainer.run_epoch().loss);
  return model;
}

TEST(Symbolic, TrainsTheSameForAnyNumberOfThreads) {
  for (const ProverOptions& options : all_options()) {
    const KnowledgeBase kb = make_random_case(3, {.min_facts = 12, .max_proofs = 5000}).kb;
    std::vector<double> one_losses;
    std::vector<double> two_losses;
    const Model one = train(kb, options, 1, one_losses);
    const Model two = train(kb, options, 2, two_losses);
    EXPECT_EQ(one_losses, two_losses);
    EXPECT_TRUE(std::ranges::all_of(one_losses, [](double loss) { return std::isfinite(loss); }));
    EXPECT_TRUE(std::ranges::equal(one.predicates.values(), two.predicates.values()));
    EXPECT_TRUE(std::ranges::all_of(one.predicates.values(),
                                    [](float value) { return std::isfinite(value); }));
    EXPECT_FALSE(std::ranges::equal(one.predicates.values(),
                                    make(kb, SymbolKind::kSymbolic, 5).predicates.values()));
  }
}

TEST(Symbolic, LearnsAnInverse) {
  KnowledgeBase kb;
  for (std::uint32_t entity = 0; entity < 40; ++entity) kb.entities.add(fmt::format("e{}", entity));
  for (const char* name : {"likes", "liked_by", "noise"}) kb.relations.add(name);
  std::vector<Triple> facts;
  for (std::uint32_t entity = 0; entity < 40; ++entity) {
    const std::uint32_t other = (entity * 7 + 3) % 40;
    facts.push_back(triple(entity, 0, other));
    facts.push_back(triple(other, 1, entity));
    facts.push_back(triple(entity, 2, (entity * 11 + 5) % 40));
  }
  kb.set_facts(std::move(facts));
  std::vector<std::string> warnings;
  ClauseText clause = parse_rule("p(X, Y) :- q(Y, X)", "templates", 1);
  clause.copies = 4;
  kb.rules = resolve_rules({{"templates", {clause}}}, kb.entities, kb.relations, warnings);
  Model model = make_model(kb, {.dim = 20, .entities = SymbolKind::kSymbolic}, 1);
  LearnOptions options;
  options.adam.learning_rate = 0.05;
  options.batch_size = 20;
  ThreadPool threads(1);
  Trainer trainer(kb, model, {}, options, 1, threads);
  for (int epoch = 0; epoch < 60; ++epoch) trainer.run_epoch();
  // Without the fact itself its inverse proves it.
  Prover prover(trainer.reasoner());
  const Proof* proof =
      prover.prove({PredicateId(0), kb.facts[0].head, kb.facts[0].tail}, kb.facts[0]);
  ASSERT_NE(proof, nullptr);
  EXPECT_LT(proof->distance, 0.3F);
}

TEST(Symbolic, ScoresTheSameAfterSavingAndLoading) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Pair pair(seed, {});
    const testing::TempFolder folder;
    save_checkpoint(folder.path(), pair.kb, pair.symbolic_model);
    const Checkpoint loaded = load_checkpoint(folder.path());
    EXPECT_TRUE(loaded.model.has_symbolic_entities());
    Reasoner reasoner(loaded.kb, loaded.model, {});
    ThreadPool threads(1);
    reasoner.refresh(threads);
    Prover before(pair.symbolic);
    Prover after(reasoner);
    for (const Goal& goal : all_goals(pair.kb)) {
      ASSERT_EQ(distance_or_none(after.prove(goal)), distance_or_none(before.prove(goal)));
    }
  }
}

TEST(Symbolic, HasNoVectorsForFaiss) {
  const Pair pair(1, {});
  EXPECT_THROW(FaissRetrieval(IndexKind::kFaissFlat, pair.kb.facts, pair.symbolic_model), Error);
  EXPECT_NO_THROW(FaissRetrieval(IndexKind::kFaissFlat, pair.kb.facts, pair.soft_model));
}

}  // namespace
}  // namespace gntp
