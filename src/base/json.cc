#include "base/json.h"

namespace gntp {

bool is_nested_too_deeply(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (in_string) {
      if (letter == '\\') ++i;
      if (letter == '"') in_string = false;
    } else if (letter == '"') {
      in_string = true;
    } else if (letter == '[' || letter == '{') {
      if (++depth > kMaxJsonDepth) return true;
    } else if (letter == ']' || letter == '}') {
      if (depth > 0) --depth;
    }
  }
  return false;
}

}  // namespace gntp
