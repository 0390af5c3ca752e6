// A training as it goes on, for another process to look at: `train_run` and `resume_run` write what
// happens into RUN/checkpoint (docs/formats.md), and whoever may read the folder can follow. Of a
// complete run, this is what its trace.jsonl says.
#pragma once

#include <gntp/export.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gntp {

struct LiveTraining {
  enum class State : std::uint8_t {
    kTraining,  // a process is at work
    kStopped,   // none is, and the run is not complete: it can be gone on with
    kFinished,  // the run is complete
  };
  struct Epoch {
    enum class Part : std::uint8_t { kRules, kVectors };
    Part part = Part::kRules;
    std::size_t restart = 0;           // the random start, from 0
    std::size_t epoch = 0;             // from 1
    std::optional<double> loss = {};   // nothing where it is no number
    std::optional<double> valid = {};  // on the valid split, where the epoch was ranked on it
    // Of the valid triples, how many have a proof, and how many more than when they were ranked
    // before, from the same random start. Nothing where ranking does not say.
    std::optional<std::size_t> proved = {};
    std::optional<std::ptrdiff_t> newly_proved = {};
  };
  State state = State::kStopped;
  std::vector<Epoch> epochs;       // by part, restart and number; every second one of very many
  std::string task;                // what it does or did last, as in Progress; empty: nothing yet
  double fraction = 0;             // of the task that is done; 1 where the run is complete
  std::string details;             // what else is worth knowing
  double seconds = 0;              // since the process began that is, or was, at work
  std::vector<std::string> notes;  // and warnings, the last 200; none where the run is complete
};

// Of a run folder, or one whose training was begun. What is being written at the moment is read as
// far as it is there. Throws Error where the folder holds neither.
GNTP_API LiveTraining read_live(const std::filesystem::path& run);

}  // namespace gntp
