#include "model/tensors.h"

#include <algorithm>
#include <cmath>

namespace gntp {
namespace {

std::string to_text(const std::vector<std::size_t>& shape) {
  return fmt::format("({})", fmt::join(shape, ", "));
}

// Requires: a tensor of as many elements of that type.
template <typename T>
void copy_bytes(const Tensor& tensor, std::span<T> out) {
  if (!out.empty()) std::memcpy(out.data(), tensor.bytes.data(), out.size_bytes());
}

}  // namespace

Tensor make_tensor(const Matrix& matrix, std::size_t begin, std::size_t end) {
  const std::size_t columns = matrix.columns();
  return make_tensor(Tensor::Type::kF32, {end - begin, columns},
                     matrix.values().subspan(begin * columns, (end - begin) * columns));
}

Matrix Tensors::matrix(const std::string& name, std::size_t rows, std::size_t columns) const {
  const Tensor& tensor = expect(name, Tensor::Type::kF32, {rows, columns});
  Matrix matrix(rows, columns);
  copy_bytes(tensor, matrix.values());
  for (std::size_t row = 0; row < rows; ++row) {
    if (!std::ranges::all_of(matrix.row(row), [](float value) { return std::isfinite(value); })) {
      wrong(name, "row {} has a value that is not a finite number", row);
    }
  }
  return matrix;
}

double Tensors::number(const std::string& name) const {
  double value = 0;
  copy_bytes(expect(name, Tensor::Type::kF64, {1}), std::span(&value, 1));
  return value;
}

std::vector<std::uint32_t> Tensors::integers(const std::string& name, std::size_t columns) const {
  const Tensor& tensor = expect(name, Tensor::Type::kI32, {rows(name), columns});
  std::vector<std::uint32_t> values(columns * rows(name));
  copy_bytes(tensor, std::span(values));
  return values;
}

std::vector<std::uint32_t> Tensors::integers(const std::string& name) const {
  const std::vector<std::size_t>& shape = at(name).shape;
  if (shape.size() != 1) wrong(name, "has the shape {}, where a list is expected", to_text(shape));
  std::vector<std::uint32_t> values(shape[0]);
  copy_bytes(expect(name, Tensor::Type::kI32, shape), std::span(values));
  return values;
}

const Tensor& Tensors::at(const std::string& name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) wrong(name, "is missing");
  return found->second;
}

const std::vector<std::size_t>& Tensors::matrix_shape(const std::string& name) const {
  const std::vector<std::size_t>& shape = at(name).shape;
  if (shape.size() != 2) wrong(name, "has the shape {}, not rows and columns", to_text(shape));
  return shape;
}

const Tensor& Tensors::expect(const std::string& name, Tensor::Type type,
                              const std::vector<std::size_t>& shape) const {
  const Tensor& tensor = at(name);
  if (tensor.type != type) wrong(name, "has another type of number than expected");
  if (tensor.shape != shape) {
    wrong(name, "has the shape {}, where {} is expected", to_text(tensor.shape), to_text(shape));
  }
  return tensor;
}

}  // namespace gntp
