// The colours of a drawing on a terminal. Without colours every text stays as it is.
#pragma once

#include <gntp/explanation.h>

#include <string>
#include <string_view>

namespace gntp {

class Ink {
 public:
  explicit Ink(Colors colors) : colors_(colors) {}

  std::string quiet(std::string_view text) const { return in("2", text); }  // lines, remarks
  std::string strong(std::string_view text) const { return in("1", text); }
  std::string rule(std::string_view text) const { return in("36", text); }
  std::string fact(std::string_view text) const { return in("32", text); }
  std::string weak(std::string_view text) const { return in("1;33", text); }  // the weakest link
  std::string against(std::string_view text) const { return in("31", text); }

 private:
  // An empty text has nothing to colour.
  std::string in(std::string_view code, std::string_view text) const {
    if (colors_ == Colors::kNone || text.empty()) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
  }

  Colors colors_;
};

}  // namespace gntp
