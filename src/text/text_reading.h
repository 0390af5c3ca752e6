// `gntp read` as a function: texts in, mentions.tsv and mentions.sources.tsv out. Pieces of text
// are read in parallel and counted in the order of the text.
#pragma once

#include <gntp/if_exists.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "text/entity_names.h"
#include "text/mention_counts.h"
#include "text/mention_extractor.h"
#include "text/name_automaton.h"
#include "text/text_file.h"

namespace gntp {

struct TextOptions {
  ExtractionOptions extraction;
  CountOptions counting;
  std::optional<TextFormat> format;   // nothing: by the extension
  OnError on_error = OnError::kStop;  // at a line that is no JSON with a text
  IfExists if_exists = IfExists::kRefuse;
};

struct ReadingSummary {
  NameAutomaton::Counts names;
  MentionExtractor::Counts found;
  std::uint64_t bytes = 0;
  std::uint64_t documents = 0;
  std::uint64_t malformed = 0;  // pieces of bytes that were no UTF-8
  std::string first_malformed;  // file:line
  BadLines bad_lines;           // that were skipped
  std::uint64_t mentions = 0;   // written: different ones
  std::uint64_t patterns = 0;   // of them
  std::size_t spills = 0;       // how often counts were spilled to disk
};

// How much has been read, in bytes of the files, and how many pairs were found so far.
using ReadingProgress = std::function<void(std::uint64_t bytes, std::uint64_t pairs)>;

// Reads `files` (`-`: standard input) and writes `out` and, unless no sources are kept or `out` is
// a stream, sources_path(out). Nothing is written if it throws.
ReadingSummary read_texts(const std::vector<std::string>& files, const EntityNames& names,
                          const std::filesystem::path& out, const TextOptions& options,
                          ThreadPool& threads, const ReadingProgress& progress);

// mentions.sources.tsv for mentions.tsv.
std::filesystem::path sources_path(const std::filesystem::path& out);

}  // namespace gntp
