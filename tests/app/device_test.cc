// --device through the real executable, where there is no GPU: what is refused, and when.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "app/command.h"

namespace gntp::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
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

TEST_F(DeviceOption, AGpuThatIsNotThereIsToldBeforeAnythingIsWritten) {
  const std::string why = "cuda cannot be used: GNTP_CUDA is off";
  expect_error("train family --preset complex --out run --device cuda", 1, why);
  expect_error("train nowhere --dry-run --device cuda", 1, why);
  folder_.write("space.toml", "[predictor]\ndim = [2, 3]\n");
  expect_error("sweep family --preset complex --space space.toml --out journal --device cuda", 1,
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
  expect_error("train family --out run" + wish, 2, "vectors would be trained on the processor");
  expect_error("train nowhere --dry-run --device cpu" + wish, 2, "predictor.precision");
  folder_.write("space.toml", "[predictor]\nprecision = [\"fp32\", \"tf32\"]\n");
  expect_error("sweep family --preset complex --space space.toml --out journal", 2,
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
              HasSubstr("GPUs       none: the plug-in libgntp_cuda.so is not there (looked for "
                        "/nowhere/libgntp_cuda.so); see docs/gpu.md"));
  const Outcome confused = gntp("version", "perhaps");
  EXPECT_EQ(confused.status, 1);
  EXPECT_THAT(confused.err, StartsWith("gntp: error: GNTP_CUDA must be on or off"));
}

// What is loaded where nothing can be computed costs time and memory.
TEST_F(DeviceOption, WithoutADriverNothingOfCudaIsLoaded) {
  void* driver = ::dlopen("libcuda.so.1", RTLD_LAZY);
  if (driver != nullptr) GTEST_SKIP() << "this machine has a driver";
  const Outcome outcome =
      run_shell("export GNTP_CUDA=on LD_DEBUG=files\nexec gntp version\n", folder_.path());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("calling init: "));
  EXPECT_THAT(outcome.err, Not(HasSubstr("libcublas")));
  EXPECT_THAT(outcome.err, Not(HasSubstr("libgntp_cuda")));
}

// With the slow plug-in for a GPU.
class SlowGpu : public DeviceOption {
 protected:
  Outcome on_gpu(const std::string& arguments, const std::string& environment = "") const {
    return run_shell("export GNTP_CUDA_PLUGIN='" + slow_gpu_plugin().string() + "' " + environment +
                         "\nexec gntp " + arguments + "\n",
                     folder_.path());
  }
  nlohmann::json metadata(const char* run) const {
    return nlohmann::json::parse(read_file(folder_.path() / run / "metadata.json"));
  }
};

TEST_F(SlowGpu, TrainsByItselfAndIsRecorded) {
  const std::string quiet = kVectors;
  const Outcome trained = on_gpu(
      "train family --out run --preset complex --set predictor.dim=4"
      " --set predictor.epochs=2 --set predictor.starts=1");
  ASSERT_EQ(trained.status, 0) << trained.err;
  EXPECT_THAT(trained.err, HasSubstr("vectors are trained on cuda: slow"));
  EXPECT_EQ(metadata("run").at("device"), "cuda: slow");
  ASSERT_EQ(on_gpu("train family --out cpu --device cpu" + quiet).status, 0);
  EXPECT_FALSE(metadata("cpu").contains("device"));
  EXPECT_THAT(on_gpu("version").out, HasSubstr("GPUs       cuda:0, slow with 1.0 GiB\n"));
}

// Rules and vectors together, so that every verb asks both.
TEST_F(SlowGpu, AnswersEveryKindOfQuestion) {
  folder_.write("family/valid.tsv", "ada\tparent\tcid\n");
  const std::string both =
      " --preset hybrid --quiet --set mine.adaptive=false"
      " --set mine.min_support=1 --set predictor.dim=4"
      " --set predictor.epochs=2 --set predictor.starts=1";
  const Outcome trained = on_gpu("train family --out run" + both);
  ASSERT_EQ(trained.status, 0) << trained.err;
  folder_.write("queries.txt", "parent(ada, ?)\nparent(?, bob)\n");
  folder_.write("facts.tsv", "ada\tparent\tbob\n");
  for (const char* verb :
       {"predict run 'parent(ada, ?)'", "predict run --queries queries.txt",
        "explain run 'parent(ada, bob)'", "score run 'parent(ada, bob)'", "score run facts.tsv",
        "eval run", "report run --force --out report.html"}) {
    SCOPED_TRACE(verb);
    EXPECT_EQ(on_gpu(verb).status, 0);
    const Outcome full = on_gpu(verb, "GNTP_SLOW_CUDA_FULL=1");
    EXPECT_EQ(full.status, 1);
    EXPECT_THAT(full.err, HasSubstr("cuda:0: not enough memory for asking vectors"));
    EXPECT_THAT(full.err, HasSubstr("--device cpu does without"));
    EXPECT_EQ(on_gpu(std::string(verb) + " --device cpu", "GNTP_SLOW_CUDA_FULL=1").status, 0);
  }
  // One question and several: the same digits.
  const std::string alone = on_gpu("predict run 'parent(ada, ?)' --json").out;
  const auto one = nlohmann::json::parse(alone).at("answers");
  const std::string lines = on_gpu("predict run --queries queries.txt --json").out;
  const auto several = nlohmann::json::parse(lines.substr(0, lines.find('\n'))).at("answers");
  EXPECT_EQ(one, several);
}

