#include "engine/learning.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/byte_archive.h"
#include "base/communicator.h"
#include "base/units.h"
#include "engine/counting_choice.h"
#include "engine/estimate.h"
#include "engine/mixture_choice.h"
#include "engine/rule_mining.h"
#include "engine/step_limit.h"
#include "engine/watch.h"
#include "mine/adapted_options.h"
#include "model/answer_choice.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// Valid triples that say what rules and vectors weigh, where nobody insists on vectors.
constexpr std::size_t kEnoughToMix = 100;

// What a checkpoint holds.
enum class Phase : std::uint8_t { kMining, kTraining, kPredictor };

class Learning {
 public:
  Learning(const AllOptions& settings, const RunOptions& options, PlannedFor planned_for,
           ThreadPool& threads, const Observer& observer, Checkpoints* checkpoints, LiveLog* live)
      : settings_(settings),  // as they are planned for the data
        options_(options),
        planned_for_(planned_for),
        threads_(threads),
        observer_(observer),
        checkpoints_(checkpoints),
        live_(live),
        limit_(options.limit) {}

  Learned run(std::shared_ptr<const LoadedDataset> data) {
    plan(*data);
    find_state();
    bool complete = true;
    if (mines(settings_)) {
      const Mining mining = mine(data->kb);
      complete = mining.complete;
      auto copy = std::make_shared<LoadedDataset>(*data);
      use_rules(mining, settings_, observer_, *copy);
      data = std::move(copy);
    } else if (settings_.rules.origin == RuleOrigin::kNone) {
      auto copy = std::make_shared<LoadedDataset>(*data);
      drop_rules(observer_, *copy);
      data = std::move(copy);
    }
    Learned learned;
    learned.training = train(*data);
    complete = complete && learned.training.complete;
    if (settings_.predictor.kind != PredictorKind::kNone) {
      learned.predictor = train_vectors_for_all(*data, learned.training);
      complete = complete && learned.predictor->complete;
      learned.mixture = choose_mixture(*data, settings_, std::move(learned.predictor->predictor),
                                       options_.seed, learned.training.model, threads_, observer_);
      drop_idle_vectors(learned);
    }
    learned.data = std::move(data);
    learned.steps = limit_.steps();
    learned.complete = complete;
    return learned;
  }

 private:
  void plan(const LoadedDataset& data) {
    if (!settings_.mine.adaptive) return;
    const Validation validation(data);
    const bool wants_vectors = settings_.predictor.kind != PredictorKind::kNone;
    if (wants_vectors && validation.count() < kEnoughToMix) {
      note(observer_, fmt::format("{} valid triples are too few to say what vectors weigh; rules "
                                  "speak alone",
                                  validation.count()));
      settings_.predictor.kind = PredictorKind::kNone;
    }
    const WorkPlan planned = plan_work(data, settings_, planned_for_, options_.limit.seconds);
    const std::optional<double> limit = options_.limit.seconds;
    note(observer_,
         fmt::format("takes about {} at most on two cores{}{}", duration_text(1 + planned.seconds),
                     planned_for_ == PlannedFor::kGpu ? " and a GPU" : "",
                     limit ? fmt::format("; ends after {} (--time-limit)", duration_text(*limit))
                           : std::string()));
    if (planned.epochs < settings_.learn.epochs) {
      note(observer_, fmt::format("that is time for {} of {} epochs of training", planned.epochs,
                                  settings_.learn.epochs));
    }
    if (settings_.predictor.kind == PredictorKind::kNone) {
      // Nobody asked for vectors, or nobody can weigh them.
    } else if (planned.predictor.kind == PredictorKind::kNone) {
      note(observer_, "that leaves no time or room for vectors; rules speak alone");
    } else {
      note(observer_, fmt::format("vectors have {} components and train {} epochs",
                                  planned.predictor.dim, planned.predictor.epochs));
    }
    settings_.mine = adapted(settings_.mine, data.kb);
    settings_.learn.epochs = planned.epochs;
    settings_.predictor = planned.predictor;
  }

