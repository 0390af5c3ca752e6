#include "engine/counting_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "engine/option_scores.h"
#include "engine/rule_mining.h"
#include "engine/watch.h"
#include "model/answer_choice.h"
#include "model/kernel.h"
#include "rank/discounted_ranks.h"

namespace gntp {
namespace {

constexpr std::uint64_t kChoiceStream = 31;
constexpr std::size_t kLeastTriples = 10;  // fewer decide nothing
constexpr std::array<double, 7> kDiscounts{0.02, 0.2, 0.4, 0.6, 0.8, 0.95, 1};
constexpr std::array<double, 4> kCorrections{2, 5, 10, 20};

// What is ranked to choose by.
struct Questions {
  std::vector<Triple> triples;
  RankedTriples kind;
  const KnownTriples& known;
};

Questions valid_questions(const Validation& validation, std::uint64_t seed) {
  std::vector<Triple> triples(validation.triples().begin(), validation.triples().end());
  if (triples.size() > kMostChoosing) {
    Random random(seed, kChoiceStream);
    random.shuffle(std::span(triples));
    triples.resize(kMostChoosing);
  }
  return {std::move(triples), RankedTriples::kNew, validation.known()};
}

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
                            options.competing_pairs == CompetingFactsUse::kWeigh, false, false};
  for (std::size_t row = 0; row < choices.rows(); ++row) choice.write(choices.row(row));
  return choices;
}

// A change of the choice of some relation and side.
using Change = std::function<void(AnswerChoice&)>;

// Which rules count, and how much of their groundings, as far as the settings allow it.
std::vector<Change> kinds_of_reasons(const AggregateOptions& options) {
  std::vector<Change> all;
  for (const bool share : {false, true}) {
    if (share && options.groundings == Groundings::kBest) continue;
    for (const bool paths : {false, true}) {
      all.emplace_back([=](AnswerChoice& choice) {
        choice.counts_share = share;
        choice.paths_first = paths;
      });
    }
  }
  return all;
}

class CountingChoice {
 public:
  CountingChoice(const LoadedDataset& dataset, const AllOptions& settings, Questions questions,
                 Model& model, ThreadPool& threads, const Observer& observer)
      : dataset_(dataset),
        settings_(settings),
        questions_(std::move(questions)),
        model_(model),
        threads_(threads),
        observer_(observer),
        triples_(questions_.triples),
        reasoner_(dataset.kb, model, settings.prover) {}

  Choices run() {
    choices_.by_step = as_set(settings_.prover.aggregation, model_.relations);
    if (triples_.size() < kLeastTriples) return std::move(choices_);
    model_.answer_choices = choices_.by_step;
    choose_corrections();
    choose(kinds_of_reasons(settings_.prover.aggregation));
    choose(kinds_of_competition());
    describe_choice();
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
    reasoner_.refresh(threads_);
    const AnswerIndex index(reasoner_, threads_);
    return reciprocal_ranks(
        index, triples_, questions_.kind, discounts, questions_.known, dataset_.kb.candidates,
        threads_, [this](std::size_t done, std::size_t all) {
          throw_if_stopped(observer_);
          report(observer_, "choosing", static_cast<double>(done) / static_cast<double>(all),
                 [] { return std::string("how proofs count"); });
        });
  }

  // Which known facts compete, as far as the settings allow it.
  std::vector<Change> kinds_of_competition() const {
    const AggregateOptions& options = settings_.prover.aggregation;
    std::vector<Change> all;
    for (const bool facts : {true, false}) {
      if (facts && options.competing_facts == CompetingFactsUse::kIgnore) continue;
      for (const bool pairs : {true, false}) {
        if (pairs && options.competing_pairs == CompetingFactsUse::kIgnore) continue;
        all.emplace_back([=](AnswerChoice& choice) {
          choice.weighs_facts = facts;
          choice.weighs_pairs = pairs;
        });
      }
    }
    return all;
  }

  // One change and a discount, by relation and side, on top of what was chosen before.
  void choose(const std::vector<Change>& changes) {
    const std::size_t options = changes.size() * kDiscounts.size();
    OptionScores scores(steps(), options);
    const auto choice_of = [&](Step step, std::size_t option) {
      AnswerChoice choice = AnswerChoice::read(choices_.by_step.row(step));
      changes[option / kDiscounts.size()](choice);
      choice.discount = static_cast<float>(kDiscounts[option % kDiscounts.size()]);
      return choice;
    };
    for (std::size_t change = 0; change < changes.size(); ++change) {
      const std::size_t first = change * kDiscounts.size();
      for (Step step = 0; step < steps(); ++step) {
        choice_of(step, first).write(model_.answer_choices.row(step));
      }
      const Matrix ranks = rank(kDiscounts);
      for (std::size_t row = 0; row < ranks.rows(); ++row) {
        for (std::size_t i = 0; i < kDiscounts.size(); ++i) {
          scores.add(step_of(row), first + i, ranks(row, i));
        }
        if (change == 0) scores.count(step_of(row));
      }
    }
    for (Step step = 0; step < steps(); ++step) {
      choice_of(step, scores.best_of(step)).write(choices_.by_step.row(step));
    }
    best_ = choice_of(0, scores.best());
  }

