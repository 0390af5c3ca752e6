// Manual pages and completions, which are made from the command lines of the verbs.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/command.h"
#include "app/verb_help.h"
#include "app/verbs.h"
#include "base/text.h"

namespace gntp::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class Manual : public ::testing::Test {
 protected:
  Outcome shell(const std::string& commands) const { return run_shell(commands, folder_.path()); }
  Outcome gntp(const std::string& arguments) const { return run_gntp(arguments, folder_.path()); }
  bool has(const std::string& tool) const {
    return shell("command -v " + tool + " >/dev/null").status == 0;
  }

  // What bash offers for the last of these words.
  std::vector<std::string> bash_offers(const std::string& words) const {
    folder_.write("complete.bash",
                  ". ./gntp.bash\n"
                  "COMP_WORDS=(" +
                      words +
                      ")\n"
                      "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                      "_gntp\n"
                      "((${#COMPREPLY[@]} == 0)) || printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    const Outcome outcome = shell(
        "[ -e gntp.bash ] || gntp help --format bash > gntp.bash\n"
        "bash --norc -u complete.bash\n");
    EXPECT_EQ(outcome.status, 0) << words << '\n' << outcome.err;
    EXPECT_EQ(outcome.err, "") << words;
    std::vector<std::string> offers;
    for (const std::string_view line : split(outcome.out, '\n')) {
      if (!line.empty()) offers.emplace_back(line);
    }
    return offers;
  }

  TempFolder folder_;
};

TEST_F(Manual, DescriptionsAreThoseOfTheVerbs) {
  const std::vector<VerbHelp> verbs = describe_verbs();
  ASSERT_EQ(verbs.size(), all_verbs().size());
  for (const VerbHelp& verb : verbs) {
    const std::string help = gntp("help " + verb.verb).out;
    EXPECT_THAT(verb.examples, Not(IsEmpty())) << verb.verb;
    for (const VerbHelp::Option& option : verb.options) {
      EXPECT_THAT(help, HasSubstr(option.name + (option.kind.empty() ? "" : ' ' + option.kind)));
    }
    for (const VerbHelp::Argument& argument : verb.arguments) {
      EXPECT_THAT(help, HasSubstr("\n  " + argument.name + ' '));
    }
  }
}

VerbHelp::Option option_of(std::string_view verb_name, std::string_view name) {
  for (const VerbHelp& verb : describe_verbs()) {
    for (const VerbHelp::Option& option : verb.options) {
      if (verb.verb == verb_name && option.name == name) return option;
    }
  }
  ADD_FAILURE() << verb_name << " has no " << name;
  return {};
}

TEST_F(Manual, RepeatedAndRequiredAreKept) {
  EXPECT_EQ(option_of("train", "--set").times, VerbHelp::Times::kMany);
  EXPECT_EQ(option_of("train", "--quiet").times, VerbHelp::Times::kOnce);
  EXPECT_EQ(option_of("train", "--out").need, VerbHelp::Need::kOptional);
  EXPECT_EQ(option_of("read", "--entities").need, VerbHelp::Need::kRequired);
}

TEST_F(Manual, PagesAreGoodRoff) {
  if (!has("groff")) GTEST_SKIP() << "NOT TESTED: groff is not installed";
  std::string commands =
      "set -e\n"
      "check() { LC_ALL=C groff -man -ww -z - < page; LC_ALL=C grep -n '[^ -~]' page && exit 3; :; "
      "}\n"
      "gntp help --format man > page; check\n";
  for (const Verb& verb : all_verbs()) {
    commands += "gntp help --format man " + std::string(verb.name) + " > page; check\n";
  }
  const Outcome outcome = shell(commands);
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Manual, PagesNameWhatThereIs) {
  const std::string page = gntp("help --format man train").out;
  EXPECT_THAT(page, StartsWith(".TH GNTP\\-TRAIN 1 "));
  EXPECT_THAT(page, HasSubstr("\n\\fB\\-\\-on\\-error\\fR \\fBstop\\fR|\\fBskip\\fR\n"));
  EXPECT_THAT(page, HasSubstr("gntp train data/countries/S1"));
  const std::string all = gntp("help --format man").out;
  for (const Verb& verb : all_verbs()) {
    EXPECT_THAT(all, HasSubstr("\\-" + std::string(verb.name) + " (1)"));
  }
}

