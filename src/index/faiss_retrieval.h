// The k nearest facts by FAISS: what a general-purpose nearest-neighbour library makes of the
// paper's greedy retrieval, for comparison and for those who want it.
//
// A fact is the concatenation of its symbols' vectors. A goal with free arguments is compared
// without them, so there is one index for each pattern of known arguments, made when it is first
// refreshed. The library is approximate (faiss-ivf, faiss-hnsw) and knows the vectors as of the
// last `refresh`; distances are for the caller to compute.
//
// `refresh` is for one thread; `nearest` is safe for any number.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/matrix.h"
#include "index/fact_search.h"
#include "index/index_kind.h"
#include "model/model.h"

namespace gntp {

class FaissRetrieval {
 public:
  // Keeps references. Throws Error if the model's entities are symbolic. Requires: one of FAISS's
  // kinds.
  FaissRetrieval(IndexKind kind, const FactList& facts, const Model& model);
  FaissRetrieval(FaissRetrieval&&) noexcept;
  ~FaissRetrieval();

  // Takes the model's vectors as they are now.
  void refresh();
  // The same, for patterns with the same known arguments as this one only.
  void refresh_for(const FactPattern& pattern);

  // The vectors of the last refresh (base/archive.h).
  template <typename Archive>
  void exchange(Archive& archive) {
    archive(entities_);
    archive(predicates_);
    if constexpr (Archive::kReads) make_indexes();
  }

  // Appends up to k facts, nearest first as the library sees it, without their distances.
  void nearest(const FactPattern& pattern, std::size_t k, std::vector<FactMatch>& out) const;

  struct Index;

 private:
  void make_indexes();
  void make_index_of(std::size_t shape);
  std::vector<float> rows_of(std::size_t shape) const;

  IndexKind kind_;
  const FactList& facts_;
  const Model& model_;
  Matrix entities_;    // the model's at the last refresh
  Matrix predicates_;  // the same
  // By which of the arguments are known: neither, the head, the tail, both.
  std::array<std::unique_ptr<Index>, 4> indexes_;
};

}  // namespace gntp
