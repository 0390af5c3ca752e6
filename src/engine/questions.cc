// Asking an engine: each question is resolved to ids, put to the right model, and answered in
// names.
#include <algorithm>

#include "base/error.h"
#include "base/stop.h"
#include "engine/answer_filter.h"
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
#include "rank/shared_queries.h"

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

std::vector<std::string> predicates_of(std::span<const Fact> facts) {
  std::vector<std::string> predicates;
  predicates.reserve(facts.size());
  for (const Fact& fact : facts) predicates.push_back(fact.relation);
  return predicates;
}

Triple triple_of(const Fact& fact, const KnowledgeBase& kb) {
  return {entity_named(fact.head, kb), relation_named(fact.relation, kb),
          entity_named(fact.tail, kb)};
}

// The data set's folder. Throws Error where it is gone.
const fs::path& training_data(const Engine::State& state) {
  const fs::path& folder = state.metadata.data;
  if (folder == "-" || folder == kInMemory) {
    fail("{}: was trained with data from {}; say where they are now with --data DATA",
         state.folder.empty() ? "the model" : state.folder.string(),
         folder == "-" ? "standard input" : "memory");
  }
  if (!fs::exists(folder)) {
    fail("{}: the data set that {} was trained with is gone; say where it is now with --data DATA",
         folder.string(), state.folder.empty() ? "the model" : state.folder.string());
  }
  return folder;
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
  const bool same_store = data.kb.store && kb.store && data.kb.store->digest == kb.store->digest;
  return &data.kb == &kb || same_store ||
         (data.kb.entities == kb.entities && data.kb.relations == kb.relations);
}

}  // namespace

std::vector<Answer> Engine::predict(std::string_view query, std::size_t count) const {
  return predict(query, AnswerOptions{.count = count});
}

std::vector<Answer> Engine::predict(std::string_view query, const AnswerOptions& options,
                                    const Observer& observer) const {
  const StopScope stop(observer.stop);
  check_filter(options.filter, *state_);
  const auto model = model_for(state_->models, query, observer);
  return answer_query(*model, state_->calibration, resolve_query(query, model->kb()), options);
}

std::vector<std::vector<Answer>> Engine::predict(std::span<const Question> questions,
                                                 std::size_t count) const {
  return predict(questions, AnswerOptions{.count = count});
}

std::vector<std::vector<Answer>> Engine::predict(std::span<const Question> questions,
                                                 const AnswerOptions& options,
                                                 const Observer& observer) const {
  const StopScope stop(observer.stop);
  check_filter(options.filter, *state_);
  std::vector<std::string> predicates;
  for (const Question& question : questions) {
    if (question.relation) predicates.push_back(*question.relation);
  }
  const auto model = model_for(state_->models, predicates, observer);
  std::vector<Query> queries;
  queries.reserve(questions.size());
  for (const Question& question : questions) queries.push_back(query_of(question, model->kb()));
  return state_->threads.run([&](ThreadPool& threads) {
    return answer_queries(*model, state_->calibration, queries, options, threads);
  });
}

Explanation Engine::explain(std::string_view fact, const ExplainOptions& options,
                            const Observer& observer) const {
  const StopScope stop(observer.stop);
  const auto model = model_for(state_->models, fact, observer);
  return explain_fact(*model, state_->calibration, resolve_fact(fact, model->kb()), options);
}

std::vector<Explanation> Engine::explain(std::span<const Fact> facts, const ExplainOptions& options,
                                         const Observer& observer) const {
  const StopScope stop(observer.stop);
  const auto model = model_for(state_->models, predicates_of(facts), observer);
  std::vector<Explanation> explanations(facts.size());
  state_->threads.run([&](ThreadPool& threads) {
    threads.for_each(facts.size(), [&](std::size_t i, std::size_t) {
      explanations[i] =
          explain_fact(*model, state_->calibration, triple_of(facts[i], model->kb()), options);
    });
  });
  return explanations;
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
  const auto model = model_for(state_->models, predicates_of(facts), observer);
  std::vector<Triple> triples;
  for (const Fact& fact : facts) triples.push_back(triple_of(fact, model->kb()));
  std::vector<Judgement> judgements = model->judge(triples);
  for (std::size_t i = 0; i < triples.size(); ++i) {
    judgements[i].probability =
        probability_of(state_->calibration, *model, triples[i], AskedSide::kTail, judgements[i]);
  }
  return judgements;
}

