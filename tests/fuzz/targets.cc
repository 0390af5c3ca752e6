#include "fuzz/targets.h"

#include <fstream>
#include <stdexcept>
#include <string>

#include "support/temp_folder.h"

namespace gntp::fuzz {

namespace fs = std::filesystem;

void expect(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

fs::path input_file(std::string_view name, std::string_view bytes) {
  static const testing::TempFolder kPlace(testing::TempFolder::Place::kMemory);
  fs::path file = kPlace.path() / name;
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
  return file;
}

}  // namespace gntp::fuzz
