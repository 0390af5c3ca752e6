#include "base/plugin_places.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace gntp {
namespace {

namespace fs = std::filesystem;

// The library that has this code, where another program loaded it. Of the program itself no path is
// known here, but only the word that it was called by.
fs::path file_of_this_code() {
  Dl_info info{};
  static const char kHere = 0;
  if (::dladdr(&kHere, &info) == 0 || info.dli_fname == nullptr) return {};
  if (!fs::path(info.dli_fname).is_absolute()) return {};
  std::error_code error;
  fs::path file = fs::canonical(info.dli_fname, error);
  return error ? fs::path() : file;
}

void add_places_beside(const fs::path& file, const char* name, std::vector<fs::path>& places) {
  if (file.empty()) return;
  for (const fs::path& place : {file.parent_path() / name, file.parent_path() / "gntp" / name,
                                file.parent_path().parent_path() / "lib" / "gntp" / name}) {
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
}

}  // namespace

std::vector<fs::path> plugin_places(const char* name, const char* variable) {
  if (const char* given = std::getenv(variable)) return {given};
  std::vector<fs::path> places;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) add_places_beside(program, name, places);
  add_places_beside(file_of_this_code(), name, places);
  const fs::path installed = fs::path(GNTP_LIBRARY_DIR) / "gntp" / name;
  if (std::ranges::find(places, installed) == places.end()) places.push_back(installed);
  return places;
}

}  // namespace gntp