Question Engine::resolve_question(const Question& question) const {
  const KnowledgeBase& kb = state_->models.kb();
  const auto entity = [&](const std::optional<std::string>& name) {
    return name ? std::optional(kb.entities.name(entity_named(*name, kb))) : std::nullopt;
  };
  Question resolved{entity(question.head), std::nullopt, entity(question.tail)};
  if (!question.relation) return resolved;
  if (is_pattern(*question.relation)) {
    state_->models.check(*question.relation);
    resolved.relation = pattern_name(*question.relation);
  } else {
    resolved.relation = kb.relations.name(relation_named(*question.relation, kb));
  }
  return resolved;
}

Fact Engine::resolve(const Fact& fact) const {
  return fact_of(resolve_question({fact.head, fact.relation, fact.tail}));
}

Fact Engine::parse(std::string_view fact) const {
  return resolve(parse_fact(fact));
}

Question Engine::parse_question(std::string_view query) const {
  return resolve_question(gntp::parse_question(query));
}

std::vector<std::string> Engine::entities() const {
  return state_->models.kb().entities.names();
}

std::vector<std::string> Engine::relations() const {
  const KnowledgeBase& kb = state_->models.kb();
  std::vector<std::string> names = kb.relations.names();
  names.resize(kb.first_pattern());
  return names;
}

std::vector<std::string> Engine::types() const {
  return state_->models.kb().types.names().names();
}

std::string Engine::label(std::string_view name) const {
  const KnowledgeBase& kb = state_->models.kb();
  if (const std::optional<EntityId> entity = kb.entities.find(name)) {
    return std::string(kb.entity_labels[*entity]);
  }
  const std::optional<RelationId> relation = kb.relations.find(name);
  return relation ? std::string(kb.relation_labels[*relation]) : std::string();
}

std::vector<Question> Engine::questions_about(std::string_view relation) const {
  const auto model = model_for(state_->models, std::span<const std::string>(), {});
  const KnowledgeBase& kb = model->kb();
  const RelationId asked = relation_named(relation, kb);
  std::vector<Question> questions;
  for (const EntityId head : model->index().graph().starts(forwards(asked))) {
    questions.push_back({kb.entities.name(head), kb.relations.name(asked), std::nullopt});
  }
  std::ranges::sort(questions, {}, &Question::head);  // new entities stand behind the others
  return questions;
}

std::vector<Question> Engine::questions_of_split(std::string_view split, const fs::path& data,
                                                 const Observer& observer) const {
  const StopScope stop(observer.stop);
  const KnowledgeBase& kb = state_->models.kb();
  const LoadedDataset loaded = load_dataset(data.empty() ? training_data(*state_) : data, kb,
                                            state_->metadata.on_error, state_->metadata.reading);
  for (const std::string& text : loaded.warnings) warn(observer, text);
  std::vector<Question> questions;
  for (const Split* each : select_splits(loaded, split)) {
    for (const SharedQuery& shared : shared_queries(each->triples)) {
      const auto& [predicate, asked, known] = shared.query;
      Question question{std::nullopt, kb.relations.name(RelationId(predicate)), std::nullopt};
      (asked == AskedSide::kTail ? question.head : question.tail) = kb.entities.name(known);
      questions.push_back(std::move(question));
    }
  }
  return questions;
}

std::vector<Evaluation> Engine::evaluate(std::string_view split, const Observer& observer) const {
  return evaluate(training_data(*state_), split, observer, state_->metadata.on_error);
}

std::vector<Evaluation> Engine::evaluate(const fs::path& data, std::string_view split,
                                         const Observer& observer, OnError on_error) const {
  const StopScope stop(observer.stop);
  const KnowledgeBase& kb = state_->models.kb();
  const LoadedDataset loaded = load_dataset(data, kb, on_error, state_->metadata.reading);
  for (const std::string& text : loaded.warnings) warn(observer, text);
  return evaluate_on(*state_, loaded, split, observer);
}

std::vector<Evaluation> Engine::evaluate(const Dataset& dataset, std::string_view split,
                                         const Observer& observer) const {
  const StopScope stop(observer.stop);
  const LoadedDataset& data = *dataset.state().data;
  const KnowledgeBase& kb = state_->models.kb();
  if (has_names_of(data, kb)) return evaluate_on(*state_, data, split, observer);
  return evaluate_on(*state_, load_dataset(data.folder, kb, data.on_error, data.reading), split,
                     observer);
}

std::vector<LearnedRule> Engine::rules(std::size_t count, double min_confidence) const {
  return learned_rules(state_->models.kb(), *state_->models.model(), count, min_confidence);
}

}  // namespace gntp
