// The version of the headers. `gntp.h` says what may change from one version to the next.
#pragma once

#include <gntp/export.h>

#define GNTP_VERSION "0.6.0"

namespace gntp {

// The version of the library that the program runs with, which may be newer than its headers.
GNTP_API const char* version();

}  // namespace gntp
