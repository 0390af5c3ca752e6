// What a store of names and sequences answers with: looking names up in a dictionary of ten
// million, and numbers in a sequence of ten million, in random order and one after the other.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/elias_fano.h"
#include "base/front_coded_names.h"
#include "base/random.h"

namespace gntp {
namespace {

constexpr std::size_t kSize = 10'000'000;
constexpr std::size_t kQuestions = 1U << 20U;

// Names as Freebase has them, /m/0 and a few letters, of which a part exists.
struct NameDictionary {
  NameDictionary() {
    constexpr std::string_view kLetters = "0123456789_bcdfghjklmnpqrstvwxyz";
    Random random(1);
    std::vector<std::string> all(kSize);
    for (std::string& name : all) {
      name = "/m/0";
      const std::size_t size = 5 + random.below(3);
      for (std::size_t i = 0; i < size; ++i) name += kLetters[random.below(kLetters.size())];
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    FrontCodedWriter writer([this](std::string_view more) { bytes += more; });
    for (const std::string& name : all) writer.add(name);
    blocks = writer.finish();
    view = FrontCodedNames(bytes, blocks, "benchmark");
    for (std::size_t i = 0; i < kQuestions; ++i) {
      indexes.push_back(random.below(all.size()));
      asked.push_back(all[random.below(all.size())]);
    }
  }

  std::string bytes;
  std::vector<std::uint64_t> blocks;
  FrontCodedNames view;
  std::vector<std::uint32_t> indexes;
  std::vector<std::string> asked;
};

const NameDictionary& dictionary() {
  static const NameDictionary kDictionary;
  return kDictionary;
}

void write_names(benchmark::State& state) {
  std::vector<std::string> all;
  dictionary().view.for_each(0, 1'000'000,
                             [&](std::uint32_t, std::string_view name) { all.emplace_back(name); });
  for (auto _ : state) {
    FrontCodedWriter writer([](std::string_view more) { benchmark::DoNotOptimize(more.data()); });
    for (const std::string& name : all) writer.add(name);
    benchmark::DoNotOptimize(writer.finish());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * all.size()));
}
BENCHMARK(write_names)->Unit(benchmark::kMillisecond);

void name_by_index(benchmark::State& state) {
  const NameDictionary& names = dictionary();
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(names.view.name(names.indexes[i++ % kQuestions]));
  }
  state.counters["bytes_per_name"] =
      static_cast<double>(names.bytes.size() + names.blocks.size() * sizeof(std::uint64_t)) /
      names.view.size();
}
BENCHMARK(name_by_index);

void find_name(benchmark::State& state) {
  const NameDictionary& names = dictionary();
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(names.view.find(names.asked[i++ % kQuestions]));
  }
}
BENCHMARK(find_name);

void names_in_order(benchmark::State& state) {
  const NameDictionary& names = dictionary();
  for (auto _ : state) {
    std::size_t letters = 0;
    names.view.for_each(0, names.view.size(),
                        [&](std::uint32_t, std::string_view name) { letters += name.size(); });
    benchmark::DoNotOptimize(letters);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * names.view.size()));
}
BENCHMARK(names_in_order)->Unit(benchmark::kMillisecond);

// Where the facts of ten million entities begin: 15 each, a few have very many.
struct Sequence {
  Sequence() {
    Random random(1);
    std::vector<std::uint64_t> all;
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < kSize; ++i) {
      all.push_back(next);
      const double u = random.uniform();
      next += static_cast<std::uint64_t>(7.5 / std::max(u, 1e-5) / 6);
    }
    end = next;
    words.resize(EliasFanoShape(kSize, end).words());
    EliasFanoBuilder builder(kSize, end, words);
    for (const std::uint64_t number : all) builder.add(number);
    builder.finish();
    view = EliasFano(kSize, end, words, "benchmark");
    for (std::size_t i = 0; i < kQuestions; ++i) indexes.push_back(random.below(kSize));
    for (std::size_t i = 0; i < kQuestions; ++i) numbers.push_back(random.below(end));
  }

  std::uint64_t end = 0;
  std::vector<std::uint64_t> words;
  EliasFano view;
  std::vector<std::uint32_t> indexes;
  std::vector<std::uint64_t> numbers;
};

const Sequence& sequence() {
  static const Sequence kSequence;
  return kSequence;
}

// Each index depends on the number before, as in a walk along a graph: what one answer takes, not
// how many can be under way at once.
void number_by_index(benchmark::State& state) {
  const Sequence& shared = sequence();
  std::size_t i = 0;
  std::uint64_t last = 0;
  for (auto _ : state) last = shared.view[shared.indexes[(i++ + (last & 1U)) % kQuestions]];
  benchmark::DoNotOptimize(last);
  state.counters["bits_per_number"] =
      64 * static_cast<double>(shared.words.size()) / static_cast<double>(kSize);
  state.counters["mean_gap"] = static_cast<double>(shared.end) / static_cast<double>(kSize);
}
BENCHMARK(number_by_index);

// Where an entity's facts begin and end.
void number_and_next(benchmark::State& state) {
  const Sequence& shared = sequence();
  std::size_t i = 0;
  std::uint64_t last = 0;
  for (auto _ : state) {
    auto place = shared.view.from(shared.indexes[(i++ + (last & 1U)) % kQuestions]);
    last = *place;
    last += *++place;
  }
  benchmark::DoNotOptimize(last);
}
BENCHMARK(number_and_next);

void lower_bound(benchmark::State& state) {
  const Sequence& shared = sequence();
  std::size_t i = 0;
  std::uint64_t last = 0;
  for (auto _ : state) {
    last = shared.view.lower_bound(shared.numbers[(i++ + (last & 1U)) % kQuestions]);
  }
  benchmark::DoNotOptimize(last);
}
BENCHMARK(lower_bound);

void numbers_in_order(benchmark::State& state) {
  const Sequence& shared = sequence();
  for (auto _ : state) {
    std::uint64_t sum = 0;
    for (const std::uint64_t number : shared.view) sum += number;
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kSize));
}
BENCHMARK(numbers_in_order)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gntp
