#include "base/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace gntp {
namespace {

constexpr std::size_t kCompressedBuffer = std::size_t{1} << 16U;
constexpr std::size_t kLargestRead = std::size_t{1} << 30U;  // zlib counts in 32 bits
constexpr std::string_view kGzipMark = "\x1F\x8B";
constexpr int kGzipOnly = 16 + MAX_WBITS;  // as inflateInit2 wants it

Descriptor open_readable(const std::filesystem::path& path) {
  Descriptor file = open_file(path, O_RDONLY);
  if (!file.is_open()) fail("{}: cannot open: {}", path.string(), last_reason());
  struct stat status {};
  if (::fstat(file.number(), &status) == 0 && S_ISDIR(status.st_mode)) {
    fail("{}: is a folder, where a file is expected", path.string());
  }
  return file;
}

}  // namespace

// Bytes of the file that were read ahead, and what decompresses them.
struct ByteSource::Gzip {
  Gzip() {
    if (inflateInit2(&stream, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;
  ~Gzip() { inflateEnd(&stream); }

  std::string_view ahead() const {
    return {reinterpret_cast<const char*>(stream.next_in), stream.avail_in};
  }
  void drop(std::size_t count) {
    stream.next_in += count;
    stream.avail_in -= static_cast<unsigned>(count);
  }

  z_stream stream{};
  std::array<char, kCompressedBuffer> buffer{};
  bool between_members = false;  // one has ended; another may follow
};

ByteSource::ByteSource(std::filesystem::path path)
    : path_(std::move(path)), file_(open_readable(path_)), gzip_(std::make_unique<Gzip>()) {}

ByteSource::ByteSource(Descriptor standard_input)
    : path_("<stdin>"), file_(std::move(standard_input)) {}

// What a person types is handed on at once, and as it is.
ByteSource ByteSource::standard_input() {
  return ByteSource(Descriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)));
}

ByteSource::ByteSource(ByteSource&&) noexcept = default;

ByteSource::~ByteSource() = default;

std::size_t ByteSource::read(char* to, std::size_t size) {
  size = std::min(size, kLargestRead);
  if (size == 0) return 0;
  if (gzip_ == nullptr) return read_bytes(to, size);
  if (format_ == Format::kUnknown) find_format();
  if (format_ == Format::kGzip) return inflate_bytes(to, size);
  const std::string_view ahead = gzip_->ahead().substr(0, size);
  if (ahead.empty()) return read_bytes(to, size);
  std::ranges::copy(ahead, to);
  gzip_->drop(ahead.size());
  return ahead.size();
}

std::uint64_t ByteSource::position() const {
  return gzip_ == nullptr ? 0 : position_ - gzip_->ahead().size();
}

std::size_t ByteSource::read_bytes(char* to, std::size_t size) {
  const ssize_t count = file_.read(to, size);
  if (count < 0) fail("{}: cannot read: {}", path_.string(), last_reason());
  position_ += static_cast<std::uint64_t>(count);
  return static_cast<std::size_t>(count);
}

// Adds to what was read ahead; false at the end of the file. Requires: there is room.
bool ByteSource::read_ahead() {
  const std::size_t kept = gzip_->ahead().size();
  std::ranges::copy(gzip_->ahead(), gzip_->buffer.begin());
  const std::size_t count = read_bytes(gzip_->buffer.data() + kept, gzip_->buffer.size() - kept);
  gzip_->stream.next_in = reinterpret_cast<Bytef*>(gzip_->buffer.data());
  gzip_->stream.avail_in = static_cast<unsigned>(kept + count);
  return count > 0;
}

void ByteSource::find_format() {
  while (gzip_->ahead().size() < kGzipMark.size() && read_ahead()) {
  }
  format_ = gzip_->ahead().starts_with(kGzipMark) ? Format::kGzip : Format::kPlain;
  if (path_.extension() != ".gz" || format_ == Format::kGzip) return;
  if (gzip_->ahead().empty()) {
    fail("{}: unexpected end of file: the compressed file is empty", path_.string());
  }
  fail("{}: is not gzip data, though its name ends in .gz; rename or compress it", path_.string());
}

std::size_t ByteSource::inflate_bytes(char* to, std::size_t size) {
  z_stream& stream = gzip_->stream;
  stream.next_out = reinterpret_cast<Bytef*>(to);
  stream.avail_out = static_cast<unsigned>(size);
  while (stream.avail_out == size) {
    if (gzip_->between_members) {
      // Some programs fill the last block with zeros.
      const std::size_t zeros = gzip_->ahead().find_first_not_of('\0');
      gzip_->drop(std::min(zeros, gzip_->ahead().size()));
    }
    if (gzip_->ahead().empty() && !read_ahead()) {
      if (gzip_->between_members) return 0;
      fail_damaged("unexpected end of file");
    }
    if (gzip_->between_members && gzip_->ahead().front() == '\0') continue;
    if (std::exchange(gzip_->between_members, false)) inflateReset(&stream);
    const int code = inflate(&stream, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      fail_damaged(stream.msg == nullptr ? "the data has an unknown form" : stream.msg);
    }
    gzip_->between_members = code == Z_STREAM_END;
  }
  return size - stream.avail_out;
}

void ByteSource::fail_damaged(const char* reason) const {
  fail("{}: {}: the compressed data is incomplete or damaged; copy or download the file again",
       path_.string(), reason);
}

}  // namespace gntp
