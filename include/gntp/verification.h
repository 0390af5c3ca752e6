// Whether a run folder, or a store, is as it was written.
#pragma once

#include <gntp/export.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gntp {

struct VerifiedFile {
  std::string name;         // within the folder
  std::uint64_t bytes = 0;  // that were written
  std::string fault;        // what is wrong; empty: it is as it was written
};

struct Verification {
  std::string version;              // that wrote the run; empty for a store
  std::vector<VerifiedFile> files;  // of the manifest; none for a run of 0.2, which has no manifest
  std::vector<std::string> extra;   // further names in the folder, which nobody reads
  // What opening the run says; empty: it opens, or its files are damaged and it was not tried.
  std::string fault;
  std::string store;         // that the run was trained on, or that was asked for; empty: none
  std::size_t sections = 0;  // of the store that were compared with their checksums
  // Of the model, where it was opened, or of the store.
  std::size_t entities = 0;
  std::size_t relations = 0;
  std::size_t facts = 0;
  std::size_t rules = 0;

  // Whether nothing is wrong.
  GNTP_API bool sound() const;
};

// Compares every file of a run folder with its manifest, then opens the run: settings, names, rules
// and model. Throws Error where there is no run folder, or where what describes it (manifest.json,
// and metadata.json of a run without one) cannot be read. All of the store that a run was trained
// on is read, too; `data` is where it is now, if it has moved. A store can be verified by itself.
GNTP_API Verification verify(const std::filesystem::path& folder,
                             const std::filesystem::path& data = {});

}  // namespace gntp
