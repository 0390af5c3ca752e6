// The tensors of a model: made from values to be written, and read back with every shape and type
// checked against what is expected.
#pragma once

#include <fmt/format.h>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/checked_folder.h"
#include "base/error.h"
#include "base/matrix.h"
#include "model/safetensors.h"

namespace gntp {

template <typename T>
Tensor make_tensor(Tensor::Type type, std::vector<std::size_t> shape, std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  return {type, std::move(shape), {bytes.begin(), bytes.end()}};
}

// The rows [begin, end).
Tensor make_tensor(const Matrix& matrix, std::size_t begin, std::size_t end);

// The tensors of a file, each checked as it is taken. Throws Error with the file and the tensor.
class Tensors {
 public:
  // Of a file's bytes; `path` is for messages.
  Tensors(std::filesystem::path path, const std::string& bytes)
      : path_(std::move(path)), tensors_(read_safetensors(path_, bytes)) {}

  bool has(const std::string& name) const { return tensors_.contains(name); }

  // Every value is finite.
  Matrix matrix(const std::string& name, std::size_t rows, std::size_t columns) const;
  double number(const std::string& name) const;
  // Row by row, `columns` of them.
  std::vector<std::uint32_t> integers(const std::string& name, std::size_t columns) const;
  // A list.
  std::vector<std::uint32_t> integers(const std::string& name) const;

  // Of a tensor with two dimensions.
  std::size_t rows(const std::string& name) const { return matrix_shape(name)[0]; }
  std::size_t columns(const std::string& name) const { return matrix_shape(name)[1]; }

  template <typename... Args>
  [[noreturn]] void wrong(const std::string& name, fmt::format_string<Args...> format,
                          Args&&... args) const {
    fail("{}: tensor '{}': {}; {}", path_.string(), name,
         fmt::format(format, std::forward<Args>(args)...), kDamageRemedy);
  }

 private:
  const Tensor& at(const std::string& name) const;
  const std::vector<std::size_t>& matrix_shape(const std::string& name) const;
  const Tensor& expect(const std::string& name, Tensor::Type type,
                       const std::vector<std::size_t>& shape) const;

  std::filesystem::path path_;
  TensorMap tensors_;
};

}  // namespace gntp
