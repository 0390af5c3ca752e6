#include "engine/calibrating.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/random.h"
#include "engine/watch.h"
#include "rank/reliability.h"

namespace gntp {
namespace {

constexpr std::size_t kMostTriples = 2000;           // a matter of seconds
constexpr std::uint64_t kHalvesStream = 0x68616c66;  // of the seed's random numbers
constexpr const char* kValid = "valid";

// How many triples can be asked about in seconds: a matter of the search, not of the clock, so that
// the same ones are asked everywhere. None where proofs nest and have to be searched for one by
// one.
std::size_t most_triples(const AnswerIndex& index) {
  constexpr std::size_t kMostGoals = 100000;  // that are proved one by one
  if (index.plan() == Plan::kLookUp) return kMostTriples;
  if (index.reasoner().options().depth > 1) return 0;
  if (index.plan() != Plan::kProveEach) return kMostTriples;
  const std::size_t goals = 2 * std::max<std::size_t>(index.graph().entities(), 1);  // of a triple
  return std::min(kMostTriples, kMostGoals / goals);
}

HeldOutAnswers ask(const AnswerIndex& index, const LoadedDataset& dataset, const Split& split,
                   const KnownTriples& known, std::uint64_t seed, ThreadPool& threads,
                   const Observer& observer) {
  const std::vector<Triple> asked = some_triples(split.triples.span(), most_triples(index), seed);
  const KnownTriples held_out(TripleSet(split.triples.begin(), split.triples.end()));
  const auto watch = [&](std::size_t, std::size_t) { throw_if_stopped(observer); };
  return held_out_answers(index, {asked, held_out, known}, threads, watch, dataset.kb.candidates);
}

// Of the answers of one side.
CalibrationQuality quality_of(const Calibration& calibration,
                              std::span<const HeldOutAnswer> answers, AskedSide asked) {
  CalibrationQuality quality;
  quality.side =
      asked == AskedSide::kHead ? CalibrationQuality::Side::kHead : CalibrationQuality::Side::kTail;
  std::vector<Forecast> forecasts;
  std::size_t last = answers.size();  // no question's number, as each of these has an answer
  for (const HeldOutAnswer& answer : answers) {
    if (answer.asked != asked) continue;
    const auto probability = calibration.probability(answer.relation, asked, answer.evidence);
    if (!probability) continue;
    forecasts.push_back({*probability, answer.correct});
    quality.questions += forecasts.size() == 1 || answer.question != last ? 1 : 0;
    last = answer.question;
  }
  quality.answers = forecasts.size();
  const Reliability reliability = reliability_of(std::move(forecasts));
  quality.error = reliability.error;
  quality.bins.reserve(reliability.bins.size());
  for (const auto& [mass, probability, correct] : reliability.bins) {
    quality.bins.push_back({mass, probability, correct});
  }
  return quality;
}

// Both halves of the questions, at random.
std::array<std::vector<HeldOutAnswer>, 2> halves_of(const HeldOutAnswers& all, std::uint64_t seed) {
  std::vector<std::size_t> order(all.questions);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random(seed, kHalvesStream).shuffle(std::span(order));
  std::vector<bool> is_second(all.questions);
  for (std::size_t i = 0; i < order.size() / 2; ++i) is_second[order[i]] = true;
  std::array<std::vector<HeldOutAnswer>, 2> halves;
  for (const HeldOutAnswer& answer : all.answers) {
    halves[is_second[answer.question] ? 1 : 0].push_back(answer);
  }
  return halves;
}

}  // namespace

Calibration calibrate(const AnswerIndex& index, const LoadedDataset& dataset, std::uint64_t seed,
                      ThreadPool& threads, const Observer& observer) {
  const Split* valid = dataset.find_split(kValid);
  if (valid == nullptr) {
    note(observer, "there is no valid split to calibrate scores on: answers have no probability");
    return {};
  }
  if (most_triples(index) == 0) {
    note(observer, "nested proofs take too long to calibrate scores: answers have no probability");
    return {};
  }
  const KnownTriples known(dataset);
  const HeldOutAnswers all = ask(index, dataset, *valid, known, seed, threads, observer);
  Calibration calibration = Calibration::fit(all.answers, all.unproved);
  if (!calibration.is_fitted()) {
    note(observer,
         "the valid split asks too little to calibrate scores on: answers have no probability");
  }
  return calibration;
}

std::optional<double> probability_of(const Calibration& calibration, const IndexedModel& model,
                                     const Triple& fact, AskedSide asked,
                                     const Judgement& judgement, IfKnown if_known) {
  std::optional<double> evidence;
  if (judgement.score > 0) {
    evidence = evidence_of(model.aggregation(fact.relation).aggregate, judgement.score,
                           judgement.tie_breaker);
  }
  const auto probability = calibration.probability(fact.relation, asked, evidence);
  const bool is_certain = if_known == IfKnown::kCertain && model.reasoner().graph().contains(fact);
  return probability && is_certain ? std::optional<double>(1) : probability;
}

std::vector<CalibrationQuality> measure(const Calibration& calibration, const AnswerIndex& index,
                                        const LoadedDataset& dataset, const Split& split,
                                        const KnownTriples& known, std::uint64_t seed,
                                        ThreadPool& threads, const Observer& observer) {
  std::vector<CalibrationQuality> found;
  const HeldOutAnswers all = ask(index, dataset, split, known, seed, threads, observer);
  const auto add = [&](const Calibration& fitted, std::span<const HeldOutAnswer> answers,
                       std::size_t half) {
    for (const AskedSide asked : {AskedSide::kHead, AskedSide::kTail}) {
      CalibrationQuality quality = quality_of(fitted, answers, asked);
      quality.half = half;
      if (quality.answers > 0) found.push_back(std::move(quality));
    }
  };
  if (split.name != kValid) {
    add(calibration, all.answers, 0);
    return found;
  }
  const std::array<std::vector<HeldOutAnswer>, 2> halves = halves_of(all, seed);
  add(Calibration::fit(halves[1]), halves[0], 1);
  add(Calibration::fit(halves[0]), halves[1], 2);
  return found;
}

}  // namespace gntp
