#include <gntp/version.h>

namespace gntp {

const char* version() {
  return GNTP_VERSION;
}

}  // namespace gntp
