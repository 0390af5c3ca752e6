#include "support/prose.h"

#include "base/text.h"

namespace gntp::bench {
namespace {

constexpr std::size_t kColumns = 120;

// Of UTF-8: bytes that go on with a character are none.
std::size_t columns(std::string_view word) {
  std::size_t count = 0;
  for (const char byte : word) count += (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U ? 1 : 0;
  return count;
}

}  // namespace

std::string paragraph(std::string_view text) {
  std::string lines;
  std::size_t used = 0;
  for (const std::string_view word : split(text, ' ')) {
    const std::size_t wide = columns(word);
    if (used > 0) {
      const bool fits = used + 1 + wide <= kColumns;
      lines += fits ? ' ' : '\n';
      used = fits ? used + 1 : 0;
    }
    lines += word;
    used += wide;
  }
  return lines + '\n';
}

}  // namespace gntp::bench
