#include "base/archive.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "base/random.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::TempFolder;

struct Sample {
  std::uint64_t number = 0;
  std::optional<double> maybe;
  std::optional<double> nothing = 3;
  std::vector<float> list;
  std::vector<std::uint32_t> empty = {1, 2};
  std::string text;
  Matrix matrix = Matrix(2, 3);
  Matrix no_columns = Matrix(4, 0);

  template <typename Archive>
  void exchange(Archive& archive) {
    archive(number);
    archive(maybe);
    archive(nothing);
    archive(list);
    archive(empty);
    archive(text);
    archive(matrix);
    archive(no_columns);
  }
};

Sample filled() {
  Sample sample;
  sample.number = 42;
  sample.maybe = 0.5;
  sample.nothing.reset();
  sample.list = {1, 2.5F, -3};
  sample.empty.clear();
  sample.text = std::string("zero \0 byte", 11);
  for (std::size_t i = 0; i < 6; ++i) sample.matrix.values()[i] = static_cast<float>(i);
  return sample;
}

std::filesystem::path write(const TempFolder& folder) {
  std::filesystem::path file = folder.path() / "a.state";
  ArchiveWriter archive(file);
  filled().exchange(archive);
  archive.commit();
  return file;
}

TEST(Archive, GivesBackWhatWasWritten) {
  const TempFolder folder;
  ArchiveReader archive(write(folder));
  Sample read;
  read.exchange(archive);
  archive.finish();
  const Sample expected = filled();
  EXPECT_EQ(read.number, expected.number);
  EXPECT_EQ(read.maybe, expected.maybe);
  EXPECT_EQ(read.nothing, expected.nothing);
  EXPECT_EQ(read.list, expected.list);
  EXPECT_TRUE(read.empty.empty());
  EXPECT_EQ(read.text, expected.text);
  EXPECT_TRUE(std::ranges::equal(read.matrix.values(), expected.matrix.values()));
}

TEST(Archive, IsNotThereBeforeItIsCommitted) {
  const TempFolder folder;
  {
    ArchiveWriter archive(folder.path() / "a.state");
    filled().exchange(archive);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Archive, RefusesEveryDamage) {
  const TempFolder folder;
  const std::filesystem::path file = write(folder);
  const std::string whole = read_file(file);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_file(file, whole.substr(0, size));
    EXPECT_THROW(ArchiveReader{file}, Error) << size;
  }
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1U << bit % 8));
    write_file(file, damaged);
    EXPECT_THROW(ArchiveReader{file}, Error) << bit;
  }
}

TEST(Archive, RefusesAnotherForm) {
  const TempFolder folder;
  const std::filesystem::path file = write(folder);
  {
    ArchiveReader archive(file);
    EXPECT_THROW(archive.finish(), Error);
    Sample other;
    other.matrix = Matrix(3, 2);
    EXPECT_THROW(other.exchange(archive), Error);
  }
  ArchiveReader archive(file);
  std::vector<double> too_long;
  std::uint64_t number = 0;
  archive(number);
  archive(number);  // what follows is no length that the file can hold
  EXPECT_THROW(
      {
        for (;;) archive(too_long);
      },
      Error);
}

TEST(Random, GoesBackToAPosition) {
  Random random(7);
  for (int i = 0; i < 1000; ++i) random.uniform();
  Random other(8);
  other.set_position(random.position());
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(random.below(1U << 30U), other.below(1U << 30U));
}

}  // namespace
}  // namespace gntp
