// The server as clients see it: what it answers, that docs/openapi.json describes just that, and
// what it does with runs that change.
#include "serve/web_server.h"

#include <gmock/gmock.h>
#include <gntp/run.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/file.h"
#include "support/errors.h"
#include "support/json_schema.h"
#include "support/labelled_data.h"
#include "support/raw_client.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::body_of;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::JsonSchema;
using testing::RawClient;
using testing::status_of;
using testing::TempFolder;
using Json = nlohmann::json;

namespace fs = std::filesystem;

class WebServerTest : public ::testing::Test {
 public:
  ~WebServerTest() override { end(); }

 protected:
  WebServerTest() {
    testing::write_labelled_data(folder_);
    write_run("places");
  }
  fs::path write_run(const std::string& name) {
    Settings settings;
    settings.set("learn.epochs", "1");
    const Dataset data = Dataset::load(folder_.path() / "data", settings);
    fs::path run = folder_.path() / name;
    fs::remove_all(run);
    Engine::train(data, settings, {.seed = 0, .threads = 1}).save(run);
    return run;
  }

  void start(const ServeOptions& options = {}, std::vector<fs::path> runs = {}) {
    if (runs.empty()) runs.emplace_back(folder_.path() / "places");
    server_.emplace(runs, options, [this](const nlohmann::ordered_json& line) {
      const std::scoped_lock lock(mutex_);
      log_.emplace_back(line);
    });
    thread_ = std::thread([this] { server_->run(); });
    const std::string address = server_->address();
    port_ = static_cast<std::uint16_t>(std::stoul(address.substr(address.rfind(':') + 1)));
  }
  void start_with_marks() {
    ServeOptions options;
    options.marks = folder_.path() / "marks.jsonl";
    start(options);
  }
  void end() {
    if (server_) server_->stop();
    if (thread_.joinable()) thread_.join();
    server_.reset();
  }

  std::string get(const std::string& target) const { return RawClient(port_).get(target); }
  std::string post(const std::string& target, const std::string& body) const {
    return RawClient(port_).post(target, body);
  }
  // The status of marking a fact.
  std::string mark(const std::string& fact, const std::string& kind) const {
    return status_of(post("/api/marks", Json{{"fact", fact}, {"mark", kind}}.dump()));
  }
  // The body of a response that went well.
  Json ask(const std::string& target) const {
    const std::string response = get(target);
    EXPECT_EQ(status_of(response), "200") << target << "\n" << response;
    return Json::parse(body_of(response), nullptr, false);
  }
  std::string error(const std::string& target, const std::string& status = "400") const {
    const std::string response = get(target);
    EXPECT_EQ(status_of(response), status) << target << "\n" << response;
    const Json body = Json::parse(body_of(response), nullptr, false);
    return body.is_object() ? body.value("error", "") : "";
  }

  TempFolder folder_;
  std::mutex mutex_;
  std::vector<Json> log_;
  std::optional<WebServer> server_;
  std::thread thread_;
  std::uint16_t port_ = 0;
};

// What is asked to try each path of the description.
std::string example_of(const std::string& path) {
  if (path == "/api/predict") return path + "?q=P2(Q1,%20?)&without=P1(Q1,%20Q2)";
  if (path == "/api/explain") return path + "?q=P2(Rome,%20Italy)&proofs=2";
  if (path == "/api/suggest") return path + "?q=Itly";
  if (path == "/api/entity") return path + "?name=Italy";
  if (path == "/api/facts" || path == "/api/graph") return path + "?entity=Q2";
  if (path == "/api/rule") return path + "?text=P2(X,%20Y)%20:-%20P1(X,%20Y)";
  return path;
}

TEST_F(WebServerTest, AnswersAreAsDescribed) {
  start_with_marks();
  EXPECT_EQ(mark("P2(Q1, Q2)", "right"), "200");
  const Json description = ask("/api/openapi.json");
  const JsonSchema schema(description);
  for (const auto& [path, methods] : description.at("paths").items()) {
    if (!methods.contains("get")) continue;
    const std::string response = get(example_of(path));
    ASSERT_EQ(status_of(response), "200") << path << response;
    const Json& content = methods["get"]["responses"]["200"]["content"];
    if (!content.contains("application/json")) {
      EXPECT_THAT(response, HasSubstr("Content-Type: " + content.begin().key())) << path;
      continue;
    }
    EXPECT_THAT(
        schema.error_of(Json::parse(body_of(response)), content["application/json"]["schema"]),
        IsEmpty())
        << path << "\n"
        << body_of(response);
  }
}

