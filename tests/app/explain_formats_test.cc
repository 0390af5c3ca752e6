// gntp explain in its formats, and what a terminal gets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "app/command.h"
#include "app/terminal.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using ::testing::StartsWith;

class ExplainFormats : public ::testing::Test {
 protected:
  ExplainFormats() {
    testing::write_family(folder_);
    EXPECT_EQ(run("train family --preset paper --out run --no-eval" + std::string(testing::kCrisp))
                  .status,
              0);
    folder_.write("facts", "grandparent(ada, cid)\ngrandparent(ada, dan)\n");
  }
  Outcome run(const std::string& arguments) const {
    return testing::run_gntp(arguments, folder_.path());
  }
  std::string gntp(const std::string& arguments) const {
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }
  std::string error(const std::string& arguments) const {
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  }

  testing::TempFolder folder_;
};

TEST_F(ExplainFormats, OneFactInEach) {
  const std::string explain = "explain run 'grandparent(ada, cid)' ";
  EXPECT_EQ(gntp(explain + "--format text"), gntp(explain));
  EXPECT_EQ(gntp(explain + "--format json"), gntp(explain + "--json"));
  EXPECT_EQ(gntp(explain + "--format json --json"), gntp(explain + "--json"));
  EXPECT_THAT(gntp(explain + "--format dot"),
              AllOf(StartsWith("digraph \"grandparent(ada, cid)\" {\n"), EndsWith("}\n")));
  EXPECT_THAT(gntp(explain + "--format svg"), AllOf(StartsWith("<svg "), EndsWith("</svg>\n")));
  const std::string page = gntp(explain + "--format html");
  EXPECT_THAT(page, AllOf(StartsWith("<!DOCTYPE html>\n<html lang=\"en\">\n"),
                          HasSubstr("<title>grandparent(ada, cid)</title>"), HasSubstr("<style>"),
                          HasSubstr("<code>parent(ada, bob)</code>"),
                          EndsWith("</body>\n</html>\n"), Not(HasSubstr("<script"))));
  EXPECT_THAT(gntp("explain run 'parent(cid, ada)' --format svg"), HasSubstr("It has no proof"));
}

TEST_F(ExplainFormats, ManyFacts) {
  const std::string explain = "explain run --queries facts ";
  EXPECT_EQ(gntp(explain + "--format json"), gntp(explain));
  EXPECT_EQ(gntp(explain + "--format text"), gntp("explain run 'grandparent(ada, cid)'") + "\n" +
                                                 gntp("explain run 'grandparent(ada, dan)'"));
  EXPECT_EQ(gntp(explain + "--format dot"),
            gntp("explain run 'grandparent(ada, cid)' --format dot") +
                gntp("explain run 'grandparent(ada, dan)' --format dot"));
  const std::string page = gntp(explain + "--format html");
  EXPECT_THAT(page, AllOf(HasSubstr("<title>Explained facts</title>"), HasSubstr("cid)"),
                          HasSubstr("dan)"), EndsWith("</html>\n")));
  EXPECT_EQ(page.find("<!DOCTYPE"), page.rfind("<!DOCTYPE"));
  EXPECT_THAT(error(explain + "--format svg"), HasSubstr("--format html (one page)"));
}

TEST_F(ExplainFormats, WhatDoesNotGoTogether) {
  const std::string explain = "explain run 'grandparent(ada, cid)' ";
  EXPECT_THAT(error(explain + "--format png"), HasSubstr("text, json, dot, svg or html"));
  EXPECT_THAT(error(explain + "--format dot --json"), HasSubstr("choose one"));
  EXPECT_THAT(error(explain + "--format svg --ascii"), HasSubstr("--ascii is for drawings"));
  EXPECT_THAT(error(explain + "--json --ascii"), HasSubstr("--ascii is for drawings"));
}

// A real terminal, as `script` of util-linux makes one.
TEST_F(ExplainFormats, ATerminalGetsColoursAndAFileNone) {
  const std::string explain = "gntp explain run \"grandparent(ada, cid)\"";
  const auto on_terminal = [&](const std::string& environment) {
    return testing::run_shell("env -u NO_COLOR -u LC_ALL " + environment + " script -qec '" +
                                  explain + "' /dev/null\n",
                              folder_.path())
        .out;
  };
  const std::string colored = on_terminal("TERM=xterm LC_ALL=C.UTF-8");
  EXPECT_THAT(colored, AllOf(HasSubstr("\x1b[1mgrandparent(ada, cid)\x1b[0m"), HasSubstr("└─")));
  EXPECT_THAT(on_terminal("TERM=xterm LC_ALL=C"), AllOf(HasSubstr("\x1b["), HasSubstr("`- ")));
  for (const std::string plain : {"TERM=dumb", "TERM=xterm NO_COLOR=1"}) {
    EXPECT_THAT(on_terminal(plain + " LC_ALL=C.UTF-8"),
                AllOf(Not(HasSubstr("\x1b[")), HasSubstr("└─")));
  }
  EXPECT_THAT(gntp("explain run 'grandparent(ada, cid)'"),
              AllOf(Not(HasSubstr("\x1b[")), HasSubstr("└─")));
}

TEST(Terminal, IsJudgedByItsEnvironment) {
  std::map<std::string, std::string> variables;
  const Environment environment = [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
  const auto colors = [&] { return colors_for(OutputKind::kTerminal, environment); };
  const auto drawing = [&] { return drawing_for(OutputKind::kTerminal, environment); };
  EXPECT_EQ(colors(), Colors::kNone);  // nobody says which terminal it is
  EXPECT_EQ(drawing(), Drawing::kAscii);
  variables = {{"TERM", "xterm"}, {"LANG", "de_DE.UTF-8"}};
  EXPECT_EQ(colors(), Colors::kTerminal);
  EXPECT_EQ(drawing(), Drawing::kUnicode);
  EXPECT_EQ(colors_for(OutputKind::kFile, environment), Colors::kNone);
  variables["NO_COLOR"] = "";  // as if it were not there
  EXPECT_EQ(colors(), Colors::kTerminal);
  variables["NO_COLOR"] = "0";
  EXPECT_EQ(colors(), Colors::kNone);
  variables["LC_CTYPE"] = "C";
  EXPECT_EQ(drawing(), Drawing::kAscii);
  EXPECT_EQ(drawing_for(OutputKind::kFile, environment), Drawing::kUnicode);
  variables["LC_ALL"] = "C.utf8";
  EXPECT_EQ(drawing(), Drawing::kUnicode);
}

}  // namespace
}  // namespace gntp
