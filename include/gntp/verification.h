// Whether a run folder is as it was written.
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
  std::string version;              // that wrote the run
  std::vector<VerifiedFile> files;  // of the manifest; none for a run of 0.2, which has no manifest
  std::vector<std::string> extra;   // further names in the folder, which nobody reads
  // What opening the run says; empty: it opens, or its files are damaged and it was not tried.
  std::string fault;
  // Of the model, where it was opened.
  std::size_t entities = 0;
  std::size_t relations = 0;
  std::size_t facts = 0;
  std::size_t rules = 0;

  // Whether nothing is wrong.
  GNTP_API bool sound() const;
};

// Compares every file of a run folder with its manifest, then opens the run: settings, names, rules
// and model. Throws Error where there is no run folder, or where what describes it (manifest.json,
// and metadata.json of a run without one) cannot be read.
GNTP_API Verification verify(const std::filesystem::path& folder);

}  // namespace gntp
