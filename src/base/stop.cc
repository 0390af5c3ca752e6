#include "base/stop.h"

#include <gntp/error.h>

namespace gntp {

thread_local const std::stop_token* StopScope::current_ = nullptr;

void stop_if_asked() {
  const std::stop_token* token = StopScope::current_;
  if (token != nullptr && token->stop_requested())
    throw Interrupted("stopped; nothing was written");
}

}  // namespace gntp
