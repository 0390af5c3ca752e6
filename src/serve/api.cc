#include "serve/api.h"

#include <fmt/format.h>
#include <gntp/error.h>

#include <algorithm>
#include <new>

#include "base/error.h"
#include "base/stop.h"
#include "base/text.h"
#include "device/device.h"
#include "serve/json_text.h"
#include "serve/page.h"

namespace gntp {

std::span<const Api::Endpoint> Api::endpoints() {
  static const std::vector<Endpoint> kAll{
      {"GET", "/api/openapi.json", {}, &Api::description, false},
      {"GET", "/api/runs", {}, &Api::runs, false},
      {"GET", "/api/predict", {"run", "q", "top", "new", "type", "without"}, &Api::predict},
      {"GET", "/api/explain", {"run", "q", "proofs", "inferred", "without"}, &Api::explain},
      {"GET", "/api/suggest", {"run", "q", "kind", "count"}, &Api::suggest},
      {"GET", "/api/entity", {"run", "name"}, &Api::entity},
      {"GET",
       "/api/facts",
       {"run", "entity", "relation", "direction", "offset", "count"},
       &Api::facts},
      {"GET", "/api/graph", {"run", "entity", "count"}, &Api::graph},
      {"GET", "/api/rules", {"run", "relation", "text", "sort", "offset", "count"}, &Api::rules},
      {"GET", "/api/rule", {"run", "text", "count"}, &Api::rule},
      {"GET", "/api/map", {"run", "count"}, &Api::map},
      {"GET", "/api/stats", {"run"}, &Api::stats},
      {"GET", "/api/training", {"run"}, &Api::training, false},
      {"GET", "/api/marks", {"run"}, &Api::marks, false},
      {"GET", "/api/marks.tsv", {"run", "mark"}, &Api::marks_tsv, false},
      {"POST", "/api/marks", {"run"}, &Api::mark, false},
  };
  return kAll;
}

Api::Api(Runs& runs, Marks* marks, const ApiOptions& options)
    : runs_(runs), marks_(marks), limit_(options.limit), slots_(options.slots, options.waiting) {}

HttpResponse Api::respond(const HttpRequest& request) {
  const std::string_view method =
      request.method == "HEAD" ? std::string_view("GET") : request.method;
  bool has_path = false;
  for (const Endpoint& endpoint : endpoints()) {
    if (endpoint.path != request.path) continue;
    if (endpoint.method == method) return work(endpoint, request);
    has_path = true;
  }
  if (has_path)
    return error_response(405, fmt::format("{} does not take {}", request.path, method));
  std::vector<std::string> paths;
  for (const Endpoint& endpoint : endpoints()) paths.emplace_back(endpoint.path);
  const std::string hint = suggestion(request.path, paths);
  return error_response(404,
                        fmt::format("there is no {}; {}", excerpt(request.path),
                                    hint.empty() ? "/api/openapi.json says what there is" : hint));
}

HttpResponse Api::work(const Endpoint& endpoint, const HttpRequest& request) {
  const auto deadline = TimeLimits::Clock::now() + limit_;
  const auto busy = [](std::string_view what) {
    HttpResponse response = error_response(503, std::string(what));
    response.headers.emplace_back("Retry-After", "1");
    return response;
  };
  try {
    const Parameters parameters(request, endpoint.parameters);
    const TimeLimits::Limit limit(limits_, deadline);
    Observer observer;
    observer.stop = limit.token();
    const Call call{request, parameters, observer};
    if (!endpoint.is_work) return (this->*endpoint.answer)(call);
    const Slots::Lease slot = slots_.take(deadline);
    if (!slot) return busy("too many questions wait already; try again in a moment");
    const StopScope scope(observer.stop);
    return (this->*endpoint.answer)(call);
  } catch (const Interrupted&) {
    return busy("this took too long and was given up; ask for less");
  } catch (const DeviceError& error) {
    return error_response(503, error.what());
  } catch (const Error& error) {
    return error_response(400, error.what());
  } catch (const std::bad_alloc&) {
    return busy("there is not enough memory for this");
  }
}

std::shared_ptr<const ServedRun> Api::run_of(const Call& call) {
  const std::string* name = call.parameters.find("run");
  Runs::Listed listed = runs_.find(name == nullptr ? std::string_view() : *name);
  if (!listed.run) {
    fail("the run '{}' is being trained; /api/training shows how far it is", listed.name);
  }
  return std::move(listed.run);
}

void Api::add_mark(const std::string& run, const Fact& fact, Json& json) const {
  if (marks_ == nullptr) return;
  if (const auto kind = marks_->find(run, fact)) json["mark"] = name_of(*kind);
}

HttpResponse Api::description(const Call& /*call*/) {
  HttpResponse response;
  response.body = api_description();
  return response;
}

}  // namespace gntp
