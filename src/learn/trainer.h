// Training: sampler -> goals -> proofs -> loss and its gradient -> Adam -> the index is told.
//
// Goals are proved in parallel, by several processes where there are (base/share_out.h); gradients
// are added up in the order of the batch, by each process for itself. So the model depends on the
// seed and never on the number of threads or processes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/parallel.h"
#include "kb/knowledge_base.h"
#include "learn/adam.h"
#include "learn/answer_loss.h"
#include "learn/outcome.h"
#include "learn/sampler.h"
#include "model/model.h"
#include "prover/answer_index.h"
#include "prover/prover.h"

namespace gntp {

enum class Schedule : std::uint8_t { kConstant, kLinear };

// What training looks at: whether facts are proved and random corruptions of them are not (the
// paper's), or where facts stand among all answers to the questions that they answer
// (answer_loss.h).
enum class Objective : std::uint8_t { kTruth, kRank };

struct LearnOptions {
  std::size_t epochs = 100;
  std::size_t batch_size = 50;  // positives
  AdamOptions adam;
  // The learning rate stays, or falls from epoch to epoch in equal steps towards zero.
  Schedule schedule = Schedule::kConstant;
  // Every so many epochs the model is scored on the valid split, and the best one is kept; 0 =
  // never.
  std::size_t validate_every = 0;
  // Training ends after so many such scores without a better one; 0 = never early.
  std::size_t patience = 0;
  // Trainings from different random starts, of which the best on the valid split is kept.
  std::size_t restarts = 1;
  // Weight decay: the rows a batch touches are drawn to zero by l2 * row.
  double l2 = 0.001;
  Objective objective = Objective::kTruth;
  Corruptions corruptions;  // of the objective `truth`
  // Entities stay as they are for so many epochs.
  std::size_t entities_after = 0;
  // How proofs are counted is chosen on the valid split, by relation and side, before training.
  bool choose = false;
  // The share of the training facts that is held out for that where valid triples are few.
  double holdout = 0;
  // Questions with more answers learn from about so many, drawn at random, or from none where these
  // are less than a thousandth of the entities (answer_loss.h); 0 = from all.
  std::size_t answers = 0;
  // How many proofs of a goal, by different rules, learn from it.
  std::size_t proofs = 1;
};

// What training may not bring each rule's distance below. The counts of a rule say how certain it
// can be: training at most halves the distance that they give, so that a rule which happens to be
// right about the training facts does not silence all others.
std::vector<float> least_rule_distances(const RuleSet& rules, const Model& start);

// The state of an epoch, while it runs and at its end.
struct EpochReport {
  std::size_t epoch = 0;  // from 1
  std::size_t batches_done = 0;
  std::size_t batches = 0;
  double batch_done = 0;  // the part of the batch at hand whose goals are proved
  std::size_t goals = 0;
  std::size_t positives = 0;
  std::size_t unproved = 0;   // positives without a proof above the floor
  double loss = 0;            // mean over the goals so far
  double positive_score = 0;  // mean over the positives so far
  double negative_score = 0;
  double seconds = 0;
};

class Trainer {
 public:
  // Keeps references; changes `model`.
  Trainer(const KnowledgeBase& kb, Model& model, const ProverOptions& prover,
          const LearnOptions& options, std::uint64_t seed, ThreadPool& threads);

  // Called after every batch, and now and then in a long one; may throw to stop the training.
  using Progress = std::function<void(const EpochReport&)>;

  // The next batch of the epoch, or of the next epoch where that is over. Where an exception ends
  // it, the state is the one before it, or, if the model has moved, the one after it.
  const EpochReport& run_step(const Progress& progress = {});
  bool is_epoch_over() const { return report_.batches_done == report_.batches; }
  // Of the epoch so far.
  const EpochReport& epoch() const { return report_; }
  // That were taken since it was made or read.
  std::size_t steps() const { return steps_; }

  // The steps that are left of an epoch, or all of the next.
  EpochReport run_epoch(const Progress& progress = {});

  // One batch: proves, adds up the gradient and moves the model. Returns the mean loss.
  double run_batch(std::span<const Example> batch, EpochReport& report);

  // The whole state, the model's parameters among it (base/archive.h). What is read must have been
  // written by a trainer of the same data, options and seed.
  template <typename Archive>
  void exchange(Archive& archive) {
    model_.exchange(archive);
    adam_.exchange(archive);
    sampler_.exchange(archive);
    archive(report_);
    reasoner_.exchange(archive, threads_);
    if constexpr (Archive::kReads) take_over();
  }

  // The mean loss of a batch and its gradient with respect to the parameters (attention included),
  // without weight decay or clipping; the model stays as it is.
  double loss_and_gradient(std::span<const Example> batch, Gradient& gradient, EpochReport& report);

  const Reasoner& reasoner() const { return reasoner_; }
  // For the model as it is now; valid until the next batch.
  const AnswerIndex& answer_index();

 private:
  void begin_epoch();
  void pace_adam();
  double move_model(std::span<const Example> batch, EpochReport& report);
  void take_over();
  void prove(std::span<const Example> batch);
  void prove_one(const Example& example, double share, Prover& prover, Outcome& outcome) const;
  void add_proof(const Example& example, const Proof& proof, double share, double part,
                 Outcome& outcome) const;
  void add_link(const Outcome::LinkGradient& part, Gradient& gradient) const;
  void add_weight_decay(Gradient& gradient) const;
  void follow_model();

  Model& model_;
  LearnOptions options_;
  ThreadPool& threads_;
  Reasoner reasoner_;
  Sampler sampler_;
  Adam adam_;
  Gradient gradient_;
  std::vector<Prover> provers_;       // one for each thread
  std::optional<AnswerIndex> index_;  // made when first needed
  bool index_is_current_ = false;
  std::vector<AnswerLoss> answer_losses_;  // one for each thread
  std::vector<std::uint32_t> all_predicates_;
  std::vector<Outcome> outcomes_;
  std::vector<Example> batch_;
  EpochReport report_;  // of the epoch at hand
  std::size_t steps_ = 0;
  const Progress* progress_ = nullptr;
};

}  // namespace gntp
