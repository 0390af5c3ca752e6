// The bytes of a file, plain or gzipped, or of standard input, one block after the other: what
// LineReader cuts into lines and other readers cut as they need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>

namespace gntp {

class ByteSource {
 public:
  // Throws Error where the file cannot be opened. A name that ends in .gz must hold gzip data.
  explicit ByteSource(std::filesystem::path path);
  // Errors call it `<stdin>`.
  static ByteSource standard_input();
  ByteSource(ByteSource&&) noexcept;
  ByteSource& operator=(ByteSource&&) = delete;
  ~ByteSource();

  const std::filesystem::path& path() const { return path_; }

  // The number of bytes read, at most `size`; 0 at the end. Throws Error.
  std::size_t read(char* to, std::size_t size);

  // How far the file has been read, in its own (compressed) bytes; 0 for standard input.
  std::uint64_t position() const;

 private:
  struct Gzip;
  ByteSource(std::unique_ptr<Gzip> gzip, std::filesystem::path path);

  std::filesystem::path path_;
  std::unique_ptr<Gzip> gzip_;  // null: standard input
};

}  // namespace gntp
