#include "base/compression.h"

#define ZLIB_CONST  // it does not write to its input
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <new>
#include <utility>

namespace gntp {
namespace {

using namespace std::string_view_literals;

struct Packing {
  Compression compression;
  std::string_view name;
  std::string_view mark;  // the first bytes
};

constexpr std::array<std::string_view, 3> kExtensions{".gz", ".zst", ".xz"};
constexpr std::array<Packing, 3> kPackings{{{Compression::kGzip, "gzip", "\x1F\x8B"sv},
                                            {Compression::kZstd, "zstd", "\x28\xB5\x2F\xFD"sv},
                                            {Compression::kXz, "xz",
                                             "\xFD"
                                             "7zXZ\0"sv}}};

class Gzip final : public Decompressor {
 public:
  Gzip() {
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;
  ~Gzip() override { inflateEnd(&stream_); }

  Step run(std::string_view input, char* to, std::size_t size) override {
    constexpr std::size_t kMost = std::numeric_limits<unsigned>::max();  // as zlib counts
    if (std::exchange(at_end_, false)) inflateReset(&stream_);
    const auto given = static_cast<unsigned>(std::min(input.size(), kMost));
    const auto room = static_cast<unsigned>(std::min(size, kMost));
    stream_.next_in = reinterpret_cast<const Bytef*>(input.data());
    stream_.avail_in = given;
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = room;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      throw Damaged{stream_.msg == nullptr ? "the data has an unknown form" : stream_.msg};
    }
    at_end_ = code == Z_STREAM_END;
    return {given - stream_.avail_in, room - stream_.avail_out};
  }

 private:
  z_stream stream_{};
};

class Zstd final : public Decompressor {
 public:
  Zstd() : stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  Zstd(const Zstd&) = delete;
  Zstd& operator=(const Zstd&) = delete;
  ~Zstd() override { ZSTD_freeDStream(stream_); }

  Step run(std::string_view input, char* to, std::size_t size) override {
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer out{to, size, 0};
    const std::size_t code = ZSTD_decompressStream(stream_, &out, &in);
    if (ZSTD_isError(code) != 0) throw Damaged{ZSTD_getErrorName(code)};
    at_end_ = code == 0;
    return {in.pos, out.pos};
  }

 private:
  ZSTD_DStream* stream_;
};

class Xz final : public Decompressor {
 public:
  Xz() { begin(); }
  Xz(const Xz&) = delete;
  Xz& operator=(const Xz&) = delete;
  ~Xz() override { lzma_end(&stream_); }

  Step run(std::string_view input, char* to, std::size_t size) override {
    if (std::exchange(at_end_, false)) begin();
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(input.data());
    stream_.avail_in = input.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(to);
    stream_.avail_out = size;
    const lzma_ret code = lzma_code(&stream_, LZMA_RUN);
    if (code == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (code != LZMA_OK && code != LZMA_STREAM_END && code != LZMA_BUF_ERROR) {
      throw Damaged{code == LZMA_MEMLIMIT_ERROR ? "more than 1 GiB would be needed to unpack it"
                                                : "the data has an unknown form"};
    }
    at_end_ = code == LZMA_STREAM_END;
    return {input.size() - stream_.avail_in, size - stream_.avail_out};
  }

 private:
  void begin() {
    constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 30U;
    if (lzma_stream_decoder(&stream_, kMostMemory, 0) != LZMA_OK) throw std::bad_alloc();
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

Compression compression_of_bytes(std::string_view first) {
  for (const Packing& packing : kPackings) {
    if (first.starts_with(packing.mark)) return packing.compression;
  }
  return Compression::kNone;
}

std::span<const std::string_view> packed_extensions() {
  return kExtensions;
}

Compression compression_of_name(const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  for (std::size_t i = 0; i < kExtensions.size(); ++i) {
    if (extension == kExtensions[i]) return kPackings[i].compression;
  }
  return Compression::kNone;
}

std::string_view name_of(Compression compression) {
  const auto* const found = std::ranges::find(kPackings, compression,
                                              [](const Packing& each) { return each.compression; });
  return found == kPackings.end() ? "plain" : found->name;
}

std::filesystem::path unpacked_name(const std::filesystem::path& file) {
  return compression_of_name(file) == Compression::kNone ? file.filename() : file.stem();
}

std::unique_ptr<Decompressor> Decompressor::make(Compression compression) {
  switch (compression) {
    case Compression::kZstd:
      return std::make_unique<Zstd>();
    case Compression::kXz:
      return std::make_unique<Xz>();
    default:
      assert(compression == Compression::kGzip);
      return std::make_unique<Gzip>();
  }
}

}  // namespace gntp
