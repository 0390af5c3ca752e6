// A folder of files that are compared with a list of their sizes and hashes as they are read: what
// was damaged, cut, exchanged or lost is an Error that names the file. For one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace gntp {

struct FileDigest {
  std::uint64_t bytes = 0;
  std::string xxh64;  // 16 hexadecimal digits

  bool operator==(const FileDigest&) const = default;
};
using FileDigests = std::map<std::string, FileDigest>;  // by name

FileDigest digest_of(std::string_view bytes);
// Reads the file. Throws Error where it cannot.
FileDigest digest_of_file(const std::filesystem::path& path);

// What to do about a file that is damaged.
inline constexpr std::string_view kDamageRemedy = "train again or restore a copy";

class CheckedFolder {
 public:
  // Without a list files are taken as they are.
  explicit CheckedFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  CheckedFolder(std::filesystem::path folder, FileDigests expected)
      : folder_(std::move(folder)), expected_(std::move(expected)) {}

  const std::filesystem::path& path() const { return folder_; }
  // What errors say is to be done.
  void set_remedy(std::string remedy) { remedy_ = std::move(remedy); }
  const std::string& remedy() const { return remedy_; }

  // Whether the list has the file; without a list, whether it is there.
  bool has(const std::string& name) const;
  // The file's bytes. Throws Error unless they are as the list says.
  std::string read(const std::string& name);
  // Where the file is, for those who read it piece by piece. Throws as `read` does.
  std::filesystem::path file(const std::string& name);
  // Compares what the list has and nobody has read.
  void check_rest();

  // What is wrong with a file of the list, or nothing. Reads it.
  std::optional<std::string> fault_of(const std::string& name) const;

 private:
  std::optional<std::string> difference(const std::string& name, const FileDigest& found) const;
  [[noreturn]] void fail_about(const std::string& name, std::string_view what) const;
  void require(const std::string& name) const;

  std::filesystem::path folder_;
  std::optional<FileDigests> expected_;
  std::string remedy_{kDamageRemedy};
  std::set<std::string> checked_;
};

}  // namespace gntp
