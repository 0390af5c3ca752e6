#include "learn/trainer.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "learn/loss.h"
#include "model/kernel.h"

namespace gntp {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Adds one value to a running mean that then has `count` values.
void add_to_mean(double& mean, double value, std::size_t count) {
  mean += (value - mean) / static_cast<double>(count);
}

}  // namespace

Trainer::Trainer(const KnowledgeBase& kb, Model& model, const ProverOptions& prover,
                 const LearnOptions& options, std::uint64_t seed, ThreadPool& threads)
    : model_(model),
      options_(options),
      threads_(threads),
      reasoner_(kb, model, prover),
      sampler_(kb, reasoner_.facts(), reasoner_.goals(), options.corruptions, seed),
      adam_(model, options.adam),
      gradient_(model.make_gradient()) {
  all_predicates_.resize(model.predicates.rows());
  std::iota(all_predicates_.begin(), all_predicates_.end(), 0U);
  for (std::size_t worker = 0; worker < threads.size(); ++worker) provers_.emplace_back(reasoner_);
  reasoner_.refresh(threads_);
}

EpochReport Trainer::run_epoch(const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  EpochReport report;
  report.epoch = ++epoch_;
  if (options_.schedule == Schedule::kLinear) {
    const auto done = static_cast<double>(epoch_ - 1);
    adam_.set_factor(std::max(0.0, 1 - done / static_cast<double>(options_.epochs)));
  }
  adam_.hold(epoch_ <= options_.entities_after, epoch_ <= options_.relations_after);
  report.batches = (sampler_.positives() + options_.batch_size - 1) / options_.batch_size;
  sampler_.start_epoch();
  for (sampler_.next_batch(options_.batch_size, batch_); !batch_.empty();
       sampler_.next_batch(options_.batch_size, batch_)) {
    run_batch(batch_, report);
    ++report.batches_done;
    report.seconds = seconds_since(start);
    if (progress) progress(report);
  }
  return report;
}

double Trainer::run_batch(std::span<const Example> batch, EpochReport& report) {
  gradient_.clear();
  const double loss = loss_and_gradient(batch, gradient_, report);
  if (options_.l2 > 0) add_weight_decay(gradient_);
  if (const double norm = gradient_.norm(); options_.clip > 0 && norm > options_.clip) {
    gradient_.scale(static_cast<float>(options_.clip / norm));
  }
  adam_.step(gradient_, model_, threads_);
  follow_model();
  return loss;
}

// Tells the index what Adam moved. Derived rows depend on many others: all predicates count as
// moved.
void Trainer::follow_model() {
  MovedRows moved{adam_.moved(Table::kEntities), adam_.moved(Table::kPredicates)};
  if (model_.attends() || model_.encodes()) {
    model_.derive();
    moved.predicates = all_predicates_;
  }
  reasoner_.update(moved, threads_);
}

double Trainer::loss_and_gradient(std::span<const Example> batch, Gradient& gradient,
                                  EpochReport& report) {
  prove(batch);
  double sum = 0;
  const double share = 1 / static_cast<double>(batch.size());
  std::size_t negatives = report.goals - report.positives;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Outcome& outcome = outcomes_[i];
    const double loss = learn(batch[i], outcome, share, gradient);
    sum += loss;
    const double score =
        outcome.proved ? score_of(outcome.lessons.front().distance, model_.slope) : 0;
    add_to_mean(report.loss, loss, ++report.goals);
    if (batch[i].positive()) {
      add_to_mean(report.positive_score, score, ++report.positives);
      if (!outcome.proved) ++report.unproved;
    } else {
      add_to_mean(report.negative_score, score, ++negatives);
    }
  }
  model_.pass_back(gradient);
  return sum * share;
}

// The mean of the proofs' losses. A positive without any is as far as the floor allows.
double Trainer::learn(const Example& example, const Outcome& outcome, double share,
                      Gradient& gradient) const {
  if (outcome.lessons.empty()) return example.positive() ? model_.slope * reasoner_.radius() : 0;
  const double part = 1 / static_cast<double>(outcome.lessons.size());
  double sum = 0;
  std::size_t link = 0;
  for (const Outcome::Lesson& lesson : outcome.lessons) {
    const Loss loss = example.positive() ? positive_loss(lesson.distance, model_.slope)
                                         : negative_loss(lesson.distance, model_.slope);
    sum += part * loss.value;
    for (; link < lesson.links_end; ++link) {
      add_link(outcome.links[link], share * part * loss.by_distance, gradient);
    }
    gradient.slope += share * part * loss.by_slope;
  }
  return sum;
}

void Trainer::prove(std::span<const Example> batch) {
  outcomes_.resize(std::max(outcomes_.size(), batch.size()));
  threads_.for_each(batch.size(), [&](std::size_t item, std::size_t worker) {
    prove_one(batch[item], provers_[worker], outcomes_[item]);
  });
}

void Trainer::prove_one(const Example& example, Prover& prover, Outcome& outcome) const {
  outcome.lessons.clear();
  outcome.links.clear();
  if (options_.proofs > 1) {
    for (const Proof& proof : prover.prove_each(example.goal, options_.proofs, example.excluded)) {
      add_lesson(proof, outcome);
    }
  } else if (const Proof* proof = prover.prove(example.goal, example.excluded)) {
    add_lesson(*proof, outcome);
  }
  outcome.proved = !outcome.lessons.empty();
  if (outcome.proved || !example.positive()) return;
  // A positive beyond the floor would never move; the facts around it show the way.
  if (const Proof* proof = prover.nearest_touching(example.goal, example.excluded)) {
    add_lesson(*proof, outcome);
  }
}

void Trainer::add_lesson(const Proof& proof, Outcome& outcome) const {
  const ProverOptions& options = reasoner_.options();
  append_sensitivities(proof, options.unification, options.tnorm, outcome.links);
  outcome.lessons.push_back({proof.distance, outcome.links.size()});
}

// The distance ||x - y|| grows along (x - y) / ||x - y|| for x and against it for y.
void Trainer::add_link(const Sensitivity& sensitivity, double by_distance,
                       Gradient& gradient) const {
  const Link& link = sensitivity.link;
  const bool entity = link.kind == Link::Kind::kEntity;
  const Table table = entity ? Table::kEntities : Table::kPredicates;
  const Matrix& values = entity ? model_.entities : model_.predicates;
  const std::span<const float> x = values.row(link.goal);
  const std::span<const float> y = values.row(link.other);
  const std::span<float> to_x = gradient.row(table, link.goal);
  const std::span<float> to_y = gradient.row(table, link.other);
  const auto factor = static_cast<float>(by_distance * sensitivity.weight / link.distance);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float change = factor * (x[i] - y[i]);
    to_x[i] += change;
    to_y[i] -= change;
  }
}

void Trainer::add_weight_decay(Gradient& gradient) const {
  const auto decay = static_cast<float>(options_.l2);
  const auto add = [&](Table table, const Matrix& values) {
    for (const std::uint32_t row : gradient.touched(table)) {
      const std::span<float> target = gradient.row(table, row);
      const std::span<const float> source = values.row(row);
      for (std::size_t i = 0; i < source.size(); ++i) target[i] += decay * source[i];
    }
  };
  add(Table::kEntities, model_.entities);
  add(Table::kPredicates, model_.predicates);
  add(Table::kAttention, model_.attention);
  add(Table::kTokens, model_.encoder.vectors);
  add(Table::kTokenLogits, model_.encoder.logits);
}

}  // namespace gntp
