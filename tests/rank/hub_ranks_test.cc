// Ranks where a query has hundreds of answers, against an exhaustive count: every entity in the
// answer's place is proved by itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "kb/dataset.h"
#include "mine/mined_rule_set.h"
#include "mine/miner.h"
#include "prover/answer_case.h"
#include "prover/prover.h"
#include "rank/ranker.h"
#include "rank/ranking.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

// Half of the people share one value; their jobs and towns say something about it.
LoadedDataset people(std::uint32_t count) {
  Random random(2);
  std::string train;
  std::string test;
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool is_first = i % 2 == 0;
    (i % 40 < 2 ? test : train) += fmt::format("p{}\tis\t{}\n", i, is_first ? "first" : "second");
    const std::uint32_t job = 2 * random.below(10) + (random.uniform() < 0.8 ? i % 2 : 1 - i % 2);
    train += fmt::format("p{}\tworks_as\tj{}\n", i, job);
    train += fmt::format("p{}\tlives_in\tt{}\n", i, random.below(30));
    if (i % 3 == 0) train += fmt::format("p{}\tknows\tp{}\n", i, (i + 2) % count);
  }
  const testing::TempFolder folder;
  folder.write("train.tsv", train);
  folder.write("test.tsv", test);
  return load_dataset(folder.path());
}

class Exhaustive {
 public:
  Exhaustive(const AnswerIndex& index, const KnownTriples& known)
      : index_(index), known_(known), prover_(index.reasoner()) {}

  Rank rank(const AnswerQuery& query, EntityId answer) {
    const Aggregation aggregation = index_.aggregation();
    const std::vector<RuleProof> own = proofs(query, answer);
    const std::span<const EntityId> known = known_.targets(query.known, step_of(query));
    Rank rank;
    for (EntityId entity{0}; entity < index_.graph().entities(); ++entity) {
      if (entity == answer || std::ranges::binary_search(known, entity)) continue;
      const std::weak_ordering order = aggregation.compare(proofs(query, entity), own);
      rank.nearer += order < 0 ? 1 : 0;
      rank.equal += order == 0 ? 1 : 0;
    }
    return rank;
  }

 private:
  std::vector<RuleProof> proofs(const AnswerQuery& query, EntityId answer) {
    std::vector<RuleProof> list;
    const std::size_t count = index_.reasoner().options().aggregation.proofs;
    for (const Proof& proof : prover_.prove_each(goal_of(query, answer), count)) {
      list.push_back({proof.distance});
    }
    return list;
  }

  const AnswerIndex& index_;
  const KnownTriples& known_;
  Prover prover_;
};

void expect_equal(const Rank& found, const Rank& expected) {
  EXPECT_EQ(found.nearer, expected.nearer);
  EXPECT_EQ(found.equal, expected.equal);
}

TEST(HubRanks, AreThoseOfAnExhaustiveCount) {
  LoadedDataset dataset = people(400);
  KnowledgeBase& kb = dataset.kb;
  ThreadPool threads(1);
  MineOptions mine;
  mine.min_support = 2;
  mine.min_confidence = 0.01;
  mine.constants = 1;
  mine.per_fact = 10;
  append_rules(mine_rules(kb, mine, threads).rules, kb.rules);
  const Model model = symbolic_model(kb, 1, Relations::kApart);
  ProverOptions options;
  options.floor = 1e-7;
  options.aggregation = {.aggregate = Aggregate::kNoisyOr, .proofs = 20, .discount = 0.6};
  Reasoner reasoner(kb, model, options);
  reasoner.refresh(threads);
  const AnswerIndex index(reasoner, threads);
  const KnownTriples known(dataset);
  Ranker ranker(index, known, kb.candidates);
  Exhaustive exhaustive(index, known);
  std::size_t most_answers = 0;
  for (const Triple& triple : dataset.splits.front().triples) {
    const AnswerQuery query{triple.relation, AskedSide::kHead, triple.tail};
    most_answers = std::max(most_answers, ranker.proofs(query).reached().size());
    const Ranker::Ranks ranks = ranker.rank(triple);
    expect_equal(ranks.head, exhaustive.rank(query, triple.head));
    expect_equal(ranks.tail,
                 exhaustive.rank({triple.relation, AskedSide::kTail, triple.head}, triple.tail));
  }
  EXPECT_GT(most_answers, 300U);
}

}  // namespace
}  // namespace gntp