  void describe_choice() const {
    note(observer_, fmt::format("and, for most, that {}a further proof counts {:.2g} of the one "
                                "before{}{}{}",
                                best_.paths_first ? "rules without constants go first, " : "",
                                best_.discount, best_.weighs_facts ? ", known facts compete" : "",
                                best_.weighs_pairs ? ", known pairs compete" : "",
                                best_.counts_share ? ", the share of groundings counts" : ""));
  }

  // By relation: a rule has one confidence, whatever is asked.
  void choose_corrections() {
    const RuleSet& rules = dataset_.kb.rules;
    OptionScores scores(model_.relations, kCorrections.size());
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
  const Questions questions_;
  Model& model_;
  ThreadPool& threads_;
  const Observer& observer_;
  std::span<const Triple> triples_;  // of the questions
  Reasoner reasoner_;                // with the model as it is tried
  Choices choices_;
  AnswerChoice best_;  // over all
};

// Held out facts are like known ones, valid triples like the questions to come. These are few: they
// decide one thing, the same for all relations, and only where it is clearly better.
void choose_kind(const LoadedDataset& dataset, const AllOptions& settings,
                 const Validation& validation, Model& model, ThreadPool& threads,
                 const Observer& observer) {
  constexpr double kClearly = 0.01;
  const auto score = [&](const Model& tried) {
    Reasoner reasoner(dataset.kb, tried, settings.prover);
    reasoner.refresh(threads);
    return validation.score(AnswerIndex(reasoner, threads), threads, observer);
  };
  double best = score(model);
  Model kept = model;
  for (const Change& change : kinds_of_reasons(settings.prover.aggregation)) {
    Model tried = model;
    for (std::size_t step = 0; step < tried.answer_choices.rows(); ++step) {
      AnswerChoice choice = AnswerChoice::read(tried.answer_choices.row(step));
      change(choice);
      choice.write(tried.answer_choices.row(step));
    }
    const double found = score(tried);
    if (found < best + kClearly) continue;
    best = found;
    kept = std::move(tried);
  }
  model = std::move(kept);
}

}  // namespace

bool chooses_counting(const AllOptions& settings, const Validation& validation) {
  return settings.learn.choose && settings.prover.aggregation.aggregate == Aggregate::kNoisyOr &&
         (validation.possible() || settings.learn.holdout > 0);
}

void choose_counting(const LoadedDataset& dataset, const AllOptions& settings,
                     const Validation& validation, std::uint64_t seed, Model& model,
                     ThreadPool& threads, const Observer& observer,
                     std::size_t most_to_hold_out_of) {
  const RuleSet& rules = dataset.kb.rules;
  const auto choose = [&](const LoadedDataset& data, Questions questions, Model& tried) {
    apply(CountingChoice(data, settings, std::move(questions), tried, threads, observer).run(),
          rules, model);
  };
  if (validation.count() >= kEnoughToChoose || settings.learn.holdout == 0) {
    Model tried = model;
    choose(dataset, valid_questions(validation, seed), tried);
    return;
  }
  if (dataset.kb.first_mention() > most_to_hold_out_of) {
    note(observer, fmt::format("{} valid triples are few to choose by: {} training facts are asked "
                               "about, each without itself",
                               validation.count(), kFactsAskedAbout));
    const KnownTriples known(dataset);
    Model tried = model;
    choose(dataset, {draw_facts(dataset.kb, kFactsAskedAbout, seed), RankedTriples::kFacts, known},
           tried);
  } else {
    LoadedDataset rest = hold_out(dataset, settings.learn.holdout, seed);
    note(observer, fmt::format("{} valid triples are few to choose by: {} training facts are held "
                               "out for it, and used again afterwards",
                               validation.count(), dataset.kb.facts.size() - rest.kb.facts.size()));
    Observer quiet;
    quiet.stop = observer.stop;
    propose_rules(rest, settings, threads, quiet);
    const Validation held_out(rest);
    Model tried = make_model(rest.kb, settings.model, seed);
    choose(rest, valid_questions(held_out, seed), tried);
  }
  if (validation.count() >= kLeastTriples) {
    choose_kind(dataset, settings, validation, model, threads, observer);
  }
}

}  // namespace gntp