TEST_F(WebServerTest, WhatIsServedIsDescribedAndTheOtherWayRound) {
  start();
  const Json paths = ask("/api/openapi.json").at("paths");
  std::set<std::string> described;
  for (const auto& [path, methods] : paths.items()) {
    for (const auto& [method, details] : methods.items()) {
      std::set<std::string> names;
      for (const Json& each : details["parameters"]) names.insert(each["name"]);
      const std::vector<std::string> list(names.begin(), names.end());
      described.insert(fmt::format("{} {} {}", method, path, fmt::join(list, " ")));
    }
  }
  std::set<std::string> served{"get /healthz ", "get /metrics ", "post /api/login "};
  for (const Api::Endpoint& each : Api::endpoints()) {
    std::vector<std::string_view> names = each.parameters;
    std::ranges::sort(names);
    served.insert(fmt::format("{} {} {}", each.method == "GET" ? "get" : "post", each.path,
                              fmt::join(names, " ")));
  }
  EXPECT_EQ(described, served);
}

TEST_F(WebServerTest, Predicts) {
  start();
  const Json answers = ask("/api/predict?q=P2(Rome,%20?)&top=3");
  EXPECT_EQ(answers["query"], "P2('Q1', ?)");
  EXPECT_EQ(answers["in_words"], "'located in'('Rome', ?)");
  EXPECT_EQ(answers["asks"], "tail");
  EXPECT_EQ(answers["answers"][0]["answer"]["display_name"], "Italy");
  EXPECT_EQ(answers["answers"][0]["fact"], "P2('Q1', 'Q2')");
  EXPECT_EQ(ask("/api/predict?q=?(Q1,%20Q2)")["asks"], "relation");
  EXPECT_EQ(ask("/api/predict?q=P2(?,%20Q2)&type=village&top=1")["answers"][0]["answer"]["name"],
            "Q10");
}

TEST_F(WebServerTest, HiddenFactsChangeTheAnswer) {
  start();
  const Json json = ask("/api/predict?q=P2(Q1,%20?)&top=1&without=P1(Q1,%20Q2)");
  EXPECT_GT(json["before"][0]["score"], 0.9);
  EXPECT_TRUE(json["answers"].empty() || json["answers"][0]["score"] < json["before"][0]["score"]);
  const Json plain = ask("/api/predict?q=P2(Q1,%20?)&top=1");
  EXPECT_EQ(plain["answers"], json["before"]);  // the run itself is as it was
  EXPECT_THAT(error("/api/predict?q=P2(Q1,%20?)&without=P1(Q1,%20Q7)"), HasSubstr("Q7"));
}

TEST_F(WebServerTest, BadRequestsSayWhatIsWrong) {
  start();
  EXPECT_THAT(error("/api/predict"), HasSubstr("needs the parameter 'q'"));
  EXPECT_THAT(error("/api/predict?q=P2(Q1,%20?)&tpo=3"), HasSubstr("did you mean 'top'?"));
  EXPECT_THAT(error("/api/predict?q=P2(Q1,%20?)&top=0"), HasSubstr("from 1 to 1000"));
  EXPECT_THAT(error("/api/predict?q=P2(Q1,%20?)&top=1&top=2"), HasSubstr("given twice"));
  EXPECT_THAT(error("/api/predict?q=P2(Q1"), HasSubstr("P2(Q1"));
  EXPECT_THAT(error("/api/predict?q=located%20in(Romme,%20?)"), HasSubstr("Rome"));
  EXPECT_THAT(error("/api/predict?q=P2(%FF%FE,%20?)"), HasSubstr("unknown"));
  EXPECT_THAT(error("/api/explain?q=P2(Q1,%20?)"), ::testing::Not(IsEmpty()));
  EXPECT_THAT(error("/api/runs?run=places"), HasSubstr("takes none"));
  EXPECT_THAT(error("/api/entity?name=Q1&run=nowhere"), HasSubstr("there is places"));
  EXPECT_THAT(error("/api/preditc", "404"), HasSubstr("/api/predict"));
  EXPECT_THAT(error("/api/marks", "403"), HasSubstr("--marks"));
  EXPECT_THAT(error("/../../etc/passwd", "404"), ::testing::Not(IsEmpty()));
  EXPECT_EQ(status_of(post("/api/runs", "{}")), "405");
}

