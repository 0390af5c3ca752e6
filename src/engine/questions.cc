// Asking an engine: each question is resolved to ids, put to the right model, and answered in
// names.
#include <algorithm>

#include "base/error.h"
#include "base/stop.h"
#include "engine/answers.h"
#include "engine/calibrating.h"
#include "engine/dataset_state.h"
#include "engine/engine_state.h"
#include "engine/evaluation.h"
#include "engine/explaining.h"
#include "engine/learned_rules.h"
#include "engine/names.h"
#include "engine/watch.h"
#include "kb/pattern.h"
#include "kb/syntax.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// The model for questions about these predicates; notes go to the observer.
std::shared_ptr<const IndexedModel> model_for(IndexedModels& models,
                                              std::span<const std::string> predicates,
                                              const Observer& observer) {
  IndexedModels::Asked asked = models.for_predicates(predicates);
  for (const std::string& text : asked.notes) note(observer, text);
  return std::move(asked.model);
}

std::shared_ptr<const IndexedModel> model_for(IndexedModels& models, std::string_view question,
                                              const Observer& observer) {
  const std::string predicate = parse_query(question).predicate;
  return model_for(models, std::span(&predicate, 1), observer);
}

Triple triple_of(const Fact& fact, const KnowledgeBase& kb) {
  return {entity_named(fact.head, kb), relation_named(fact.relation, kb),
          entity_named(fact.tail, kb)};
}

std::vector<Evaluation> evaluate_on(const Engine::State& state, const LoadedDataset& data,
                                    std::string_view split, const Observer& observer) {
  if (const auto what = difference(state.metadata, data)) warn(observer, *what);
  const std::vector<const Split*> splits = select_splits(data, split);
  const std::shared_ptr<const IndexedModel> model = state.models.own();
  return state.threads.run([&](ThreadPool& threads) {
    return evaluate({model->index(), &state.calibration, state.metadata.seed}, data, splits,
                    threads, observer);
  });
}

// Names have the ids that they have in the model.
bool has_names_of(const LoadedDataset& data, const KnowledgeBase& kb) {
  return &data.kb == &kb || (data.kb.entities.names() == kb.entities.names() &&
                             data.kb.relations.names() == kb.relations.names());
}

}  // namespace

std::vector<Answer> Engine::predict(std::string_view query, std::size_t count, KnownFacts known,
                                    const Observer& observer) const {
  const StopScope stop(observer.stop);
  const auto model = model_for(state_->models, query, observer);
  std::vector<Answer> answers =
      answer_query(*model, state_->calibration, resolve_query(query, model->kb()), known);
  answers.resize(std::min(answers.size(), count));
  return answers;
}

Explanation Engine::explain(std::string_view fact, const ExplainOptions& options,
                            const Observer& observer) const {
  const StopScope stop(observer.stop);
  const auto model = model_for(state_->models, fact, observer);
  return explain_fact(*model, state_->calibration, resolve_fact(fact, model->kb()), options);
}

double Engine::score(std::string_view fact, const Observer& observer) const {
  const StopScope stop(observer.stop);
  const auto model = model_for(state_->models, fact, observer);
  const Triple triple = resolve_fact(fact, model->kb());
  if (const auto parts = model->parts_of(triple)) return score_of_log_odds(parts->total());
  const Goal goal{triple.relation, triple.head, triple.tail};
  return model->judge(goal.predicate, model->proofs_of(goal)).score;
}

std::vector<double> Engine::score(std::span<const Fact> facts, const Observer& observer) const {
  std::vector<double> scores;
  scores.reserve(facts.size());
  for (const Judgement& judgement : judge(facts, observer)) scores.push_back(judgement.score);
  return scores;
}

std::vector<Judgement> Engine::judge(std::span<const Fact> facts, const Observer& observer) const {
  const StopScope stop(observer.stop);
  std::vector<std::string> predicates;
  for (const Fact& fact : facts) predicates.push_back(fact.relation);
  const auto model = model_for(state_->models, predicates, observer);
  std::vector<Triple> triples;
  for (const Fact& fact : facts) triples.push_back(triple_of(fact, model->kb()));
  std::vector<Judgement> judgements = model->judge(triples);
  for (std::size_t i = 0; i < triples.size(); ++i) {
    judgements[i].probability =
        probability_of(state_->calibration, *model, triples[i], AskedSide::kTail, judgements[i]);
  }
  return judgements;
}

Fact Engine::resolve(const Fact& fact) const {
  const KnowledgeBase& kb = state_->models.kb();
  entity_named(fact.head, kb);
  entity_named(fact.tail, kb);
  if (!is_pattern(fact.relation)) {
    relation_named(fact.relation, kb);
    return fact;
  }
  state_->models.check(fact.relation);
  return {fact.head, pattern_name(fact.relation), fact.tail};
}

Fact Engine::parse(std::string_view fact) const {
  return resolve(parse_fact(fact));
}

std::vector<Evaluation> Engine::evaluate(std::string_view split, const Observer& observer) const {
  const fs::path& folder = state_->metadata.data;
  if (!fs::is_directory(folder)) {
    fail("{}: the data set that {} was trained with is gone; say where it is now with --data DATA",
         folder.string(), state_->folder.empty() ? "the model" : state_->folder.string());
  }
  return evaluate(folder, split, observer, state_->metadata.on_error);
}

std::vector<Evaluation> Engine::evaluate(const fs::path& data, std::string_view split,
                                         const Observer& observer, OnError on_error) const {
  const StopScope stop(observer.stop);
  const KnowledgeBase& kb = state_->models.kb();
  const LoadedDataset loaded = load_dataset(data, kb.entities, kb.relations, on_error);
  for (const std::string& text : loaded.warnings) warn(observer, text);
  return evaluate_on(*state_, loaded, split, observer);
}

std::vector<Evaluation> Engine::evaluate(const Dataset& dataset, std::string_view split,
                                         const Observer& observer) const {
  const StopScope stop(observer.stop);
  const LoadedDataset& data = *dataset.state().data;
  const KnowledgeBase& kb = state_->models.kb();
  if (has_names_of(data, kb)) return evaluate_on(*state_, data, split, observer);
  return evaluate_on(*state_, load_dataset(data.folder, kb.entities, kb.relations, data.on_error),
                     split, observer);
}

std::vector<LearnedRule> Engine::rules(std::size_t count, double min_confidence) const {
  return learned_rules(state_->models.kb(), *state_->models.model(), count, min_confidence);
}

}  // namespace gntp
