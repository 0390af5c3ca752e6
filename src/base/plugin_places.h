// Where shared libraries that the program loads when it needs them may be.
#pragma once

#include <filesystem>
#include <vector>

namespace gntp {

// Of the library file `name`: what the environment variable `variable` names, and no other place;
// or beside the program or this library, in the folder lib/gntp next to it, and where it was to be
// installed.
std::vector<std::filesystem::path> plugin_places(const char* name, const char* variable);

}  // namespace gntp
