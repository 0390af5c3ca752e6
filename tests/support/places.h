// Where the checkout and the program under test are.
#pragma once

#include <filesystem>

namespace gntp::testing {

std::filesystem::path checkout();
std::filesystem::path program();

}  // namespace gntp::testing
