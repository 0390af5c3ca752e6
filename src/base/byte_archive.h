// Values as bytes in memory, for processes of the same program on the same kind of machine. As with
// base/archive.h, one function describes a state for both directions by calling archive(value).
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "base/matrix.h"

namespace gntp {

class ByteWriter {
 public:
  static constexpr bool kReads = false;

  template <PlainValue T>
  void operator()(const T& value) {
    append(std::as_bytes(std::span(&value, 1)));
  }
  template <PlainValue T>
  void operator()(const std::vector<T>& values) {
    (*this)(std::uint64_t{values.size()});
    append(std::as_bytes(std::span(values)));
  }
  template <PlainValue T>
  void operator()(const std::optional<T>& value) {
    (*this)(value.has_value());
    if (value) (*this)(*value);
  }
  void operator()(const std::string& text);
  void operator()(const Matrix& matrix);
  // As many as both sides know.
  template <PlainValue T>
  void block(std::span<T> values) {
    append(std::as_bytes(values));
  }

  std::string take() { return std::move(bytes_); }

 private:
  void append(std::span<const std::byte> bytes) {
    bytes_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }

  std::string bytes_;
};

// Reads in the order of writing. Throws Error where the bytes have another form than what is read:
// then the processes are not of one program.
class ByteReader {
 public:
  static constexpr bool kReads = true;

  // Keeps a reference to the bytes.
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <PlainValue T>
  void operator()(T& value) {
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
  }
  template <PlainValue T>
  void operator()(std::vector<T>& values) {
    values.resize(count(sizeof(T)));
    block(std::span(values));
  }
  template <PlainValue T>
  void operator()(std::optional<T>& value) {
    bool has_value = false;
    (*this)(has_value);
    if (!has_value) {
      value.reset();
    } else {
      (*this)(value.emplace());
    }
  }
  void operator()(std::string& text);
  // Of whatever size.
  void operator()(Matrix& matrix);
  template <PlainValue T>
  void block(std::span<T> values) {
    const std::string_view bytes = take(values.size_bytes());
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  }

  // Throws where something is left.
  void finish() const;

 private:
  std::string_view take(std::uint64_t size);
  // A number of items that the rest of the bytes can hold.
  std::uint64_t count(std::size_t item_size);

  std::string_view rest_;
};

}  // namespace gntp
