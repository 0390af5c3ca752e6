#include "base/json.h"

#include <gtest/gtest.h>

#include <string>

namespace gntp {
namespace {

using Json = nlohmann::json;

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

TEST(ParseJson, ReadsWhatIsJson) {
  const auto json = parse_json<Json>(R"({"a": [1, {"b": "[[{"}], "c": "\"[\\"})");
  ASSERT_TRUE(json);
  EXPECT_EQ(json->at("a")[1].at("b"), "[[{");
  EXPECT_EQ(json->at("c"), "\"[\\");
}

TEST(ParseJson, RefusesWhatIsNone) {
  for (const char* text : {"", "{", "{]", "nul", "[1,]", "\"\\", "\"", "}{"}) {
    EXPECT_FALSE(parse_json<Json>(text)) << text;
  }
}

TEST(ParseJson, RefusesWhatIsNestedTooDeeply) {
  EXPECT_TRUE(parse_json<Json>(nested(kMaxJsonDepth)));
  EXPECT_FALSE(parse_json<Json>(nested(kMaxJsonDepth + 1)));
  EXPECT_FALSE(parse_json<Json>(nested(1000000)));
  EXPECT_FALSE(parse_json<nlohmann::ordered_json>(R"({"a":)" + nested(1000000) + "}"));
  // Brackets of a string do not count, and those that are closed do not add up.
  EXPECT_TRUE(parse_json<Json>('"' + std::string(1000, '[') + '"'));
  std::string list = "[0";
  for (int i = 0; i < 1000; ++i) list += ", [[]]";
  EXPECT_TRUE(parse_json<Json>(list + "]"));
}

}  // namespace
}  // namespace gntp
