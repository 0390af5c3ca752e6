// Predictions and explanations.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "explain/explanation.h"
#include "kb/syntax.h"
#include "serve/api.h"
#include "serve/json_text.h"

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostAnswers = 1000;
constexpr std::size_t kMostProofs = 100;

std::string_view asked_place(const Question& question) {
  if (!question.head) return "head";
  return question.relation ? "tail" : "relation";
}

// The fact that an answer makes of the question.
Fact fact_with(const Question& question, const std::string& answer) {
  return {question.head.value_or(answer), question.relation.value_or(answer),
          question.tail.value_or(answer)};
}

std::string fact_text(const Fact& fact) {
  return Question{fact.head, fact.relation, fact.tail}.to_text();
}

Json to_json(const Answer& answer, const Question& question) {
  const bool is_entity = answer.kind == Answer::Kind::kEntity;
  Json json{{"rank", answer.rank},
            {"answer",
             {{"name", answer.name},
              {"display_name", answer.display_name},
              {"typed",
               is_entity ? quoted(answer.display_name) : quoted_predicate(answer.display_name)}}},
            {"kind", is_entity ? "entity" : "relation"},
            {"fact", fact_text(fact_with(question, answer.name))},
            {"score", answer.score},
            {"known", answer.known}};
  if (answer.probability) json["probability"] = *answer.probability;
  if (answer.parts) json["parts"] = to_json(*answer.parts);
  if (answer.among_likely) json["among_likely"] = true;
  return json;
}

// The question with display names.
std::string in_words(const Engine& engine, const Question& question) {
  Question shown = question;
  if (shown.head) shown.head = entity_in_words(engine, *shown.head).display_name;
  if (shown.tail) shown.tail = entity_in_words(engine, *shown.tail).display_name;
  if (shown.relation) shown.relation = relation_in_words(engine, *shown.relation).display_name;
  return shown.to_text();
}

}  // namespace

HttpResponse Api::predict(const Call& call) {
  const std::shared_ptr<const ServedRun> run = run_of(call);
  const Parameters& given = call.parameters;
  const Question question = run->engine().parse_question(given.text("q"));
  const std::vector<std::string> types = given.all("type");
  const std::vector<std::string> without = given.all("without");
  AnswerOptions options;
  options.count = given.number("top", 10, 1, kMostAnswers);
  if (given.flag("new")) options.known = KnownFacts::kLeftOut;

  const auto answers_of = [&](const Engine& engine) {
    if (!types.empty()) {
      AnswerLists lists;
      lists.types = types;
      options.filter = engine.filter(lists);
    }
    Json list = Json::array();
    for (const Answer& answer : engine.predict(question.to_text(), options, call.observer)) {
      list.push_back(to_json(answer, question));
      add_mark(run->name(), fact_with(question, answer.name), list.back());
    }
    return list;
  };
  Json json{{"query", question.to_text()},
            {"in_words", in_words(run->engine(), question)},
            {"asks", asked_place(question)}};
  if (without.empty()) {
    json["answers"] = answers_of(run->engine());
  } else {
    json["answers"] = answers_of(*run->without(without));
    json["before"] = answers_of(run->engine());
  }
  return json_response(json);
}

HttpResponse Api::explain(const Call& call) {
  const std::shared_ptr<const ServedRun> run = run_of(call);
  const Parameters& given = call.parameters;
  ExplainOptions options;
  options.proofs = given.number("proofs", 0, 0, kMostProofs);
  if (given.flag("inferred")) options.itself = ExplainOptions::Itself::kExcluded;
  const std::vector<std::string> without = given.all("without");
  const Fact fact = run->engine().parse(given.text("q"));
  const auto explained = [&](const Engine& engine) {
    return to_json(engine.explain(fact_text(fact), options, call.observer));
  };
  Json json = without.empty() ? explained(run->engine()) : explained(*run->without(without));
  add_mark(run->name(), fact, json);
  return json_response(json);
}

}  // namespace gntp
