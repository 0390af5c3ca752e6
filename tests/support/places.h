// Where the checkout and the program under test are.
#pragma once

#include <filesystem>

namespace gntp::testing {

std::filesystem::path checkout();
std::filesystem::path program();
// The plug-in of tests/gpu/slow_plugin.cc, which is a GPU where there is none.
std::filesystem::path slow_gpu_plugin();

}  // namespace gntp::testing
