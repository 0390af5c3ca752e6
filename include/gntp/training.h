// What a training is given besides data and settings, what it says about itself, and what it would
// cost. Plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace gntp {

// After which of its steps work ends, though it is not complete; nothing: after the last. Mining
// is a fixed number of steps, then each batch of a training is one. A time limit lets the step at
// hand end, and only chooses the step: `steps` with its number gives the same bytes again.
struct WorkLimit {
  std::optional<std::size_t> steps = {};
  std::optional<double> seconds = {};
};

// What settings that adapt to the data plan for where there is no time limit.
inline constexpr double kUsualSeconds = 600;

struct RunOptions {
  std::uint64_t seed = 0;   // of all random numbers: same seed, same bytes
  std::size_t threads = 0;  // 0 = one for each core; results do not depend on it
  WorkLimit limit = {};
  // Where vectors are trained and compared: 'cpu', 'cuda', of several GPUs 'cuda:1', or 'auto',
  // which takes the first GPU that there is. Results of one device are the same every time, those
  // of another differ in rounding. Mining takes none.
  std::string device = "auto";
};

struct TrainingSummary {
  double seconds = 0;
  std::size_t steps = 0;         // of mining and training
  bool complete = true;          // false where a limit ended it before the last step
  std::size_t epochs = 0;        // that were run, over all restarts
  std::size_t kept_restart = 0;  // the random start and the epoch that the model is from
  std::size_t kept_epoch = 0;
  std::optional<double> first_loss;  // of the first epoch and the last one
  std::optional<double> last_loss;
  // On the valid split, where it is used to choose the model: before training, with rules'
  // confidences as they were given or counted, and of the model that is kept.
  std::optional<double> valid_before;
  std::optional<double> valid_kept;
  // Of a link predictor: its epochs, and what the valid triples that choose its weight say of the
  // rules, of the vectors and of both together (mean reciprocal rank).
  std::size_t vector_epochs = 0;
  std::optional<double> valid_by_rules;
  std::optional<double> valid_by_vectors;
  std::optional<double> valid_by_both;
};

// Found out by trying: a few batches and a few ranked triples are run for real and scaled up.
struct TrainingEstimate {
  std::size_t batches_tried = 0;
  std::size_t batches = 0;   // of an epoch
  double setup_seconds = 0;  // a random model and its index
  double epoch_seconds = 0;
  double validation_seconds = 0;  // of one; 0 where there is none
  double vector_seconds = 0;  // of a link predictor, its trials and starts; 0 where there is none
  double seconds = 0;         // of the whole training
  std::size_t model_bytes = 0;
  std::size_t peak_bytes = 0;  // of the process, data included
  // Whether what was tried did not end in a few seconds: then it takes longer than this says.
  bool is_lower_bound = false;
};

}  // namespace gntp
