#include "rank/answers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include "prover/answer_search.h"
#include "prover/likely_answers.h"
#include "prover/prover.h"
#include "rank/mixed_ranks.h"
#include "rank/ranker.h"

namespace gntp {
namespace {

// Among more entities than kManyEntities, a question that leads to more than kTellingAnswers is
// about a hub. Then, if at most kMostOfMany answers are wanted, the best are looked for among those
// that are likely.
constexpr std::size_t kManyEntities = 1'000'000;
constexpr std::size_t kMostOfMany = 1000;
constexpr std::size_t kLikely = 512;
// Likely answers are looked at one by one unless their proofs pass more entities than that.
constexpr std::size_t kMostPassed = 4'000'000;

RuleProof counted(const Proof& proof) {
  const ProofStep& first = proof.steps.front();
  return {proof.distance, first.kind == ProofStep::Kind::kRule ? first.rule : RuleProof::kByFact};
}

// By their log-odds, best first, then by id.
std::vector<RankedAnswer> order_mixed(std::vector<RankedAnswer> answers) {
  const auto total = [](const RankedAnswer& answer) { return answer.parts->total(); };
  std::ranges::sort(answers, [&](const RankedAnswer& a, const RankedAnswer& b) {
    return total(a) != total(b) ? total(a) > total(b) : a.id < b.id;
  });
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const bool tied = i > 0 && total(answers[i - 1]) == total(answers[i]);
    answers[i].rank = tied ? answers[i - 1].rank : i + 1;
  }
  return answers;
}

RankedAnswer mixed_answer(std::size_t id, const AnswerParts& parts) {
  const double total = parts.total();
  return {id, score_of_log_odds(total), {evidence_of_log_odds(total)}, 0, parts};
}

// Each goal as an answer to p(a, ?).
std::vector<RankedAnswer> rank_mixed_goals(const AnswerIndex& index, std::span<const Goal> goals) {
  std::vector<RankedAnswer> answers;
  const std::size_t together = MixedSearch::together(index);
  MixedSearch search(index);
  for (std::size_t first = 0; first < goals.size(); first += together) {
    std::vector<AnswerQuery> queries;
    for (const Goal& goal : goals.subspan(first, std::min(together, goals.size() - first))) {
      queries.push_back({goal.predicate, AskedSide::kTail, goal.head});
    }
    search.prepare(queries);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      search.turn_to(i);
      answers.push_back(mixed_answer(first + i, search.parts(goals[first + i].tail)));
    }
  }
  return order_mixed(std::move(answers));
}

// The entities that may be answers to the query, by id.
std::vector<EntityId> admitted(const AnswerIndex& index, const AnswerQuery& query,
                               const WantedAnswers& wanted) {
  std::vector<EntityId> entities = possible_answers(query, index.reasoner().kb().candidates,
                                                    index.graph().entities(), wanted.among);
  const auto leave_out = [&](const StepGraph& triples) {
    const std::span<const EntityId> targets = triples.targets(query.known, step_of(query));
    if (targets.empty()) return;
    std::vector<EntityId> others;
    others.reserve(entities.size());
    std::ranges::set_difference(entities, targets, std::back_inserter(others));
    entities = std::move(others);
  };
  if (wanted.known == KnownAnswers::kLeftOut) leave_out(index.graph());
  if (wanted.not_known != nullptr) leave_out(*wanted.not_known);
  return entities;
}

// The best of the entities by these totals, as many as are wanted and those that tie with the last.
void keep_best(std::span<const float> totals, std::size_t count, std::vector<EntityId>& entities) {
  if (count >= entities.size()) return;
  if (count == 0) return entities.clear();
  std::vector<float> ordered;
  ordered.reserve(entities.size());
  for (const EntityId entity : entities) ordered.push_back(totals[entity]);
  const auto last = ordered.begin() + static_cast<std::ptrdiff_t>(count) - 1;
  std::ranges::nth_element(ordered, last, std::ranges::greater());
  std::erase_if(entities, [&](EntityId entity) { return totals[entity] < *last; });
}

// Of the question that the search is turned to.
std::vector<RankedAnswer> mixed_answers(const AnswerIndex& index, const AnswerQuery& query,
                                        const WantedAnswers& wanted, MixedSearch& search) {
  std::vector<EntityId> entities = admitted(index, query, wanted);
  keep_best(search.totals(), wanted.count, entities);
  std::vector<RankedAnswer> answers;
  answers.reserve(entities.size());
  for (const EntityId entity : entities) {
    answers.push_back(mixed_answer(entity, search.parts(entity)));
  }
  return order_mixed(std::move(answers));
}

// The best of many answers, as many as are wanted and those that tie with the last. Most are thrown
// away at once, because others are better.
class BestAnswers {
 public:
  BestAnswers(const Aggregation& aggregation, std::size_t count)
      : aggregation_(aggregation), count_(count) {}

