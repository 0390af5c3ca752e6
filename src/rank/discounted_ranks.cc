#include "rank/discounted_ranks.h"

#include <algorithm>
#include <atomic>

#include "rank/ranker.h"

namespace gntp {
namespace {

// One query's count.
class Count {
 public:
  Count(const AnswerIndex& index, std::span<const double> discounts)
      : slope_(index.reasoner().model().slope),
        discounts_(discounts),
        own_(discounts.size()),
        evidence_(discounts.size()),
        nearer_(discounts.size()),
        equal_(discounts.size()) {}

  void run(const ProofLists& lists, EntityId answer, std::span<const EntityId> competing,
           std::size_t without_proof, std::span<float> out) {
    judge(lists[answer], own_);
    const bool is_proved = !lists[answer].empty();
    std::ranges::fill(nearer_, 0.0);
    std::ranges::fill(equal_, is_proved ? 0.0 : static_cast<double>(without_proof));
    for (const EntityId entity : competing) {
      judge(lists[entity], evidence_);
      const bool has_proof = !lists[entity].empty();
      for (std::size_t i = 0; i < discounts_.size(); ++i) {
        const bool is_equal = evidence_[i] == own_[i] && has_proof == is_proved;
        const bool is_nearer = has_proof && (!is_proved || evidence_[i] > own_[i]);
        nearer_[i] += is_nearer ? 1 : 0;
        equal_[i] += is_equal ? 1 : 0;
      }
    }
    for (std::size_t i = 0; i < discounts_.size(); ++i) {
      out[i] = static_cast<float>(1 / (1 + nearer_[i] + equal_[i] / 2));
    }
  }

 private:
  void judge(std::span<const RuleProof> proofs, std::vector<double>& sums) {
    std::ranges::fill(sums, 0.0);
    counts_.assign(discounts_.size(), 1);
    for (const RuleProof& proof : proofs) {
      const double weight = evidence(proof, slope_);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] += counts_[i] * weight;
        counts_[i] *= discounts_[i];
      }
    }
  }

  double slope_;
  std::span<const double> discounts_;
  std::vector<double> own_;
  std::vector<double> evidence_;
  std::vector<double> counts_;
  std::vector<double> nearer_;
  std::vector<double> equal_;
};

}  // namespace

Matrix reciprocal_ranks(const AnswerIndex& index, std::span<const Triple> triples,
                        std::span<const double> discounts, const StepGraph& known,
                        const Candidates& candidates, ThreadPool& threads,
                        const RankProgress& progress) {
  Matrix ranks(2 * triples.size(), discounts.size());
  std::atomic<std::size_t> done = 0;
  threads.for_each(ranks.rows(), [&](std::size_t item, std::size_t worker) {
    const auto& [head, relation, tail] = triples[item / 2];
    const bool asks_tail = item % 2 == 1;
    const AnswerQuery query{relation, asks_tail ? AskedSide::kTail : AskedSide::kHead,
                            asks_tail ? head : tail};
    const EntityId answer = asks_tail ? tail : head;
    const auto search = index.search();
    const ProofLists& lists = search->proofs(query);
    const std::span<const EntityId> others = known.targets(query.known, step_of(query));
    const auto is_known = [&](EntityId entity) {
      return entity == answer || std::ranges::binary_search(others, entity);
    };
    std::vector<EntityId> competing;
    std::size_t without_proof = 0;
    if (asks_tail && candidates.limit_tails_of(relation)) {
      std::ranges::copy_if(candidates.entities, std::back_inserter(competing),
                           [&](EntityId entity) { return !is_known(entity); });
    } else {
      std::ranges::copy_if(lists.reached(), std::back_inserter(competing),
                           [&](EntityId entity) { return !is_known(entity); });
      const std::size_t left_out =
          others.size() + (std::ranges::binary_search(others, answer) ? 0 : 1);
      without_proof = index.graph().entities() - left_out - competing.size();
    }
    Count(index, discounts).run(lists, answer, competing, without_proof, ranks.row(item));
    const std::size_t finished = ++done;
    if (progress && worker == 0) progress(finished, ranks.rows());
  });
  return ranks;
}

}  // namespace gntp
