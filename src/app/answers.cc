#include "app/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "rank/ranking.h"

namespace gntp {
namespace {

Triple filled(const Query& query, Id answer) {
  return {query.head.value_or(answer), query.relation.value_or(answer),
          query.tail.value_or(answer)};
}

// The entities or relations that fill the asked place with a score above the floor, best first.
std::vector<RankedAnswer> proved_answers(const Reasoner& reasoner, const Query& query,
                                         ThreadPool& threads) {
  if (query.relation) {
    const AskedSide asked = query.tail ? AskedSide::kHead : AskedSide::kTail;
    const Id known = query.tail ? *query.tail : *query.head;
    return answers_to(reasoner, {*query.relation, asked, known}, threads);
  }
  std::vector<Triple> triples;
  // Patterns say how something is put, not what holds.
  for (Id id = 0; id < reasoner.kb().first_pattern(); ++id) triples.push_back(filled(query, id));
  return rank_goals(reasoner, goals_of(triples), threads);
}

// In characters; UTF-8's continuation bytes do not count.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
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

std::vector<Answer> answer_query(const Reasoner& reasoner, const Query& query, Facts facts,
                                 ThreadPool& threads) {
  const Vocabulary& names = query.relation ? reasoner.kb().entities : reasoner.kb().relations;
  std::vector<Answer> answers;
  for (const auto& [id, score, rank] : proved_answers(reasoner, query, threads)) {
    const bool known = reasoner.facts().find(filled(query, id)).has_value();
    answers.push_back({rank, names.name(id), score, known});
  }
  std::ranges::sort(answers, [](const Answer& a, const Answer& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.name < b.name;
  });
  if (facts == Facts::kNew) leave_out_known(answers);
  return answers;
}

std::string to_text(const std::vector<Answer>& answers, std::size_t count) {
  const auto shown = std::span(answers).first(std::min(count, answers.size()));
  std::size_t widest = width("answer");
  for (const Answer& answer : shown) widest = std::max(widest, width(answer.name));
  std::string text =
      fmt::format("rank  answer{}  {:>8}\n", std::string(widest - width("answer"), ' '), "score");
  for (const Answer& answer : shown) {
    text += fmt::format("{:>4}  {}{}  {:8.6f}{}\n", answer.rank, answer.name,
                        std::string(widest - width(answer.name), ' '), answer.score,
                        answer.known ? "  known" : "");
  }
  return text;
}

nlohmann::ordered_json to_json(const std::vector<Answer>& answers, std::size_t count) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Answer& answer : std::span(answers).first(std::min(count, answers.size()))) {
    list.push_back({{"rank", answer.rank},
                    {"answer", answer.name},
                    {"score", answer.score},
                    {"known", answer.known}});
  }
  return list;
}

}  // namespace gntp
