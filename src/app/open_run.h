// A run folder ready to be asked.
#pragma once

#include <cstddef>
#include <filesystem>

#include "app/run_folder.h"
#include "base/parallel.h"
#include "prover/prover.h"

namespace gntp {

struct OpenRun {
  // As many threads as a ThreadPool takes. Throws Error as load_run does.
  OpenRun(const std::filesystem::path& folder, std::size_t thread_count)
      : run(load_run(folder)),
        threads(thread_count),
        reasoner(run.checkpoint.kb, run.checkpoint.model, run.settings.prover) {
    reasoner.refresh(threads);
  }

  const KnowledgeBase& kb() const { return run.checkpoint.kb; }
  const Model& model() const { return run.checkpoint.model; }

  Run run;
  ThreadPool threads;
  Reasoner reasoner;  // keeps references to `run`
};

}  // namespace gntp
