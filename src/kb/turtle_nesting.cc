#include "kb/turtle_nesting.h"

namespace gntp {

void TurtleNesting::take(char c) {
  if (escaped_) {
    escaped_ = false;
    return;
  }
  switch (state_) {
    case State::kText:
      return take_text(c);
    case State::kIri:
      if (c == '>') state_ = State::kText;
      return;
    case State::kComment:
      if (c == '\n' || c == '\r') state_ = State::kText;
      return;
    case State::kOpening:
      return take_opening(c);
    case State::kString:
      escaped_ = c == '\\';
      if (c == quote_) state_ = State::kText;
      return;
    case State::kLongString:
      return take_long_string(c);
  }
}

void TurtleNesting::take_text(char c) {
  switch (c) {
    case '\\':
      escaped_ = true;
      return;
    case '<':
      state_ = State::kIri;
      return;
    case '#':
      state_ = State::kComment;
      return;
    case '"':
    case '\'':
      state_ = State::kOpening;
      quote_ = c;
      quotes_ = 1;
      return;
    case '(':
    case '[':
      ++depth_;
      return;
    case ')':
    case ']':
      if (depth_ > 0) --depth_;
      return;
    default:
      return;
  }
}

// After one quote or two: "text", "" or """long text""".
void TurtleNesting::take_opening(char c) {
  if (c == quote_) {
    if (++quotes_ < 3) return;
    state_ = State::kLongString;
    quotes_ = 0;
    return;
  }
  state_ = quotes_ == 1 ? State::kString : State::kText;
  take(c);
}

void TurtleNesting::take_long_string(char c) {
  escaped_ = c == '\\';
  quotes_ = c == quote_ ? quotes_ + 1 : 0;
  if (quotes_ == 3) state_ = State::kText;
}

}  // namespace gntp
