// How greedy search (k_facts) finds the nearest facts. Exact search always uses the structured
// index.
#pragma once

#include <cstdint>

namespace gntp {

enum class IndexKind : std::uint8_t {
  kStructured,     // nearest by the unification's own distance, through the structure of the facts
  kFlat,           // nearest by the L2 distance of the concatenated vectors (the paper), exactly
  kFaissFlat,      // the same by FAISS, which compares with every fact
  kFaissInverted,  // FAISS's inverted lists: approximate
  kFaissGraph,     // FAISS's HNSW graph: approximate
};

constexpr bool is_faiss(IndexKind kind) {
  return kind >= IndexKind::kFaissFlat;
}

}  // namespace gntp
