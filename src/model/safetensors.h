// The safetensors format, which every Python framework loads: the length of the header (8 bytes,
// little-endian), a JSON header with each tensor's type, shape and place, and the raw little-endian
// data, row-major, one tensor right behind the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

struct Tensor {
  enum class Type : std::uint8_t { kF32, kF64, kI32 };
  Type type;
  std::vector<std::size_t> shape;
  std::vector<std::byte> bytes;  // row-major
};

using TensorMap = std::map<std::string, Tensor>;

// Writes to a temporary name and renames. Requires: as many bytes as each shape says.
void write_safetensors(const std::filesystem::path& path, const TensorMap& tensors);

// Reads a whole file; everything in the header is checked against the file's size. Throws Error
// with the path, and the tensor where one is at fault.
TensorMap read_safetensors(const std::filesystem::path& path);
// The same for the bytes of a file that has been read.
TensorMap read_safetensors(const std::filesystem::path& path, std::string_view bytes);

}  // namespace gntp