  void offer(const JudgedAnswer& answer) {
    if (count_ == 0 || (last_ && is_better(*last_, answer.judgement))) return;
    answers_.push_back(answer);
    if (answers_.size() >= enough_) keep_best();
  }

  // By id.
  std::vector<JudgedAnswer> take() {
    keep_best();
    std::ranges::sort(answers_, {}, &JudgedAnswer::id);
    return std::move(answers_);
  }

 private:
  bool is_better(const Aggregation::Judgement& a, const Aggregation::Judgement& b) const {
    return aggregation_.compare(a, b) < 0;
  }

  void keep_best() {
    if (answers_.size() <= count_) return;
    const auto place = answers_.begin() + static_cast<std::ptrdiff_t>(count_) - 1;
    std::ranges::nth_element(answers_, place, [&](const JudgedAnswer& a, const JudgedAnswer& b) {
      return is_better(a.judgement, b.judgement);
    });
    last_ = place->judgement;
    std::erase_if(answers_,
                  [&](const JudgedAnswer& each) { return is_better(*last_, each.judgement); });
    enough_ = std::max(enough_, 2 * answers_.size());  // many may tie
  }

  const Aggregation& aggregation_;
  std::size_t count_;
  std::size_t enough_ = 256;
  std::vector<JudgedAnswer> answers_;
  std::optional<Aggregation::Judgement> last_;  // of those that are wanted, so far
};

// The answers to one query that have proofs, judged. What it has offered refers to its memory, and
// to the search's.
class ProvedAnswers {
 public:
  ProvedAnswers(const AnswerIndex& index, const AnswerQuery& query, const WantedAnswers& wanted,
                AnswerSearch& search, BestAnswers& best)
      : index_(index),
        query_(query),
        wanted_(wanted),
        search_(search),
        best_(best),
        aggregation_(index.aggregation(step_of(query))) {
    if (wanted.known == KnownAnswers::kLeftOut) leave_out(index.graph());
    if (wanted.not_known != nullptr) leave_out(*wanted.not_known);
  }

  // Or the likely ones, where there are too many; whether they are all.
  bool offer_all() {
    if (wanted_.among || limit_answers(index_.reasoner().kb().candidates, query_)) {
      const ProofLists& found = search_.proofs(query_);
      for (const EntityId entity : admitted(index_, query_, wanted_)) offer(entity, found[entity]);
      return true;
    }
    const bool lists_all = index_.graph().entities() <= kManyEntities ||
                           wanted_.count > kMostOfMany || !search_.can_sample();
    const ProofLists* found =
        lists_all ? nullptr : search_.proofs_if_few(query_, kNoFact, kTellingAnswers);
    if (found == nullptr && !lists_all && offer_likely()) return false;
    if (found == nullptr) found = &search_.proofs(query_);
    for (const EntityId entity : found->reached()) {
      if (is_wanted(entity)) offer(entity, (*found)[entity]);
    }
    return true;
  }

 private:
  // The best of those that are likely, each with all of its proofs; nothing where these are fewer
  // than are wanted, or hard to prove.
  bool offer_likely() {
    LikelyAnswers likely(*index_.tree(), index_.graph(), query_);
    const bool may_be_itself = index_.reasoner().may_be_reflexive(query_.predicate);
    const std::vector<EntityId> answers =
        likely.find(std::max(kLikely, 4 * wanted_.count), [&](EntityId entity) {
          return (may_be_itself || entity != query_.known) && is_wanted(entity);
        });
    auto proofs = search_.proofs_of(query_, answers, kMostPassed);
    if (!proofs) return false;
    const auto proved =
        std::ranges::count_if(*proofs, [](const auto& own) { return !own.empty(); });
    if (static_cast<std::size_t>(proved) < wanted_.count) return false;
    proofs_ = *std::move(proofs);
    for (std::size_t i = 0; i < answers.size(); ++i) offer(answers[i], proofs_[i]);
    return true;
  }

  void leave_out(const StepGraph& triples) {
    left_out_.push_back(triples.targets(query_.known, step_of(query_)));
  }
  bool is_wanted(EntityId entity) const {
    return std::ranges::none_of(left_out_, [&](std::span<const EntityId> answers) {
      return std::ranges::binary_search(answers, entity);
    });
  }

  void offer(EntityId entity, std::span<const RuleProof> proofs) {
    if (!proofs.empty()) best_.offer({entity, aggregation_.judge(proofs, search_.evidence())});
  }

  const AnswerIndex& index_;
  const AnswerQuery& query_;
  const WantedAnswers& wanted_;
  AnswerSearch& search_;
  BestAnswers& best_;
  const Aggregation aggregation_;
  std::vector<std::span<const EntityId>>
      left_out_;                                // answers that are not wanted, each list sorted
  std::vector<std::vector<RuleProof>> proofs_;  // of likely answers
};

}  // namespace