// Nothing is wrong with settings that a GPU has no room for at the moment.
TEST_F(SlowGpu, FailuresAreNoResultsOfASweep) {
  folder_.write("space.toml", "[predictor]\ndim = [2, 3]\n");
  folder_.write("family/valid.tsv", "ada\tparent\tcid\n");
  const std::string sweep =
      "sweep family --preset complex --space space.toml --out journal --quiet"
      " --set predictor.epochs=2 --set predictor.starts=1";
  const Outcome full = on_gpu(sweep, "GNTP_SLOW_CUDA_FULL=1");
  EXPECT_EQ(full.status, 1);
  EXPECT_THAT(full.err, HasSubstr("not enough memory for training vectors"));
  EXPECT_THAT(full.err, HasSubstr("fewer trainings at a time take less of a GPU (--threads)"));
  EXPECT_EQ(read_file(folder_.path() / "journal"), "");
  const Outcome later = on_gpu(sweep);
  EXPECT_EQ(later.status, 0) << later.err;
  EXPECT_THAT(read_file(folder_.path() / "journal"), Not(HasSubstr("\"error\"")));
}

TEST_F(SlowGpu, ALostOneCostsNoRun) {
  const std::string begin = "train family --out run --checkpoint 0.000001s" + std::string(kVectors);
  const Outcome lost = on_gpu(begin, "GNTP_SLOW_CUDA_STEPS=1");
  EXPECT_EQ(lost.status, 1);
  EXPECT_THAT(lost.err, HasSubstr("cuda:0: training vectors: the GPU is lost; go on with: "
                                  "gntp train --resume run, or with --device cpu"));
  const Outcome resumed = on_gpu("train --resume run --device cpu");
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr("vectors were trained on 'cuda: slow' so far, and 'cpu' "
                                     "rounds otherwise"));
  EXPECT_EQ(metadata("run").at("device"), "cuda: slow, then cpu");
}

TEST_F(SlowGpu, OneWithoutRoomIsPassedOver) {
  const std::string crowded = "GNTP_SLOW_CUDA_FREE=1000000";
  const Outcome trained = on_gpu(
      "train family --out run --preset complex --set predictor.dim=4"
      " --set predictor.epochs=2 --set predictor.starts=1",
      crowded);
  EXPECT_EQ(trained.status, 0) << trained.err;
  EXPECT_THAT(trained.err, HasSubstr("vectors are trained on the processor: cuda:0 cannot be used: "
                                     "of its memory 1.0 MiB are free, and 'auto' takes none with "
                                     "less than 1.0 GiB"));
  EXPECT_FALSE(metadata("run").contains("device"));
  EXPECT_EQ(on_gpu("eval run --device cuda", crowded).status, 0);  // it may suffice
}

TEST_F(SlowGpu, OneThatCannotBeUsedIsPassedOver) {
  const std::string old = "GNTP_SLOW_CUDA_PROBLEM='it is too old'";
  const Outcome trained = on_gpu(
      "train family --out run --preset complex --set predictor.dim=4"
      " --set predictor.epochs=2 --set predictor.starts=1",
      old);
  EXPECT_EQ(trained.status, 0) << trained.err;
  EXPECT_THAT(trained.err, HasSubstr("vectors are trained on the processor: cuda:0 cannot be used: "
                                     "it is too old"));
  EXPECT_FALSE(metadata("run").contains("device"));
  const Outcome named = on_gpu("eval run --device cuda", old);
  EXPECT_EQ(named.status, 1);
  EXPECT_THAT(named.err, HasSubstr("cuda cannot be used: it is too old"));
  EXPECT_THAT(on_gpu("version", old).out, HasSubstr("slow with 1.0 GiB, unusable: it is too old"));
}

// What compares models without vectors does not speak of GPUs; models that have them may join.
TEST_F(SlowGpu, IsNoPartOfAComparisonOfRules) {
  const std::string compare = "compare family --seeds 1 --out compared --quiet --models ";
  const Outcome compared = on_gpu(compare + "rules");
  ASSERT_EQ(compared.status, 0) << compared.err;
  const auto written = [&](std::string_view name) {
    return read_file(folder_.path() / "compared" / name);
  };
  EXPECT_THAT(written("compare.json"), Not(HasSubstr("device")));
  EXPECT_THAT(written("comparison.json"), Not(HasSubstr("\"device\"")));
  EXPECT_THAT(written("comparison.md"), Not(HasSubstr("cuda")));
  const Outcome joined = on_gpu(compare + "rules,distmult");
  EXPECT_EQ(joined.status, 0) << joined.err;
  EXPECT_THAT(written("comparison.json"), HasSubstr("\"device\": \"cuda: slow\""));
  EXPECT_THAT(written("comparison.md"), HasSubstr("vectors on cuda: slow"));
  EXPECT_THAT(written("compare.json"), HasSubstr("\"device\": \"cuda: slow\""));
  EXPECT_EQ(on_gpu(compare + "rules --device cpu").status, 0);
  const Outcome elsewhere = on_gpu(compare + "rules,distmult --device cpu");
  EXPECT_THAT(elsewhere.err, HasSubstr("was begun on the device 'cuda: slow'"));
}

}  // namespace
}  // namespace gntp::testing