  // Vectors that add nothing make answers slower and harder to explain.
  void drop_idle_vectors(Learned& learned) const {
    constexpr double kGain = 0.001;
    const bool is_free = settings_.mine.adaptive && learned.mixture.has_value();
    if (!is_free || learned.mixture->both >= learned.mixture->rules + kGain) return;
    note(observer_, "vectors add nothing to the rules here; rules speak alone");
    learned.training.model.predictor = {};
    learned.training.model.mixture = {};
  }

  // Process 0 reads it for all.
  void find_state() {
    Communicator& team = Communicator::current();
    const std::string bytes = team.broadcast([&] {
      if (checkpoints_ != nullptr) state_ = checkpoints_->newest();
      return state_ && !team.is_alone() ? state_->bytes() : std::string();
    });
    if (!team.is_first() && !bytes.empty()) state_.emplace("the checkpoint", bytes);
    if (!state_) return;
    (*state_)(phase_);
    limit_.exchange(*state_);
    note(observer_,
         fmt::format("going on after step {}, {:.1f} s of work", limit_.steps(), limit_.seconds()));
  }

  void save(Phase phase, const std::function<void(ArchiveWriter&)>& write) {
    checkpoints_->save([&](ArchiveWriter& archive) {
      archive(phase);
      limit_.exchange(archive);
      write(archive);
    });
  }

  // Mining --------------------------------------------------------------------------------------

  // Rules are mined once and do not change: they have a file of their own.
  fs::path rules_file() const { return checkpoints_->folder() / "rules.mined"; }

  Mining mine(const KnowledgeBase& kb) {
    if (std::optional<Mining> before = read_rules()) return std::move(*before);
    MiningSteps steps;
    if (state_ && phase_ == Phase::kMining) steps.start.exchange(*state_);
    steps.may_go_on = [this] { return limit_.may_go_on(); };
    steps.after_step = [this](MiningState& state) {
      limit_.count();
      if (checkpoints_ != nullptr && checkpoints_->is_due()) save(state);
    };
    steps.when_stopped = [this](MiningState& state) {
      if (checkpoints_ != nullptr) save(state);
    };
    Mining mining = mine_rules(kb, settings_.mine, threads_, observer_, std::move(steps));
    if (checkpoints_ != nullptr) save(mining);
    return mining;
  }

  // Those of an earlier process, if it has mined all. Process 0 reads them for all.
  std::optional<Mining> read_rules() {
    Communicator& team = Communicator::current();
    std::optional<Mining> mining;
    const std::string bytes = team.broadcast([&] {
      if (checkpoints_ == nullptr || !fs::exists(rules_file())) return std::string();
      try {
        ArchiveReader archive(rules_file());
        mining = read_rules(archive);
        return team.is_alone() ? std::string() : archive.bytes();
      } catch (const Error& error) {
        warn(observer_, fmt::format("{}; the rules are mined again", error.what()));
        return std::string();
      }
    });
    if (team.is_first() || bytes.empty()) return mining;
    ArchiveReader archive("the mined rules", bytes);
    return read_rules(archive);
  }

  Mining read_rules(ArchiveReader& archive) {
    StepLimit after_mining(options_.limit);
    after_mining.exchange(archive);
    Mining mining;
    mining.exchange(archive);
    archive.finish();
    if (phase_ == Phase::kMining) limit_ = after_mining;
    return mining;
  }

  void save(MiningState& state) {
    save(Phase::kMining, [&](ArchiveWriter& archive) { state.exchange(archive); });
  }

  void save(Mining& mining) {
    try {
      ArchiveWriter archive(rules_file());
      limit_.exchange(archive);
      mining.exchange(archive);
      archive.commit();
    } catch (const Error& error) {
      warn(observer_, fmt::format("the mined rules are not in the checkpoint: {}", error.what()));
    }
  }

