// Which device trains and answers, on a machine that has no GPU, or is told to look for none: what
// is refused, what is recorded, and that nothing changes where nobody asks for a GPU.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "engine/device_choice.h"
#include "engine/engine_state.h"
#include "engine/run_folder.h"
#include "engine/run_start.h"
#include "engine/settings_state.h"
#include "engine/sweep_journal.h"
#include "support/errors.h"
#include "support/folders.h"
#include "support/places.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using testing::difference;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempFolder;

Settings vectors() {
  Settings settings = Settings::preset("complex");
  for (const char* small : {"predictor.dim=4", "predictor.epochs=4", "predictor.starts=1"}) {
    settings.assign(small);
  }
  return settings;
}

Settings rules() {
  Settings settings = Settings::preset("mined");
  settings.assign("mine.min_support=1");
  return settings;
}

class Device : public ::testing::Test {
 protected:
  void SetUp() override {
    look("off");
    std::string train;
    for (int i = 0; i < 12; ++i) {
      train += fmt::format("p{}\tparent\tp{}\np{}\tfriend\tp{}\n", i, i + 1, i, i * 5 % 12);
    }
    folder_.write("data/train.tsv", train);
    folder_.write("data/valid.tsv", "p1\tfriend\tp4\np7\tfriend\tp2\n");
  }

  // What GNTP_CUDA says, before anybody looks for GPUs.
  static void look(const char* wish) { ::setenv("GNTP_CUDA", wish, 1); }

  fs::path path(const std::string& name) const { return folder_.path() / name; }
  Dataset data(const Settings& settings) const { return Dataset::load(path("data"), settings); }
  Engine train(const Settings& settings, const std::string& device) const {
    return Engine::train(data(settings), settings, {.seed = 2, .threads = 1, .device = device});
  }
  std::string refusal(const Settings& settings, const std::string& device) const {
    return error_of([&] { train(settings, device); });
  }

  TempFolder folder_;
};

TEST_F(Device, NamesOfNoneAreUsageErrors) {
  for (const char* name : {"auto", "cpu", "cuda", "cuda:0", "cuda:13"}) {
    EXPECT_NO_THROW(check_device_name(name)) << name;
  }
  for (const char* name : {"", "gpu", "CPU", "cuda1", "cuda:", "cuda:x", "cuda:-1", "auto "}) {
    EXPECT_THROW(check_device_name(name), UsageError) << name;
    EXPECT_THROW(train(rules(), name), UsageError) << name;
    EXPECT_THROW(Engine::open(path("none"), {.threads = 1, .data = {}, .device = name}), UsageError)
        << name;
    EXPECT_THROW(resume_run(path("none"), ResumeOptions{1, name}), UsageError) << name;
  }
  EXPECT_THAT(refusal(vectors(), "gpu"), HasSubstr("'gpu' is no device; take auto, cpu, cuda"));
}

TEST_F(Device, AGpuThatIsNotThereIsAnErrorThatSaysWhy) {
  const std::string why = "cuda cannot be used: GNTP_CUDA is off";
  EXPECT_EQ(refusal(vectors(), "cuda"), why);
  EXPECT_EQ(refusal(rules(), "cuda"), why);  // though it would have nothing to do
  train(vectors(), "cpu").save(path("run"));
  const auto open = [&] {
    Engine::open(path("run"), {.threads = 1, .data = {}, .device = "cuda"});
  };
  EXPECT_EQ(error_of(open), why);
  TrainRunOptions options;
  options.run.device = "cuda:1";
  EXPECT_THAT(error_of([&] { train_run(path("new"), data(vectors()), vectors(), options); }),
              HasSubstr("cuda:1 cannot be used"));
  EXPECT_FALSE(fs::exists(path("new")));
}

TEST_F(Device, AutomaticIsTheProcessorHereWithTheSameBytes) {
  train(vectors(), "cpu").save(path("cpu"));
  train(vectors(), "auto").save(path("auto"));
  EXPECT_EQ(difference(path("cpu"), path("auto")), "");
  const auto metadata = nlohmann::json::parse(read_file(path("auto") / "metadata.json"));
  EXPECT_FALSE(metadata.contains("device"));
  EXPECT_EQ(Engine::open(path("cpu"), 1).state().threads.device(), nullptr);
}

TEST_F(Device, IsLookedForOnlyWhereThereAreVectors) {
  look("maybe");
  EXPECT_EQ(refusal(rules(), "auto"), "no error");
  EXPECT_EQ(refusal(vectors(), "cpu"), "no error");
}

TEST_F(Device, TensorFloatsNeedAGpu) {
  Settings settings = vectors();
  settings.set("predictor.precision", "tf32");
  settings.check();
  EXPECT_THROW(train(settings, "cpu"), UsageError);
  EXPECT_THAT(refusal(settings, "cpu"),
              AllOf(HasSubstr("predictor.precision = \"tf32\" is for GPUs"), HasSubstr("'cpu'"),
                    HasSubstr("leave it at \"auto\"")));
  EXPECT_THAT(refusal(settings, "auto"), HasSubstr("GNTP_CUDA is off"));
  EXPECT_THAT(error_of([&] { train_run(path("run"), data(settings), settings); }),
              HasSubstr("tf32"));
  EXPECT_FALSE(fs::exists(path("run")));
  EXPECT_THAT(error_of([&] { Engine::estimate(data(settings), settings); }), HasSubstr("tf32"));
  settings.set("predictor.precision", "fp32");
  EXPECT_EQ(refusal(settings, "cpu"), "no error");
  EXPECT_THAT(error_of([&] { settings.set("predictor.precision", "fp16"); }),
              HasSubstr("must be \"auto\", \"fp32\" or \"tf32\""));
}

