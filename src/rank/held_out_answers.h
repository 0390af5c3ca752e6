// What a model says to questions whose true answers were held out: the best new answers to every
// question that a split's triples make, and which of them are true. Scores are calibrated by these,
// and calibrations are judged by them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "prover/answer_index.h"
#include "rank/known_triples.h"
#include "rank/ranking.h"

namespace gntp {

// How many of a question's new answers are looked at.
inline constexpr std::size_t kBestAnswers = 10;

// An answer that the model was not given.
struct HeldOutAnswer {
  std::size_t question;  // from 0, by side, relation and known entity
  RelationId relation;
  AskedSide asked;
  double evidence;  // evidence_of
  bool correct;     // a triple of the split
};

// Entities that no proof reaches, over all questions of a side.
struct UnprovedAnswers {
  std::size_t correct = 0;
  std::size_t all = 0;
};

struct HeldOutAnswers {
  std::vector<HeldOutAnswer> answers;         // by question, the best first
  std::size_t questions = 0;                  // of both sides, with an answer or without
  std::array<UnprovedAnswers, 2> unproved{};  // by asked side
};

// One number that grows as answers get better: -log(1 - score), which goes on where scores round to
// 1 and several proofs add up. Those of one relation and side are ordered by it as `predict` orders
// them, but that it knows no more of a tie-breaker than noisy_or's.
double evidence_of(Aggregate aggregate, double score, std::span<const double> tie_breaker);

// Some of the triples, the same for the same seed; all where they are no more than `count`.
std::vector<Triple> some_triples(std::span<const Triple> triples, std::size_t count,
                                 std::uint64_t seed);

struct HeldOut {
  std::span<const Triple> asked;  // those that make the questions
  const KnownTriples& split;      // all triples of their split
  const KnownTriples& known;      // the facts and all splits; those of others are left out
};

// Both sides are asked. Triples that are known facts make no question and are no answer.
HeldOutAnswers held_out_answers(const AnswerIndex& index, const HeldOut& held_out,
                                ThreadPool& threads, const RankProgress& progress = {},
                                const Candidates& candidates = {});

}  // namespace gntp
