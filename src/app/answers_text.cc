#include "app/answers_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/utf8.h"

namespace gntp {

std::string to_text(const std::vector<Answer>& answers) {
  std::size_t widest = display_width("answer");
  for (const Answer& answer : answers) widest = std::max(widest, display_width(answer.name));
  std::string text = fmt::format("rank  answer{}  {:>8}\n",
                                 std::string(widest - display_width("answer"), ' '), "score");
  for (const Answer& answer : answers) {
    text += fmt::format("{:>4}  {}{}  {:8.6f}{}\n", answer.rank, answer.name,
                        std::string(widest - display_width(answer.name), ' '), answer.score,
                        answer.known ? "  known" : "");
  }
  return text;
}

nlohmann::ordered_json to_json(const std::vector<Answer>& answers) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Answer& answer : answers) {
    list.push_back({{"rank", answer.rank},
                    {"answer", answer.name},
                    {"score", answer.score},
                    {"known", answer.known}});
  }
  return list;
}

}  // namespace gntp
