#include <gntp/verification.h>

#include <algorithm>

#include "base/error.h"
#include "base/folder.h"
#include "base/parallel.h"
#include "engine/manifest.h"
#include "engine/run_folder.h"
#include "kb/store.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// What is in the folder beside the files of the run.
std::vector<std::string> extra_names(const fs::path& folder, const Manifest& manifest) {
  std::vector<std::string> names = names_in(folder);
  std::erase_if(names, [&](const std::string& name) {
    return name == kManifestFile || name == kTimesFile || manifest.files.contains(name);
  });
  return names;
}

void compare_files(const fs::path& folder, const Manifest& manifest, Verification& result) {
  const CheckedFolder files(folder, manifest.files);
  for (const auto& [name, digest] : manifest.files) {
    result.files.push_back({name, digest.bytes, files.fault_of(name).value_or("")});
  }
  result.extra = extra_names(folder, manifest);
}

// Before it is opened: checksums tell damage from what else may be wrong.
void read_store(const fs::path& path, Verification& result) {
  const SectionFile store(path, kStoreFormat);
  ThreadPool threads(0);
  store.verify(threads);
  result.store = path.string();
  result.sections = store.sections().size();
}

// The store of a run, if it has one and it is there.
void read_store_of(const fs::path& folder, const fs::path& data, Verification& result) {
  CheckedFolder files(folder);
  const std::optional<StoreOrigin> origin = store_of(files);
  if (!origin) return;
  const fs::path& path = data.empty() ? origin->path : data;
  std::error_code ignored;
  if (fs::exists(path, ignored)) read_store(path, result);
}

void open_model(const fs::path& folder, const fs::path& data, Verification& result) {
  try {
    read_store_of(folder, data, result);
    const Run run = load_run(folder, data);
    const KnowledgeBase& kb = run.checkpoint.kb;
    result.version = run.metadata.version;
    result.entities = kb.entities.size();
    result.relations = kb.relations.size();
    result.facts = kb.facts.size();
    result.rules = kb.rules.size();
  } catch (const Error& error) {
    result.fault = error.what();
  }
}

void open_store(const fs::path& path, Verification& result) {
  try {
    read_store(path, result);
    const KnowledgeBase kb = Store(path).knowledge_base();
    result.entities = kb.entities.size();
    result.relations = kb.relations.size();
    result.facts = kb.facts.size();
  } catch (const Error& error) {
    result.fault = error.what();
  }
}

}  // namespace

bool Verification::sound() const {
  return fault.empty() &&
         std::ranges::all_of(files, [](const VerifiedFile& file) { return file.fault.empty(); });
}

Verification verify(const fs::path& folder, const fs::path& data) {
  Verification result;
  if (is_store(folder)) {
    open_store(folder, result);
    return result;
  }
  require_run_folder(folder);
  if (const std::optional<Manifest> manifest = read_manifest(folder)) {
    result.version = to_text(manifest->version);
    compare_files(folder, *manifest, result);
  }
  if (result.sound()) open_model(folder, data, result);
  return result;
}

}  // namespace gntp
