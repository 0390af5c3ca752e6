// How the proofs of an answer are counted, where it was chosen for the query's relation and side:
// a row of Model::answer_choices.
#pragma once

#include <algorithm>
#include <span>

#include "base/matrix.h"

namespace gntp {

struct AnswerChoice {
  static constexpr std::size_t kColumns = 5;

  float discount = 1;         // of noisy_or, above 0 and up to 1
  bool weighs_facts = false;  // known facts of the same relation count against an answer
  bool weighs_pairs = false;  // known facts of the same two entities do
  bool paths_first = false;   // rules with constants hardly count
  bool counts_share = false;  // of a rule's groundings, those that agree count, not the best alone

  static AnswerChoice read(std::span<const float> row) {
    return {row[0], row[1] != 0, row[2] != 0, row[3] != 0, row[4] != 0};
  }
  void write(std::span<float> row) const {
    row[0] = discount;
    row[1] = weighs_facts ? 1.0F : 0.0F;
    row[2] = weighs_pairs ? 1.0F : 0.0F;
    row[3] = paths_first ? 1.0F : 0.0F;
    row[4] = counts_share ? 1.0F : 0.0F;
  }
  // Whether a row is one that `write` can have written.
  static bool is_valid(std::span<const float> row) {
    const auto is_bit = [](float value) { return value == 0 || value == 1; };
    return row[0] > 0 && row[0] <= 1 && std::ranges::all_of(row.subspan(1), is_bit);
  }
};

}  // namespace gntp
