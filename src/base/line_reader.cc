#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"

namespace gntp {
namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 16U;
// Far above any line of names; a file without line ends is no text, and must not fill the memory.
constexpr std::size_t kLongestLine = std::size_t{1} << 26U;
constexpr unsigned kCompressedBuffer = 1U << 16U;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_utf16(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

int open_file(const std::filesystem::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail("{}: cannot open: {}", path.string(), std::generic_category().message(errno));
  struct stat status {};
  if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(fd);
    fail("{}: is a folder, where a file is expected", path.string());
  }
  return fd;
}

}  // namespace

// Where the bytes come from. A file goes through zlib, which hands on what is not compressed as it
// is. Standard input does not: zlib would wait for a full block, and a person who types a line
// waits for an answer.
struct LineReader::Source {
  Source(gzFile compressed, bool must_be_gzip) : file(compressed), expect_gzip(must_be_gzip) {}
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  ~Source() {
    if (file != nullptr) gzclose_r(file);
  }

  // The number of bytes read; 0 at the end.
  std::size_t read(char* to, std::size_t size, const std::filesystem::path& path) const;

  gzFile file = nullptr;     // null: standard input
  bool expect_gzip = false;  // the name says so
};

namespace {

// What zlib says of `file`, without the prefix by which it names a file it was given open.
std::string zlib_message(gzFile file) {
  int code = Z_OK;
  const std::string_view message = gzerror(file, &code);
  if (code == Z_ERRNO) return std::generic_category().message(errno);
  const std::size_t prefix = message.find(": ");
  return std::string(prefix == std::string_view::npos ? message : message.substr(prefix + 2));
}

std::size_t read_standard_input(char* to, std::size_t size, const std::filesystem::path& path) {
  for (;;) {
    const ssize_t count = ::read(STDIN_FILENO, to, size);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) {
      fail("{}: cannot read: {}", path.string(), std::generic_category().message(errno));
    }
  }
}

}  // namespace

std::size_t LineReader::Source::read(char* to, std::size_t size,
                                     const std::filesystem::path& path) const {
  if (file == nullptr) return read_standard_input(to, size, path);
  const int count = gzread(file, to, static_cast<unsigned>(size));
  int code = Z_OK;
  gzerror(file, &code);
  if (code == Z_ERRNO) fail("{}: cannot read: {}", path.string(), zlib_message(file));
  // A file that ends too early is no failed read to zlib; only the code tells.
  if (count < 0 || code != Z_OK) {
    fail("{}: {}: the compressed data is incomplete or damaged; copy or download the file again",
         path.string(), zlib_message(file));
  }
  if (expect_gzip && gzdirect(file) != 0) {
    if (count == 0) fail("{}: unexpected end of file: the compressed file is empty", path.string());
    fail("{}: is not gzip data, though its name ends in .gz; rename or compress it", path.string());
  }
  return static_cast<std::size_t>(count);
}

LineReader::LineReader(std::filesystem::path path) : path_(std::move(path)) {
  const int fd = open_file(path_);
  gzFile file = gzdopen(fd, "rb");
  if (file == nullptr) {
    ::close(fd);
    fail("{}: cannot read: out of memory", path_.string());
  }
  gzbuffer(file, kCompressedBuffer);
  source_ = std::make_unique<Source>(file, path_.extension() == ".gz");
}

LineReader::LineReader(std::unique_ptr<Source> source, std::filesystem::path path)
    : path_(std::move(path)), source_(std::move(source)) {}

LineReader LineReader::standard_input() {
  return LineReader(std::make_unique<Source>(), "<stdin>");
}

LineReader::LineReader(LineReader&&) noexcept = default;

LineReader::~LineReader() = default;

bool LineReader::next(std::string_view& line) {
  std::size_t searched = 0;  // bytes of the unread part that are known to hold no line end
  for (;;) {
    const char* unread = buffer_.data() + begin_;
    const std::size_t size = end_ - begin_;
    const void* found =
        size == searched ? nullptr : std::memchr(unread + searched, '\n', size - searched);
    if (found != nullptr) {
      const auto length = static_cast<std::size_t>(static_cast<const char*>(found) - unread);
      line = {unread, length};
      begin_ += length + 1;
      break;
    }
    searched = size;
    if (fill()) continue;
    if (size == 0) return false;
    line = {buffer_.data() + begin_, size};
    begin_ = end_;
    break;
  }
  ++line_number_;
  check(line);
  return true;
}

void LineReader::check(std::string_view& line) const {
  if (line_number_ == 1) {
    if (is_utf16(line)) {
      fail_at(path_, 1, "the text is UTF-16; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)");
    }
    if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (!is_utf8(line)) {
    fail_at(path_, line_number_,
            "not UTF-8; convert the text to UTF-8 (e.g. iconv -f LATIN1 -t UTF-8)");
  }
  if (line.find('\0') != std::string_view::npos) {
    fail_at(path_, line_number_,
            "a zero byte; the file is UTF-16 (convert it to UTF-8) or no text");
  }
}

// Reads on behind the unread part, which moves to the front; false at the end.
bool LineReader::fill() {
  if (at_end_) return false;
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  end_ -= std::exchange(begin_, 0);
  if (end_ == buffer_.size()) {
    if (end_ >= kLongestLine) {
      fail_at(path_, line_number_ + 1, "a line of more than {} MiB; is this a text file?",
              kLongestLine >> 20U);
    }
    buffer_.resize(std::max(kFirstBuffer, 2 * buffer_.size()));
  }
  const std::size_t count = source_->read(buffer_.data() + end_, buffer_.size() - end_, path_);
  end_ += count;
  at_end_ = count == 0;
  return !at_end_;
}

}  // namespace gntp
