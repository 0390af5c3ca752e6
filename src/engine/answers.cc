#include "engine/answers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/calibrating.h"

namespace gntp {
namespace {

// The answer is an entity's id or a relation's, as the query asks.
Triple filled(const Query& query, std::size_t answer) {
  return {query.head.value_or(EntityId(answer)), query.relation.value_or(RelationId(answer)),
          query.tail.value_or(EntityId(answer))};
}

// The entities or relations that fill the asked place with a score above the floor, best first.
std::vector<RankedAnswer> proved_answers(const IndexedModel& model, const Query& query) {
  if (query.relation) {
    const AskedSide asked = query.tail ? AskedSide::kHead : AskedSide::kTail;
    const EntityId known = query.tail ? *query.tail : *query.head;
    return model.answers_to({*query.relation, asked, known});
  }
  std::vector<Triple> triples;
  // Patterns say how something is put, not what holds.
  for (RelationId id{0}; id < model.kb().first_pattern(); ++id) {
    triples.push_back(filled(query, id));
  }
  return model.rank_goals(goals_of(triples));
}

// The others move up.
void leave_out_known(std::vector<Answer>& answers) {
  std::erase_if(answers, [](const Answer& answer) { return answer.known; });
  std::size_t rank = 0;  // of the last answer, before and after
  std::size_t place = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].rank != rank) place = i + 1;
    rank = std::exchange(answers[i].rank, place);
  }
}

}  // namespace

std::vector<Answer> answer_query(const IndexedModel& model, const Calibration& calibration,
                                 const Query& query, KnownFacts known) {
  const KnowledgeBase& kb = model.kb();
  const auto name_of = [&](std::size_t id) {
    return query.relation ? kb.entities.name(EntityId(id)) : kb.relations.name(RelationId(id));
  };
  // A relation is judged as rel(a, ?) judges it.
  const AskedSide asked = query.head ? AskedSide::kTail : AskedSide::kHead;
  std::vector<Answer> answers;
  for (auto& [id, score, tie_breaker, rank, parts] : proved_answers(model, query)) {
    const Triple fact = filled(query, id);
    const bool is_known = model.reasoner().facts().find(fact).has_value();
    Judgement judgement{score, std::move(tie_breaker)};
    const auto probability = probability_of(calibration, model, fact, asked, judgement);
    answers.push_back({rank, name_of(id), score, std::move(judgement.tie_breaker), is_known,
                       probability, parts ? std::optional(to_public(*parts)) : std::nullopt});
  }
  std::ranges::sort(answers, [](const Answer& a, const Answer& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.name < b.name;
  });
  if (known == KnownFacts::kLeftOut) leave_out_known(answers);
  return answers;
}

}  // namespace gntp
