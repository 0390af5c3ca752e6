// gntp pack and gntp cache, and stores wherever a data set is taken.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "app/command.h"
#include "base/file.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Outcome;

class PackVerb : public ::testing::Test {
 protected:
  PackVerb() {
    testing::write_family(folder_);
    folder_.write("family/valid.tsv", "ada\tgrandparent\tdan\n");
    folder_.write("family/labels.tsv", "ada\tAda L.\n");
  }
  Outcome run(const std::string& arguments) const {
    return testing::run_gntp(arguments, folder_.path());
  }
  Outcome expect_success(const std::string& arguments) const {
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << arguments << "\n" << outcome.err;
    return outcome;
  }
  void expect_error(const std::string& arguments, int status, const std::string& message) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, status) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
  }
  std::string file(const std::string& name) const { return read_file(folder_.path() / name); }
  bool exists(const std::string& name) const { return fs::exists(folder_.path() / name); }

  testing::TempFolder folder_;
};

TEST_F(PackVerb, SaysWhatIsInTheStore) {
  const Outcome outcome = expect_success("pack family --out kb.gntp");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("kb.gntp: 4 facts of 5 entities"), HasSubstr(" MB")));
  const nlohmann::json json =
      expect_success("pack family --out other.gntp --json --memory 1M --threads 2").json();
  EXPECT_EQ(json.at("facts"), 4);
  EXPECT_EQ(json.at("entities"), 5);
  EXPECT_EQ(json.at("splits"), nlohmann::json({"valid", "test"}));
  EXPECT_EQ(json.at("bytes"), fs::file_size(folder_.path() / "other.gntp"));
  EXPECT_TRUE(file("kb.gntp") == file("other.gntp"));
}

TEST_F(PackVerb, WhatIsTypedWrong) {
  expect_error("pack family", 2, "--out");
  expect_error("pack missing --out kb.gntp", 1, "missing: no such file or folder");
  expect_error("pack family --out kb.gntp --memory lots", 2, "--memory");
  expect_error("pack family --out nowhere/kb.gntp", 1, "there is no folder");
  EXPECT_FALSE(exists("kb.gntp"));
  expect_success("pack family --out kb.gntp");
  const std::string before = file("kb.gntp");
  expect_error("pack family --out kb.gntp", 1, "exists already");
  expect_success("pack family/train.tsv --out kb.gntp --force --quiet");
  EXPECT_FALSE(file("kb.gntp") == before);
  expect_error("pack kb.gntp --out again.gntp", 1, "is a store already");
  folder_.write("bad.tsv", "a\tr\tb\na\tr\n");
  expect_error("pack bad.tsv --out bad.gntp", 1, "bad.tsv:2");
  EXPECT_FALSE(exists("bad.gntp"));
  expect_success("pack bad.tsv --out bad.gntp --on-error skip");
  expect_error("stats kb.gntp --from tsv", 2, "is a store, which needs no options");
  EXPECT_THAT(expect_success("pack --help").out, HasSubstr("--memory"));
}

TEST_F(PackVerb, ReadsAStream) {
  const Outcome outcome = testing::run_shell(
      "gntp pack - --from tsv --out kb.gntp --quiet < family/train.tsv", folder_.path());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(expect_success("stats kb.gntp --json").json().at("facts"), 4);
  expect_error("pack - --out other.gntp < /dev/null", 2, "standard input has no extension");
}

TEST_F(PackVerb, AllVerbsTakeAStore) {
  expect_success("pack family --out kb.gntp");
  nlohmann::json of_folder = expect_success("stats family --json").json();
  nlohmann::json of_store = expect_success("stats kb.gntp --json").json();
  for (nlohmann::json* each : {&of_folder, &of_store}) {
    for (const char* name : {"folder", "data", "warnings"}) each->erase(name);
  }
  EXPECT_EQ(of_folder, of_store);
  const std::string options = " --preset paper" + std::string(testing::kCrisp);
  expect_success("train kb.gntp --out run" + options);
  expect_success("train family --out own" + options);
  EXPECT_TRUE(exists("run/store.json"));
  EXPECT_FALSE(exists("run/entities.tsv"));
  for (const char* asked :
       {"predict {} 'grandparent(ada, ?)' --json", "predict {} --split test", "rules {}",
        "explain {} 'grandparent(ada, cid)'", "score {} family/test.tsv",
        "materialise {} --min-probability 0 --out /dev/stdout"}) {
    const Outcome on_store = run(fmt::format(fmt::runtime(asked), "run"));
    const Outcome on_folder = run(fmt::format(fmt::runtime(asked), "own"));
    EXPECT_EQ(on_store.status, on_folder.status) << asked << on_store.err;
    EXPECT_EQ(on_store.out, on_folder.out) << asked;
  }
  EXPECT_EQ(expect_success("eval run --json").json().at("both"),
            expect_success("eval own --json").json().at("both"));
  EXPECT_EQ(expect_success("eval own --data kb.gntp --json").json().at("both"),
            expect_success("eval own --json").json().at("both"));
  expect_success("report run --out report.html --quiet");
  expect_success("mine kb.gntp --out mined.pl --quiet --set mine.min_support=1");
  EXPECT_THAT(expect_success("verify run").out, HasSubstr("sections are as gntp wrote them"));
  EXPECT_THAT(expect_success("verify kb.gntp").out, HasSubstr("facts: 4"));
  folder_.write("new.tsv", "zoe\tparent\tada\n");
  expect_success("add run new.tsv --out more");
  EXPECT_FALSE(exists("more/store.json"));
  EXPECT_THAT(expect_success("predict more 'parent(zoe, ?)'").out, HasSubstr("Ada L."));
}

