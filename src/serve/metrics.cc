#include "serve/metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace gntp {
namespace {

// Clients may ask for any path: only those of the API are told apart, so that there are few.
std::string route_of(const HttpOutcome& outcome) {
  const bool is_api =
      outcome.path.starts_with("/api/") || outcome.path == "/metrics" || outcome.path == "/healthz";
  return is_api && outcome.status != 404 && outcome.status != 401 && outcome.status != 403
             ? outcome.path
             : "other";
}

}  // namespace

void Metrics::add(const HttpOutcome& outcome) {
  const std::scoped_lock lock(mutex_);
  Route& route = routes_[route_of(outcome)];
  ++route.by_status[outcome.status];
  ++route.count;
  route.seconds += outcome.seconds;
  const auto place = std::ranges::lower_bound(kBounds, outcome.seconds) - kBounds.begin();
  ++route.within[static_cast<std::size_t>(place)];
}

std::string Metrics::text(const std::vector<Gauge>& gauges) const {
  std::string text;
  for (const Gauge& gauge : gauges) {
    text += fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n{0} {2}\n", gauge.name, gauge.help,
                        gauge.value);
  }
  const std::scoped_lock lock(mutex_);
  text += "# HELP gntp_requests_total Requests that were answered.\n";
  text += "# TYPE gntp_requests_total counter\n";
  for (const auto& [name, route] : routes_) {
    for (const auto& [status, count] : route.by_status) {
      text +=
          fmt::format("gntp_requests_total{{path=\"{}\",status=\"{}\"}} {}\n", name, status, count);
    }
  }
  text += "# HELP gntp_request_seconds From a request's first byte to the last of its answer.\n";
  text += "# TYPE gntp_request_seconds histogram\n";
  for (const auto& [name, route] : routes_) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kBounds.size(); ++i) {
      sum += route.within[i];
      text += fmt::format("gntp_request_seconds_bucket{{path=\"{}\",le=\"{}\"}} {}\n", name,
                          kBounds[i], sum);
    }
    text += fmt::format(
        "gntp_request_seconds_bucket{{path=\"{0}\",le=\"+Inf\"}} {1}\n"
        "gntp_request_seconds_sum{{path=\"{0}\"}} {2}\n"
        "gntp_request_seconds_count{{path=\"{0}\"}} {1}\n",
        name, route.count, route.seconds);
  }
  return text;
}

}  // namespace gntp