  // Of several processes, process 0 trains vectors for all, on all cores of its machine: what a
  // step changes is most of the tables, and to send them round would take longer than to compute
  // them.
  PredictorTraining train_vectors_for_all(const LoadedDataset& data, Training& training) {
    Communicator& team = Communicator::current();
    if (team.is_alone()) return train_vectors(data, training, threads_);
    PredictorTraining trained;
    const std::string bytes = team.broadcast([&] {
      const CommunicatorScope by_itself;
      ThreadPool threads(
          std::clamp(cores_of_process().own, threads_.size(), threads_.size() * team.neighbours()));
      trained = train_vectors(data, training, threads);
      ByteWriter archive;
      trained.exchange(archive);
      return archive.take();
    });
    if (team.is_first()) return trained;
    ByteReader archive(bytes);
    trained.exchange(archive);
    archive.finish();
    return trained;
  }

  // Rules are trained once before the predictor is: what came of it is in each of its checkpoints.
  PredictorTraining train_vectors(const LoadedDataset& data, Training& training,
                                  ThreadPool& threads) {
    TrainingSteps steps;
    if (state_ && phase_ == Phase::kPredictor) steps.start = &*state_;
    steps.may_go_on = [this] { return limit_.may_go_on(); };
    const auto save_both = [this, &training](const TrainingSteps::Save& write) {
      save(Phase::kPredictor, [&](ArchiveWriter& archive) {
        training.exchange(archive);
        write(archive);
      });
    };
    steps.after_step = [this, save_both](const TrainingSteps::Save& write) {
      limit_.count();
      if (checkpoints_ != nullptr && checkpoints_->is_due()) save_both(write);
    };
    steps.when_stopped = [this, save_both](const TrainingSteps::Save& write) {
      if (checkpoints_ != nullptr) save_both(write);
    };
    tell_epochs(steps);
    return train_predictor(data, settings_.predictor, options_.seed, threads, observer_, steps);
  }

  void tell_epochs(TrainingSteps& steps) const {
    if (live_ == nullptr) return;
    steps.after_epoch = [live = live_](const LiveTraining::Epoch& epoch) { live->add(epoch); };
  }

  // What an earlier process made of the rules, if it has come to the predictor.
  Training trained_before(const LoadedDataset& data) {
    Training training;
    training.model = make_model(data.kb, settings_.model, options_.seed);
    if (chooses_counting(settings_, Validation(data))) {
      training.model.answer_choices = Matrix(2 * training.model.relations, AnswerChoice::kColumns);
    }
    training.exchange(*state_);
    return training;
  }

  // Training ------------------------------------------------------------------------------------

  Training train(const LoadedDataset& data) {
    if (state_ && phase_ == Phase::kPredictor) return trained_before(data);
    TrainingSteps steps;
    if (state_ && phase_ == Phase::kTraining) {
      steps.start = &*state_;
    } else {
      warn_if_hopeless(data, settings_, options_.seed, threads_, observer_);
    }
    steps.may_go_on = [this] { return limit_.may_go_on(); };
    steps.after_step = [this](const TrainingSteps::Save& write) {
      limit_.count();
      const bool wanted = checkpoints_ != nullptr && checkpoints_->is_due();
      if (wanted) save(Phase::kTraining, write);
    };
    steps.when_stopped = [this](const TrainingSteps::Save& write) {
      if (checkpoints_ != nullptr) save(Phase::kTraining, write);
    };
    tell_epochs(steps);
    return train_model(data, settings_, options_.seed, threads_, observer_, steps);
  }

  AllOptions settings_;
  const RunOptions& options_;
  PlannedFor planned_for_;
  ThreadPool& threads_;
  const Observer& observer_;
  Checkpoints* checkpoints_;
  LiveLog* live_;
  StepLimit limit_;
  std::optional<ArchiveReader> state_;  // to go on from
  Phase phase_ = Phase::kMining;        // of that state
};

}  // namespace

Learned learn(std::shared_ptr<const LoadedDataset> data, const AllOptions& settings,
              const RunOptions& options, PlannedFor planned_for, ThreadPool& threads,
              const Observer& observer, Checkpoints* checkpoints, LiveLog* live) {
  return Learning(settings, options, planned_for, threads, observer, checkpoints, live)
      .run(std::move(data));
}

}  // namespace gntp