TEST_F(PackVerb, AStoreCanBeConvertedBack) {
  folder_.write("family/types.tsv", "ada\twoman\n");
  folder_.write("family/mentions.tsv", "ada\t[XXX] met [YYY]\teve\t3\n");
  folder_.write("family/candidates.txt", "cid\ndan\n");
  expect_success("pack family --out kb.gntp");
  expect_error("convert kb.gntp back", 2, "say with --to");
  expect_success("convert kb.gntp back --to tsv");
  for (const char* name : {"rules.pl", "labels.tsv", "types.tsv", "mentions.tsv", "candidates.txt",
                           "test.tsv", "valid.tsv"}) {
    EXPECT_EQ(file(fmt::format("back/{}", name)), file(fmt::format("family/{}", name))) << name;
  }
  expect_success("pack back --out again.gntp");
  EXPECT_TRUE(file("again.gntp").size() == file("kb.gntp").size());
  expect_success("convert kb.gntp facts.csv");
  EXPECT_THAT(file("facts.csv"), HasSubstr("ada,parent,bob"));
  const Outcome stream = expect_success("convert kb.gntp - --to tsv");
  EXPECT_EQ(stream.out, file("back/train.tsv"));
}

TEST_F(PackVerb, AMovedStoreIsFound) {
  expect_success("pack family --out kb.gntp");
  expect_success("train kb.gntp --out run --preset paper" + std::string(testing::kCrisp));
  fs::rename(folder_.path() / "kb.gntp", folder_.path() / "moved.gntp");
  folder_.write("new.tsv", "zoe\tparent\tada\n");
  for (const char* asked :
       {"predict run 'grandparent(ada, ?)'", "explain run 'grandparent(ada, cid)'", "rules run",
        "vectors run", "eval run", "score run family/test.tsv", "verify run",
        "report run --out r.html", "add run new.tsv --out more"}) {
    expect_error(asked, 1, "--data PATH says where it is now");
    expect_success(fmt::format("{} --data moved.gntp", asked));
  }
  expect_success("pack family/train.tsv --out other.gntp");
  expect_error("rules run --data other.gntp", 1, "other.gntp: is not the store");
  expect_error("predict run 'grandparent(ada, ?)' --data other.gntp", 2, "--data goes with");
}

TEST_F(PackVerb, ADamagedStoreIsNamed) {
  expect_success("pack family --out kb.gntp");
  const std::string whole = file("kb.gntp");
  write_file(folder_.path() / "kb.gntp", whole.substr(0, whole.size() / 2));
  expect_error("stats kb.gntp", 1, "kb.gntp: damaged: it is cut short");
  std::string damaged = whole;
  damaged[2 * 4096] ^= 1;
  write_file(folder_.path() / "kb.gntp", damaged);
  expect_error("verify kb.gntp", 1, "the checksum does not match in:");
}

TEST_F(PackVerb, LargeDataAreCached) {
  const auto shell = [&](const std::string& line) {
    return testing::run_shell("export XDG_CACHE_HOME=$PWD/cache GNTP_CACHE=0K\n" + line + "\n",
                              folder_.path());
  };
  EXPECT_THAT(shell("gntp cache").err, HasSubstr("0 stores"));
  const Outcome first = shell("gntp stats family");
  const Outcome second = shell("gntp stats family");
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_EQ(first.out, second.out);
  EXPECT_EQ(first.out, expect_success("stats family").out);
  EXPECT_EQ(first.err, second.err);
  const Outcome list = shell("gntp cache");
  EXPECT_THAT(list.out, HasSubstr("family"));
  EXPECT_THAT(list.err, HasSubstr("1 store,"));
  EXPECT_EQ(shell("gntp cache --json").json().size(), 1U);
  // A mistake in the rules is none of the cache's.
  folder_.write("bad.pl", "uncle(X :- brother\n");
  const Outcome mistaken = shell("gntp train family --rules bad.pl --out mistaken");
  EXPECT_NE(mistaken.status, 0);
  EXPECT_THAT(mistaken.err, HasSubstr("bad.pl"));
  EXPECT_THAT(shell("gntp cache").err, HasSubstr("1 store,"));
  EXPECT_THAT(shell("gntp cache --clear").err, HasSubstr("removed"));
  EXPECT_THAT(shell("gntp cache").err, HasSubstr("0 stores"));
  EXPECT_FALSE(exists("cache/gntp"));
  EXPECT_THAT(shell("gntp cache --help").out, HasSubstr("--clear"));
}

}  // namespace
}  // namespace gntp
