#include "support/random_dataset.h"

#include <fmt/format.h>

#include <string>

#include "base/random.h"

namespace gntp::testing {
namespace {

constexpr std::uint32_t kEntities = 40;
constexpr std::uint32_t kRelations = 5;

std::string entity(Random& random) {
  // Some look alike, some are beyond ASCII.
  const std::uint32_t id = random.below(kEntities);
  if (id == 0) return "caf\u00e9";
  if (id == 1) return "cafe\u0301";
  return fmt::format("e{}", id * 7919U % 1000U);
}

std::string relation(Random& random) {
  return fmt::format("r{}", random.below(random.below(kRelations) + 1));
}

std::string triple(Random& random) {
  const std::string head = entity(random);
  const std::string by = relation(random);
  return fmt::format("{}\t{}\t{}", head, by, entity(random));
}

std::string triples(std::size_t count, Random& random) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += triple(random) + '\n';
  return text;
}

std::string mentions(Random& random, std::string& sources) {
  std::string text;
  for (std::size_t i = 0; i < 30; ++i) {
    const std::string head = random.below(5) == 0 ? "only mentioned" : entity(random);
    const std::string pattern = fmt::format("[XXX]:w{}:[YYY]", random.below(6));
    const std::string tail = entity(random);
    text += fmt::format("{}\t{}\t{}\t{}\n", head, pattern, tail, random.below(4) + 1);
    if (i % 3 == 0) {
      sources += fmt::format("{}\t{}\t{}\ttext.txt\t{}\t{}\tA sentence, number {}.\n", head,
                             pattern, tail, i + 1, i + 2, i);
    }
  }
  return text;
}

}  // namespace

std::filesystem::path write_random_dataset(const TempFolder& folder, std::uint64_t seed) {
  Random random(seed, 77);
  const auto has = [&](std::uint32_t part) { return seed == 0 || (seed >> part) % 2 == 1; };
  std::string train = triples(200, random);
  if (has(0)) {
    // A fourth column of weights, where titles name it.
    std::string weighted = "head\trelation\ttail\tweight\n";
    for (std::size_t i = 0; i < 150; ++i) {
      weighted += fmt::format("{}\t{}\n", triple(random), 0.5 * random.below(6));
    }
    train = weighted;
  }
  folder.write("data/train.tsv", train);
  folder.write("data/valid.tsv", triples(20, random) + "only in valid\tr0\te7\n");
  if (has(1)) folder.write("data/test.tsv", triples(15, random) + "e7\tonly in test\tnew\n");
  if (has(1)) folder.write("data/test-I.tsv", triples(5, random));
  if (has(2)) {
    std::string labels = "r0\tthe first\nnobody\tnothing\nT1\tkind one\n";
    std::string types;
    for (std::uint32_t id = 2; id < kEntities; ++id) {
      const std::string name = fmt::format("e{}", id * 7919U % 1000U);
      if (id % 3 != 0) labels += fmt::format("{}\tlabel {}\n", name, id % 10);
      if (id % 2 == 0) types += fmt::format("{}\tT{}\n", name, id % 4);
    }
    folder.write("data/labels.tsv", labels);
    folder.write("data/types.tsv", types);
  }
  if (has(3)) {
    std::string sources;
    folder.write("data/mentions.tsv", mentions(random, sources));
    folder.write("data/mentions.sources.tsv", sources);
  }
  if (has(4)) {
    std::string candidates;
    for (std::uint32_t id = 2; id < 20; ++id) {
      candidates += fmt::format("e{}\n", id * 7919U % 1000U);
    }
    // Those that training may not have are no names: they are in it now.
    std::string more;
    for (std::uint32_t id = 2; id < 20; ++id)
      more += fmt::format("e{}\tr0\te7\n", id * 7919U % 1000U);
    folder.write("data/test-candidates.tsv", more);
    folder.write("data/candidates.txt", candidates);
  }
  if (has(5)) {
    folder.write("data/rules.pl",
                 "r0(X, Y) :- r1(X, Z), r2(Z, Y)\n0.5 :: r1(X, Y) :- r0(Y, X)\n"
                 "r2(X, Y) :- p(X, Z), q(Z, Y) <3>\n");
  }
  return folder.path() / "data";
}

}  // namespace gntp::testing
