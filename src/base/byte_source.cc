#include "base/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace gntp {
namespace {

constexpr unsigned kCompressedBuffer = 1U << 16U;
constexpr std::size_t kLargestRead = std::size_t{1} << 30U;  // zlib counts in ints

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

// A file goes through zlib, which hands on what is not compressed as it is. Standard input does
// not: zlib would wait for a full block, and a person who types a line waits for an answer.
struct ByteSource::Gzip {
  explicit Gzip(gzFile open) : file(open) {}
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;
  ~Gzip() { gzclose_r(file); }

  gzFile file;
};

ByteSource::ByteSource(std::filesystem::path path) : path_(std::move(path)) {
  const int fd = open_file(path_);
  gzFile file = gzdopen(fd, "rb");
  if (file == nullptr) {
    ::close(fd);
    fail("{}: cannot read: out of memory", path_.string());
  }
  gzbuffer(file, kCompressedBuffer);
  gzip_ = std::make_unique<Gzip>(file);
}

ByteSource::ByteSource(std::unique_ptr<Gzip> gzip, std::filesystem::path path)
    : path_(std::move(path)), gzip_(std::move(gzip)) {}

ByteSource ByteSource::standard_input() {
  return {nullptr, "<stdin>"};
}

ByteSource::ByteSource(ByteSource&&) noexcept = default;

ByteSource::~ByteSource() = default;

std::size_t ByteSource::read(char* to, std::size_t size) {
  size = std::min(size, kLargestRead);
  if (gzip_ == nullptr) return read_standard_input(to, size, path_);
  gzFile file = gzip_->file;
  const int count = gzread(file, to, static_cast<unsigned>(size));
  int code = Z_OK;
  gzerror(file, &code);
  if (code == Z_ERRNO) fail("{}: cannot read: {}", path_.string(), zlib_message(file));
  // A file that ends too early is no failed read to zlib; only the code tells.
  if (count < 0 || code != Z_OK) {
    fail("{}: {}: the compressed data is incomplete or damaged; copy or download the file again",
         path_.string(), zlib_message(file));
  }
  if (path_.extension() == ".gz" && gzdirect(file) != 0) {
    if (count == 0) {
      fail("{}: unexpected end of file: the compressed file is empty", path_.string());
    }
    fail("{}: is not gzip data, though its name ends in .gz; rename or compress it",
         path_.string());
  }
  return static_cast<std::size_t>(count);
}

std::uint64_t ByteSource::position() const {
  if (gzip_ == nullptr) return 0;
  const z_off_t offset = gzoffset(gzip_->file);
  return offset < 0 ? 0 : static_cast<std::uint64_t>(offset);
}

}  // namespace gntp
