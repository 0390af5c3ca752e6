// What an Error says, for tests of messages.
#pragma once

#include <string>

#include "base/error.h"

namespace gntp::testing {

// The message of the Error that `action` throws; "no error" where it does not throw. Other
// exceptions pass.
template <typename Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace gntp::testing
