#include "engine/counting_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/random.h"
#include "engine/holdout.h"
#include "engine/rule_mining.h"
#include "engine/watch.h"
#include "model/answer_choice.h"
#include "model/kernel.h"
#include "rank/discounted_ranks.h"

namespace gntp {
namespace {

constexpr std::size_t kMostTriples = 2000;  // that are asked about; more decide no better
constexpr std::uint64_t kChoiceStream = 31;
// As many valid answers of a relation and side weigh as much as the mean over all.
constexpr double kPull = 20;
constexpr std::size_t kLeastTriples = 20;  // fewer decide nothing
constexpr std::array<double, 7> kDiscounts{0.02, 0.2, 0.4, 0.6, 0.8, 0.95, 1};
constexpr std::array<double, 4> kCorrections{2, 5, 10, 20};

// Sums of what each option scores, by group and over all.
class Scores {
 public:
  Scores(std::size_t groups, std::size_t options)
      : options_(options), sums_(groups * options), all_(options), counts_(groups) {}

  void add(std::size_t group, std::size_t option, double score) {
    sums_[group * options_ + option] += score;
    all_[option] += score;
  }
  // Once for each row of scores.
  void count(std::size_t group) {
    ++counts_[group];
    ++count_;
  }

  std::size_t best() const {
    return static_cast<std::size_t>(std::ranges::max_element(all_) - all_.begin());
  }
  double mean(std::size_t option) const { return all_[option] / count_; }
  // The group's own scores and the mean over all, together.
  std::size_t best_of(std::size_t group) const {
    std::size_t best = 0;
    double highest = -1;
    for (std::size_t option = 0; option < options_; ++option) {
      const double score =
          (sums_[group * options_ + option] + kPull * mean(option)) / (counts_[group] + kPull);
      if (score > highest) best = option;
      highest = std::max(highest, score);
    }
    return best;
  }

 private:
  std::size_t options_;
  std::vector<double> sums_;  // (groups, options)
  std::vector<double> all_;
  std::vector<double> counts_;
  double count_ = 0;
};

// What was chosen.
struct Choices {
  Matrix by_step;                   // of Model::answer_choices
  std::vector<double> corrections;  // by relation; none: as the rules were counted
};

void correct(const RuleSet& rules, RuleId rule, double correction, Model& model) {
  const RuleCounts counts = rules.counts(rule);
  if (counts.body == 0 || rules.is_certain(rule)) return;
  const double confidence =
      static_cast<double>(counts.support) / (static_cast<double>(counts.body) + correction);
  model.rule_distances(rule, 0) =
      std::max(static_cast<float>(distance_of(confidence, model.slope)), kLeastRuleDistance);
}

void apply(const Choices& choices, const RuleSet& rules, Model& model) {
  model.answer_choices = choices.by_step;
  if (choices.corrections.empty()) return;
  for (RuleId rule{0}; rule < rules.size(); ++rule) {
    const PredicateId relation = rules.head_predicate(rule);
    if (relation < model.relations) correct(rules, rule, choices.corrections[relation], model);
  }
}

// The same for all relations, as the settings say.
Matrix as_set(const AggregateOptions& options, std::size_t relations) {
  Matrix choices(2 * relations, AnswerChoice::kColumns);
  const AnswerChoice choice{static_cast<float>(options.discount),
                            options.competing_facts == CompetingFactsUse::kWeigh,
                            options.competing_pairs == CompetingFactsUse::kWeigh};
  for (std::size_t row = 0; row < choices.rows(); ++row) choice.write(choices.row(row));
  return choices;
}

class CountingChoice {
 public:
  CountingChoice(const LoadedDataset& dataset, const AllOptions& settings,
                 const Validation& validation, std::uint64_t seed, Model& model,
                 ThreadPool& threads, const Observer& observer)
      : dataset_(dataset),
        settings_(settings),
        validation_(validation),
        model_(model),
        threads_(threads),
        observer_(observer),
        triples_(validation.triples().begin(), validation.triples().end()) {
    if (triples_.size() > kMostTriples) {
      Random random(seed, kChoiceStream);
      random.shuffle(std::span(triples_));
      triples_.resize(kMostTriples);
    }
  }

  Choices run() {
    choices_.by_step = as_set(settings_.prover.aggregation, model_.relations);
    if (triples_.size() < kLeastTriples) return std::move(choices_);
    choose_corrections();
    choose_options();
    return std::move(choices_);
  }

 private:
  std::size_t steps() const { return 2 * model_.relations; }
  // The step of the query that a row of ranks is about.
  Step step_of(std::size_t row) const {
    const RelationId relation = triples_[row / 2].relation;
    return row % 2 == 1 ? forwards(relation) : backwards(relation);
  }