TEST_F(WebServerTest, EveryResponseIsSafe) {
  start();
  for (const char* target : {"/", "/healthz", "/api/runs", "/api/nothing", "/metrics"}) {
    const std::string response = get(target);
    EXPECT_THAT(response, HasSubstr("Content-Security-Policy: default-src 'none'")) << target;
    EXPECT_THAT(response, HasSubstr("X-Content-Type-Options: nosniff")) << target;
    EXPECT_THAT(response, ::testing::Not(HasSubstr("Access-Control-Allow"))) << target;
  }
  EXPECT_EQ(status_of(RawClient(port_).get("/", "Host: evil.example\r\n")), "403");
}

TEST_F(WebServerTest, MarksAreKeptAndExported) {
  start_with_marks();
  EXPECT_EQ(mark("P2(Rome, Italy)", "right"), "200");
  EXPECT_EQ(mark("P2(Q3, Q2)", "wrong"), "200");
  EXPECT_EQ(ask("/api/predict?q=P2(Q1,%20?)&top=1")["answers"][0]["mark"], "right");
  EXPECT_EQ(ask("/api/explain?q=P2(Q1,%20Q2)")["mark"], "right");
  EXPECT_EQ(body_of(get("/api/marks.tsv")), "Q1\tP2\tQ2\n");
  EXPECT_EQ(body_of(get("/api/marks.tsv?mark=wrong")), "Q3\tP2\tQ2\n");
  EXPECT_EQ(mark("P2(Q1, Q2)", "none"), "200");
  EXPECT_EQ(ask("/api/marks")["marks"].size(), 1U);
  EXPECT_EQ(mark("P2(Q1, Q2)", "maybe"), "400");
  EXPECT_EQ(mark("P2(Q1, nobody)", "right"), "400");
  for (const Json& body : {Json(), Json::array(), Json{{"fact", "P2(Q1, Q2)"}}}) {
    EXPECT_EQ(status_of(post("/api/marks", body.dump())), "400") << body;
  }
  EXPECT_EQ(ask("/api/marks")["marks"].size(), 1U);
}

// A tab in a name would make another triple of it.
TEST_F(WebServerTest, MarksThatATableCannotHoldAreNotExported) {
  fs::remove(folder_.path() / "data/train.tsv");
  folder_.write("data/train.jsonl", R"({"head": "a\tP2\tb", "relation": "P2", "tail": "Q2"})"
                                    "\n"
                                    R"({"head": "Q1", "relation": "P1", "tail": "Q2"})"
                                    "\n"
                                    R"({"head": "Q2", "relation": "P3", "tail": "Q7"})"
                                    "\n");
  folder_.write("data/test.tsv", "Q1\tP2\tQ2\n");
  write_run("places");
  start_with_marks();
  EXPECT_EQ(mark("P2(Q1, Q2)", "right"), "200");
  EXPECT_EQ(mark(R"(P2('a\tP2\tb', Q2))", "wrong"), "200");
  EXPECT_EQ(body_of(get("/api/marks.tsv")), "Q1\tP2\tQ2\n");
  const std::string said = error("/api/marks.tsv?mark=wrong");
  EXPECT_THAT(said, HasSubstr("has a tab in it"));
  EXPECT_THAT(said, HasSubstr("the file of --marks"));
}

