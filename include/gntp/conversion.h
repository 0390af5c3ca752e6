// From one format of triples to another: files, and whole data sets.
#pragma once

#include <gntp/error.h>
#include <gntp/export.h>
#include <gntp/if_exists.h>
#include <gntp/observer.h>
#include <gntp/reading.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gntp {

struct ConversionOptions {
  // How the triples are read. Its base also makes IRIs of names where RDF is written.
  ReadingOptions reading = {};
  // Nothing: by the extension of what is written.
  std::optional<TripleFormat> to = {};
  // Whether a folder is written with numbered names, as OpenKE has it, instead.
  bool numbered = false;
  // Short forms of IRIs for Turtle, NAME=IRI. What Turtle that is read declares comes along.
  std::vector<std::string> prefixes = {};
  // What becomes of lines that cannot be read, and of names that the format cannot hold.
  OnError on_error = OnError::kStop;
  IfExists if_exists = IfExists::kRefuse;
};

struct Conversion {
  std::size_t triples = 0;            // that were written
  std::size_t skipped = 0;            // lines that were left out (ConversionOptions::on_error)
  std::size_t literals = 0;           // triples with a literal that were left out
  std::size_t light = 0;              // triples that weigh too little
  std::vector<std::string> warnings;  // one line each
};

// Reads a file (`-`: standard input) and writes a file (`-`: standard output), or reads a data set
// folder or a store and writes a folder, with all files besides its triples; of a store a file gets
// the training facts. What is written is
// there when it is complete. In bounded memory, but for numbered folders, whose names are kept.
// Throws Error with file and line, UsageError where formats are not said, and Interrupted.
GNTP_API Conversion convert(const std::filesystem::path& from, const std::filesystem::path& to,
                            const ConversionOptions& options = {}, const Observer& observer = {});

}  // namespace gntp
