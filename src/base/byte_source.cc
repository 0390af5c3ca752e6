#include "base/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace gntp {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16U;

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

ByteSource::ByteSource(std::filesystem::path path)
    : path_(std::move(path)), file_(open_readable(path_)) {}

ByteSource::ByteSource(std::filesystem::path path, std::string_view bytes)
    : path_(std::move(path)), is_file_(false), is_known_(true), ahead_(bytes) {}

ByteSource::ByteSource(Descriptor standard_input)
    : path_("<stdin>"), file_(std::move(standard_input)), is_file_(false), is_known_(true) {}

// What a person types is handed on at once, and as it is.
ByteSource ByteSource::standard_input() {
  return ByteSource(Descriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)));
}

ByteSource::ByteSource(ByteSource&&) noexcept = default;

ByteSource::~ByteSource() = default;

std::size_t ByteSource::read(char* to, std::size_t size) {
  if (size == 0) return 0;
  if (!is_known_) find_format();
  if (decompressor_ != nullptr) return unpack(to, size);
  if (ahead_.empty()) return read_bytes(to, size);
  const std::string_view some = ahead_.substr(0, size);
  std::ranges::copy(some, to);
  ahead_.remove_prefix(some.size());
  return some.size();
}

std::uint64_t ByteSource::position() const {
  return is_file_ ? position_ - ahead_.size() : 0;
}

std::size_t ByteSource::read_bytes(char* to, std::size_t size) {
  if (!file_.is_open()) return 0;  // all of it was in memory
  const ssize_t count = file_.read(to, size);
  if (count < 0) fail("{}: cannot read: {}", path_.string(), last_reason());
  position_ += static_cast<std::uint64_t>(count);
  if (on_read_) on_read_(position_);
  return static_cast<std::size_t>(count);
}

// Adds to what was read ahead; false at the end of the file. Requires: there is room.
bool ByteSource::read_ahead() {
  buffer_.resize(kBuffer);
  std::ranges::copy(ahead_, buffer_.begin());
  const std::size_t kept = ahead_.size();
  const std::size_t count = read_bytes(buffer_.data() + kept, buffer_.size() - kept);
  ahead_ = {buffer_.data(), kept + count};
  return count > 0;
}

void ByteSource::find_format() {
  while (ahead_.size() < kCompressionMark && read_ahead()) {
  }
  is_known_ = true;
  const Compression found = compression_of_bytes(ahead_);
  if (found != Compression::kNone) decompressor_ = Decompressor::make(found);
  const Compression named = compression_of_name(path_);
  if (named == Compression::kNone || named == found) return;
  if (ahead_.empty()) {
    fail("{}: unexpected end of file: the compressed file is empty", path_.string());
  }
  fail("{}: is not {} data, though its name ends in {}; rename or compress it", path_.string(),
       name_of(named), path_.extension().string());
}

// Some programs fill the last block with zeros.
void ByteSource::skip_zeros() {
  do {
    ahead_.remove_prefix(std::min(ahead_.find_first_not_of('\0'), ahead_.size()));
  } while (ahead_.empty() && read_ahead());
}

std::size_t ByteSource::unpack(char* to, std::size_t size) {
  for (;;) {
    if (decompressor_->is_at_end()) {
      skip_zeros();
      if (ahead_.empty()) return 0;
    }
    const bool more = !ahead_.empty() || read_ahead();
    Decompressor::Step step;
    try {
      step = decompressor_->run(ahead_, to, size);
    } catch (const Decompressor::Damaged& damaged) {
      fail_damaged(damaged.reason);
    }
    ahead_.remove_prefix(step.taken);
    if (step.made > 0) return step.made;
    if (!more && !decompressor_->is_at_end()) fail_damaged("unexpected end of file");
    if (step.taken == 0 && !decompressor_->is_at_end() && !read_ahead()) {
      fail_damaged("unexpected end of file");
    }
  }
}

void ByteSource::fail_damaged(std::string_view reason) const {
  fail("{}: {}: the compressed data is incomplete or damaged; copy or download the file again",
       path_.string(), reason);
}

}  // namespace gntp
