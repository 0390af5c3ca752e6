// How deep brackets are nested in Turtle. Libserd calls itself for each level: a file of brackets
// alone would exhaust the stack.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gntp {

// Follows a text byte by byte. Right up to the first error in the text, where reading ends.
class TurtleNesting {
 public:
  void take(char c);
  // Brackets, ( and [, that are open after what was taken.
  std::size_t depth() const { return depth_; }

 private:
  enum class State : std::uint8_t { kText, kIri, kComment, kOpening, kString, kLongString };

  void take_text(char c);
  void take_opening(char c);
  void take_long_string(char c);

  State state_ = State::kText;
  bool escaped_ = false;
  char quote_ = '"';
  std::size_t quotes_ = 0;  // in a row
  std::size_t depth_ = 0;
};

}  // namespace gntp
