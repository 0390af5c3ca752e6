#include "base/staged_file.h"

#include <fcntl.h>

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <system_error>

#include "base/error.h"
#include "base/file_calls.h"
#include "base/folder.h"
#include "base/numbers.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBuffer = std::size_t{1} << 20U;
constexpr int kMaxLinks = 40;  // as Linux has it

// The name by which the kernel knows the file itself, the last part of a path not followed.
fs::path real_name(const fs::path& path) {
  std::error_code ignored;
  return fs::weakly_canonical(parent_of(path), ignored) / path.filename();
}

}  // namespace

// Follows links, one by one: those of /proc lead to open files and must not be followed further.
Destination destination_of(const fs::path& given) {
  fs::path path = given;
  std::error_code error;
  for (int i = 0; i < kMaxLinks; ++i) {
    if (real_name(path).string().starts_with("/proc/")) return {path, true};
    if (!fs::is_symlink(fs::symlink_status(path, error))) {
      return {path, fs::is_other(fs::status(path, error))};
    }
    const fs::path target = fs::read_symlink(path, error);
    if (error) break;
    path = target.is_absolute() ? target : parent_of(path) / target;
  }
  fail("{}: cannot write: the link leads nowhere; remove it", given.string());
}

namespace {

// The descriptor of this process that the name stands for, as 1 for /proc/self/fd/1.
std::optional<int> own_descriptor(const fs::path& path) {
  const fs::path name = real_name(path);
  std::error_code ignored;
  if (name.parent_path() != fs::weakly_canonical("/proc/self/fd", ignored)) return std::nullopt;
  return parse_number<int>(name.filename().string());
}

// A descriptor of our own is shared, not opened anew: what others write to it (a shell's >>, our
// own messages) keeps its place.
Descriptor open_stream(const fs::path& path) {
  if (const std::optional<int> fd = own_descriptor(path)) {
    return Descriptor(::fcntl(*fd, F_DUPFD_CLOEXEC, 0));
  }
  return open_file(path, O_WRONLY);
}

void refuse_existing(const fs::path& given, const fs::path& target) {
  if (!is_taken(target)) return;
  fail("{}: exists already; choose another name, or replace it with --force", given.string());
}

// Where the bytes go, if they can.
Destination checked_destination(const fs::path& given, IfExists if_exists) {
  Destination destination = destination_of(given);
  const fs::path folder = parent_of(destination.path);
  std::error_code ignored;
  if (fs::is_directory(fs::status(destination.path, ignored))) {
    fail("{}: is a folder; give the name of a file", given.string());
  }
  if (!fs::is_directory(fs::status(folder, ignored))) {
    fail("{}: cannot write: there is no folder {}; create it first", given.string(),
         folder.string());
  }
  const bool may_replace = if_exists == IfExists::kReplace || destination.is_stream;
  if (!may_replace) refuse_existing(given, destination.path);
  return destination;
}

}  // namespace

void require_writable(const fs::path& path, IfExists if_exists) {
  const Destination destination = checked_destination(path, if_exists);
  if (destination.is_stream || ::access(parent_of(destination.path).c_str(), W_OK) == 0) return;
  fail("{}: cannot write: {}", path.string(), last_reason());
}

StagedFile::StagedFile(const fs::path& path, IfExists if_exists)
    : path_(path), if_exists_(if_exists) {
  const Destination destination = checked_destination(path, if_exists);
  target_ = destination.path;
  is_stream_ = destination.is_stream;
  file_ = is_stream_ ? open_stream(target_) : open_unnamed(parent_of(target_), O_RDWR);
  if (!is_stream_ && !file_.is_open() && errno == EOPNOTSUPP) {
    const fs::path temporary = temporary_name(target_);
    file_ = open_file(temporary, O_RDWR | O_CREAT | O_EXCL);
    if (file_.is_open()) temporary_ = temporary;
  }
  if (!file_.is_open()) fail_to_write();
}

StagedFile::~StagedFile() {
  if (!temporary_.empty()) file_calls().remove_file(temporary_.c_str());
}

void StagedFile::append(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= kBuffer) flush();
}

void StagedFile::flush() {
  if (!file_.write(buffer_)) fail_to_write();
  buffer_.clear();
}

MappedFile StagedFile::map() {
  assert(!is_stream_);
  flush();
  return {file_, path_};
}

void StagedFile::commit() {
  flush();
  if (!file_.synchronise()) fail_to_write();
  if (!is_stream_) take_name();
  if (!file_.close()) fail_to_write();
  if (!is_stream_ && !synchronise_folder(parent_of(target_))) fail_to_write();
}

// A file without a name can take a free one, but replace nothing: for that it needs another first.
void StagedFile::take_name() {
  if (temporary_.empty()) {
    if (file_calls().name(file_.number(), target_.c_str()) == 0) return;
    if (errno != EEXIST) fail_to_write();
    if (if_exists_ == IfExists::kRefuse) fail_about_newcomer();
    const fs::path temporary = temporary_name(target_);
    if (file_calls().name(file_.number(), temporary.c_str()) != 0) fail_to_write();
    temporary_ = temporary;
  }
  const unsigned flags = if_exists_ == IfExists::kRefuse ? RENAME_NOREPLACE : 0;
  bool renamed = file_calls().rename(temporary_.c_str(), target_.c_str(), flags) == 0;
  if (!renamed && errno == EEXIST) fail_about_newcomer();
  if (!renamed && (errno == EINVAL || errno == ENOSYS)) {
    // The file system cannot promise it; looking first is the best there is.
    if (if_exists_ == IfExists::kRefuse) refuse_existing(path_, target_);
    renamed = file_calls().rename(temporary_.c_str(), target_.c_str(), 0) == 0;
  }
  if (!renamed) fail_to_write();
  temporary_.clear();
}

void StagedFile::fail_about_newcomer() const {
  fail("{}: appeared in the meantime; it is left as it is, choose another name", path_.string());
}

void StagedFile::fail_to_write() const {
  fail("{}: cannot write: {}", path_.string(), last_reason());
}

}  // namespace gntp
