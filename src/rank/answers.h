// The answers to queries and the proofs of goals, as far as they count, best first. All search
// through an index that is made once and kept, and what is not given a pool of threads runs on the
// calling thread; any number may ask at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "prover/aggregation.h"
#include "prover/answer_index.h"
#include "rank/mixed_search.h"

namespace gntp {

// The proofs of a goal that count, nearest first; none where there is no proof. `excluded` is a
// fact that is not to be used.
std::vector<RuleProof> proofs_of(const AnswerIndex& index, const Goal& goal,
                                 const Triple& excluded = kNoFact);
// Of each goal.
std::vector<std::vector<RuleProof>> proofs_of(const AnswerIndex& index, std::span<const Goal> goals,
                                              ThreadPool& threads);

// Whether answers that are known facts are listed.
enum class KnownAnswers : std::uint8_t { kListed, kLeftOut };

// What fills a goal's unknown, and how it stands.
struct RankedAnswer {
  std::size_t id;  // an entity's, or the place of a goal
  double score;
  std::vector<double> tie_breaker;  // Aggregation::tie_breaker
  std::size_t rank;                 // from 1; answers equal in both share the best of their places
  std::optional<AnswerParts> parts = {};  // where a link predictor has a say
  bool among_likely = false;              // ranked among likely answers alone
};

// Which of the answers are wanted: they alone are ranked.
struct WantedAnswers {
  // The best of them, and those that tie with the last.
  std::size_t count = std::numeric_limits<std::size_t>::max();
  KnownAnswers known = KnownAnswers::kListed;
  // No others than these, sorted; nothing: any.
  std::optional<std::span<const EntityId>> among = {};
  // What makes none of these triples; null: any.
  const StepGraph* not_known = nullptr;
};

// The entities that answer the query with a score above the floor, best first, then by id; only
// candidates where the knowledge base limits the answers to them. Where a link predictor has a say,
// every entity is an answer. Among millions of entities, few answers about a hub are the best of
// those that are likely (prover/likely_answers.h).
std::vector<RankedAnswer> answers_to(const AnswerIndex& index, const AnswerQuery& query,
                                     const WantedAnswers& wanted = {});
// The same for many queries, shared out to the threads: calls use(place, answers) for each, on some
// thread.
void for_each_answered(const AnswerIndex& index, std::span<const AnswerQuery> queries,
                       const WantedAnswers& wanted, ThreadPool& threads,
                       const std::function<void(std::size_t, std::span<const RankedAnswer>)>& use);
// The goals that have a proof, by their place in the list, best first.
std::vector<RankedAnswer> rank_goals(const AnswerIndex& index, std::span<const Goal> goals);

// A goal or an answer by its id, and how its proofs are judged: as its own query's are.
struct JudgedAnswer {
  std::size_t id;
  Aggregation::Judgement judgement;
};
// Those with proofs, best first, and how they stand.
std::vector<RankedAnswer> order_answers(const Aggregation& aggregation,
                                        std::vector<JudgedAnswer> answers);

}  // namespace gntp
