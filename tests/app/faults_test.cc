// Commands that write, with each of their file calls gone wrong, and with the power cut before each
// (support/fault_walk.h).
#include <gntp/engine.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "support/fault_walk.h"

namespace gntp::testing {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, std::string_view bytes) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
}

void write_data(const fs::path& folder) {
  write(folder / "data/train.tsv",
        "ada\tparent\tbob\nbob\tparent\tcid\nbob\tparent\tdan\nada\tgrandparent\tcid\n"
        "eve\tparent\tada\neve\tgrandparent\tbob\n");
  write(folder / "data/valid.tsv", "ada\tgrandparent\tdan\n");
  write(folder / "data/rules.pl", "grandparent(X, Y) :- p(X, Z), q(Z, Y) <2>\n");
  write(folder / "data/labels.tsv", "ada\tAda\nparent\tparent of\n");
  write(folder / "data/types.tsv", "ada\twoman\n");
}

// Times differ from run to run.
std::string without_times(const std::string& path, const std::string& bytes) {
  if (path.ends_with("times.json")) return "";
  constexpr std::string_view kName = "\"seconds\":";
  std::string rest = bytes;
  for (std::size_t at = rest.find(kName); at != std::string::npos; at = rest.find(kName, at)) {
    rest.erase(at, rest.find_first_of(",}\n", at) - at);
  }
  return rest;
}

std::vector<std::string> train_command(const fs::path& folder, const std::string& out) {
  return {"train",
          (folder / "data").string(),
          "--preset",
          "paper",
          "--out",
          (folder / out).string(),
          "--quiet",
          "--threads",
          "1",
          "--checkpoint",
          "0s",
          "--set",
          "learn.epochs=2",
          "--set",
          "model.dim=2"};
}

const FaultWalk kTrain = {
    .prepare = write_data,
    .act =
        [](const fs::path& folder) {
          const fs::path run = folder / "runs/new/a";
          if (fs::exists(run / "checkpoint/start.json")) {
            run_quietly({"train", "--resume", run.string(), "--quiet", "--threads", "1"});
          } else if (!fs::exists(run / "manifest.json")) {
            run_quietly(train_command(folder, "runs/new/a"));
          }
        },
    .together = FaultWalk::Together::kResumed,
    .compared = without_times};

const FaultWalk kSave = {
    .prepare =
        [](const fs::path& folder) {
          write_data(folder);
          run_quietly(train_command(folder, "run"));
        },
    .act = [](const fs::path& folder) { Engine::open(folder / "run", 1).save(folder / "copy"); },
    .compared = without_times};

const FaultWalk kAdd = {
    .prepare =
        [](const fs::path& folder) {
          write_data(folder);
          write(folder / "new.tsv", "zoe\tparent\teve\n");
          run_quietly(train_command(folder, "run"));
        },
    .act =
        [](const fs::path& folder) {
          run_quietly({"add", (folder / "run").string(), (folder / "new.tsv").string(), "--out",
                       (folder / "more").string(), "--threads", "1"});
        },
    .compared = without_times};

const FaultWalk kMine = {
    .prepare =
        [](const fs::path& folder) {
          write_data(folder);
          write(folder / "mined.pl", "old");
        },
    .act =
        [](const fs::path& folder) {
          run_quietly({"mine", (folder / "data").string(), "--out", (folder / "mined.pl").string(),
                       "--quiet", "--threads", "1", "--set", "mine.min_support=1", "--force"});
        }};

const FaultWalk kRead = {
    .prepare =
        [](const fs::path& folder) {
          write_data(folder);
          write(folder / "text.txt", "Ada met Bob in town. Bob wrote to Eve.\n\nAda met Bob.\n");
          write(folder / "mentions.tsv", "old");
        },
    .act =
        [](const fs::path& folder) {
          run_quietly({"read", (folder / "text.txt").string(), "--entities",
                       (folder / "data").string(), "--out", (folder / "mentions.tsv").string(),
                       "--quiet", "--threads", "1", "--force"});
        },
    .together = FaultWalk::Together::kEachFile};

const FaultWalk kSweep = {
    .prepare =
        [](const fs::path& folder) {
          write_data(folder);
          write(folder / "space.toml", "[learn]\nlearning_rate = [0.01, 0.1]\n");
        },
    .act =
        [](const fs::path& folder) {
          run_quietly({"sweep", (folder / "data").string(), "--space",
                       (folder / "space.toml").string(), "--out", (folder / "journal").string(),
                       "--seeds", "1", "--quiet", "--threads", "1", "--set", "learn.epochs=1",
                       "--set", "learn.validate_every=1"});
        },
    .together = FaultWalk::Together::kLines,
    .compared = without_times};