std::vector<RankedAnswer> order_answers(const Aggregation& aggregation,
                                        std::vector<JudgedAnswer> answers) {
  std::erase_if(answers, [](const JudgedAnswer& each) { return each.judgement.proofs.empty(); });
  std::ranges::stable_sort(answers, [&](const JudgedAnswer& a, const JudgedAnswer& b) {
    return aggregation.compare(a.judgement, b.judgement) < 0;
  });
  std::vector<RankedAnswer> ranked;
  ranked.reserve(answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Aggregation::Judgement& own = answers[i].judgement;
    const bool tied = i > 0 && aggregation.compare(answers[i - 1].judgement, own) == 0;
    ranked.push_back({answers[i].id, aggregation.score(own), aggregation.tie_breaker(own),
                      tied ? ranked.back().rank : i + 1});
  }
  return ranked;
}

std::vector<RuleProof> proofs_of(const AnswerIndex& index, const Goal& goal,
                                 const Triple& excluded) {
  if (index.reasoner().options().aggregation.one_proof_counts()) {
    const auto prover = index.prover();
    const Proof* proof = prover->prove(goal, excluded);
    return proof == nullptr ? std::vector<RuleProof>() : std::vector<RuleProof>{counted(*proof)};
  }
  const auto search = index.search();
  const AnswerQuery query{goal.predicate, AskedSide::kTail, goal.head};
  const std::span<const RuleProof> proofs = search->proofs(query, excluded)[goal.tail];
  return {proofs.begin(), proofs.end()};
}

std::vector<std::vector<RuleProof>> proofs_of(const AnswerIndex& index, std::span<const Goal> goals,
                                              ThreadPool& threads) {
  std::vector<std::vector<RuleProof>> lists(goals.size());
  threads.for_each(goals.size(), [&](std::size_t item, std::size_t) {
    lists[item] = proofs_of(index, goals[item]);
  });
  return lists;
}

std::vector<RankedAnswer> rank_goals(const AnswerIndex& index, std::span<const Goal> goals) {
  if (mixes(index)) return rank_mixed_goals(index, goals);
  std::vector<std::vector<RuleProof>> lists;
  lists.reserve(goals.size());
  for (const Goal& goal : goals) lists.push_back(proofs_of(index, goal));
  std::vector<JudgedAnswer> answers;
  answers.reserve(lists.size());
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Step step = forwards(RelationId(goals[i].predicate));
    answers.push_back({i, index.aggregation(step).judge(lists[i])});
  }
  return order_answers(index.aggregation(), std::move(answers));
}

std::vector<RankedAnswer> answers_to(const AnswerIndex& index, const AnswerQuery& query,
                                     const WantedAnswers& wanted) {
  if (mixes(index)) {
    MixedSearch search(index);
    search.ask(query);
    return mixed_answers(index, query, wanted, search);
  }
  const Aggregation aggregation = index.aggregation(step_of(query));
  BestAnswers best(aggregation, wanted.count);
  std::vector<RuleProof> proofs;                             // that are judged, or
  std::optional<ScratchPool<AnswerSearch>::Lease> searched;  // whose lists are, or
  std::optional<ProvedAnswers> proved;                       // its own
  bool are_all = true;
  if (index.reasoner().options().aggregation.one_proof_counts()) {
    const std::vector<EntityId> entities = admitted(index, query, wanted);
    std::vector<float> distances(entities.size());
    const KnownTriples none;  // distances do not depend on what is known
    Ranker(index, none, index.reasoner().kb().candidates)
        .find_distances(query, entities, distances);
    proofs.reserve(distances.size());
    for (const float distance : distances) proofs.push_back({distance, RuleProof::kByFact});
    for (std::size_t i = 0; i < entities.size(); ++i) {
      if (!std::isfinite(distances[i])) continue;
      best.offer({entities[i], aggregation.judge({&proofs[i], 1})});
    }
  } else {
    searched.emplace(index.search());
    are_all = proved.emplace(index, query, wanted, **searched, best).offer_all();
  }
  std::vector<RankedAnswer> answers = order_answers(aggregation, best.take());
  for (RankedAnswer& answer : answers) answer.among_likely = !are_all;
  return answers;
}

void for_each_answered(const AnswerIndex& index, std::span<const AnswerQuery> queries,
                       const WantedAnswers& wanted, ThreadPool& threads,
                       const std::function<void(std::size_t, std::span<const RankedAnswer>)>& use) {
  if (mixes(index)) {
    for_each_mixed(index, queries, threads, {},
                   [&](std::size_t place, MixedSearch& search, std::size_t) {
                     use(place, mixed_answers(index, queries[place], wanted, search));
                   });
    return;
  }
  threads.for_each(queries.size(), [&](std::size_t place, std::size_t) {
    use(place, answers_to(index, queries[place], wanted));
  });
}

}  // namespace gntp
