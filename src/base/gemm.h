// Products of dense matrices, by OpenBLAS, on the calling thread alone: threads of ours share out
// blocks, so that a result does not depend on how many there are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/matrix.h"

namespace gntp {

// A part of a row-major matrix; `stride` values lie between the beginnings of two rows.
template <typename Value>
struct Block {
  Value* values;
  std::size_t rows;
  std::size_t columns;
  std::size_t stride;
};

// The rows [first, first + count) of a matrix, and the columns of a block.
inline Block<const float> rows_of(const Matrix& matrix, std::size_t first, std::size_t count) {
  return {matrix.values().data() + first * matrix.columns(), count, matrix.columns(),
          matrix.columns()};
}
inline Block<float> rows_of(Matrix& matrix, std::size_t first, std::size_t count) {
  return {matrix.values().data() + first * matrix.columns(), count, matrix.columns(),
          matrix.columns()};
}
template <typename Value>
Block<Value> columns_of(const Block<Value>& block, std::size_t first, std::size_t count) {
  return {block.values + first, block.rows, count, block.stride};
}

enum class Taken : std::uint8_t { kAsIs, kTransposed };

// out = a b, each taken as it is or transposed. Requires: the shapes fit.
void multiply(const Block<const float>& a, Taken take_a, const Block<const float>& b, Taken take_b,
              const Block<float>& out);

// out = a b^T, where a row of `out` depends, to the last bit, on b, on that row of `a` and on how
// many rows there are, but not on which others or on its place among them. Takes a fifth longer
// than `multiply` on some processors. Requires: the number of rows is a power of two.
void multiply_each(const Block<const float>& a, const Block<const float>& b,
                   const Block<float>& out);

}  // namespace gntp
