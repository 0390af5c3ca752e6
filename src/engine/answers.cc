#include "engine/answers.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/answer_filter.h"
#include "engine/calibrating.h"
#include "kb/typed_names.h"

namespace gntp {
namespace {

// The answer is an entity's id or a relation's, as the query asks.
Triple filled(const Query& query, std::size_t answer) {
  return {query.head.value_or(EntityId(answer)), query.relation.value_or(RelationId(answer)),
          query.tail.value_or(EntityId(answer))};
}

// A relation is judged as rel(a, ?) judges it.
AskedSide asked_side(const Query& query) {
  return query.head ? AskedSide::kTail : AskedSide::kHead;
}

// Of a query for an entity; nothing where it asks for a relation.
std::optional<AnswerQuery> query_for_entity(const Query& query) {
  if (!query.relation) return std::nullopt;
  return AnswerQuery{*query.relation, asked_side(query), query.tail ? *query.tail : *query.head};
}

// Whether an answer that makes this triple is not wanted.
bool is_left_out(const IndexedModel& model, const Triple& triple, const AnswerOptions& options) {
  const AnswerFilter::State* filter = options.filter.state();
  if (filter != nullptr && filter->not_known &&
      std::ranges::binary_search(filter->not_known->targets(triple.head, forwards(triple.relation)),
                                 triple.tail)) {
    return true;
  }
  return options.known == KnownFacts::kLeftOut && model.reasoner().graph().contains(triple);
}

// The relations that fill the asked place, best first.
std::vector<RankedAnswer> proved_relations(const IndexedModel& model, const Query& query,
                                           const AnswerOptions& options) {
  check_allows_relations(options.filter);
  std::vector<Triple> triples;
  // Patterns say how something is put, not what holds.
  for (RelationId id{0}; id < model.kb().first_pattern(); ++id) {
    triples.push_back(filled(query, id));
  }
  std::vector<RankedAnswer> answers = model.rank_goals(goals_of(triples));
  std::erase_if(answers, [&](const RankedAnswer& answer) {
    return is_left_out(model, triples[answer.id], options);
  });
  std::size_t rank = 0;  // of the last answer, before the others moved up and after
  std::size_t place = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].rank != rank) place = i + 1;
    rank = std::exchange(answers[i].rank, place);
  }
  return answers;
}

WantedAnswers wanted(const AnswerOptions& options) {
  WantedAnswers wanted;
  wanted.count = options.count;
  wanted.known =
      options.known == KnownFacts::kListed ? KnownAnswers::kListed : KnownAnswers::kLeftOut;
  const AnswerFilter::State* filter = options.filter.state();
  if (filter == nullptr) return wanted;
  if (filter->entities) wanted.among = *filter->entities;
  if (filter->not_known) wanted.not_known = &*filter->not_known;
  return wanted;
}

template <typename Id>
void label_answer(const Vocabulary<Id>& names, const Labels<Id>& labels, Answer& answer) {
  const Id id = *names.find(answer.name);
  answer.label = labels[id];
  answer.display_name = display_name(id, names, labels);
}

// Those that tie are in the order of their names.
std::vector<Answer> name_answers(const IndexedModel& model, const Calibration& calibration,
                                 const Query& query, std::span<const RankedAnswer> ranked,
                                 std::size_t count) {
  const KnowledgeBase& kb = model.kb();
  const auto name_of = [&](std::size_t id) {
    return query.relation ? kb.entities.name(EntityId(id)) : kb.relations.name(RelationId(id));
  };
  std::vector<Answer> answers;
  answers.reserve(ranked.size());
  for (const auto& [id, score, tie_breaker, rank, parts, among_likely] : ranked) {
    const Triple fact = filled(query, id);
    const bool is_known = model.reasoner().graph().contains(fact);
    const Judgement judgement{score, tie_breaker};
    const auto probability = probability_of(calibration, model, fact, asked_side(query), judgement);
    answers.push_back({rank, name_of(id), score, tie_breaker, is_known, probability,
                       parts ? std::optional(to_public(*parts)) : std::nullopt,
                       query.relation ? Answer::Kind::kEntity : Answer::Kind::kRelation});
    answers.back().among_likely = among_likely;
  }
  std::ranges::sort(answers, [](const Answer& a, const Answer& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.name < b.name;
  });
  answers.resize(std::min(answers.size(), count));
  for (Answer& answer : answers) {
    if (query.relation) {
      label_answer(kb.entities, kb.entity_labels, answer);
    } else {
      label_answer(kb.relations, kb.relation_labels, answer);
    }
  }
  return answers;
}

}  // namespace

std::vector<Answer> answer_query(const IndexedModel& model, const Calibration& calibration,
                                 const Query& query, const AnswerOptions& options) {
  const std::optional<AnswerQuery> asked = query_for_entity(query);
  return name_answers(model, calibration, query,
                      asked ? answers_to(model.index(), *asked, wanted(options))
                            : proved_relations(model, query, options),
                      options.count);
}

std::vector<std::vector<Answer>> answer_queries(const IndexedModel& model,
                                                const Calibration& calibration,
                                                std::span<const Query> queries,
                                                const AnswerOptions& options, ThreadPool& threads) {
  std::vector<std::vector<Answer>> answers(queries.size());
  std::vector<AnswerQuery> for_entities;
  std::vector<std::size_t> places;  // of these among the queries
  std::vector<std::size_t> for_relations;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (const std::optional<AnswerQuery> asked = query_for_entity(queries[i])) {
      for_entities.push_back(*asked);
      places.push_back(i);
    } else {
      for_relations.push_back(i);
    }
  }
  if (!for_relations.empty()) check_allows_relations(options.filter);
  for_each_answered(model.index(), for_entities, wanted(options), threads,
                    [&](std::size_t place, std::span<const RankedAnswer> ranked) {
                      const std::size_t i = places[place];
                      answers[i] =
                          name_answers(model, calibration, queries[i], ranked, options.count);
                    });
  threads.for_each(for_relations.size(), [&](std::size_t place, std::size_t) {
    const std::size_t i = for_relations[place];
    answers[i] = answer_query(model, calibration, queries[i], options);
  });
  return answers;
}

}  // namespace gntp
