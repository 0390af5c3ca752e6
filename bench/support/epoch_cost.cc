#include "support/epoch_cost.h"

namespace gntp::bench {
namespace {

// Ends an epoch early.
struct Enough {};

}  // namespace

EpochCost measure_epoch(Trainer& trainer, double limit) {
  EpochReport last;
  try {
    trainer.run_epoch([&](const EpochReport& report) {
      last = report;
      if (report.seconds > limit && report.batches_done < report.batches) throw Enough();
    });
  } catch (const Enough&) {
    // What was seen is enough.
  }
  const double share = static_cast<double>(last.batches_done) / static_cast<double>(last.batches);
  return {last.seconds / share, share, last.loss};
}

LearnOptions rules_only(std::size_t batch_size) {
  LearnOptions options;
  options.batch_size = batch_size;
  options.corruptions = {.head = 1, .tail = 1, .both = 2};
  options.adam.entity_rate = 0;
  options.adam.relation_rate = 0;
  return options;
}

LearnOptions joint(std::size_t batch_size, double entity_rate) {
  LearnOptions options = rules_only(batch_size);
  options.adam.entity_rate = entity_rate;
  options.adam.relation_rate = AdamOptions().relation_rate;
  options.l2 = 0;  // it would draw entities together, and with them everything within reach
  return options;
}

}  // namespace gntp::bench
