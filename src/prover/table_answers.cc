#include "prover/table_answers.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "prover/min_max_product.h"

namespace gntp {
namespace {

constexpr StepRoles kGoalRoles{Role::kCompares, Role::kCompares};

void copy_column(const Matrix& from, std::size_t column, std::span<float> out) {
  for (std::size_t row = 0; row < from.rows(); ++row) out[row] = from(row, column);
}

// out[i] = min over k of max(left(i, k), right[k]).
void multiply_by_column(const Matrix& left, std::span<const float> right, std::span<float> out) {
  for (std::size_t i = 0; i < left.rows(); ++i) {
    const std::span<const float> row = left.row(i);
    float least = std::numeric_limits<float>::infinity();
    for (std::size_t k = 0; k < row.size(); ++k) {
      least = std::min(least, std::max(row[k], right[k]));
    }
    out[i] = least;
  }
}

}  // namespace

void find_answers(const SubgoalTables& tables, const RuleMatch& match, const AnswerQuery& query,
                  float limit, std::span<float> out) {
  const TablePaths::Path& path = tables.paths()[match.rule];
  const std::size_t level = tables.levels() - 1;
  const Matrix& first = tables.step(level, path.steps[0], path.roles_of(0, kGoalRoles));
  const bool asks_tail = query.asked == AskedSide::kTail;
  if (path.size == 1) {
    if (asks_tail) {
      std::ranges::copy(first.row(query.known), out.begin());
    } else {
      copy_column(first, query.known, out);
    }
  } else {
    const Matrix& rest = tables.after_first(level, path, Role::kCompares);
    if (asks_tail) {
      min_max_product(first.row(query.known), rest, limit, out);
    } else {
      std::vector<float> column(rest.rows());
      copy_column(rest, query.known, column);
      multiply_by_column(first, column, out);
    }
  }
  for (float& distance : out) distance = std::max(distance, match.distance);
}

}  // namespace gntp
