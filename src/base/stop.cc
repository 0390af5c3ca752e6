#include "base/stop.h"

#include <gntp/error.h>

#include <utility>

#include "base/communicator.h"

namespace gntp {
namespace {

// The innermost scope's token; null outside of any.
thread_local const std::stop_token* innermost = nullptr;

}  // namespace

StopScope::StopScope(std::stop_token token) : token_(std::move(token)), outer_(innermost) {
  innermost = &token_;
}

StopScope::~StopScope() {
  innermost = outer_;
}

std::stop_token StopScope::current() {
  return innermost == nullptr ? std::stop_token() : *innermost;
}

void stop_if_asked() {
  listen_for_stop();
  if (innermost != nullptr && innermost->stop_requested())
    throw Interrupted("stopped; nothing was written");
}

}  // namespace gntp
