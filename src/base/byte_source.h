// The bytes of a file, plain or packed (compression.h), or of standard input, one block after the
// other: what LineReader cuts into lines and other readers cut as they need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/compression.h"
#include "base/descriptor.h"

namespace gntp {

class ByteSource {
 public:
  // Throws Error where the file cannot be opened. A name that ends in .gz must hold gzip data, and
  // likewise with others.
  explicit ByteSource(std::filesystem::path path);
  // Bytes that are in memory already and stay there; errors call them `path`.
  ByteSource(std::filesystem::path path, std::string_view bytes);
  // Errors call it `<stdin>`.
  static ByteSource standard_input();
  ByteSource(ByteSource&&) noexcept;
  ByteSource& operator=(ByteSource&&) = delete;
  ~ByteSource();

  const std::filesystem::path& path() const { return path_; }

  // The number of bytes read, at most `size`; 0 at the end. Throws Error.
  std::size_t read(char* to, std::size_t size);

  // From here on `on_read` is told, after each read, how far the file has been read.
  void watch(std::function<void(std::uint64_t position)> on_read) { on_read_ = std::move(on_read); }

  // How far the file has been read, in its own (compressed) bytes; 0 for standard input.
  std::uint64_t position() const;

 private:
  explicit ByteSource(Descriptor standard_input);
  std::size_t read_bytes(char* to, std::size_t size);
  bool read_ahead();
  void find_format();
  std::size_t unpack(char* to, std::size_t size);
  void skip_zeros();
  [[noreturn]] void fail_damaged(std::string_view reason) const;

  std::filesystem::path path_;
  std::function<void(std::uint64_t)> on_read_;
  Descriptor file_;
  bool is_file_ = true;                         // not standard input
  bool is_known_ = false;                       // whether it is packed
  std::uint64_t position_ = 0;                  // of the file
  std::vector<char> buffer_;                    // with bytes of the file that were read ahead,
  std::string_view ahead_;                      // these
  std::unique_ptr<Decompressor> decompressor_;  // null: none is needed
};

}  // namespace gntp
