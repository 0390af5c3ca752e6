#include "model/gradient.h"

#include <algorithm>
#include <cmath>

namespace gntp {

Gradient::Gradient(const std::array<Shape, kTables.size()>& shapes) {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    parts_[i].values = Matrix(shapes[i].rows, shapes[i].columns);
    parts_[i].touched.resize(shapes[i].rows);
  }
}

std::span<float> Gradient::row(Table table, std::size_t row) {
  Part& target = part(table);
  if (target.touched[row] == 0) {
    target.touched[row] = 1;
    target.rows.push_back(static_cast<std::uint32_t>(row));
  }
  return target.values.row(row);
}

void Gradient::forget(Table table, std::size_t begin, std::size_t end) {
  Part& target = part(table);
  std::erase_if(target.rows, [&](std::uint32_t row) {
    if (row < begin || row >= end) return false;
    std::ranges::fill(target.values.row(row), 0.0F);
    target.touched[row] = 0;
    return true;
  });
}

void Gradient::clear() {
  for (const Table table : kTables) forget(table, 0, part(table).values.rows());
  slope = 0;
}

double Gradient::norm() const {
  double sum = 0;
  for (const Part& part : parts_) {
    for (const std::uint32_t row : part.rows) {
      for (const float value : part.values.row(row)) sum += double{value} * value;
    }
  }
  return std::sqrt(sum);
}

void Gradient::scale(float factor) {
  for (Part& part : parts_) {
    for (const std::uint32_t row : part.rows) {
      for (float& value : part.values.row(row)) value *= factor;
    }
  }
  slope *= factor;
}

}  // namespace gntp
