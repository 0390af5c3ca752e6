#include "rank/held_out_answers.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <set>
#include <tuple>

#include "base/random.h"
#include "base/share_out.h"
#include "rank/answers.h"
#include "rank/mixed_search.h"
#include "rank/ranker.h"

namespace gntp {
namespace {

constexpr std::uint64_t kSampleStream = 0x63616c69;  // of the seed's random numbers

bool has(std::span<const EntityId> sorted, EntityId entity) {
  return std::ranges::binary_search(sorted, entity);
}

std::vector<AnswerQuery> questions_of(std::span<const Triple> triples, const StepGraph& facts) {
  std::set<std::tuple<AskedSide, RelationId, EntityId>> distinct;
  for (const auto& [head, relation, tail] : triples) {
    if (has(facts.targets(head, forwards(relation)), tail)) continue;
    distinct.emplace(AskedSide::kHead, relation, tail);
    distinct.emplace(AskedSide::kTail, relation, head);
  }
  std::vector<AnswerQuery> questions;
  questions.reserve(distinct.size());
  for (const auto& [asked, relation, known] : distinct) {
    questions.push_back({relation, asked, known});
  }
  return questions;
}

// What one question gives.
struct Found {
  std::vector<HeldOutAnswer> answers;
  UnprovedAnswers unproved;
};

// Asks questions, on one thread.
class Asker {
 public:
  Asker(const AnswerIndex& index, const HeldOut& held_out, const Candidates& candidates)
      : index_(index),
        held_out_(held_out),
        candidates_(candidates),
        ranker_(index, held_out.known, candidates) {
    if (mixes(index)) mixed_ = std::make_unique<MixedSearch>(index);
  }

  Found ask(const AnswerQuery& query, std::size_t number) {
    const Step step = step_of(query);
    const std::span<const EntityId> facts = index_.graph().targets(query.known, step);
    const std::span<const EntityId> split = held_out_.split.targets(query.known, step);
    const std::span<const EntityId> known = held_out_.known.targets(query.known, step);
    const bool limited =
        query.asked == AskedSide::kTail && candidates_.limit_tails_of(RelationId(query.predicate));
    const auto is_possible = [&](EntityId entity) {
      return !limited || has(candidates_.entities, entity);
    };
    const auto is_new = [&](EntityId entity) {
      return !has(facts, entity) && (has(split, entity) || !has(known, entity));
    };
    if (mixed_) return ask_mixed(query, number, is_possible, is_new, split);
    const Aggregation aggregation = index_.aggregation(step);
    std::vector<JudgedAnswer> proved = proved_answers(query, aggregation);
    std::erase_if(proved, [&](const JudgedAnswer& answer) {
      return !is_possible(EntityId(answer.id)) || !is_new(EntityId(answer.id));
    });

    Found found;
    found.unproved.all = limited ? candidates_.entities.size() : index_.graph().entities();
    for (const EntityId entity : known) {
      if (!is_possible(entity)) continue;
      found.unproved.all -= is_new(entity) ? 0 : 1;
      found.unproved.correct += is_new(entity) ? 1 : 0;
    }
    found.unproved.all -= proved.size();
    found.unproved.correct -= static_cast<std::size_t>(std::ranges::count_if(
        proved, [&](const JudgedAnswer& answer) { return has(split, EntityId(answer.id)); }));

    keep_best(proved, aggregation);
    const Aggregate aggregate = index_.reasoner().options().aggregation.aggregate;
    for (const RankedAnswer& answer : order_answers(aggregation, proved)) {
      found.answers.push_back({number, RelationId(query.predicate), query.asked,
                               evidence_of(aggregate, answer.score, answer.tie_breaker),
                               has(split, EntityId(answer.id))});
    }
    return found;
  }

 private:
  // Every entity is an answer: none is unproved.
  template <typename Possible, typename New>
  Found ask_mixed(const AnswerQuery& query, std::size_t number, const Possible& is_possible,
                  const New& is_new, std::span<const EntityId> split) {
    mixed_->ask(query);
    const std::span<const float> totals = mixed_->totals();
    std::vector<EntityId> answers;
    for (EntityId entity{0}; entity < totals.size(); ++entity) {
      if (is_possible(entity) && is_new(entity)) answers.push_back(entity);
    }
    const std::size_t kept = std::min(answers.size(), kBestAnswers);
    std::ranges::partial_sort(answers, answers.begin() + static_cast<std::ptrdiff_t>(kept),
                              [&](EntityId a, EntityId b) {
                                return totals[a] != totals[b] ? totals[a] > totals[b] : a < b;
                              });
    answers.resize(kept);
    Found found;
    for (const EntityId answer : answers) {
      found.answers.push_back({number, RelationId(query.predicate), query.asked,
                               evidence_of_log_odds(mixed_->parts(answer).total()),
                               has(split, answer)});
    }
    return found;
  }

