// The server against clients that are polite, slow, broken and many.
#include "serve/http_server.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <thread>

#include "support/errors.h"
#include "support/raw_client.h"

namespace gntp {
namespace {

using testing::body_of;
using testing::error_of;
using ::testing::HasSubstr;
using testing::RawClient;
using testing::status_of;

// Answers with what was asked; /wait waits until it is let go.
class HttpServerTest : public ::testing::Test {
 public:
  ~HttpServerTest() override { end(); }

 protected:
  void start(const HttpLimits& limits = {}) {
    server_.emplace(limits, HttpServer::Handlers{
                                [](const HttpRequest& request) { return screen(request); },
                                [this](const HttpRequest& request) { return respond(request); },
                                [this](const HttpOutcome& outcome) { note(outcome); }});
    server_->bind("127.0.0.1", 0);
    thread_ = std::thread([this] { server_->run(); });
  }
  void end() {
    let_go_ = true;
    if (server_) server_->stop();
    if (thread_.joinable()) thread_.join();
  }

  static std::optional<HttpResponse> screen(const HttpRequest& request) {
    if (request.path != "/forbidden") return std::nullopt;
    return HttpResponse{403, "text/plain", "no"};
  }
  HttpResponse respond(const HttpRequest& request) {
    if (request.path == "/throw") throw std::runtime_error("it broke");
    while (request.path == "/wait" && !let_go_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::string text = request.method + " " + request.path;
    for (const auto& [name, value] : request.parameters) text += fmt::format(" {}={}", name, value);
    if (request.path == "/large") text.assign(std::size_t{8} << 20U, 'x');
    return {200, "text/plain", text + " " + request.body, {{"X-Own", "yes"}}};
  }
  void note(const HttpOutcome& outcome) {
    const std::scoped_lock lock(mutex_);
    statuses_.push_back(outcome.status);
  }
  std::size_t count(int status) {
    const std::scoped_lock lock(mutex_);
    return static_cast<std::size_t>(std::ranges::count(statuses_, status));
  }
  RawClient another() const { return RawClient(server_->port()); }

  std::atomic<bool> let_go_ = false;
  std::mutex mutex_;
  std::vector<int> statuses_;
  std::optional<HttpServer> server_;
  std::thread thread_;
};

HttpLimits hasty() {
  HttpLimits limits;
  limits.receive = std::chrono::milliseconds(200);
  limits.send = std::chrono::milliseconds(200);
  limits.idle = std::chrono::milliseconds(300);
  return limits;
}

TEST_F(HttpServerTest, AnswersOneConnectionManyTimes) {
  start();
  RawClient client(server_->port());
  for (int i = 0; i < 20; ++i) {
    const std::string response = client.get("/a?x=1%202&x=b&y=%C3%A9");
    EXPECT_EQ(status_of(response), "200");
    EXPECT_EQ(body_of(response), "GET /a x=1 2 x=b y=\u00e9 ");
    EXPECT_THAT(response, HasSubstr("X-Own: yes"));
  }
  EXPECT_THAT(client.post("/b", "{}"), HasSubstr("POST /b {}"));
  EXPECT_EQ(count(200), 21U);
}

TEST_F(HttpServerTest, AnswersRequestsThatComeTogether) {
  start();
  RawClient client(server_->port());
  client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(body_of(client.receive_response()), "GET /1 ");
  EXPECT_EQ(body_of(client.receive_response()), "GET /2 ");
}

TEST_F(HttpServerTest, AnAddressMayHaveFurtherQuestionMarks) {
  start();
  RawClient client(server_->port());
  EXPECT_EQ(body_of(client.get("/a?q=r(?,b)&z=??")), "GET /a q=r(?,b) z=?? ");
  EXPECT_EQ(body_of(client.get("/a?q=%3F")), "GET /a q=? ");
}

TEST_F(HttpServerTest, HeadHasNoBody) {
  start();
  RawClient client(server_->port());
  client.send("HEAD /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const std::string response = client.receive_all();
  EXPECT_EQ(status_of(response), "200");
  EXPECT_EQ(body_of(response), "");
}

TEST_F(HttpServerTest, WhatIsRefusedBeforeItsBodyEndsTheConnection) {
  start();
  RawClient client(server_->port());
  client.send("POST /forbidden HTTP/1.1\r\nHost: a\r\nContent-Length: 40\r\n\r\n");
  client.send("GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n");  // the body, not a request
  const std::string all = client.receive_all();
  EXPECT_EQ(status_of(all), "403");
  EXPECT_THAT(all, ::testing::Not(HasSubstr("/hidden")));
}

TEST_F(HttpServerTest, ABodyOfAGetIsRefusedAndIsNoRequest) {
  start();
  RawClient client(server_->port());
  client.send("GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 35\r\n\r\n");
  client.send("GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n");
  const std::string all = client.receive_all();
  EXPECT_EQ(status_of(all), "400");
  EXPECT_THAT(all, ::testing::Not(HasSubstr("/hidden")));
}

TEST_F(HttpServerTest, NonsenseIsAnsweredAndEndsTheConnection) {
  start();
  for (const char* text : {"hello\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
                           "BREW /pot HTTP/1.1\r\n\r\n", "\r\n\r\n\r\n"}) {
    RawClient client(server_->port());
    client.send(text);
    client.close_sending();
    const std::string status = status_of(client.receive_all());
    EXPECT_TRUE(status == "400" || status.empty()) << text << status;
  }
  EXPECT_EQ(status_of(another().get("/a")), "200");
}

TEST_F(HttpServerTest, AnEndlessHeadIsCutOff) {
  start();
  RawClient client(server_->port());
  client.send("GET /");
  const std::string piece(std::size_t{16} << 10U, 'a');
  for (int i = 0; i < 1000 && client.send(piece); ++i) {
  }
  const std::string all = client.receive_all();
  EXPECT_TRUE(status_of(all) == "431" || all.empty()) << all.substr(0, 100);
  EXPECT_EQ(count(431), 1U);
}

TEST_F(HttpServerTest, ALargeBodyIsRefused) {
  start();
  RawClient client(server_->port());
  client.send("POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n");
  EXPECT_EQ(status_of(client.receive_all()), "413");
}

TEST_F(HttpServerTest, ASlowRequestIsCutOff) {
  start(hasty());
  RawClient client(server_->port());
  client.send("GET /a HTTP/1.1\r\nHost: a\r\n");
  EXPECT_EQ(status_of(client.receive_all()), "408");
  RawClient dripping(server_->port());
  bool is_cut = false;
  for (int i = 0; i < 400 && !is_cut; ++i) {
    is_cut = !dripping.send("x");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(is_cut);
}

TEST_F(HttpServerTest, WhoDoesNotTakeTheAnswerIsCutOff) {
  start(hasty());
  RawClient client(server_->port());
  client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(800));
  EXPECT_LT(client.receive_all().size(), std::size_t{8} << 20U);
  EXPECT_EQ(status_of(another().get("/a")), "200");
}

TEST_F(HttpServerTest, AnIdleConnectionIsClosed) {
  start(hasty());
  RawClient client(server_->port());
  EXPECT_EQ(status_of(client.get("/a")), "200");
  EXPECT_EQ(client.receive_all(), "");  // ends, long before our own patience does
}

TEST_F(HttpServerTest, IdleConnectionsMakeRoomForOthers) {
  HttpLimits limits;
  limits.connections = 2;
  start(limits);
  RawClient first(server_->port());
  RawClient second(server_->port());
  EXPECT_EQ(status_of(first.get("/a")), "200");
  EXPECT_EQ(status_of(second.get("/a")), "200");
  EXPECT_EQ(status_of(another().get("/a")), "200");
}

TEST_F(HttpServerTest, TooManyConnectionsAreTold) {
  HttpLimits limits;
  limits.connections = 1;
  limits.waiting = 1;
  start(limits);
  RawClient busy(server_->port());
  busy.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
  while (server_->connections() == 0) std::this_thread::yield();
  RawClient waiting(server_->port());
  waiting.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  RawClient refused(server_->port());
  EXPECT_EQ(status_of(refused.receive_all()), "503");
  let_go_ = true;
  EXPECT_EQ(status_of(busy.receive_response()), "200");
  EXPECT_EQ(status_of(waiting.receive_response()), "200");
}

// Whoever waits for a thread has mostly sent its request already: that is no idle connection.
TEST_F(HttpServerTest, WhereManyWaitEachIsAnswered) {
  HttpLimits limits;
  limits.connections = 1;
  limits.waiting = 10;
  start(limits);
  RawClient busy(server_->port());
  busy.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
  while (server_->connections() == 0) std::this_thread::yield();
  std::deque<RawClient> waiting;
  for (int i = 0; i < 5; ++i) {
    waiting.emplace_back(server_->port()).send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  let_go_ = true;
  EXPECT_EQ(status_of(busy.receive_response()), "200");
  for (RawClient& client : waiting) EXPECT_EQ(status_of(client.receive_response()), "200");
}

TEST_F(HttpServerTest, AnExceptionIsAnAnswer) {
  start();
  const std::string response = another().get("/throw");
  EXPECT_EQ(status_of(response), "500");
  EXPECT_THAT(response, HasSubstr("it broke"));
}

TEST_F(HttpServerTest, StoppingAnswersWhatIsAtWork) {
  start();
  RawClient client(server_->port());
  RawClient idle(server_->port());
  EXPECT_EQ(status_of(idle.get("/a")), "200");
  client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
  while (server_->connections() < 2) std::this_thread::yield();
  server_->stop();
  let_go_ = true;
  EXPECT_EQ(status_of(client.receive_response()), "200");
  thread_.join();
  EXPECT_EQ(idle.receive_all(), "");
  EXPECT_FALSE(RawClient(server_->port()).is_connected());
}

TEST_F(HttpServerTest, StoppingBeforeRunningIsNotLost) {
  for (int i = 0; i < 20; ++i) {
    start();
    server_->stop();
    thread_.join();
  }
}

TEST_F(HttpServerTest, ATakenPortIsAnError) {
  start();
  HttpServer other({}, {});
  EXPECT_THAT(error_of([&] { other.bind("127.0.0.1", server_->port()); }),
              HasSubstr("cannot listen"));
}

TEST_F(HttpServerTest, ManyThreadsOfClientsLoseNothing) {
  start();
  constexpr int kClients = 16;
  constexpr int kRequests = 50;
  std::atomic<int> answered = 0;
  std::vector<std::thread> clients;
  clients.reserve(kClients);
  for (int i = 0; i < kClients; ++i) {
    clients.emplace_back([&, i] {
      RawClient client(server_->port());
      for (int j = 0; j < kRequests; ++j) {
        const std::string path = "/" + std::to_string(i) + "/" + std::to_string(j);
        if (body_of(client.get(path)) == "GET " + path + " ") ++answered;
      }
    });
  }
  for (std::thread& each : clients) each.join();
  EXPECT_EQ(answered, kClients * kRequests);
}

}  // namespace
}  // namespace gntp
