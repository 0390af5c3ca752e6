// A gradient that knows which rows it touched: a proof moves two rows, not the whole model.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"

namespace gntp {

// The model's tables that can have a gradient.
enum class Table : std::uint8_t {
  kEntities,
  kPredicates,
  kAttention,
  kTokens,
  kTokenLogits,
  kRuleDistances
};
inline constexpr std::array kTables{Table::kEntities, Table::kPredicates,  Table::kAttention,
                                    Table::kTokens,   Table::kTokenLogits, Table::kRuleDistances};

class Gradient {
 public:
  struct Shape {
    std::size_t rows;
    std::size_t columns;
  };
  // One shape for each of kTables.
  explicit Gradient(const std::array<Shape, kTables.size()>& shapes);

  // The row, to be added to; from now on it counts as touched.
  std::span<float> row(Table table, std::size_t row);
  bool is_touched(Table table, std::size_t row) const { return part(table).touched[row] != 0; }
  // The row's values. Requires: touched.
  std::span<const float> at(Table table, std::size_t row) const {
    return part(table).values.row(row);
  }
  // In the order in which they were first touched.
  std::span<const std::uint32_t> touched(Table table) const { return part(table).rows; }

  // Takes the touched rows of [begin, end) back to zero and untouched.
  void forget(Table table, std::size_t begin, std::size_t end);
  void clear();

  // The Euclidean norm over all tables, the slope left out.
  double norm() const;
  void scale(float factor);

  double slope = 0;

 private:
  struct Part {
    Matrix values;
    std::vector<std::uint8_t> touched;
    std::vector<std::uint32_t> rows;
  };
  Part& part(Table table) { return parts_[static_cast<std::size_t>(table)]; }
  const Part& part(Table table) const { return parts_[static_cast<std::size_t>(table)]; }

  std::array<Part, kTables.size()> parts_;
};

}  // namespace gntp
