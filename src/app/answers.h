// The answers to a query, best first.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/names.h"
#include "base/parallel.h"
#include "prover/prover.h"

namespace gntp {

struct Answer {
  std::size_t rank;  // from 1; equal scores share one
  std::string name;
  double score;
  bool known;  // a fact that the model was given
};

enum class Facts { kAll, kNew };

// Everything that scores above the floor, by score, then name; kNew leaves known facts out.
std::vector<Answer> answer_query(const Reasoner& reasoner, const Query& query, Facts facts,
                                 ThreadPool& threads);

// A table of the first `count` answers.
std::string to_text(const std::vector<Answer>& answers, std::size_t count);
nlohmann::ordered_json to_json(const std::vector<Answer>& answers, std::size_t count);

}  // namespace gntp
