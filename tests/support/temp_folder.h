// A folder for one test, with files in it; gone when the test ends.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace gntp::testing {

class TempFolder {
 public:
  enum class Place : std::uint8_t { kUsual, kMemory };  // kMemory: where the system has that

  explicit TempFolder(Place place = Place::kUsual);
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder();

  const std::filesystem::path& path() const { return path_; }
  // Writes a file, with the folders that its name has; returns its path.
  std::filesystem::path write(std::string_view name, std::string_view bytes) const;
  // The same, gzipped.
  std::filesystem::path write_gz(std::string_view name, std::string_view bytes) const;

 private:
  std::filesystem::path path_;
};

}  // namespace gntp::testing
