#include "rank/discounted_ranks.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <iterator>

#include "base/share_out.h"
#include "prover/answer_search.h"
#include "rank/shared_queries.h"

namespace gntp {
namespace {

// The answers of one query, and what they weigh for each discount.
class Count {
 public:
  Count(double slope, std::span<const double> discounts)
      : slope_(slope), discounts_(discounts), competing_(discounts.size()) {}

  // `others` without a proof compete, too.
  void set_competing(const ProofLists& lists, std::span<const EntityId> competing,
                     std::size_t others, EvidenceMemo& evidence) {
    unproved_ = others;
    for (std::vector<double>& column : competing_) column.clear();
    for (const EntityId entity : competing) {
      if (lists[entity].empty()) {
        ++unproved_;
        continue;
      }
      judge(lists[entity], evidence);
      for (std::size_t i = 0; i < discounts_.size(); ++i) competing_[i].push_back(sums_[i]);
    }
    for (std::vector<double>& column : competing_) std::ranges::sort(column, std::greater());
  }

  // Whether the answer is one of the competing itself.
  void rank(std::span<const RuleProof> proofs, bool is_among_them, EvidenceMemo& evidence,
            std::span<float> out) {
    judge(proofs, evidence);
    for (std::size_t i = 0; i < discounts_.size(); ++i) {
      const std::vector<double>& column = competing_[i];
      auto nearer = static_cast<double>(column.size());
      auto equal = static_cast<double>(unproved_);
      if (!proofs.empty()) {
        const auto first = std::ranges::lower_bound(column, sums_[i], std::greater());
        const auto last = std::upper_bound(first, column.end(), sums_[i], std::greater());
        nearer = static_cast<double>(first - column.begin());
        equal = static_cast<double>(last - first);
      }
      if (is_among_them) equal -= 1;
      out[i] = static_cast<float>(1 / (1 + nearer + equal / 2));
    }
  }

 private:
  void judge(std::span<const RuleProof> proofs, EvidenceMemo& evidence) {
    sums_.assign(discounts_.size(), 0);
    counts_.assign(discounts_.size(), 1);
    for (const RuleProof& proof : proofs) {
      const double weight = evidence(proof, slope_);
      for (std::size_t i = 0; i < sums_.size(); ++i) {
        sums_[i] += counts_[i] * weight;
        counts_[i] *= discounts_[i];
      }
    }
  }

  double slope_;
  std::span<const double> discounts_;
  std::vector<std::vector<double>> competing_;  // by discount, the best first
  std::size_t unproved_ = 0;
  std::vector<double> sums_;
  std::vector<double> counts_;
};

// One query for each triple and side: each has a fact of its own that it is asked without.
std::vector<SharedQuery> single_queries(std::span<const Triple> triples) {
  std::vector<SharedQuery> queries;
  for (std::size_t i = 0; i < triples.size(); ++i) {
    for (SharedQuery& query : shared_queries(triples.subspan(i, 1))) {
      query.triples = {i};
      queries.push_back(std::move(query));
    }
  }
  return queries;
}

// The proofs of a fact by rules that were counted with it, as they would be without it.
std::vector<RuleProof> without_own_support(std::span<const RuleProof> proofs, const RuleSet& rules,
                                           double slope) {
  std::vector<RuleProof> kept;
  for (RuleProof proof : proofs) {
    const RuleCounts counts =
        proof.rule == RuleProof::kByFact ? RuleCounts() : rules.counts(proof.rule);
    if (counts.support == 1) continue;
    if (counts.support > 1) {
      proof.distance -= static_cast<float>(std::log1p(-1.0 / counts.support) / slope);
    }
    kept.push_back(proof);
  }
  std::ranges::sort(kept, {}, &RuleProof::distance);
  return kept;
}

}  // namespace

Matrix reciprocal_ranks(const AnswerIndex& index, std::span<const Triple> triples,
                        RankedTriples kind, std::span<const double> discounts,
                        const KnownTriples& known, const Candidates& candidates,
                        ThreadPool& threads, const RankProgress& progress) {
  const bool are_facts = kind == RankedTriples::kFacts;
  const std::vector<SharedQuery> queries =
      are_facts ? single_queries(triples) : shared_queries(triples);
  const double slope = index.reasoner().model().slope;
  Matrix ranks(2 * triples.size(), discounts.size());
  std::vector<EvidenceMemo> evidence(threads.size());
  const std::size_t own = Share(queries.size(), Communicator::current()).size();
  std::atomic<std::size_t> done = 0;
  const auto row_of = [&](const SharedQuery& query, std::size_t answer) {
    return ranks.row(2 * query.triples[answer] + (query.query.asked == AskedSide::kTail ? 1 : 0));
  };
  const auto rank = [&](std::size_t item, std::size_t worker) {
    const auto& [query, places, answers] = queries[item];
    const auto search = index.search();
    const ProofLists* found =
        are_facts && search->can_sample()
            ? search->proofs_if_few(query, triples[places.front()], kTellingAnswers)
            : &search->proofs(query, are_facts ? triples[places.front()] : kNoFact);
    if (found == nullptr) return;
    const ProofLists& lists = *found;
    const std::span<const EntityId> known_answers = known.targets(query.known, step_of(query));
    const bool is_limited =
        query.asked == AskedSide::kTail && candidates.limit_tails_of(RelationId(query.predicate));
    const auto competes = [&](EntityId entity) {
      return !std::ranges::binary_search(known_answers, entity) &&
             (!is_limited || std::ranges::binary_search(candidates.entities, entity));
    };
    std::vector<EntityId> competing;
    std::ranges::copy_if(is_limited ? candidates.entities.span() : lists.reached(),
                         std::back_inserter(competing), competes);
    const std::size_t others =
        is_limited ? 0 : index.graph().entities() - known_answers.size() - competing.size();
    Count count(slope, discounts);
    count.set_competing(lists, competing, others, evidence[worker]);
    for (std::size_t i = 0; i < places.size(); ++i) {
      std::span<const RuleProof> proofs = lists[answers[i]];
      std::vector<RuleProof> judged;
      if (are_facts) {
        judged = without_own_support(proofs, index.reasoner().kb().rules, slope);
        proofs = judged;
      }
      count.rank(proofs, competes(answers[i]), evidence[worker], row_of(queries[item], i));
    }
    const std::size_t finished = ++done;
    if (progress && worker == 0) progress(finished, own);
  };
  share_out(threads, queries.size(), rank, [&](std::size_t item, auto& archive) {
    for (std::size_t i = 0; i < queries[item].answers.size(); ++i) {
      archive.block(row_of(queries[item], i));
    }
  });
  return ranks;
}

}  // namespace gntp
