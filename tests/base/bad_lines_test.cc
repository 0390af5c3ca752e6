#include "base/bad_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::IsEmpty;

TEST(BadLines, StopPassesTheErrorOn) {
  BadLines bad(OnError::kStop);
  EXPECT_EQ(error_of([&] { bad.attempt("f", [] { fail_at("f", 7, "wrong"); }); }), "f:7: wrong");
  EXPECT_THAT(bad.skipped(), IsEmpty());
}

TEST(BadLines, SkipCountsByFileAndKeepsTheFirstMessages) {
  BadLines bad(OnError::kSkip);
  for (std::size_t line = 1; line <= 5; ++line) {
    EXPECT_EQ(bad.wants_message("f"), line <= kListedSkips);
    bad.attempt("f", [&] { fail_at("f", line, "wrong"); });
  }
  bad.attempt("g", [] { fail_at("g", 9, "odd"); });
  bad.attempt("h", [] {});
  EXPECT_THAT(warnings_of(bad),
              ElementsAre("f: skipped 5 lines; the first: f:1: wrong", "skipped: f:2: wrong",
                          "skipped: f:3: wrong", "g: skipped 1 line; the first: g:9: odd"));
}

// A file that is missing or damaged as a whole is no line to skip.
TEST(BadLines, SkipPassesOtherErrorsOn) {
  BadLines bad(OnError::kSkip);
  EXPECT_EQ(error_of([&] { bad.attempt("f", [] { fail("f: damaged"); }); }), "f: damaged");
  EXPECT_THAT(bad.skipped(), IsEmpty());
}

TEST(BadLines, WhatWasCountedInPartsAddsUp) {
  BadLines all(OnError::kSkip);
  std::size_t line = 0;
  for (const std::size_t count : {0U, 2U, 5U, 1U}) {
    BadLines part(OnError::kSkip);
    for (std::size_t i = 0; i < count; ++i) {
      part.attempt("f", [&] { fail_at("f", ++line, "wrong"); });
    }
    all.add(part);
  }
  ASSERT_EQ(all.skipped().size(), 1U);
  EXPECT_EQ(all.skipped()[0].count, 8U);
  EXPECT_THAT(all.skipped()[0].first, ElementsAre("f:1: wrong", "f:2: wrong", "f:3: wrong"));
}

TEST(BadLines, NothingLeftIsAnError) {
  BadLines bad(OnError::kSkip);
  bad.check_rest("f", 0);  // an empty file is for its reader to judge
  bad.attempt("f", [] { fail_at("f", 1, "wrong"); });
  bad.check_rest("f", 1);
  EXPECT_EQ(error_of([&] { bad.check_rest("f", 0); }),
            "f: nothing is left after skipping 1 lines; the first: f:1: wrong");
}

// Lines that are no text are left out one by one; the others are read.
TEST(BadLines, LinesThatAreNoTextAreBadLines) {
  const testing::TempFolder folder;
  const std::string text = std::string("one\ncaf\xE9\ntwo\nz\0ro\nth\rree\nfour\n", 30);
  LineReader lines(folder.write("a", text));
  BadLines bad(OnError::kSkip);
  std::vector<std::string> read;
  for_each_line(lines, bad, [&](std::string_view line) { read.emplace_back(line); });
  EXPECT_THAT(read, ElementsAre("one", "two", "four"));
  ASSERT_EQ(bad.skipped().size(), 1U);
  EXPECT_EQ(bad.skipped()[0].count, 3U);
}

}  // namespace
}  // namespace gntp
