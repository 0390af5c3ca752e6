// A run folder ready to be asked.
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/run_folder.h"
#include "base/parallel.h"
#include "prover/prover.h"

namespace gntp {

// The patterns that questions are about, found before the model is indexed: those that it has not
// seen are added to it.
struct AskedPatterns {
  // Takes a predicate as users write it; only patterns matter. Throws Error for one that cannot be
  // encoded.
  void admit(std::string_view predicate, Checkpoint& checkpoint);

  std::set<Id> ids;
  std::vector<std::string> notes;  // for the user
};

struct OpenRun {
  // As many threads as a ThreadPool takes. Throws Error as load_run does.
  OpenRun(Run loaded, std::size_t thread_count, AskedPatterns asked = {})
      : run(std::move(loaded)),
        patterns(std::move(asked)),
        threads(thread_count),
        reasoner(run.checkpoint.kb, run.checkpoint.model, run.settings.prover) {
    for (const Id pattern : patterns.ids) reasoner.admit(pattern);
    reasoner.refresh(threads);
  }

  const KnowledgeBase& kb() const { return run.checkpoint.kb; }
  const Model& model() const { return run.checkpoint.model; }

  Run run;
  AskedPatterns patterns;
  ThreadPool threads;
  Reasoner reasoner;  // keeps references to `run`
};

// Opens the folder for one question, `rel(a, ?)` or `rel(a, b)`.
OpenRun open_run(const std::filesystem::path& folder, std::size_t thread_count,
                 std::string_view question);

}  // namespace gntp
