// Sorting 12-byte records as a knowledge base's graph has them, on two threads: adding, sorting and
// reading all of them in order, with memory for all and with memory for a part.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <vector>

#include "base/external_sorter.h"
#include "base/random.h"

namespace gntp {
namespace {

struct Edge {
  std::uint32_t entity = 0;
  std::uint32_t step = 0;
  std::uint32_t target = 0;
};
struct EdgeKey {
  WideKey operator()(const Edge& edge) const {
    return WideKey{edge.entity} << 64U | WideKey{edge.step} << 32U | edge.target;
  }
};

constexpr std::size_t kEdges = 30'000'000;

// Entities and steps are as unequal as in a knowledge base: a few have very many edges.
std::vector<Edge> make_edges() {
  constexpr double kEntities = 8e6;
  constexpr double kSteps = 3000;
  Random random(1);
  std::vector<Edge> edges(kEdges);
  for (Edge& edge : edges) {
    const double u = random.uniform();
    const double v = random.uniform();
    edge = {static_cast<std::uint32_t>(u * u * u * kEntities),
            static_cast<std::uint32_t>(v * v * v * kSteps),
            random.below(static_cast<std::uint64_t>(kEntities))};
  }
  return edges;
}

// Memory in MiB, 0 for enough.
void sort_edges(benchmark::State& state) {
  static const std::vector<Edge> kAllEdges = make_edges();
  const auto mebibytes = static_cast<std::uint64_t>(state.range(0));
  const std::uint64_t memory = mebibytes == 0 ? 2 * kEdges * sizeof(Edge) : mebibytes << 20U;
  ThreadPool threads(static_cast<std::size_t>(state.range(1)));
  for (auto _ : state) {
    ExternalSorter<Edge, EdgeKey> sorter(
        {.folder = std::filesystem::temp_directory_path(), .memory = memory}, threads);
    for (const Edge& edge : kAllEdges) sorter.add(edge);
    std::uint32_t sum = 0;
    sorter.for_each([&](const Edge& edge) { sum = sum * 31 + edge.target; });
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kEdges));
}
BENCHMARK(sort_edges)
    ->ArgNames({"mebibytes", "threads"})
    ->ArgsProduct({{0, 256, 64, 4}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gntp