  Matrix rank(std::span<const double> discounts) {
    Reasoner reasoner(dataset_.kb, model_, settings_.prover);
    reasoner.refresh(threads_);
    const AnswerIndex index(reasoner, threads_);
    return reciprocal_ranks(index, triples_, discounts, validation_.known(), dataset_.kb.candidates,
                            threads_, [this](std::size_t done, std::size_t all) {
                              throw_if_stopped(observer_);
                              report(observer_, "choosing",
                                     static_cast<double>(done) / static_cast<double>(all),
                                     [] { return std::string("how proofs count"); });
                            });
  }

  // The four ways in which known facts may compete, as far as the settings allow them.
  std::vector<AnswerChoice> competitions() const {
    const AggregateOptions& options = settings_.prover.aggregation;
    std::vector<AnswerChoice> all;
    for (const bool facts : {false, true}) {
      if (facts && options.competing_facts == CompetingFactsUse::kIgnore) continue;
      for (const bool pairs : {false, true}) {
        if (pairs && options.competing_pairs == CompetingFactsUse::kIgnore) continue;
        all.push_back({1, facts, pairs});
      }
    }
    return all;
  }

  // Discount and competition, by relation and side.
  void choose_options() {
    std::vector<AnswerChoice> options;
    Scores scores(steps(), competitions().size() * kDiscounts.size());
    for (AnswerChoice choice : competitions()) {
      model_.answer_choices = Matrix(steps(), AnswerChoice::kColumns);
      for (std::size_t step = 0; step < steps(); ++step) {
        choice.write(model_.answer_choices.row(step));
      }
      const Matrix ranks = rank(kDiscounts);
      for (std::size_t row = 0; row < ranks.rows(); ++row) {
        for (std::size_t i = 0; i < kDiscounts.size(); ++i) {
          scores.add(step_of(row), options.size() + i, ranks(row, i));
        }
        if (options.empty()) scores.count(step_of(row));
      }
      for (const double discount : kDiscounts) {
        choice.discount = static_cast<float>(discount);
        options.push_back(choice);
      }
    }
    for (Step step = 0; step < steps(); ++step) {
      options[scores.best_of(step)].write(choices_.by_step.row(step));
    }
    const AnswerChoice& best = options[scores.best()];
    note(observer_, fmt::format("and that a further proof counts {:.2g} of the one before{}{}",
                                best.discount, best.weighs_facts ? ", known facts compete" : "",
                                best.weighs_pairs ? ", known pairs compete" : ""));
  }

  // By relation: a rule has one confidence, whatever is asked.
  void choose_corrections() {
    const RuleSet& rules = dataset_.kb.rules;
    Scores scores(model_.relations, kCorrections.size());
    for (std::size_t option = 0; option < kCorrections.size(); ++option) {
      for (RuleId rule{0}; rule < rules.size(); ++rule) {
        correct(rules, rule, kCorrections[option], model_);
      }
      const Matrix ranks = rank({&settings_.prover.aggregation.discount, 1});
      for (std::size_t row = 0; row < ranks.rows(); ++row) {
        const RelationId relation = triples_[row / 2].relation;
        scores.add(relation, option, ranks(row, 0));
        if (option == 0) scores.count(relation);
      }
    }
    for (RelationId relation{0}; relation < model_.relations; ++relation) {
      choices_.corrections.push_back(kCorrections[scores.best_of(relation)]);
    }
    apply(choices_, rules, model_);
    note(observer_, fmt::format("{} triples choose a correction of {} for most relations",
                                triples_.size(), kCorrections[scores.best()]));
  }

  const LoadedDataset& dataset_;
  const AllOptions& settings_;
  const Validation& validation_;
  Model& model_;
  ThreadPool& threads_;
  const Observer& observer_;
  std::vector<Triple> triples_;
  Choices choices_;
};

}  // namespace

bool chooses_counting(const AllOptions& settings, const Validation& validation) {
  return settings.learn.choose && settings.prover.aggregation.aggregate == Aggregate::kNoisyOr &&
         (validation.possible() || settings.learn.holdout > 0);
}

void choose_counting(const LoadedDataset& dataset, const AllOptions& settings,
                     const Validation& validation, std::uint64_t seed, Model& model,
                     ThreadPool& threads, const Observer& observer) {
  const RuleSet& rules = dataset.kb.rules;
  if (validation.count() >= kEnoughToChoose || settings.learn.holdout == 0) {
    Model tried = model;
    apply(CountingChoice(dataset, settings, validation, seed, tried, threads, observer).run(),
          rules, model);
    return;
  }
  LoadedDataset rest = hold_out(dataset, settings.learn.holdout, seed);
  note(observer, fmt::format("{} valid triples are few to choose by: {} training facts are held "
                             "out for it, and used again afterwards",
                             validation.count(), dataset.kb.facts.size() - rest.kb.facts.size()));
  Observer quiet;
  quiet.stop = observer.stop;
  propose_rules(rest, settings, threads, quiet);
  const Validation held_out(rest);
  Model tried = make_model(rest.kb, settings.model, seed);
  apply(CountingChoice(rest, settings, held_out, seed, tried, threads, observer).run(), rules,
        model);
}

}  // namespace gntp
