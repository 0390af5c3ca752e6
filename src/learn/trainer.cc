#include "learn/trainer.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/share_out.h"
#include "base/stop.h"
#include "base/stopwatch.h"
#include "learn/loss.h"
#include "model/kernel.h"

namespace gntp {
namespace {

constexpr double kLongestGradient = 1;  // a batch's longer one is shortened
constexpr double kReportSeconds = 0.2;  // between two reports within a batch

// Adds one value to a running mean that then has `count` values.
void add_to_mean(double& mean, double value, std::size_t count) {
  mean += (value - mean) / static_cast<double>(count);
}

// Where facts are asked for among all answers, nothing has to be made up.
Corruptions corruptions_of(const LearnOptions& options) {
  return options.objective == Objective::kRank ? Corruptions{0, 0, 0} : options.corruptions;
}

}  // namespace

std::vector<float> least_rule_distances(const RuleSet& rules, const Model& start) {
  std::vector<float> least(rules.size(), kLeastRuleDistance);
  for (RuleId rule{0}; rule < rules.size(); ++rule) {
    const bool is_counted = rules.counts(rule).body > 0;
    if (is_counted) least[rule] = std::max(kLeastRuleDistance, start.rule_distance(rule) / 2);
  }
  return least;
}

Trainer::Trainer(const KnowledgeBase& kb, Model& model, const ProverOptions& prover,
                 const LearnOptions& options, std::uint64_t seed, ThreadPool& threads)
    : model_(model),
      options_(options),
      threads_(threads),
      reasoner_(kb, model, prover),
      sampler_(kb, reasoner_.graph(), reasoner_.goals(), corruptions_of(options), seed),
      adam_(model, options.adam, least_rule_distances(kb.rules, model)),
      gradient_(model.make_gradient()) {
  all_predicates_.resize(model.predicates.rows());
  std::iota(all_predicates_.begin(), all_predicates_.end(), 0U);
  for (std::size_t worker = 0; worker < threads.size(); ++worker) provers_.emplace_back(reasoner_);
  reasoner_.refresh(threads_);
  if (options.objective != Objective::kRank) return;
  answer_index();
  for (std::size_t worker = 0; worker < threads.size(); ++worker) {
    answer_losses_.emplace_back(reasoner_, *index_, options.answers, seed);
  }
}

EpochReport Trainer::run_epoch(const Progress& progress) {
  do {
    run_step(progress);
  } while (!is_epoch_over());
  return report_;
}

const EpochReport& Trainer::run_step(const Progress& progress) {
  if (is_epoch_over()) begin_epoch();
  if (is_epoch_over()) {  // there is nothing to learn from
    ++steps_;
    return report_;
  }
  const Stopwatch stopwatch;
  const Sampler::Position before = sampler_.position();
  EpochReport report = report_;
  progress_ = progress ? &progress : nullptr;
  try {
    sampler_.next_batch(options_.batch_size, batch_);
    move_model(batch_, report);
  } catch (...) {
    sampler_.go_back(before);
    throw;
  }
  ++report.batches_done;
  report.seconds += stopwatch.seconds();
  report_ = report;
  ++steps_;
  follow_model();
  if (progress) progress(report_);
  return report_;
}

void Trainer::begin_epoch() {
  report_ = {.epoch = report_.epoch + 1};
  report_.batches = (sampler_.positives() + options_.batch_size - 1) / options_.batch_size;
  sampler_.start_epoch();
  pace_adam();
}

// The learning rate of the epoch at hand, and what it applies to.
void Trainer::pace_adam() {
  const std::size_t epoch = report_.epoch;
  if (options_.schedule == Schedule::kLinear) {
    const auto done = static_cast<double>(epoch - 1);
    adam_.set_factor(std::max(0.0, 1 - done / static_cast<double>(options_.epochs)));
  }
  if (epoch <= options_.entities_after) {
    adam_.hold_entities();
  } else {
    adam_.release_entities();
  }
}

void Trainer::take_over() {
  pace_adam();
  if (index_) index_->refresh(threads_);
  index_is_current_ = index_.has_value();
}

double Trainer::run_batch(std::span<const Example> batch, EpochReport& report) {
  const double loss = move_model(batch, report);
  follow_model();
  return loss;
}

// Half a step would be no step of the sequence: a wish to stop waits until the model has moved.
double Trainer::move_model(std::span<const Example> batch, EpochReport& report) {
  gradient_.clear();
  const double loss = loss_and_gradient(batch, gradient_, report);
  const StopScope hold{std::stop_token()};
  if (options_.l2 > 0) add_weight_decay(gradient_);
  if (const double norm = gradient_.norm(); norm > kLongestGradient) {
    gradient_.scale(static_cast<float>(kLongestGradient / norm));
  }
  adam_.step(gradient_, model_, threads_);
  return loss;
}

// Tells the index what Adam moved. Derived rows depend on many others: all predicates count as
// moved.
void Trainer::follow_model() {
  MovedRows moved{adam_.moved(Table::kEntities), adam_.moved(Table::kPredicates),
                  adam_.moved(Table::kRuleDistances)};
  if (model_.attends() || model_.encodes()) {
    model_.derive();
    moved.predicates = all_predicates_;
  }
  reasoner_.update(moved, threads_);
  index_is_current_ = options_.objective == Objective::kRank;
  if (index_is_current_) index_->update(moved, threads_);
}

const AnswerIndex& Trainer::answer_index() {
  if (!index_) {
    const bool several = options_.objective == Objective::kRank ||
                         !reasoner_.options().aggregation.one_proof_counts();
    index_.emplace(reasoner_, several ? ProofsWanted::kSeveral : ProofsWanted::kBest, threads_);
  } else if (!index_is_current_) {
    index_->refresh(threads_);
  }
  index_is_current_ = true;
  return *index_;
}

double Trainer::loss_and_gradient(std::span<const Example> batch, Gradient& gradient,
                                  EpochReport& report) {
  prove(batch);
  double sum = 0;
  const double share = 1 / static_cast<double>(batch.size());
  std::size_t negatives = report.goals - report.positives;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Outcome& outcome = outcomes_[i];
    for (const Outcome::LinkGradient& link : outcome.links_of_loss) add_link(link, gradient);
    gradient.slope += outcome.by_slope;
    sum += outcome.loss;
    add_to_mean(report.loss, outcome.loss, ++report.goals);
    if (batch[i].positive()) {
      add_to_mean(report.positive_score, outcome.score, ++report.positives);
      if (!outcome.proved) ++report.unproved;
    } else {
      add_to_mean(report.negative_score, outcome.score, ++negatives);
    }
  }
  model_.pass_back(gradient);
  return sum * share;
}

