#include "app/opened_run.h"

#include <algorithm>

#include "app/triple_file.h"
#include "base/bad_lines.h"
#include "base/communicator.h"
#include "base/file.h"
#include "engine/device_choice.h"
#include "engine/engine_state.h"
#include "engine/manifest.h"
#include "engine/names.h"
#include "engine/run_folder.h"
#include "kb/changed_facts.h"

namespace gntp {
namespace {

// The manifest has the checksums of all files of a run.
void require_same_run(const std::filesystem::path& folder) {
  Communicator& team = Communicator::current();
  if (team.is_alone()) return;
  const std::filesystem::path manifest = folder / kManifestFile;
  team.require_equal(std::filesystem::exists(manifest) ? read_file(manifest) : std::string(),
                     "it has opened another run; all must see the same files");
}

}  // namespace

void store_option(CommandLine& line, std::string& store) {
  line.option("--data", "STORE", store, "the store that the run was trained on, if it has moved");
}

OpenedRun::OpenedRun(CommandLine& line, Offers offers, Data data) {
  if (data == Data::kStore) store_option(line, store_);
  line.option("--facts", "FILE", files_,
              "facts to know besides; entities may be new; may be repeated");
  line.device_option(device_);
  if (offers == Offers::kFacts) return;
  line.option("--without", "FACT", without_,
              "a known fact to leave out, 'rel(a, b)'; may be repeated");
}

bool OpenedRun::spares(const std::string& fact) {
  if (without_.empty()) return false;
  const Fact asked = parse_fact(fact);
  const auto rest = std::partition(without_.begin(), without_.end(), [&](const std::string& text) {
    return parse_fact(text) != asked;
  });
  spared_.assign(rest, without_.end());
  without_.erase(rest, without_.end());
  return !spared_.empty();
}

Engine OpenedRun::open(const std::string& folder, std::size_t threads, const Observer& observer,
                       const std::string& data) const {
  const bool is_store = data.empty() ? false : is_store_of(folder, data);
  Engine engine = Engine::open(folder, OpenOptions{threads, is_store ? data : store_, device_});
  require_same_run(folder);
  require_same_device(engine.state().threads.device());
  const KnowledgeBase& kb = engine.state().models.kb();
  FactChanges changes;
  BadLines bad(OnError::kStop);
  for (const std::string& file : files_) read_added(file, engine, changes, bad, observer);
  for (const std::string& text : spared_) check_removed(parse_fact(text), kb);
  for (const std::string& text : without_) changes.removed.push_back(parse_fact(text));
  if (changes.added.empty() && changes.removed.empty()) return engine;
  return engine.with(changes, observer);
}

}  // namespace gntp
