// What the server answers about runs, as JSON: docs/openapi.json describes it. Thread-safe.
#pragma once

#include <gntp/observer.h>

#include <chrono>
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "serve/http.h"
#include "serve/marks.h"
#include "serve/parameters.h"
#include "serve/runs.h"
#include "serve/slots.h"
#include "serve/time_limits.h"

namespace gntp {

struct ApiOptions {
  std::size_t slots = 1;                    // requests that work at once
  std::size_t waiting = 256;                // that wait for one of them
  std::chrono::milliseconds limit{10'000};  // for waiting and working together
};

class Api {
 public:
  // Keeps references. Null: facts cannot be marked.
  Api(Runs& runs, Marks* marks, const ApiOptions& options);

  // To a request whose path begins with /api/.
  HttpResponse respond(const HttpRequest& request);
  // Asks what is at work, and all that comes, to stop.
  void stop() { limits_.stop(); }

  std::size_t waiting() const { return slots_.waiting(); }

  // What there is to ask.
  struct Endpoint;
  static std::span<const Endpoint> endpoints();

 private:
  // A request at work.
  struct Call {
    const HttpRequest& request;
    const Parameters& parameters;
    const Observer& observer;  // asks to stop when it takes too long
  };
  using Json = nlohmann::ordered_json;

  HttpResponse work(const Endpoint& endpoint, const HttpRequest& request);
  // The run that the request names. Throws Error where there is none, or it is being trained.
  std::shared_ptr<const ServedRun> run_of(const Call& call);
  bool may_mark() const { return marks_ != nullptr; }
  void add_mark(const std::string& run, const Fact& fact, Json& json) const;

  HttpResponse runs(const Call& call);
  HttpResponse predict(const Call& call);
  HttpResponse explain(const Call& call);
  HttpResponse suggest(const Call& call);
  HttpResponse entity(const Call& call);
  HttpResponse facts(const Call& call);
  HttpResponse graph(const Call& call);
  HttpResponse rules(const Call& call);
  HttpResponse rule(const Call& call);
  HttpResponse map(const Call& call);
  HttpResponse stats(const Call& call);
  HttpResponse training(const Call& call);
  HttpResponse marks(const Call& call);
  HttpResponse marks_tsv(const Call& call);
  HttpResponse mark(const Call& call);
  HttpResponse description(const Call& call);

  Runs& runs_;
  Marks* marks_;
  std::chrono::milliseconds limit_;
  Slots slots_;
  TimeLimits limits_;
};

struct Api::Endpoint {
  std::string_view method;
  std::string_view path;
  std::vector<std::string_view> parameters;
  HttpResponse (Api::*answer)(const Call& call);
  bool is_work = true;  // it takes a slot; others are answered at once
};

}  // namespace gntp