// The run as if a GPU had trained it.
TEST_F(Device, IsRecordedWhereItIsAGpu) {
  train(vectors(), "cpu").save(path("run"));
  auto run = load_run(path("run"));
  run.metadata.device = "cuda: NVIDIA H200";
  fs::create_directory(path("gpu"));
  write_run(path("gpu"), run.checkpoint.kb, run.checkpoint.model, run.settings, run.metadata,
            run.record, run.calibration);
  Engine::open(path("gpu"), 1).save(path("again"));
  EXPECT_EQ(difference(path("gpu"), path("again")), "");
  const auto metadata = nlohmann::json::parse(read_file(path("again") / "metadata.json"));
  EXPECT_EQ(metadata.at("device"), "cuda: NVIDIA H200");
}

TEST_F(Device, AJournalKnowsGpusApart) {
  const LoadedDataset loaded = load_dataset(path("data"), {}, Mentions::kOff);
  const AllOptions settings = vectors().state().options;
  const AllOptions without = rules().state().options;
  const auto key = [&](const AllOptions& of, std::string_view device) {
    return key_of(loaded, of, 1, device);
  };
  EXPECT_NE(key(settings, "cuda: NVIDIA H200"), key(settings, "cpu"));
  EXPECT_NE(key(settings, "cuda: NVIDIA H200"), key(settings, "cuda: NVIDIA A100"));
  EXPECT_EQ(key(without, "cuda: NVIDIA H200"), key(without, "cpu"));
}

// A training that was stopped, and what start.json says of the device that began it.
class ResumedOn : public Device {
 protected:
  void begin(const std::string& name, const std::string& begun_on, const Settings& settings) {
    std::stop_source source;
    Observer observer;
    observer.stop = source.get_token();
    observer.progress = [&](const Progress& now) {
      if (now.fraction > 0.5) source.request_stop();
    };
    TrainRunOptions options;
    options.run.device = "cpu";  // looks for no GPU
    EXPECT_THROW(train_run(path(name), data(settings), settings, options, observer), Interrupted);
    const fs::path file = path(name) / "checkpoint/start.json";
    const std::string before = read_file(file);
    EXPECT_THAT(before, Not(HasSubstr("\"device\"")));
    RunStart start = read_run_start(file);
    EXPECT_EQ(start.device, "cpu");
    start.device = begun_on;
    write_file(file, to_json(start));
    EXPECT_EQ(read_run_start(file).device, begun_on);
    if (begun_on == "cpu") {
      EXPECT_EQ(read_file(file), before);
    }
  }

  std::string notes_of_resuming(const std::string& name) {
    std::string notes;
    Observer observer;
    observer.note = [&](const std::string& text) { notes += text + '\n'; };
    resume_run(path(name), ResumeOptions{1, "cpu"}, observer);
    return notes;
  }
};

// What is planned for a GPU's speed stays planned, so that what the checkpoint has fits.
TEST_F(ResumedOn, KeepsThePlanOfTheDeviceThatBeganIt) {
  Settings settings = Settings::preset("hybrid");
  for (const char* small : {"mine.min_support=1", "predictor.dim=4", "predictor.epochs=4"}) {
    settings.assign(small);
  }
  std::string valid;
  for (int i = 0; i < 100; ++i) valid += fmt::format("p{}\tfriend\tp{}\n", i % 12, i % 11);
  folder_.write("data/valid.tsv", valid);
  begin("cpu", "cpu", settings);
  EXPECT_THAT(notes_of_resuming("cpu"), HasSubstr("at most on two cores"));
  begin("gpu", "cuda: NVIDIA H200", settings);
  EXPECT_THAT(notes_of_resuming("gpu"), HasSubstr("at most on two cores and a GPU"));
}

TEST_F(ResumedOn, TheSameDeviceSaysNothing) {
  begin("run", "cpu", vectors());
  EXPECT_THAT(notes_of_resuming("run"), Not(HasSubstr("rounds otherwise")));
  train_run(path("whole"), data(vectors()), vectors());
  EXPECT_EQ(difference(path("whole"), path("run")), "");
}

// A GPU that is there by now is not taken by itself: it rounds otherwise.
TEST_F(ResumedOn, TheProcessorWhereAGpuCouldBeUsed) {
  begin("run", "cpu", vectors());
  look("on");
  ::setenv("GNTP_CUDA_PLUGIN", testing::slow_gpu_plugin().c_str(), 1);
  resume_run(path("run"), ResumeOptions{1, "auto"});
  EXPECT_THAT(read_file(path("run") / "metadata.json"), Not(HasSubstr("\"device\"")));
  TrainRunOptions options;
  options.run.device = "cpu";
  train_run(path("whole"), data(vectors()), vectors(), options);
  EXPECT_EQ(difference(path("whole"), path("run")), "");
  // It could.
  train(vectors(), "auto").save(path("gpu"));
  EXPECT_THAT(read_file(path("gpu") / "metadata.json"), HasSubstr("cuda: slow"));
}

}  // namespace
}  // namespace gntp
