// What people say of facts.
#include <gntp/browsing.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "kb/triple_writer.h"
#include "serve/api.h"
#include "serve/json_text.h"

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNoMarks =
    "facts cannot be marked here; start the server with --marks FILE to keep marks";

}  // namespace

HttpResponse Api::marks(const Call& call) {
  if (!may_mark()) return error_response(403, kNoMarks);
  const std::shared_ptr<const ServedRun> run = run_of(call);
  Json list = Json::array();
  for (const Mark& mark : marks_->all()) {
    if (mark.run != run->name()) continue;
    const Question fact{mark.fact.head, mark.fact.relation, mark.fact.tail};
    Json json{{"fact", fact.to_text()}, {"mark", name_of(mark.kind)}, {"time", mark.time}};
    try {
      json["in_words"] = fact_in_words(run->engine(), mark.fact).in_words;
    } catch (const Error&) {
      json["in_words"] =
          fact.to_text();  // marked before the run was trained anew, without the name
    }
    list.push_back(std::move(json));
  }
  return json_response({{"marks", list}});
}

HttpResponse Api::marks_tsv(const Call& call) {
  if (!may_mark()) return error_response(403, kNoMarks);
  const std::shared_ptr<const ServedRun> run = run_of(call);
  const std::string wanted = call.parameters.choice("mark", "right", {"right", "wrong"});
  HttpResponse response;
  response.type = "text/tab-separated-values; charset=utf-8";
  response.headers.emplace_back("Content-Disposition",
                                fmt::format("attachment; filename=\"{}.tsv\"", wanted));
  TripleWriter writer(TripleFormat::kTsv, "", {});
  try {
    for (const Mark& mark : marks_->all()) {
      if (mark.run != run->name() || name_of(mark.kind) != wanted) continue;
      writer.append(mark.fact.head, mark.fact.relation, mark.fact.tail, response.body);
    }
    writer.finish();
  } catch (const Error& error) {  // a name that this format cannot hold
    fail("{}; the file of --marks is jsonl and has every mark", error.what());
  }
  return response;
}

HttpResponse Api::mark(const Call& call) {
  if (!may_mark()) return error_response(403, kNoMarks);
  const std::shared_ptr<const ServedRun> run = run_of(call);
  const auto body = parse_json<nlohmann::json>(call.request.body);
  const auto text_of = [&](const char* key) -> std::string {
    if (!body || !body->is_object() || body->size() != 2 || !body->contains(key) ||
        !body->at(key).is_string()) {
      fail(
          "the body must be {{\"fact\": \"rel(a, b)\", \"mark\": \"right\", \"wrong\" or "
          "\"none\"}}");
    }
    return body->at(key).get<std::string>();
  };
  const Fact fact = run->engine().parse(text_of("fact"));
  const std::string wanted = text_of("mark");
  const std::optional<Mark::Kind> kind = mark_named(wanted);
  if (!kind && wanted != "none") {
    fail("a mark is 'right', 'wrong' or 'none', not '{}'", excerpt(wanted));
  }
  marks_->set(run->name(), fact, kind);
  return json_response({{"fact", fact_in_words(run->engine(), fact).text}, {"mark", wanted}});
}

}  // namespace gntp
