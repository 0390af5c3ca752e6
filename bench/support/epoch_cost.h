// What an epoch of training costs: measured whole where that is quick, carried on from its first
// batches where it is not. Batches are drawn at random, so one is like the other.
#pragma once

#include "learn/trainer.h"

namespace gntp::bench {

struct EpochCost {
  double seconds = 0;  // of a whole epoch
  double share = 1;    // of it that was measured
  double loss = 0;
};

// Trains for one epoch, or for about `limit` seconds of it.
EpochCost measure_epoch(Trainer& trainer, double limit);

// Only the rules' vectors learn; four negatives a fact.
LearnOptions rules_only(std::size_t batch_size);
// Entities and relations learn, too, the entities at this part of the rules' pace.
LearnOptions joint(std::size_t batch_size, double entity_rate);

}  // namespace gntp::bench
