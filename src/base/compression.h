// How files are packed, and how they are unpacked piece by piece: gzip, zstd and xz. A packed file
// is known by its first bytes; the end of its name must not say otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace gntp {

enum class Compression : std::uint8_t { kNone, kGzip, kZstd, kXz };

// As many first bytes tell.
inline constexpr std::size_t kCompressionMark = 6;
Compression compression_of_bytes(std::string_view first);

// The ends of the names of packed files: ".gz", ".zst", ".xz".
std::span<const std::string_view> packed_extensions();
Compression compression_of_name(const std::filesystem::path& file);
// "gzip", "zstd" or "xz".
std::string_view name_of(Compression compression);

// "train.tsv" of data/train.tsv.gz; the name itself where it is not that of a packed file.
std::filesystem::path unpacked_name(const std::filesystem::path& file);

class Decompressor {
 public:
  struct Step {
    std::size_t taken = 0;  // bytes of the input
    std::size_t made = 0;   // bytes of the output
  };

  // Requires: not kNone.
  static std::unique_ptr<Decompressor> make(Compression compression);
  virtual ~Decompressor() = default;

  // Unpacks some of the input. What is left of it comes again. Nothing taken and nothing made: it
  // needs more. Throws Damaged.
  virtual Step run(std::string_view input, char* to, std::size_t size) = 0;
  // Whether a whole stream has been unpacked, so that the input may end here. Another may follow.
  bool is_at_end() const { return at_end_; }

  struct Damaged {
    std::string reason;
  };

 protected:
  bool at_end_ = false;
};

}  // namespace gntp