TEST_F(Manual, WrongRequestsAreUsageErrors) {
  EXPECT_EQ(gntp("help --format html").status, 2);
  EXPECT_EQ(gntp("help --format bash train").status, 2);
  EXPECT_EQ(gntp("help --format man trian").status, 2);
}

TEST_F(Manual, BashCompletesVerbsAndOptions) {
  EXPECT_THAT(bash_offers("gntp tr"), ElementsAre("train"));
  EXPECT_THAT(bash_offers("gntp ''"), AllOf(Contains("train"), Contains("--help")));
  EXPECT_THAT(bash_offers("gntp train --out x --res"), ElementsAre("--resume"));
  EXPECT_THAT(bash_offers("gntp explain --inf"), ElementsAre("--inferred"));
  EXPECT_THAT(bash_offers("gntp nonsense --"), IsEmpty());
}

TEST_F(Manual, BashCompletesValues) {
  EXPECT_THAT(bash_offers("gntp train --on-error ''"), ElementsAre("stop", "skip"));
  EXPECT_THAT(bash_offers("gntp train --on-error = sk"), ElementsAre("skip"));
  EXPECT_THAT(bash_offers("gntp train --on-error ="), ElementsAre("stop", "skip"));
  EXPECT_THAT(bash_offers("gntp rules --format a"), ElementsAre("anyburl"));
  EXPECT_THAT(bash_offers("gntp train --preset hyb"), ElementsAre("hybrid"));
  EXPECT_THAT(bash_offers("gntp train --set learn.epo"), ElementsAre("learn.epochs="));
  EXPECT_THAT(bash_offers("gntp help sett"), ElementsAre("settings"));
  EXPECT_THAT(bash_offers("gntp train --seed ''"), IsEmpty());
  EXPECT_THAT(bash_offers("gntp train --set learn.epochs = ''"), IsEmpty());
}

TEST_F(Manual, BashCompletesFilesAndFolders) {
  folder_.write("here/train.tsv", "a\tr\tb\n");
  folder_.write("hereby.toml", "");
  EXPECT_THAT(bash_offers("gntp train --config her"),
              AllOf(Contains("here"), Contains("hereby.toml")));
  EXPECT_THAT(bash_offers("gntp train her"), Contains("hereby.toml"));
  EXPECT_THAT(bash_offers("gntp eval her"), ElementsAre("here"));
  EXPECT_THAT(bash_offers("gntp train here/"), ElementsAre("here/train.tsv"));
}

TEST_F(Manual, OtherShellsReadTheirCompletions) {
  std::string left_out;
  for (const std::string name : {"zsh", "fish"}) {
    const Outcome written = gntp(fmt::format("help --format {0} > completion.{0}", name));
    EXPECT_EQ(written.status, 0) << written.err;
    if (!has(name)) {
      left_out += ' ' + name;
      continue;
    }
    const Outcome checked = shell(fmt::format("{0} -n completion.{0}", name));
    EXPECT_EQ(checked.status, 0) << name;
    EXPECT_EQ(checked.err, "") << name;
  }
  if (!left_out.empty()) GTEST_SKIP() << "NOT TESTED: not installed:" << left_out;
}

// Fish tells what it would offer.
TEST_F(Manual, FishCompletes) {
  if (!has("fish")) GTEST_SKIP() << "NOT TESTED: fish is not installed";
  folder_.write("here/train.tsv", "a\tr\tb\n");
  gntp("help --format fish > gntp.fish");
  const auto offers = [&](const std::string& typed) {
    const Outcome outcome =
        shell("HOME=$PWD fish --no-config -c \"source gntp.fish; complete -C '" + typed + "'\"");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    std::vector<std::string> words;
    for (const std::string_view line : split(outcome.out, '\n')) {
      if (!line.empty()) words.emplace_back(line.substr(0, line.find('\t')));
    }
    return words;
  };
  EXPECT_THAT(offers("gntp trai"), ElementsAre("train"));
  EXPECT_THAT(offers("gntp train --on-error sk"), ElementsAre("skip"));
  EXPECT_THAT(offers("gntp train --preset hyb"), ElementsAre("hybrid"));
  EXPECT_THAT(offers("gntp train --set learn.epo"), Contains("learn.epochs="));
  EXPECT_THAT(offers("gntp train --res"), Contains("--resume"));
  EXPECT_THAT(offers("gntp eval her"), Each(StartsWith("here/")));
}

}  // namespace
}  // namespace gntp::testing
