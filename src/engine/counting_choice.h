// How rules and proofs are counted, chosen on the valid split for each relation and side: which
// known facts compete, how much further proofs count, and how much a rule's counts are corrected.
// Relations with few valid triples are pulled to what is best for all. Where the whole split has
// few, training facts are held out for it: rules are mined without them, chosen by them, and what
// was chosen goes for the rules of all facts. Of very many facts some are asked about without
// themselves instead (holdout.h).
#pragma once

#include <gntp/observer.h>

#include <cstddef>
#include <cstdint>

#include "base/parallel.h"
#include "engine/holdout.h"
#include "engine/settings.h"
#include "engine/validation.h"
#include "kb/dataset.h"
#include "model/model.h"

namespace gntp {

inline constexpr std::size_t kMostChoosing = 10000;    // triples that are asked about
inline constexpr std::size_t kFactsAskedAbout = 2000;  // of very many

// Whether the settings ask for it and there is something to choose by.
bool chooses_counting(const AllOptions& settings, const Validation& validation);

// Changes the model's `answer_choices`, and `rule_distances` of rules that were counted. Does not
// depend on the number of threads. Throws Interrupted if the observer asks to stop.
void choose_counting(const LoadedDataset& dataset, const AllOptions& settings,
                     const Validation& validation, std::uint64_t seed, Model& model,
                     ThreadPool& threads, const Observer& observer,
                     std::size_t most_to_hold_out_of = kMostToHoldOutOf);

}  // namespace gntp
