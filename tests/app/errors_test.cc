// Bad input through the real executable: one line that says where, what and what to do, the right
// exit status, nothing on stdout and nothing left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "app/command.h"
#include "engine/manifest.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kCrisp;
using testing::Outcome;
using ::testing::StartsWith;

class Errors : public ::testing::Test {
 protected:
  Outcome gntp(const std::string& arguments) const {
    return testing::run_gntp(arguments, folder_.path());
  }

  // One line `gntp: error: ...` that contains `text`.
  static void expect_error(const Outcome& outcome, int status, const std::string& text) {
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, AllOf(StartsWith("gntp: error: "), HasSubstr(text), EndsWith("\n")));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
  }

  // Training on a folder `d` with this training file fails with `text` and leaves nothing.
  void expect_bad_data(const std::string& name, const std::string& bytes, const std::string& text,
                       const std::string& rules = "") {
    fs::remove_all(folder_.path() / "d");
    folder_.write("d/" + name, bytes);
    if (!rules.empty()) folder_.write("d/rules.pl", rules);
    expect_error(gntp("train d --out deep/run --quiet"), 1, text);
    EXPECT_FALSE(fs::exists(folder_.path() / "deep"));
  }

  void train_family() {
    testing::write_family(folder_);
    const Outcome outcome = gntp("train family --preset paper --out run" + std::string(kCrisp));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }

  testing::TempFolder folder_;
};

TEST_F(Errors, MalformedTriples) {
  expect_bad_data("train.tsv", "a\tr\tb\na\tb\n", "d/train.tsv:2: expected 3 tab-separated fields");
  expect_bad_data("train.tsv", "a\tr\tb\tc\n", "d/train.tsv:1: ");
  expect_bad_data("train.tsv", "", "d/train.tsv");
  expect_bad_data("train.csv", "a,r,b\nc,r\n", "d/train.csv:2: ");
  expect_bad_data("train.pl", "p(a, b).\np(a, b\n", "d/train.pl:2: ");
}

TEST_F(Errors, MalformedRules) {
  const std::string facts = "a\tr\tb\n";
  expect_bad_data("train.tsv", facts, "d/rules.pl:2: ", "% comment\nr(X, Y) :- r(X, Z)\n");
  expect_bad_data("train.tsv", facts, "d/rules.pl:1: ", "r(X, Y, Z) :- r(X, Y)\n");
  expect_bad_data("train.tsv", facts, "d/rules.pl:1: ", "r(X, Y) :- r(X, Y\n");
  expect_bad_data("train.tsv", facts, "d/rules.pl:1: ", "r(X, zz) :- r(X, X)\n");
}

TEST_F(Errors, UnreadableData) {
  expect_error(gntp("train nowhere --out run"), 1, "nowhere");
  fs::create_directory(folder_.path() / "empty");
  expect_error(gntp("train empty --out run"), 1, "empty");
  fs::create_directories(folder_.path() / "folder/train.tsv");
  expect_error(gntp("stats folder"), 1, "folder/train.tsv");
}

TEST_F(Errors, ExistingOutIsNotTouched) {
  testing::write_family(folder_);
  folder_.write("run/precious", "mine");
  expect_error(gntp("train family --out run"), 1, "run: exists already");
  expect_error(gntp("demo --out run"), 1, "run: exists already");
  EXPECT_EQ(read_file(folder_.path() / "run/precious"), "mine");
}

TEST_F(Errors, SettingsOutOfRange) {
  testing::write_family(folder_);
  expect_error(gntp("train family --out run --set prover.depth=99"), 2, "from 0 to 8, not 99");
  expect_error(gntp("train family --out run --set learn.epoch=1"), 2,
               "did you mean 'learn.epochs'?");
  folder_.write("c.toml", "[prover]\nfloor = 2.0\n");
  expect_error(gntp("train family --out run --config c.toml"), 1, "c.toml:2: prover.floor must be");
  expect_error(gntp("train family --out run --config missing.toml"), 1, "missing.toml");
  expect_error(gntp("train family --out run --preset umsl"), 2, "did you mean 'umls'?");
  EXPECT_FALSE(fs::exists(folder_.path() / "run"));
}

TEST_F(Errors, CommandLine) {
  expect_error(gntp("trian family"), 2, "unknown verb 'trian'; did you mean 'train'?");
  expect_error(gntp("--bogus"), 2, "'--bogus' before the verb");
  expect_error(gntp("train family"), 2, "--out is required");
  expect_error(gntp("train --out run"), 2, "DATA is required");
  expect_error(gntp("train family --ot run"), 2, "unknown option '--ot'; did you mean '--out'?");
  expect_error(gntp("train family --out run --seed -1"), 2, "--seed must be a whole number");
  expect_error(gntp("predict run 'r(a, ?)' --top x"), 2, "--top must be a whole number");
  expect_error(gntp("eval run --threads 9999"), 2, "from 0 to 1024");
  expect_error(gntp("stats a b"), 2, "one argument too many: 'b'");
  expect_error(gntp("help trian"), 2, "did you mean 'train'?");
}

