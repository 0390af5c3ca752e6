#include "support/temp_folder.h"

#include <unistd.h>
#include <zlib.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

namespace gntp::testing {

namespace fs = std::filesystem;

namespace {

fs::path folder_for(TempFolder::Place place) {
  const fs::path memory = "/dev/shm";
  const bool there = place == TempFolder::Place::kMemory && ::access(memory.c_str(), W_OK) == 0;
  return there ? memory : fs::temp_directory_path();
}

}  // namespace

TempFolder::TempFolder(Place place) {
  std::string name = (folder_for(place) / "gntp-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
  path_ = name;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path TempFolder::write(std::string_view name, std::string_view bytes) const {
  fs::path file = path_ / name;
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
  return file;
}

fs::path TempFolder::write_gz(std::string_view name, std::string_view bytes) const {
  fs::path file = path_ / name;
  gzFile out = gzopen(file.c_str(), "wb");
  if (out == nullptr) throw std::runtime_error("cannot write " + file.string());
  gzwrite(out, bytes.data(), static_cast<unsigned>(bytes.size()));
  gzclose_w(out);
  return file;
}

}  // namespace gntp::testing
