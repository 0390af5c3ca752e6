// Knowledge bases made up for measuring: random facts with the degrees of real data (few hubs, many
// small entities), and the templates that the paper uses.
#pragma once

#include <cstdint>
#include <filesystem>

#include "kb/knowledge_base.h"

namespace gntp::bench {

struct SyntheticOptions {
  // The size of UMLS.
  std::size_t entities = 135;
  std::size_t relations = 46;
  std::size_t facts = 5216;
  std::size_t copies = 20;  // of each template: p :- q, p :- inverse of q, p :- q then r
  std::uint64_t seed = 1;
};

KnowledgeBase make_synthetic(const SyntheticOptions& options);

// Writes the facts as TSV, for programs to compare with.
void write_facts(const KnowledgeBase& kb, const std::filesystem::path& path);

}  // namespace gntp::bench
