// How long work is watched and stopped: callbacks for progress and messages, and a stop token. All
// parts are optional; an empty Observer watches nothing.
//
// The callbacks run on the thread that called the library. They may throw, which ends the work with
// that exception.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

namespace gntp {

struct Progress {
  std::string task;     // "training", "mining", "ranking test", ...
  double fraction = 0;  // that is done, from 0 to 1
  std::string details;  // what else is worth knowing; may be empty
};

struct Observer {
  std::function<void(const Progress&)> progress;    // often: several times a second
  std::function<void(const std::string&)> note;     // what was done, one line
  std::function<void(const std::string&)> warning;  // what may not be as intended, one line
  // Work that is asked to stop throws Interrupted within about a second and leaves no half-written
  // file behind.
  std::stop_token stop;
};

}  // namespace gntp
