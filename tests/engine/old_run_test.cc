#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/run_folder.h"
#include "support/errors.h"

namespace gntp {
namespace {

using ::testing::HasSubstr;

// A run folder as 0.1.0 wrote it: refused with the command that makes it anew.
TEST(OldRun, IsRefusedWithTheCommandThatMakesItAnew) {
  const std::string folder = std::string(GNTP_SOURCE_DIR) + "/tests/data/run-0.1.0";
  EXPECT_THAT(testing::error_of([&] { load_run(folder); }),
              HasSubstr("run-0.1.0: a run of gntp 0.1.0, which this version does not read; make it "
                        "anew: gntp train data/countries/S1 --preset countries-s1 --seed 7 --out "
                        "NEW_RUN"));
}

}  // namespace
}  // namespace gntp
