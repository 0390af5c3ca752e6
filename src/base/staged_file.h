// A file that grows piece by piece and appears under its name only when it is complete, in place of
// one that may be there, if the caller says so: readers see the old file or the new one, never half
// of one. The only writer of files. Where the system can, the file has no name until then, so that
// nothing is left of it however the process ends. For one thread at a time.
#pragma once

#include <gntp/if_exists.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/mapped_file.h"

namespace gntp {

// Where the bytes of a file to be written go: links are followed.
struct Destination {
  std::filesystem::path path;
  bool is_stream = false;  // a pipe, a device or an open file
};
Destination destination_of(const std::filesystem::path& given);

// Throws Error where a StagedFile of this name is bound to fail: what can be known before the work
// that makes the bytes. Writes nothing.
void require_writable(const std::filesystem::path& path, IfExists if_exists);

class StagedFile {
 public:
  // A link is followed and stays. What is no file, or is open already (a pipe, /dev/stdout, a link
  // to /proc/self/fd/1), is written to as it is and never replaced. Throws Error where the folder
  // is missing or cannot be written, and where there is a file that is not to be replaced.
  explicit StagedFile(const std::filesystem::path& path, IfExists if_exists = IfExists::kReplace);
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;
  ~StagedFile();

  void append(std::string_view bytes);
  // Writes what is left and gives the file its name. To be called once, last. Throws Error where
  // that fails or, unless files may be replaced, where the name was taken in the meantime.
  void commit();

  // All bytes so far, to be read while more are written. Requires: it is no stream.
  MappedFile map();

  // Whether the bytes go to a pipe, a device or an open file as they come.
  bool is_stream() const { return is_stream_; }

 private:
  void flush();
  void take_name();
  [[noreturn]] void fail_about_newcomer() const;
  [[noreturn]] void fail_to_write() const;

  std::filesystem::path path_;  // as given, for messages
  IfExists if_exists_;
  std::filesystem::path target_;     // where the links lead
  std::filesystem::path temporary_;  // the name until then; empty: none
  bool is_stream_ = false;
  Descriptor file_;
  std::string buffer_;
};

}  // namespace gntp
