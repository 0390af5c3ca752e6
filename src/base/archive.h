// The state of long work as bytes, to go on from later. One function describes a state for both
// directions: it calls archive(value) for each part, and the archive writes or reads it.
//
//   template <typename Archive>
//   void exchange(Archive& archive) {
//     archive(epoch_);
//     archive(order_);
//   }
//
// Bytes are those of this machine, and end in their checksum: an archive is read by the same
// version on the same kind of machine, or refused. For one thread at a time.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/matrix.h"
#include "base/plain_value.h"
#include "base/staged_file.h"

namespace gntp {

class ArchiveWriter {
 public:
  static constexpr bool kReads = false;

  // The file appears with `commit`, whole.
  explicit ArchiveWriter(const std::filesystem::path& path);
  ArchiveWriter(const ArchiveWriter&) = delete;
  ArchiveWriter& operator=(const ArchiveWriter&) = delete;
  ~ArchiveWriter();

  template <PlainValue T>
  void operator()(const T& value) {
    append(std::as_bytes(std::span(&value, 1)));
  }
  template <PlainValue T>
  void operator()(const std::vector<T>& values) {
    (*this)(std::uint64_t{values.size()});
    append(std::as_bytes(std::span(values)));
  }
  void operator()(const std::string& text);
  void operator()(const Matrix& matrix);
  template <PlainValue T>
  void operator()(const std::optional<T>& value) {
    (*this)(value.has_value());
    if (value) (*this)(*value);
  }

  void commit();

 private:
  struct Hash;
  void append(std::span<const std::byte> bytes);

  StagedFile file_;
  std::unique_ptr<Hash> hash_;
};

// Reads in the order of writing. Throws Error with the path where the bytes do not match their
// checksum or have another form than what is read.
class ArchiveReader {
 public:
  static constexpr bool kReads = true;

  explicit ArchiveReader(const std::filesystem::path& path);
  // With the bytes that another process has read from it.
  ArchiveReader(std::filesystem::path path, std::string bytes);

  template <PlainValue T>
  void operator()(T& value) {
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
  }
  template <PlainValue T>
  void operator()(std::vector<T>& values) {
    const std::uint64_t size = count(sizeof(T));
    values.resize(size);
    if (size > 0) std::memcpy(values.data(), take(size * sizeof(T)).data(), size * sizeof(T));
  }
  void operator()(std::string& text);
  // Requires nothing; fails where the shape is another than the matrix has.
  void operator()(Matrix& matrix);
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

  // Fails where something is left.
  void finish() const;
  // All of the file.
  const std::string& bytes() const { return bytes_; }
  [[noreturn]] void fail_damaged(std::string_view what) const;

 private:
  std::string_view take(std::uint64_t size);
  // A number of items that the rest of the bytes can hold.
  std::uint64_t count(std::size_t item_size);

  std::filesystem::path path_;
  std::string bytes_;
  std::string_view rest_;
};

}  // namespace gntp