void Trainer::prove(std::span<const Example> batch) {
  outcomes_.resize(std::max(outcomes_.size(), batch.size()));
  const double share = 1 / static_cast<double>(batch.size());
  const std::size_t own = Share(batch.size(), Communicator::current()).size();
  std::atomic<std::size_t> proved = 0;
  Stopwatch since_report;
  const auto prove_item = [&](std::size_t item, std::size_t worker) {
    ++proved;
    if (worker == 0 && progress_ != nullptr && since_report.seconds() > kReportSeconds) {
      since_report = {};
      EpochReport now = report_;
      now.batch_done = static_cast<double>(proved) / static_cast<double>(own);
      (*progress_)(now);
    }
    if (options_.objective == Objective::kRank) {
      answer_losses_[worker].ask(batch[item], share, report_.epoch, outcomes_[item]);
    } else {
      prove_one(batch[item], share, provers_[worker], outcomes_[item]);
    }
  };
  share_out(threads_, batch.size(), prove_item,
            [this](std::size_t item, auto& archive) { outcomes_[item].exchange(archive); });
}

// The mean of the proofs' losses. A positive without any is as far as the floor allows.
void Trainer::prove_one(const Example& example, double share, Prover& prover,
                        Outcome& outcome) const {
  outcome.clear();
  if (options_.proofs > 1) {
    const auto proofs = prover.prove_each(example.goal, options_.proofs, example.excluded);
    const double part = 1 / static_cast<double>(proofs.size());
    for (const Proof& proof : proofs) add_proof(example, proof, share, part, outcome);
    outcome.proved = !proofs.empty();
  } else if (const Proof* proof = prover.prove(example.goal, example.excluded)) {
    add_proof(example, *proof, share, 1, outcome);
    outcome.proved = true;
  }
  if (outcome.proved || !example.positive()) return;
  // A positive beyond the floor would never move; the facts around it show the way.
  if (const Proof* proof = prover.nearest_touching(example.goal, example.excluded)) {
    add_proof(example, *proof, share, 1, outcome);
    outcome.score = 0;
  } else {
    outcome.loss = model_.slope * reasoner_.radius();
  }
}

void Trainer::add_proof(const Example& example, const Proof& proof, double share, double part,
                        Outcome& outcome) const {
  const Loss loss = example.positive() ? positive_loss(proof.distance, model_.slope)
                                       : negative_loss(proof.distance, model_.slope);
  outcome.score = std::max(outcome.score, score_of(proof.distance, model_.slope));
  outcome.loss += part * loss.value;
  outcome.by_slope += share * part * loss.by_slope;
  const ProverOptions& options = reasoner_.options();
  outcome.links.clear();
  append_sensitivities(proof, options.unification, options.tnorm, outcome.links);
  for (const Sensitivity& link : outcome.links) {
    outcome.links_of_loss.push_back({link, share * part * loss.by_distance});
  }
}

// A confidence is a distance itself. The distance ||x - y|| of two symbols grows along (x - y) /
// ||x - y|| for x and against it for y.
void Trainer::add_link(const Outcome::LinkGradient& part, Gradient& gradient) const {
  const Link& link = part.sensitivity.link;
  const double by_link = part.by_distance * part.sensitivity.weight;
  if (link.kind == Link::Kind::kConfidence) {
    gradient.row(Table::kRuleDistances, link.other)[0] += static_cast<float>(by_link);
    return;
  }
  const bool entity = link.kind == Link::Kind::kEntity;
  const Table table = entity ? Table::kEntities : Table::kPredicates;
  const Matrix& values = entity ? model_.entities : model_.predicates;
  const std::span<const float> x = values.row(link.goal);
  const std::span<const float> y = values.row(link.other);
  const std::span<float> to_x = gradient.row(table, link.goal);
  const std::span<float> to_y = gradient.row(table, link.other);
  const auto factor = static_cast<float>(by_link / link.distance);
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