  // All that are proved; valid until the next call.
  std::vector<JudgedAnswer> proved_answers(const AnswerQuery& query,
                                           const Aggregation& aggregation) {
    std::vector<JudgedAnswer> proved;
    if (!index_.reasoner().options().aggregation.one_proof_counts()) {
      const ProofLists& lists = ranker_.proofs(query);
      proved.reserve(lists.reached().size());
      for (const EntityId entity : lists.reached()) {
        proved.push_back({entity, aggregation.judge(lists[entity], evidence_)});
      }
      return proved;
    }
    const std::vector<EntityId> possible =
        possible_answers(query, candidates_, index_.graph().entities());
    std::vector<float> distances(possible.size());
    ranker_.find_distances(query, possible, distances);
    best_.clear();
    best_.reserve(distances.size());
    for (const float distance : distances) best_.push_back({distance, RuleProof::kByFact});
    for (std::size_t i = 0; i < possible.size(); ++i) {
      if (!std::isfinite(distances[i])) continue;
      proved.push_back({possible[i], aggregation.judge({&best_[i], 1})});
    }
    return proved;
  }

  // The first places, ties by id, so that not all have to be sorted.
  static void keep_best(std::vector<JudgedAnswer>& proved, const Aggregation& aggregation) {
    const std::size_t kept = std::min(proved.size(), kBestAnswers);
    std::ranges::partial_sort(proved, proved.begin() + static_cast<std::ptrdiff_t>(kept),
                              [&](const JudgedAnswer& a, const JudgedAnswer& b) {
                                const auto order = aggregation.compare(a.judgement, b.judgement);
                                return order != 0 ? order < 0 : a.id < b.id;
                              });
    proved.resize(kept);
  }

  const AnswerIndex& index_;
  const HeldOut& held_out_;
  const Candidates& candidates_;
  Ranker ranker_;
  std::unique_ptr<MixedSearch> mixed_;  // null where rules speak alone
  EvidenceMemo evidence_;
  std::vector<RuleProof> best_;  // of each possible answer, where one proof counts
};

}  // namespace

double evidence_of(Aggregate aggregate, double score, std::span<const double> tie_breaker) {
  constexpr double kNearest = 1e-9;  // a certain proof weighs much, but not infinitely much
  if (aggregate == Aggregate::kNoisyOr && !tie_breaker.empty()) return tie_breaker.front();
  return -std::log(std::max(1 - score, kNearest));
}

std::vector<Triple> some_triples(std::span<const Triple> triples, std::size_t count,
                                 std::uint64_t seed) {
  std::vector<Triple> chosen(triples.begin(), triples.end());
  if (chosen.size() <= count) return chosen;
  Random(seed, kSampleStream).shuffle(std::span(chosen));
  chosen.resize(count);
  std::ranges::sort(chosen);
  return chosen;
}

HeldOutAnswers held_out_answers(const AnswerIndex& index, const HeldOut& held_out,
                                ThreadPool& threads, const RankProgress& progress,
                                const Candidates& candidates) {
  const std::vector<AnswerQuery> questions = questions_of(held_out.asked, index.graph());
  std::vector<Asker> askers;
  askers.reserve(threads.size());
  while (askers.size() < threads.size()) askers.emplace_back(index, held_out, candidates);
  std::vector<Found> found(questions.size());
  const std::size_t own = Share(questions.size(), Communicator::current()).size();
  std::atomic<std::size_t> done = 0;
  const auto ask = [&](std::size_t item, std::size_t worker) {
    found[item] = askers[worker].ask(questions[item], item);
    const std::size_t finished = ++done;
    if (progress && worker == 0) progress(finished, own);
  };
  share_out(threads, questions.size(), ask, [&](std::size_t item, auto& archive) {
    archive(found[item].answers);
    archive(found[item].unproved);
  });
  HeldOutAnswers all;
  all.questions = questions.size();
  for (std::size_t i = 0; i < questions.size(); ++i) {
    std::ranges::copy(found[i].answers, std::back_inserter(all.answers));
    UnprovedAnswers& unproved = all.unproved[static_cast<std::size_t>(questions[i].asked)];
    unproved.correct += found[i].unproved.correct;
    unproved.all += found[i].unproved.all;
  }
  return all;
}

}  // namespace gntp
