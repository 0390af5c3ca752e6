#include "serve/access.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gntp {
namespace {

constexpr const char* kToken = "0123456789abcdef";

HttpRequest request_for(std::string path, std::map<std::string, std::string, std::less<>> headers,
                        std::string method = "GET") {
  HttpRequest request;
  request.method = std::move(method);
  request.path = std::move(path);
  request.headers = std::move(headers);
  return request;
}

// The status of the refusal; 0 where the request may go on.
int refusal(const Access& access, const HttpRequest& request) {
  const auto refused = access.check(request);
  return refused ? refused->status : 0;
}

TEST(Access, KnowsLoopbackAddresses) {
  for (const char* host : {"localhost", "127.0.0.1", "127.3.2.1", "::1"}) {
    EXPECT_TRUE(is_loopback(host)) << host;
  }
  for (const char* host : {"0.0.0.0", "", "::", "10.0.0.1", "localhost.evil.example"}) {
    EXPECT_FALSE(is_loopback(host)) << host;
  }
}

TEST(Access, OnLoopbackOtherHostsAreRefused) {
  const Access access("127.0.0.1", 8421, "");
  for (const char* host : {"127.0.0.1:8421", "localhost:8421", "[::1]:8421", "localhost"}) {
    EXPECT_EQ(refusal(access, request_for("/api/runs", {{"host", host}})), 0) << host;
  }
  for (const char* host :
       {"evil.example:8421", "evil.example", "localhost:80", "", "localhost.evil.example"}) {
    EXPECT_EQ(refusal(access, request_for("/api/runs", {{"host", host}})), 403) << host;
    EXPECT_EQ(refusal(access, request_for("/", {{"host", host}})), 403) << host;
  }
}

TEST(Access, PagesOfOtherSitesAreRefused) {
  const Access access("127.0.0.1", 8421, "");
  const auto from = [&](const char* origin, const char* site) {
    std::map<std::string, std::string, std::less<>> headers{{"host", "localhost:8421"}};
    if (*origin != 0) headers["origin"] = origin;
    if (*site != 0) headers["sec-fetch-site"] = site;
    return refusal(access, request_for("/api/runs", std::move(headers)));
  };
  EXPECT_EQ(from("http://localhost:8421", "same-origin"), 0);
  EXPECT_EQ(from("", "none"), 0);
  EXPECT_EQ(from("http://evil.example", ""), 403);
  EXPECT_EQ(from("null", ""), 403);
  EXPECT_EQ(from("http://localhost:9999", ""), 403);
  EXPECT_EQ(from("", "cross-site"), 403);
}

TEST(Access, MethodsAndContentTypes) {
  const Access access("127.0.0.1", 8421, "");
  const auto status = [&](const char* method, const char* type) {
    return refusal(
        access, request_for("/api/marks", {{"host", "localhost"}, {"content-type", type}}, method));
  };
  EXPECT_EQ(status("GET", ""), 0);
  EXPECT_EQ(status("HEAD", ""), 0);
  EXPECT_EQ(status("POST", "application/json"), 0);
  EXPECT_EQ(status("POST", "application/json; charset=utf-8"), 0);
  EXPECT_EQ(status("POST", "text/plain"), 415);
  EXPECT_EQ(status("POST", ""), 415);
  EXPECT_EQ(status("DELETE", "application/json"), 405);
  EXPECT_EQ(status("OPTIONS", "application/json"), 405);
}

TEST(Access, AtAnotherAddressTheTokenIsNeeded) {
  const Access access("0.0.0.0", 8421, kToken);
  const auto status = [&](const char* path, const char* name, const std::string& value) {
    return refusal(access, request_for(path, {{"host", "server.example"}, {name, value}}));
  };
  EXPECT_EQ(status("/", "x", ""), 0);  // the page asks for the token
  EXPECT_EQ(status("/app/main.js", "x", ""), 0);
  EXPECT_EQ(status("/healthz", "x", ""), 0);
  EXPECT_EQ(status("/metrics", "x", ""), 401);
  EXPECT_EQ(status("/api/runs", "x", ""), 401);
  EXPECT_EQ(status("/api/runs", "authorization", "Bearer 0123456789abcdee"), 401);
  EXPECT_EQ(status("/api/runs", "authorization", "Bearer "), 401);
  EXPECT_EQ(status("/api/runs", "authorization", kToken), 401);
  EXPECT_EQ(status("/api/runs", "authorization", std::string("Bearer ") + kToken), 0);
  EXPECT_EQ(status("/api/runs", "cookie", "gntp_token="), 401);
}

TEST(Access, ACookieStandsForTheToken) {
  const Access access("0.0.0.0", 8421, kToken);
  HttpRequest request =
      request_for("/api/login", {{"host", "a"}, {"content-type", "application/json"}}, "POST");
  EXPECT_EQ(refusal(access, request), 0);
  for (const char* body : {"", "[]", "{}", R"({"token": 1})", "nonsense"}) {
    request.body = body;
    EXPECT_EQ(access.login(request).status, 400) << body;
  }
  request.body = R"({"token": "wrong"})";
  EXPECT_EQ(access.login(request).status, 401);
  request.body = nlohmann::json{{"token", kToken}}.dump();
  const HttpResponse response = access.login(request);
  ASSERT_EQ(response.status, 200);
  ASSERT_EQ(response.headers.size(), 1U);
  const std::string& cookie = response.headers[0].second;
  EXPECT_NE(cookie.find("HttpOnly; SameSite=Strict"), std::string::npos);
  const std::string own = cookie.substr(0, cookie.find(';'));
  EXPECT_EQ(refusal(access, request_for("/api/runs", {{"host", "a"}, {"cookie", "x=1; " + own}})),
            0);
}

}  // namespace
}  // namespace gntp
