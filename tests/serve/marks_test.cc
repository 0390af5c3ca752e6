#include "serve/marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "support/errors.h"
#include "support/faulty_calls.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

TEST(Marks, AreKeptInTheFile) {
  const TempFolder folder;
  const auto file = folder.path() / "marks.jsonl";
  const Fact fact{"a \"b\"", "likes", "c\td"};
  {
    Marks marks(file);
    EXPECT_TRUE(marks.all().empty());
    marks.set("run", fact, Mark::Kind::kRight);
    marks.set("run", {"x", "likes", "y"}, Mark::Kind::kWrong);
    marks.set("other", fact, Mark::Kind::kWrong);
  }
  Marks marks(file);
  ASSERT_EQ(marks.all().size(), 3U);
  EXPECT_EQ(marks.find("run", fact), Mark::Kind::kRight);
  EXPECT_EQ(marks.find("other", fact), Mark::Kind::kWrong);
  EXPECT_EQ(marks.find("run", {"x", "likes", "z"}), std::nullopt);
  marks.set("run", fact, Mark::Kind::kWrong);
  EXPECT_EQ(Marks(file).find("run", fact), Mark::Kind::kWrong);
  marks.set("run", fact, std::nullopt);
  EXPECT_EQ(Marks(file).find("run", fact), std::nullopt);
  EXPECT_EQ(Marks(file).all().size(), 2U);
}

TEST(Marks, ABrokenLineIsAnErrorWithItsPlace) {
  const TempFolder folder;
  for (const char* line :
       {"nonsense", "{}", R"({"run": 1})",
        R"({"run":"r","head":"a","relation":"p","tail":"b","mark":"maybe","time":""})"}) {
    const auto file = folder.write(
        "marks.jsonl",
        std::string(
            R"({"run":"r","head":"a","relation":"p","tail":"b","mark":"right","time":""})") +
            "\n" + line + "\n");
    EXPECT_THAT(error_of([&] { Marks marks(file); }), HasSubstr("marks.jsonl:2: is no mark"))
        << line;
  }
}

TEST(Marks, WhereTheFileCannotBeWrittenNothingChanges) {
  const TempFolder folder;
  EXPECT_THAT(error_of([&] { Marks marks(folder.path() / "missing" / "marks.jsonl"); }),
              HasSubstr("missing"));
  const auto file = folder.path() / "marks.jsonl";
  Marks marks(file);
  marks.set("run", {"a", "p", "b"}, Mark::Kind::kRight);
  const std::string before = read_file(file);
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);  // a folder cannot be replaced by a file
  EXPECT_FALSE(error_of([&] { marks.set("run", {"a", "p", "b"}, Mark::Kind::kWrong); }).empty());
  EXPECT_EQ(marks.find("run", {"a", "p", "b"}), Mark::Kind::kRight);
  std::filesystem::remove(file);
  marks.set("run", {"c", "p", "b"}, std::nullopt);
  marks.set("run", {"c", "p", "b"}, Mark::Kind::kRight);
  EXPECT_THAT(read_file(file), HasSubstr(before));
}

}  // namespace
}  // namespace gntp
