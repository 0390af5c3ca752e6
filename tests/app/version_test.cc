// gntp version: what the program is made of.
#include <gmock/gmock.h>
#include <gntp/version.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/command.h"

namespace gntp::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

Outcome run(const std::string& arguments) {
  const TempFolder folder;
  return run_gntp(arguments, folder.path());
}

TEST(Version, JsonNamesEveryLibraryWithItsVersion) {
  const nlohmann::json version = run("version --json").json();
  EXPECT_EQ(version.at("version"), GNTP_VERSION);
  EXPECT_TRUE(version.at("commit").is_string());
  EXPECT_THAT(version.at("compiler").get<std::string>(), MatchesRegex("(GCC|Clang) [0-9.]+"));
  EXPECT_NE(version.at("build_type"), "");
  const nlohmann::json& libraries = version.at("libraries");
  for (const char* name : {"cli11", "faiss", "fmt", "highway", "icu", "lzma", "nlohmann-json",
                           "openblas", "robin-map", "serd", "toml++", "xxhash", "zlib", "zstd"}) {
    ASSERT_TRUE(libraries.contains(name)) << name;
    EXPECT_THAT(libraries.at(name).get<std::string>(), MatchesRegex("[0-9]+([.][0-9]+)+")) << name;
  }
}

TEST(Version, JsonTellsWhatTheBuildHas) {
  const nlohmann::json features = run("version --json").json().at("features");
  const auto compiled = features.at("simd_compiled").get<std::vector<std::string>>();
  EXPECT_THAT(compiled, Contains(features.at("simd_chosen").get<std::string>()));
  EXPECT_NE(features.at("blas_core"), "");
#ifdef GNTP_HARDENED
  EXPECT_EQ(features.at("hardened"), true);
#else
  EXPECT_EQ(features.at("hardened"), false);
#endif
#ifdef __SANITIZE_ADDRESS__
  EXPECT_THAT(features.at("sanitizers").get<std::vector<std::string>>(), Contains("address"));
#endif
}

TEST(Version, TextIsTheSameInShort) {
  const std::string text = run("version").out;
  EXPECT_THAT(text, StartsWith("gntp " GNTP_VERSION "\n"));
  const BuildInformation information = build_information();
  EXPECT_THAT(text, HasSubstr(information.compiler));
  EXPECT_THAT(text, HasSubstr(information.simd_chosen));
  for (const BuildInformation::Library& library : information.libraries) {
    EXPECT_THAT(text, HasSubstr(library.name + ' ' + library.version));
  }
  EXPECT_THAT(text, Not(HasSubstr("  \n")));
}

}  // namespace
}  // namespace gntp::testing
