// The order of lines in the input files changes no byte of what is learned or read from them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/command.h"
#include "base/random.h"
#include "base/text.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr int kShuffles = 4;

using Files = std::map<std::string, std::string>;  // bytes by name

std::string shuffled(const std::string& text, Random& random) {
  std::vector<std::string_view> lines = split(text, '\n');
  lines.pop_back();  // what follows the last line's end
  random.shuffle(std::span(lines));
  std::string result;
  for (const std::string_view line : lines) (result += line) += '\n';
  return result;
}

// Eight families, with names in no order, and what a text says about them.
Files families() {
  Files files;
  for (int i = 0; i < 8; ++i) {
    const int n = (5 * i + 3) % 8;
    files["train.tsv"] += fmt::format("p{0}\tparent\tq{0}\nq{0}\tparent\tr{0}\n", n);
    files["train.tsv"] += fmt::format("p{0}\tborn in\tYork\nq{0}\tlives in\tYork\n", n);
    if (n > 2) files["train.tsv"] += fmt::format("p{0}\tgrandparent\tr{0}\n", n);
    files[n == 0 ? "valid.tsv" : "test.tsv"] += fmt::format("p{0}\tgrandparent\tr{0}\n", n);
    files["candidates.txt"] += fmt::format("r{}\n", n);
    files["mentions.tsv"] +=
        fmt::format("q{0}\t[XXX]:is:a:child:of:[YYY]\tp{0}\nr{0}\t[YYY]:has:[XXX]\tq{0}\t2\n", n) +
        fmt::format(
            "new{0}\t[XXX]:lives:in:[YYY]\tYork\t{1}\nq{0}\t[XXX]:is:a:child:of:[YYY]\t"
            "p{0}\t3\n",
            n, n + 1);
    files["mentions.sources.tsv"] +=
        fmt::format("r{0}\t[YYY]:has:[XXX]\tq{0}\ta.txt\t{1}\t1\tQ has R.\n", n, n + 1) +
        fmt::format("r{0}\t[YYY]:has:[XXX]\tq{0}\ta.txt\t2\t2\tQ has R, too.\n", n);
  }
  files["valid.tsv"] += "p1\tgrandparent\tr1\nunseen\tknows\tp1\n";
  return files;
}

class Order : public ::testing::Test {
 protected:
  // Writes the files; all but the rules in another order where `random` is given.
  void write(const Files& files, Random* random) const {
    for (const auto& [name, text] : files) {
      const bool ordered = name == "rules.pl" || random == nullptr;
      folder_.write("data/" + name, ordered ? text : shuffled(text, *random));
    }
  }

  // Everything that the command leaves in `out`, a folder, but what tells one run from another.
  Files result_of(const std::string& command, const std::string& out) const {
    const testing::Outcome outcome = testing::run_gntp(command, folder_.path());
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    Files files;
    for (const char* name :
         {"model.safetensors", "entities.tsv", "relations.tsv", "rules.json", "patterns.tsv",
          "tokens.tsv", "mentions.sources.tsv", "mentions.tsv"}) {
      const fs::path path = folder_.path() / out / name;
      if (fs::exists(path)) files[name] = read_file(path);
    }
    fs::remove_all(folder_.path() / out);
    return files;
  }

  void expect_no_difference(const Files& files, const std::string& command,
                            std::size_t expected_files) const {
    write(files, nullptr);
    const Files expected = result_of(command, "out");
    ASSERT_EQ(expected.size(), expected_files);
    Random random(3);
    for (int i = 0; i < kShuffles; ++i) {
      write(files, &random);
      const Files got = result_of(command, "out");
      ASSERT_EQ(got.size(), expected.size());
      for (const auto& [name, bytes] : expected) EXPECT_TRUE(got.at(name) == bytes) << name;
    }
  }

  testing::TempFolder folder_;
};

constexpr const char* kTrain =
    "train data --preset paper --quiet --out out --set learn.epochs=4 --set "
    "learn.validate_every=2 ";

TEST_F(Order, DoesNotMatterToTemplates) {
  Files files = families();
  files.erase("mentions.tsv");
  files.erase("mentions.sources.tsv");
  files["rules.pl"] = "p(X, Y) :- q(X, Z), r(Z, Y) <3>\np(X, Y) :- q(Y, X) <2>\n";
  expect_no_difference(files, kTrain, 4);
}

TEST_F(Order, DoesNotMatterToMinedRules) {
  Files files = families();
  files.erase("mentions.tsv");
  files.erase("mentions.sources.tsv");
  expect_no_difference(files,
                       std::string(kTrain) +
                           "--set learn.rules=mined --set model.entities=symbolic "
                           "--set learn.objective=rank --set mine.constants=2 "
                           "--set mine.min_support=2",
                       4);
}

TEST_F(Order, DoesNotMatterToMentions) {
  Files files = families();
  files["rules.pl"] = "grandparent(X, Y) :- p(X, Z), q(Z, Y) <3>\n";
  expect_no_difference(files, kTrain, 7);
}

TEST_F(Order, DoesNotMatterToReading) {
  Files files = families();
  files.erase("mentions.tsv");
  files.erase("mentions.sources.tsv");
  // Names that several entities share: the first of them is meant.
  for (int i = 0; i < 8; ++i) {
    files["labels.tsv"] += fmt::format("p{}\tMary\nq{}\tJohn\n", i, 7 - i);
    files["aliases.tsv"] += fmt::format("r{}\tAnn\nq{}\tJack\n", 7 - i, i);
  }
  fs::create_directory(folder_.path() / "out");
  folder_.write("text.txt", "Mary has a son, John. John knows Ann. Jack of York met Ann.\n");
  for (const std::string ambiguous : {"first", "all", "skip"}) {
    const std::string command = fmt::format(
        "read text.txt --entities data --quiet --out mentions.tsv --force --ambiguous {}",
        ambiguous);
    write(files, nullptr);
    const auto mentions = [&] {
      const testing::Outcome outcome = testing::run_gntp(command, folder_.path());
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      return read_file(folder_.path() / "mentions.tsv") +
             read_file(folder_.path() / "mentions.sources.tsv");
    };
    const std::string expected = mentions();
    EXPECT_EQ(expected.find("p0\t") != std::string::npos, ambiguous != "skip") << expected;
    Random random(5);
    for (int i = 0; i < kShuffles; ++i) {
      write(files, &random);
      EXPECT_EQ(mentions(), expected);
    }
  }
}

}  // namespace
}  // namespace gntp
