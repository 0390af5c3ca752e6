// Calibrating scores on the valid split, and measuring how well the probabilities hold.
#pragma once

#include <gntp/evaluation.h>
#include <gntp/observer.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "base/parallel.h"
#include "engine/indexed_model.h"
#include "kb/dataset.h"
#include "rank/calibration.h"

namespace gntp {

// By some of the valid triples, which the seed chooses. Not fitted where there are too few, or
// where that would take long, which the observer is told. Throws Interrupted if the observer asks
// to stop.
Calibration calibrate(const AnswerIndex& index, const LoadedDataset& dataset, std::uint64_t seed,
                      ThreadPool& threads, const Observer& observer);

// Whether a known fact is certain or judged by its proofs.
enum class IfKnown : std::uint8_t { kCertain, kAsNew };

// Of a fact that is judged, as an answer to the question for that side. Nothing where the side is
// not calibrated.
std::optional<double> probability_of(const Calibration& calibration, const IndexedModel& model,
                                     const Triple& fact, AskedSide asked,
                                     const Judgement& judgement,
                                     IfKnown if_known = IfKnown::kCertain);

// On some of the split's triples; on the valid split by halves. `known` are the triples of all
// splits and the facts. Throws as `calibrate` does.
std::vector<CalibrationQuality> measure(const Calibration& calibration, const AnswerIndex& index,
                                        const LoadedDataset& dataset, const Split& split,
                                        const KnownTriples& known, std::uint64_t seed,
                                        ThreadPool& threads, const Observer& observer);

}  // namespace gntp
