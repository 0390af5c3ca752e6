// The fuzz targets on the files of tests/fuzz/corpus.
#include <gtest/gtest.h>

#include <string>

#include "base/file.h"
#include "fuzz/targets.h"
#include "support/places.h"

namespace gntp::fuzz {
namespace {

namespace fs = std::filesystem;

class FuzzCorpus : public ::testing::TestWithParam<Target> {};

TEST_P(FuzzCorpus, HasNoFinding) {
  GetParam().run("");
  std::size_t files = 0;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(testing::checkout() / "tests/fuzz/corpus" / GetParam().name)) {
    SCOPED_TRACE(entry.path().string());
    GetParam().run(read_file(entry.path()));
    ++files;
  }
  EXPECT_GT(files, 0U);
}

INSTANTIATE_TEST_SUITE_P(Targets, FuzzCorpus, ::testing::ValuesIn(kTargets),
                         [](const auto& tested) {
                           std::string name(tested.param.name);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace gntp::fuzz
