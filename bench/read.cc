// How fast raw text is read with the names of a dataset:
//   bench_read FOLDER [TEXT [THREADS]]
// Without a text of your own it makes one: sentences of common words, names of the folder's
// entities and words that are no names, each kind by Zipf's law, short names more often than long
// ones, and an accent now and then. Prints
// megabytes a second of wall clock and of CPU time, with the names looked up and written out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/random.h"
#include "base/stopwatch.h"
#include "text/text_reading.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBytes = 100'000'000;
constexpr std::size_t kOtherWords = 30'000;
constexpr std::array<std::string_view, 32> kCommon = {
    "the",  "of",   "and",  "to",    "in",  "a",    "is",  "that", "was",  "for",   "it",
    "on",   "with", "as",   "are",   "be",  "this", "by",  "from", "or",   "which", "at",
    "were", "not",  "have", "their", "had", "its",  "but", "been", "they", "more"};

// A number below `size`; number n about as often as 1 / (n + 1).
std::size_t zipf(Random& random, std::size_t size) {
  const double power = std::pow(static_cast<double>(size), random.uniform());
  return std::min(static_cast<std::size_t>(power), size) - 1;
}

std::string random_word(Random& random) {
  std::string word;
  for (auto length = 3 + random.below(8); length > 0; --length) {
    word += static_cast<char>('a' + random.below(26));
  }
  if (random.below(30) == 0) word += "\xC3\xA9";
  return word;
}

std::string make_text(const EntityNames& names) {
  Random random(1);
  std::vector<std::string> others(kOtherWords);
  for (std::string& word : others) word = random_word(random);
  std::vector<std::uint32_t> order(names.names.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  random.shuffle(std::span(order));
  // Frequent words are short.
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return names.names[i].text.size(); });
  std::string text;
  while (text.size() < kBytes) {
    for (auto words = 6 + random.below(24); words > 0; --words) {
      const std::uint32_t kind = random.below(100);
      text += kind < 50   ? kCommon[zipf(random, kCommon.size())]
              : kind < 70 ? std::string_view(names.names[order[zipf(random, order.size())]].text)
                          : std::string_view(others[zipf(random, others.size())]);
      text += random.below(12) == 0 ? ", " : " ";
    }
    text.back() = '.';
    text += random.below(8) == 0 ? "\n\n" : " The ";
  }
  return text;
}

void run(const std::string& folder, const std::string& given, std::size_t threads) {
  const EntityNames names = read_entity_names(folder);
  const fs::path place = fs::temp_directory_path();
  const std::string file = given.empty() ? (place / "bench_read.txt").string() : given;
  if (given.empty()) write_file(file, make_text(names));
  const fs::path out = place / "bench_read.tsv";
  ThreadPool pool(threads);
  const Stopwatch stopwatch;
  const std::clock_t cpu_start = std::clock();
  const auto cpu_seconds = [&] {
    return static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
  };
  double reading = 0;  // all but sorting and writing
  TextOptions options;
  options.if_exists = IfExists::kReplace;
  const ReadingSummary summary =
      read_texts({file}, names, out, options, pool,
                 [&](std::uint64_t, std::uint64_t) { reading = cpu_seconds(); });
  const double cpu = cpu_seconds();
  const double wall = stopwatch.seconds();
  const double megabytes = static_cast<double>(summary.bytes) / 1e6;
  fmt::print("{} names, {:.1f} MB, {} names found ({} ambiguous), {} pairs, {} mentions\n",
             summary.names.names, megabytes, summary.found.names, summary.found.ambiguous,
             summary.found.pairs, summary.mentions);
  fmt::print("{} threads: {:.2f} s, {:.1f} MB/s; {:.2f} s of CPU, {:.1f} MB/s per core\n",
             pool.size(), wall, megabytes / wall, cpu, megabytes / cpu);
  fmt::print("of them {:.2f} s of CPU to read and count, {:.1f} MB/s per core; {:.1f} MB written\n",
             reading, megabytes / reading,
             static_cast<double>(fs::file_size(out) + fs::file_size(sources_path(out))) / 1e6);
  fs::remove(out);
  fs::remove(sources_path(out));
  if (given.empty()) fs::remove(file);
}

}  // namespace
}  // namespace gntp

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    fmt::print(stderr, "usage: bench_read FOLDER [TEXT [THREADS]]\n");
    return 2;
  }
  try {
    gntp::run(argv[1], argc > 2 ? argv[2] : "",
              argc > 3 ? static_cast<std::size_t>(std::atoi(argv[3])) : 1);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