std::vector<std::string> sweep_command(const fs::path& folder) {
  return {"sweep",
          (folder / "data").string(),
          "--space",
          (folder / "space.toml").string(),
          "--out",
          (folder / "journal").string(),
          "--quiet",
          "--threads",
          "1",
          "--set",
          "learn.epochs=1"};
}

// All runs are done: only the file of the best settings is to be replaced.
const FaultWalk kSweepBest = {
    .prepare =
        [](const fs::path& folder) {
          write_data(folder);
          write(folder / "space.toml", "[learn]\nlearning_rate = [0.01, 0.1]\n");
          write(folder / "best.toml", "old");
          run_quietly(sweep_command(folder));
        },
    .act =
        [](const fs::path& folder) {
          std::vector<std::string> command = sweep_command(folder);
          command.insert(command.end(), {"--best", (folder / "best.toml").string(), "--force"});
          run_quietly(command);
        }};

std::vector<std::string> compare_command(const fs::path& folder) {
  return {"compare", (folder / "data").string(), "--models", "rules",
          "--out",   (folder / "out").string(),  "--quiet",  "--threads",
          "1"};
}

// All models are done: only the reports are to be replaced.
const FaultWalk kCompare = {
    .prepare =
        [](const fs::path& folder) {
          write_data(folder);
          write(folder / "data/test.tsv", "eve\tgrandparent\tbob\n");
          run_quietly(compare_command(folder));
          for (const char* name : {"comparison.md", "comparison.svg", "comparison.json"}) {
            write(folder / "out" / name, "old");
          }
        },
    .act = [](const fs::path& folder) { run_quietly(compare_command(folder)); },
    .together = FaultWalk::Together::kEachFile};

const FaultWalk kReport = {
    .prepare =
        [](const fs::path& folder) {
          write_data(folder);
          write(folder / "report.html", "old");
          run_quietly(train_command(folder, "run"));
        },
    .act =
        [](const fs::path& folder) {
          run_quietly({"report", (folder / "run").string(), "--data", (folder / "data").string(),
                       "--out", (folder / "report.html").string(), "--force", "--quiet",
                       "--threads", "1"});
        },
    .compared =
        [](const std::string& path, const std::string& bytes) {
          // It says where the data are, which is another folder each time: the beginning and the
          // end tell a whole page.
          if (!path.ends_with("report.html") || bytes.size() < 1000) {
            return without_times(path, bytes);
          }
          return bytes.substr(0, 300) + bytes.substr(bytes.size() - 300);
        }};

const FaultWalk kPack = {
    .prepare =
        [](const fs::path& folder) {
          write_data(folder);
          write(folder / "kb.gntp", "old");
        },
    .act =
        [](const fs::path& folder) {
          run_quietly({"pack", (folder / "data").string(), "--out", (folder / "kb.gntp").string(),
                       "--quiet", "--threads", "1", "--memory", "1K", "--force"});
        }};

TEST(Faults, PackingLosesNothing) {
  walk_faults(kPack);
}

TEST(PowerCut, PackingLosesNothing) {
  walk_power_cuts(kPack);
}

TEST(Faults, TrainingLosesNothing) {
  walk_faults(kTrain);
}

TEST(Faults, SavingLosesNothing) {
  walk_faults(kSave);
}

TEST(Faults, AddingLosesNothing) {
  walk_faults(kAdd);
}

TEST(Faults, MiningLosesNothing) {
  walk_faults(kMine);
}

TEST(Faults, ReadingLosesNothing) {
  walk_faults(kRead);
}

TEST(Faults, SweepingLosesNothing) {
  walk_faults(kSweep);
}

TEST(Faults, WritingTheBestSettingsLosesNothing) {
  walk_faults(kSweepBest);
}

TEST(Faults, WritingAComparisonLosesNothing) {
  walk_faults(kCompare);
}

TEST(Faults, WritingAReportLosesNothing) {
  walk_faults(kReport);
}

TEST(PowerCut, TrainingLosesNothing) {
  walk_power_cuts(kTrain);
}

TEST(PowerCut, SavingLosesNothing) {
  walk_power_cuts(kSave);
}

TEST(PowerCut, MiningLosesNothing) {
  walk_power_cuts(kMine);
}

TEST(PowerCut, ReadingLosesNothing) {
  walk_power_cuts(kRead);
}

TEST(PowerCut, SweepingLosesNothing) {
  walk_power_cuts(kSweep);
}

TEST(PowerCut, WritingTheBestSettingsLosesNothing) {
  walk_power_cuts(kSweepBest);
}

TEST(PowerCut, WritingAComparisonLosesNothing) {
  walk_power_cuts(kCompare);
}

TEST(PowerCut, WritingAReportLosesNothing) {
  walk_power_cuts(kReport);
}

}  // namespace
}  // namespace gntp::testing