TEST_F(Errors, NamesThatTheModelLacks) {
  train_family();
  expect_error(gntp("predict run 'parent(adda, ?)'"), 1,
               "unknown entity 'adda'; did you mean 'ada'?");
  expect_error(gntp("predict run 'prent(ada, ?)'"), 1,
               "unknown relation 'prent'; did you mean 'parent'");
  expect_error(gntp("predict run 'parent(ada'"), 1, "parent(ada");
  expect_error(gntp("explain run 'parent(ada, ?)'"), 1, "expected a fact without '?'");
  expect_error(gntp("eval run --split tets"), 2, "did you mean 'test'?");
  folder_.write("list.tsv", "ada\tparent\tbob\nada\tparent\tbbo\n");
  expect_error(gntp("score run list.tsv"), 1, "list.tsv:2: unknown entity 'bbo'");
  folder_.write("list.doc", "ada,parent,bob\n");
  expect_error(gntp("score run list.doc"), 1, "unknown extension '.doc'");
}

TEST_F(Errors, DamagedRuns) {
  expect_error(gntp("rules nowhere"), 1, "nowhere: no such run folder");
  fs::create_directory(folder_.path() / "empty");
  expect_error(gntp("rules empty"), 1, "empty: not a run folder");
  train_family();
  const fs::path model = folder_.path() / "run/model.safetensors";
  const std::string bytes = read_file(model);
  for (const std::string& damaged : {bytes.substr(0, bytes.size() - 1), bytes.substr(0, 9),
                                     std::string("junk"), std::string()}) {
    write_file(model, damaged);
    expect_error(gntp("predict run 'parent(ada, ?)'"), 1, "run/model.safetensors: ");
  }
  write_file(model, bytes);
  write_file(folder_.path() / "run/config.toml", "[prover]\ndepth = \"deep\"\n");
  expect_error(gntp("eval run"), 1, "run/config.toml: is damaged: it has");
  write_manifest(folder_.path() / "run");
  expect_error(gntp("eval run"), 1, "run/config.toml:2: prover.depth must be");
  fs::remove(folder_.path() / "run/config.toml");
  expect_error(gntp("eval run"), 1, "run/config.toml: is missing");
  write_file(folder_.path() / "run/metadata.json", "{");
  expect_error(gntp("rules run"), 1, "run/metadata.json: is damaged");
  write_manifest(folder_.path() / "run");
  expect_error(gntp("rules run"), 1, "run/metadata.json: damaged (not JSON)");
}

TEST_F(Errors, DataThatMovedOrChanged) {
  train_family();
  fs::rename(folder_.path() / "family", folder_.path() / "moved");
  expect_error(gntp("eval run"), 1, "say where it is now with --data");
  EXPECT_EQ(gntp("eval run --data moved --quiet").err, "");
  folder_.write("moved/test.tsv", "ada\tgrandparent\tdan\n");
  const Outcome changed = gntp("eval run --data moved --quiet");
  EXPECT_EQ(changed.status, 0);
  EXPECT_THAT(changed.err, HasSubstr("warning: moved/test.tsv is not the file"));
  folder_.write("moved/test.tsv", "ada\tgrandparent\tzoe\n");
  expect_error(gntp("eval run --data moved --quiet"), 1, "moved/test.tsv:1: ");
}

TEST_F(Errors, OutputThatCannotBeWritten) {
  train_family();
  const Outcome full = gntp("predict run 'parent(ada, ?)' >/dev/full");
  EXPECT_EQ(full.status, 1);
  EXPECT_THAT(full.err, HasSubstr("cannot write the output: No space left on device"));
  // Enough output that the reader is gone before it is written.
  std::string list;
  for (int i = 0; i < 20000; ++i) list += "ada\tparent\tbob\n";
  folder_.write("list.tsv", list);
  const Outcome closed =
      testing::run_shell("gntp score run list.tsv | head -n 1\n", folder_.path());
  EXPECT_EQ(closed.out, "ada\tparent\tbob\t1\n");
  EXPECT_EQ(closed.err, "");
}

TEST_F(Errors, AnInterruptedTrainingIsKeptToGoOnWith) {
  testing::write_family(folder_);
  for (const auto& [signal, status] :
       {std::pair<std::string, std::string>("INT", "130\n"), {"TERM", "143\n"}, {"HUP", "129\n"}}) {
    const Outcome outcome = testing::run_shell(
        "gntp train family --preset paper --out deep/run --set learn.epochs=1000000 & process=$!\n"
        "until [ -e deep/run/checkpoint/start.json ]; do sleep 0.02; done\n"
        "kill -" +
            signal + " $process; wait $process; echo $?\n",
        folder_.path());
    EXPECT_EQ(outcome.out, status) << signal;
    EXPECT_THAT(outcome.err,
                HasSubstr("gntp: stopped; go on with: gntp train --resume deep/run\n"));
    EXPECT_TRUE(fs::exists(folder_.path() / "deep/run/checkpoint"));
    EXPECT_FALSE(fs::exists(folder_.path() / "deep/run/manifest.json"));
    fs::remove_all(folder_.path() / "deep");
  }
}

}  // namespace
}  // namespace gntp
