#include "index/faiss_retrieval.h"

#include <faiss/IndexFlat.h>
#include <faiss/IndexHNSW.h>
#include <faiss/IndexIVFFlat.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

// Of the OpenMP runtime that FAISS brings along; <omp.h> comes with one compiler only.
extern "C" void omp_set_num_threads(int threads);  // NOLINT(readability-identifier-naming)

namespace gntp {
namespace {

// How hard the approximate kinds try: lists visited of about 4 sqrt(n), links per node, and nodes
// visited.
constexpr std::size_t kProbes = 16;
constexpr int kLinks = 32;
constexpr int kVisited = 128;
constexpr std::size_t kSmallest = 1000;  // below this an approximate index has nothing to gain

void append(std::span<const float> row, std::vector<float>& out) {
  out.insert(out.end(), row.begin(), row.end());
}

}  // namespace

struct FaissRetrieval::Index {
  std::unique_ptr<faiss::Index> quantizer;  // of the inverted lists
  std::unique_ptr<faiss::Index> vectors;
};

namespace {

std::unique_ptr<FaissRetrieval::Index> make_index(IndexKind kind, std::size_t dim,
                                                  std::span<const float> rows, std::size_t facts) {
  const auto count = static_cast<faiss::Index::idx_t>(facts);
  auto index = std::make_unique<FaissRetrieval::Index>();
  if (kind == IndexKind::kFaissFlat || facts < kSmallest) {
    index->vectors = std::make_unique<faiss::IndexFlatL2>(static_cast<faiss::Index::idx_t>(dim));
  } else if (kind == IndexKind::kFaissInverted) {
    const auto lists = static_cast<std::size_t>(4 * std::sqrt(facts));
    index->quantizer = std::make_unique<faiss::IndexFlatL2>(static_cast<faiss::Index::idx_t>(dim));
    auto inverted = std::make_unique<faiss::IndexIVFFlat>(index->quantizer.get(), dim, lists);
    inverted->nprobe = kProbes;
    inverted->cp.min_points_per_centroid = 1;  // or it prints a warning
    inverted->train(count, rows.data());
    index->vectors = std::move(inverted);
  } else {
    auto graph = std::make_unique<faiss::IndexHNSWFlat>(static_cast<int>(dim), kLinks);
    graph->hnsw.efSearch = kVisited;
    index->vectors = std::move(graph);
  }
  index->vectors->add(count, rows.data());
  return index;
}

constexpr std::size_t kHeadKnown = 1;
constexpr std::size_t kTailKnown = 2;

// The predicate and the known arguments.
std::size_t parts_of(std::size_t shape) {
  return 1 + ((shape & kHeadKnown) != 0 ? 1 : 0) + ((shape & kTailKnown) != 0 ? 1 : 0);
}

std::size_t shape_of(const FactPattern& pattern) {
  return (pattern.head ? kHeadKnown : 0) + (pattern.tail ? kTailKnown : 0);
}

}  // namespace

FaissRetrieval::FaissRetrieval(IndexKind kind, const FactList& facts, const Model& model)
    : kind_(kind), facts_(facts), model_(model) {
  if (model.has_symbolic_entities()) {
    fail(
        "FAISS compares vectors, and the model's entities have none; set model.entities = \"soft\" "
        "or index.kind = \"structured\"");
  }
}
FaissRetrieval::FaissRetrieval(FaissRetrieval&&) noexcept = default;
FaissRetrieval::~FaissRetrieval() = default;

// The facts' vectors, one after the other. (facts, parts * dim)
std::vector<float> FaissRetrieval::rows_of(std::size_t shape) const {
  std::vector<float> rows;
  rows.reserve(facts_.size() * parts_of(shape) * model_.dim());
  for (const Triple& fact : facts_) {
    append(predicates_.row(fact.relation), rows);
    if ((shape & kHeadKnown) != 0) append(entities_.row(fact.head), rows);
    if ((shape & kTailKnown) != 0) append(entities_.row(fact.tail), rows);
  }
  return rows;
}

void FaissRetrieval::refresh() {
  entities_ = model_.entities;
  predicates_ = model_.predicates;
  make_indexes();
}

void FaissRetrieval::refresh_for(const FactPattern& pattern) {
  entities_ = model_.entities;
  predicates_ = model_.predicates;
  make_index_of(shape_of(pattern));
}

void FaissRetrieval::make_indexes() {
  for (std::size_t shape = 0; shape < indexes_.size(); ++shape) make_index_of(shape);
}

void FaissRetrieval::make_index_of(std::size_t shape) {
  omp_set_num_threads(1);  // in parallel its graphs would differ from run to run
  const std::vector<float> rows = rows_of(shape);
  indexes_[shape] = make_index(kind_, parts_of(shape) * model_.dim(), rows, facts_.size());
}

void FaissRetrieval::nearest(const FactPattern& pattern, std::size_t k,
                             std::vector<FactMatch>& out) const {
  omp_set_num_threads(1);  // one query at a time; our threads are outside
  thread_local std::vector<float> query;
  thread_local std::vector<float> distances;
  thread_local std::vector<faiss::Index::idx_t> found;
  query.clear();
  append(model_.predicates.row(pattern.predicate), query);
  if (pattern.head) append(model_.entities.row(*pattern.head), query);
  if (pattern.tail) append(model_.entities.row(*pattern.tail), query);
  // One more than wanted, as the excluded fact may be among them.
  const std::size_t wanted = std::min(k + 1, facts_.size());
  distances.assign(wanted, 0);
  found.assign(wanted, -1);
  indexes_[shape_of(pattern)]->vectors->search(
      1, query.data(), static_cast<faiss::Index::idx_t>(wanted), distances.data(), found.data());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < wanted && kept < k; ++i) {
    if (found[i] < 0) continue;
    const Triple fact = facts_[static_cast<std::size_t>(found[i])];
    if (fact == pattern.excluded) continue;
    out.push_back({0, fact});
    ++kept;
  }
}

}  // namespace gntp
