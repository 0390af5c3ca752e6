// Which files a command may write: none that is there already, unless the user says so, and never
// the data of a data set.
#pragma once

#include <gntp/if_exists.h>

#include <filesystem>

namespace gntp {

// Throws Error where the file belongs to a data set.
void refuse_data(const std::filesystem::path& file);

// Whether the file may be written. To be called before the work starts; the writer looks again at
// the end. What is no file (a pipe, /dev/stdout) may always be written. Throws Error.
void check_output(const std::filesystem::path& file, IfExists if_exists);

}  // namespace gntp
