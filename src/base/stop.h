// How long work learns that its caller wants it to stop. A StopScope names the token to ask; below
// it, on the same thread and on the workers of a ThreadPool that it uses, whatever loops for long
// calls stop_if_asked, which throws. So a wish to stop reaches the innermost loop without being
// handed through every call on the way.
#pragma once

#include <stop_token>

namespace gntp {

class StopScope {
 public:
  // Until it ends, this thread asks `token`; an empty one holds stops off.
  explicit StopScope(std::stop_token token);
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;
  ~StopScope();

  // The innermost scope's token of this thread; an empty one outside of any.
  static std::stop_token current();

 private:
  std::stop_token token_;
  const std::stop_token* outer_;
};

// Throws Interrupted if the innermost StopScope's token has been asked to stop. A few nanoseconds.
void stop_if_asked();

}  // namespace gntp
