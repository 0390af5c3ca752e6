#include "base/file.h"

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = std::size_t{1} << 18U;
constexpr mode_t kFileMode = 0666;  // less the umask
constexpr int kMaxStagingNames = 100;

std::string last_reason() {
  return std::generic_category().message(errno);
}

// An open file, closed when it goes out of scope.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }

  int number() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  // Closes now; false where the bytes written did not arrive.
  bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

Descriptor open_file(const fs::path& path, int flags) {
  return Descriptor(::open(path.c_str(), flags | O_CLOEXEC, kFileMode));
}

// Removes a file when it goes out of scope, unless told to keep it.
class Remover {
 public:
  explicit Remover(fs::path path) : path_(std::move(path)) {}
  Remover(const Remover&) = delete;
  Remover& operator=(const Remover&) = delete;
  ~Remover() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove(path_, ignored);
  }

  void keep() { path_.clear(); }

 private:
  fs::path path_;
};

// Calls `use(bytes)` for each block of the file.
template <typename Use>
void for_each_block(const fs::path& path, Use use) {
  const Descriptor file = open_file(path, O_RDONLY);
  if (!file.is_open()) fail("{}: cannot open: {}", path.string(), last_reason());
  std::vector<char> block(kBlock);
  for (;;) {
    const ssize_t count = ::read(file.number(), block.data(), block.size());
    if (count == 0) return;
    if (count > 0) {
      use(std::string_view(block.data(), static_cast<std::size_t>(count)));
    } else if (errno == EISDIR) {
      fail("{}: is a folder, where a file is expected", path.string());
    } else if (errno != EINTR) {
      fail("{}: cannot read: {}", path.string(), last_reason());
    }
  }
}

// Writes all bytes and waits until the disk has them; false, with errno set, where that fails.
bool write_through(Descriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file.number(), bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  // A pipe or a terminal has nothing to wait for and says EINVAL.
  const bool synchronised = ::fsync(file.number()) == 0 || errno == EINVAL;
  return synchronised && file.close();
}

// Makes a rename in `folder` last through a crash. Not every file system can; the rename holds
// anyway.
void synchronise_folder(const fs::path& folder) {
  const Descriptor file = open_file(folder, O_RDONLY | O_DIRECTORY);
  if (file.is_open()) ::fsync(file.number());
}

fs::path parent_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// Also of a link that leads nowhere.
bool is_taken(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

// A device or a pipe (/dev/stdout) is written to, never replaced.
bool is_special(const fs::path& path) {
  std::error_code ignored;
  return fs::is_other(fs::status(path, ignored));
}

void write_in_place(const fs::path& path, std::string_view bytes) {
  Descriptor file = open_file(path, O_WRONLY);
  if (!file.is_open() || !write_through(file, bytes)) {
    fail("{}: cannot write: {}", path.string(), last_reason());
  }
}

// A name beside `path` that no other thread or process takes.
fs::path temporary_name(const fs::path& path) {
  static std::atomic<unsigned> count = 0;
  return parent_of(path) /
         fmt::format(".{}.tmp-{}-{}", path.filename().string(), ::getpid(), count++);
}

// Renames unless `to` exists; false, with errno set, where that fails.
bool rename_to_new(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  // The file system cannot promise it; looking first is the best there is.
  errno = EEXIST;
  return !is_taken(to) && ::rename(from.c_str(), to.c_str()) == 0;
}

}  // namespace

std::string read_file(const fs::path& path) {
  std::string bytes;
  for_each_block(path, [&](std::string_view block) { bytes += block; });
  return bytes;
}

void write_file(const fs::path& path, std::string_view bytes) {
  if (is_special(path)) {
    write_in_place(path, bytes);
    return;
  }
  const fs::path temporary = temporary_name(path);
  Descriptor file = open_file(temporary, O_WRONLY | O_CREAT | O_EXCL);
  if (!file.is_open()) fail("{}: cannot write: {}", path.string(), last_reason());
  Remover remover(temporary);
  if (!write_through(file, bytes) || ::rename(temporary.c_str(), path.c_str()) != 0) {
    fail("{}: cannot write: {}", path.string(), last_reason());
  }
  remover.keep();
  synchronise_folder(parent_of(path));
}

std::string file_hash(const fs::path& path) {
  const std::unique_ptr<XXH64_state_t, decltype(&XXH64_freeState)> state(XXH64_createState(),
                                                                         &XXH64_freeState);
  XXH64_reset(state.get(), 0);
  for_each_block(
      path, [&](std::string_view block) { XXH64_update(state.get(), block.data(), block.size()); });
  return fmt::format("{:016x}", XXH64_digest(state.get()));
}

StagedFolder::StagedFolder(const fs::path& target) : target_(target.lexically_normal()) {
  if (!target_.has_filename()) target_ = target_.parent_path();  // `runs/a/` is `runs/a`
  if (target_.empty() || is_taken(target_)) {
    fail("{}: exists already; choose another name or remove it", target_.string());
  }
  const std::string name = fmt::format(".{}.partial-{}", target_.filename().string(), ::getpid());
  // The name can be taken: by a killed process that had our number, or by us for the same target.
  std::error_code error;
  bool created = false;
  for (int i = 1; !created && !error && i <= kMaxStagingNames; ++i) {
    staging_ = parent_of(target_) / (i == 1 ? name : fmt::format("{}-{}", name, i));
    created = fs::create_directory(staging_, error);
  }
  if (!created) {
    fail("{}: cannot create: {}", target_.string(),
         error ? error.message() : "too many unfinished folders beside it; remove " + name + "*");
  }
}

StagedFolder::~StagedFolder() {
  std::error_code ignored;
  if (!committed_) fs::remove_all(staging_, ignored);
}

void StagedFolder::commit() {
  if (!rename_to_new(staging_, target_)) {
    if (is_taken(target_)) {
      fail("{}: appeared in the meantime; it is left as it is, choose another name",
           target_.string());
    }
    fail("{}: cannot create: {}", target_.string(), last_reason());
  }
  committed_ = true;
  synchronise_folder(parent_of(target_));
}

}  // namespace gntp
