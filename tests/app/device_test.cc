// --device through the real executable, where there is no GPU: what is refused, and when.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "app/command.h"

namespace gntp::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kVectors =
    " --preset complex --quiet --set predictor.dim=4 --set predictor.epochs=2"
    " --set predictor.starts=1";

class DeviceOption : public ::testing::Test {
 protected:
  void SetUp() override { write_family(folder_); }

  // With GNTP_CUDA, so that a GPU of this machine is of no account.
  Outcome gntp(const std::string& arguments, const std::string& wish = "off") const {
    return run_shell("GNTP_CUDA=" + wish + " exec gntp " + arguments + "\n", folder_.path());
  }
  void expect_error(const std::string& arguments, int status, const std::string& text) const {
    const Outcome outcome = gntp(arguments);
    EXPECT_EQ(outcome.status, status) << arguments << '\n' << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr(text)) << arguments;
  }
  bool is_there(const char* name) const { return fs::exists(folder_.path() / name); }

  TempFolder folder_;
};

TEST_F(DeviceOption, TyposAreToldBeforeAnythingIsRead) {
  for (const char* verb :
       {"train nowhere --out run", "train --resume nowhere", "eval nowhere",
        "predict nowhere 'r(a, ?)'", "explain nowhere 'r(a, b)'", "score nowhere",
        "add nowhere facts.tsv --out run", "materialise nowhere --out new.tsv",
        "report nowhere --out page.html", "serve nowhere", "compare nowhere --out compared",
        "sweep nowhere --space space.toml --out journal"}) {
    expect_error(std::string(verb) + " --device gpu", 2,
                 "--device: 'gpu' is no device; take auto, cpu, cuda");
  }
  expect_error("train family --out run --device cuda:x", 2, "'cuda:x' is no device");
}

TEST_F(DeviceOption, AGpuThatIsNotThereIsToldBeforeAnythingIsRead) {
  const std::string why = "cuda cannot be used: GNTP_CUDA is off";
  expect_error("train nowhere --out run --device cuda", 1, why);
  expect_error("train nowhere --dry-run --device cuda", 1, why);
  folder_.write("space.toml", "[predictor]\ndim = [2, 3]\n");
  expect_error("sweep nowhere --preset complex --space space.toml --out journal --device cuda", 1,
               why);
  expect_error("compare family --out compared --device cuda", 1, why);
  EXPECT_FALSE(is_there("run"));
  EXPECT_FALSE(is_there("journal"));
  EXPECT_FALSE(is_there("compared"));
}

TEST_F(DeviceOption, TheProcessorTrainsAndAnswersWhereThereIsNoGpu) {
  const std::string vectors = kVectors;
  const Outcome trained = gntp("train family --out run --device auto" + vectors);
  EXPECT_EQ(trained.status, 0) << trained.err;
  const Outcome on_cpu = gntp("train family --out cpu --device cpu" + vectors);
  EXPECT_EQ(on_cpu.status, 0) << on_cpu.err;
  for (const char* file : {"metadata.json", "model.safetensors", "config.toml", "manifest.json"}) {
    EXPECT_EQ(read_file(folder_.path() / "run" / file), read_file(folder_.path() / "cpu" / file))
        << file;
  }
  for (const char* verb : {"predict run 'parent(ada, ?)'", "score run 'parent(ada, bob)'",
                           "explain run 'parent(ada, bob)'"}) {
    EXPECT_EQ(gntp(std::string(verb) + " --device cpu").out, gntp(verb).out) << verb;
    expect_error(std::string(verb) + " --device cuda", 1, "GNTP_CUDA is off");
  }
  // Verbs that compute nothing look for no GPU.
  EXPECT_EQ(gntp("vectors run", "maybe").status, 0);
  EXPECT_EQ(gntp("rules run", "maybe").status, 0);
  const Outcome confused = gntp("predict run 'parent(ada, ?)'", "maybe");
  EXPECT_EQ(confused.status, 1);
  EXPECT_THAT(confused.err, HasSubstr("GNTP_CUDA must be on or off"));
}

TEST_F(DeviceOption, TensorFloatsNeedAGpu) {
  const std::string wish = std::string(kVectors) + " --set predictor.precision=tf32";
  expect_error("train nowhere --out run" + wish, 2, "vectors would be trained on the processor");
  expect_error("train nowhere --dry-run --device cpu" + wish, 2, "predictor.precision");
  folder_.write("space.toml", "[predictor]\nprecision = [\"fp32\", \"tf32\"]\n");
  expect_error("sweep nowhere --preset complex --space space.toml --out journal", 2,
               "predictor.precision = \"tf32\" is for GPUs");
  EXPECT_FALSE(is_there("journal"));
  expect_error("train family --out run --preset mined --set predictor.precision=fp32", 2,
               "predictor.precision = \"fp32\" has no effect here");
}

TEST_F(DeviceOption, VersionSaysWhichGpusThereAreOrWhyNone) {
  EXPECT_THAT(gntp("version").out, HasSubstr("\nGPUs       none: GNTP_CUDA is off\n"));
  const nlohmann::json version = gntp("version --json").json();
  EXPECT_TRUE(version.at("gpus").is_array());
  EXPECT_TRUE(version.at("gpus").empty());
  EXPECT_EQ(version.at("gpus_missing"), "GNTP_CUDA is off");
  const Outcome elsewhere =
      run_shell("GNTP_CUDA_PLUGIN=/nowhere/libgntp_cuda.so exec gntp version\n", folder_.path());
  EXPECT_THAT(elsewhere.out,
              HasSubstr("GPUs       none: the plug-in libgntp_cuda.so is not there (docs/gpu.md)"));
  const Outcome confused = gntp("version", "perhaps");
  EXPECT_EQ(confused.status, 1);
  EXPECT_THAT(confused.err, StartsWith("gntp: error: GNTP_CUDA must be on or off"));
}

}  // namespace
}  // namespace gntp::testing
