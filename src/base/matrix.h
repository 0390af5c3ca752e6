// A dense row-major matrix of floats: the storage of every embedding and distance table.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gntp {

class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), values_(rows * columns) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }

  // Requires: row < rows().
  std::span<float> row(std::size_t row) { return {values_.data() + row * columns_, columns_}; }
  std::span<const float> row(std::size_t row) const {
    return {values_.data() + row * columns_, columns_};
  }
  float& operator()(std::size_t row, std::size_t column) {
    return values_[row * columns_ + column];
  }
  float operator()(std::size_t row, std::size_t column) const {
    return values_[row * columns_ + column];
  }

  std::span<float> values() { return values_; }
  std::span<const float> values() const { return values_; }

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<float> values_;
};

}  // namespace gntp