TEST_F(WebServerTest, RulesAreFilteredSortedAndPaged) {
  start();
  const Json all = ask("/api/rules");
  EXPECT_EQ(all["total"], 3);
  EXPECT_EQ(ask("/api/rules?relation=located%20in")["total"], 1);
  EXPECT_EQ(ask("/api/rules?text=capital%20of")["total"], 2);
  const Json page = ask("/api/rules?offset=1&count=1");
  EXPECT_EQ(page["rules"].size(), 1U);
  EXPECT_EQ(page["rules"][0]["text"], all["rules"][1]["text"]);
  while (!ask("/api/rules")["decisive"]["ready"].get<bool>()) std::this_thread::yield();
  const Json judged = ask("/api/rules?sort=decisive");
  EXPECT_EQ(judged["decisive"]["facts"], 7);
  EXPECT_GE(judged["rules"][0]["decisive"], judged["rules"][2]["decisive"]);
}

TEST_F(WebServerTest, ReloadingTakesTheNewRun) {
  start();
  EXPECT_EQ(ask("/api/runs")["runs"][0]["facts"], 7);
  folder_.write("data/train.tsv", "Q1\tP1\tQ2\nQ3\tP1\tQ4\nQ5\tP2\tQ6\nQ8\tP3\tQ7\n");
  write_run("places");
  EXPECT_EQ(ask("/api/runs")["runs"][0]["facts"], 7);
  server_->reload();
  EXPECT_EQ(ask("/api/runs")["runs"][0]["facts"], 4);
  fs::remove_all(folder_.path() / "places");
  server_->reload();
  EXPECT_EQ(ask("/api/runs")["runs"][0]["facts"], 4);  // what cannot be opened stays as it was
  const std::scoped_lock lock(mutex_);
  const auto last = std::find_if(log_.rbegin(), log_.rend(),
                                 [](const Json& line) { return line["event"] == "reloaded"; });
  ASSERT_NE(last, log_.rend());
  EXPECT_EQ((*last)["errors"], 1);
}

TEST_F(WebServerTest, SeveralRunsHaveNames) {
  const fs::path other = write_run("other");
  start({}, {folder_.path() / "places", other});
  EXPECT_EQ(ask("/api/runs")["runs"].size(), 2U);
  EXPECT_EQ(ask("/api/stats?run=other")["run"], "other");
  EXPECT_EQ(ask("/api/stats")["run"], "places");
}

TEST_F(WebServerTest, NeedsATokenAtOtherAddresses) {
  ServeOptions options;
  options.host = "0.0.0.0";
  EXPECT_THAT(error_of([&] { start(options); }), HasSubstr("--token-file"));
  options.token = "0123456789abcdef";
  start(options);
  EXPECT_EQ(status_of(get("/api/runs")), "401");
  EXPECT_EQ(status_of(get("/healthz")), "200");
  EXPECT_EQ(status_of(RawClient(port_).get(
                "/api/runs", "Host: a\r\nAuthorization: Bearer 0123456789abcdef\r\n")),
            "200");
}

TEST_F(WebServerTest, AMapOfVectorsWhereThereAreSome) {
  const Settings rules_alone = Settings::preset("rules");
  const Dataset data = Dataset::load(folder_.path() / "data", rules_alone);
  const fs::path run = folder_.path() / "rules";
  Engine::train(data, rules_alone, {.seed = 0, .threads = 1}).save(run);
  start({}, {folder_.path() / "places", run});
  EXPECT_EQ(ask("/api/map?count=5")["points"].size(), 5U);
  EXPECT_THAT(error("/api/map?run=rules"), HasSubstr("no vectors"));
  const Json runs = ask("/api/runs")["runs"];
  EXPECT_EQ(runs[0]["vectors"], true);
  EXPECT_EQ(runs[1]["vectors"], false);
}

TEST_F(WebServerTest, ThreadsOfClientsAskWhileRunsAreReloaded) {
  start_with_marks();
  std::atomic<int> failed = 0;
  std::vector<std::thread> clients;
  clients.reserve(4);
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back([&, i] {
      RawClient client(port_);
      for (int j = 0; j < 25; ++j) {
        const std::string target = j % 5 == 0 ? "/api/rules" : "/api/predict?q=P2(Q1,%20?)";
        if (status_of(client.get(target)) != "200") ++failed;
        if (j % 10 == i && mark("P2(Q1, Q2)", "right") != "200") ++failed;
      }
    });
  }
  for (int i = 0; i < 3; ++i) server_->reload();
  for (std::thread& each : clients) each.join();
  EXPECT_EQ(failed, 0);
}

}  // namespace
}  // namespace gntp
