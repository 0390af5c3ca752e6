// For the portable program: the one function of glibc 2.36 that Debian's libstdc++ calls, so that
// glibc 2.35 is enough. tools/lower_glibc.py makes libstdc++ look for it here.
#include <sys/random.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>

extern "C" std::uint32_t arc4random() noexcept;

std::uint32_t arc4random() noexcept {
  std::uint32_t number = 0;
  while (::getrandom(&number, sizeof(number), 0) != sizeof(number)) {
    if (errno != EINTR) std::abort();
  }
  return number;
}
