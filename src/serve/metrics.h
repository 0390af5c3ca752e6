// What the server counts, as Prometheus reads it. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "serve/http.h"

namespace gntp {

class Metrics {
 public:
  void add(const HttpOutcome& outcome);

  struct Gauge {
    std::string name;
    std::string help;
    double value;
  };
  // All counters, and these numbers of the moment.
  std::string text(const std::vector<Gauge>& gauges) const;

 private:
  static constexpr std::array kBounds{0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1,
                                      0.2,   0.5,   1.0,   2.0,  5.0,  10.0};
  struct Route {
    std::map<int, std::uint64_t> by_status;
    std::array<std::uint64_t, kBounds.size() + 1> within{};  // not cumulative
    double seconds = 0;
    std::uint64_t count = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::string, Route, std::less<>> routes_;
};

}  // namespace gntp
