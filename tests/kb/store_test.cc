#include "kb/store.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/random.h"
#include "kb/dataset.h"
#include "kb/store_writer.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using Line = std::array<std::string, 3>;
struct Lines {
  std::vector<Line> train;
  std::vector<Line> valid;
  std::vector<Line> test;
};

std::vector<Line> random_lines(std::size_t count, Random& random) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < count; ++i) {
    const auto entity = [&] {
      const std::uint32_t id = random.below(3) == 0 ? random.below(5) : random.below(200);
      return "entity " + std::to_string(id * 7919U % 200U);
    };
    const std::string relation = "r" + std::to_string(random.below(random.below(12) + 1));
    std::string head = entity();
    lines.push_back({std::move(head), relation, entity()});
  }
  return lines;
}

Lines make_lines(std::uint64_t seed) {
  Random random(seed, 1);
  Lines lines{random_lines(2000, random), random_lines(60, random), random_lines(50, random)};
  lines.test.push_back({"entity only in test", "r of test", "another"});
  lines.test.push_back(lines.test.front());
  return lines;
}

void write(const Lines& lines, const std::filesystem::path& path, std::uint64_t memory,
           std::size_t thread_count = 1) {
  ThreadPool threads(thread_count);
  StoreWriter writer(path, {.memory = memory, .if_exists = IfExists::kReplace}, threads);
  for (const auto& [head, relation, tail] : lines.train) writer.add(head, relation, tail);
  writer.begin_split("test");
  for (const auto& [head, relation, tail] : lines.test) writer.add_to_split(head, relation, tail);
  writer.begin_split("valid");
  for (const auto& [head, relation, tail] : lines.valid) writer.add_to_split(head, relation, tail);
  writer.finish();
}

std::string tsv(const std::vector<Line>& lines) {
  std::string text;
  for (const auto& [head, relation, tail] : lines)
    text += fmt::format("{}\t{}\t{}\n", head, relation, tail);
  return text;
}

TEST(Store, HoldsWhatAFolderHolds) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    SCOPED_TRACE(seed);
    const testing::TempFolder folder;
    const Lines lines = make_lines(seed);
    write_file(folder.path() / "train.tsv", tsv(lines.train));
    write_file(folder.path() / "valid.tsv", tsv(lines.valid));
    write_file(folder.path() / "test.tsv", tsv(lines.test));
    const LoadedDataset expected = load_dataset(folder.path());
    write(lines, folder.path() / "kb.gntp", 10'000);
    const Store store(folder.path() / "kb.gntp");

    ASSERT_EQ(store.entities().size(), expected.kb.entities.size());
    for (EntityId id{0}; id < expected.kb.entities.size(); ++id) {
      EXPECT_EQ(store.entities().name(id), expected.kb.entities.name(id));
      EXPECT_EQ(store.entities().find(expected.kb.entities.name(id)), id);
    }
    ASSERT_EQ(store.relations().size(), expected.kb.relations.size());
    for (RelationId id{0}; id < expected.kb.relations.size(); ++id) {
      EXPECT_EQ(store.relations().name(id), expected.kb.relations.name(id));
    }
    EXPECT_EQ(store.facts(), expected.kb.facts.size());
    EXPECT_EQ(store.duplicates(), expected.duplicates);
    EXPECT_GT(store.duplicates(), 0U);
    ASSERT_EQ(store.splits().size(), expected.splits.size());
    for (std::size_t i = 0; i < expected.splits.size(); ++i) {
      EXPECT_EQ(store.splits()[i].name, expected.splits[i].name);
      EXPECT_EQ(store.splits()[i].duplicates, expected.splits[i].duplicates);
      EXPECT_THAT(store.splits()[i].triples,
                  ::testing::ElementsAreArray(expected.splits[i].triples));
    }
    const StepGraph& graph = expected.kb.facts.graph();
    EXPECT_THAT(store.graph().parts().words, ::testing::ElementsAreArray(graph.parts().words));
    EXPECT_THAT(store.graph().parts().bases, ::testing::ElementsAreArray(graph.parts().bases));
    EXPECT_THAT(store.graph().parts().offsets, ::testing::ElementsAreArray(graph.parts().offsets));
    EXPECT_THAT(store.graph().parts().starts, ::testing::ElementsAreArray(graph.parts().starts));
    EXPECT_THAT(store.graph().parts().first_starts,
                ::testing::ElementsAreArray(graph.parts().first_starts));
    for (const Triple& fact : expected.kb.facts) EXPECT_TRUE(store.graph().contains(fact));
    ThreadPool threads(2);
    store.verify(threads);
  }
}

TEST(Store, HasTheSameBytesForAnyMemoryOrderAndNumberOfThreads) {
  const testing::TempFolder folder;
  Lines lines = make_lines(7);
  write(lines, folder.path() / "kb.gntp", std::uint64_t{1} << 30U);
  const std::string expected = read_file(folder.path() / "kb.gntp");
  Random random(3, 3);
  for (const std::uint64_t memory : {0U, 2000U, 50'000U, 10'000'000U}) {
    for (const std::size_t threads : {1, 3}) {
      SCOPED_TRACE(memory);
      random.shuffle(std::span(lines.train));
      random.shuffle(std::span(lines.test));
      write(lines, folder.path() / "kb.gntp", memory, threads);
      EXPECT_TRUE(read_file(folder.path() / "kb.gntp") == expected);
    }
  }
}

TEST(Store, IsNotOpenedWhereItIsCutOff) {
  const testing::TempFolder folder;
  write(make_lines(1), folder.path() / "kb.gntp", 10'000);
  const std::string whole = read_file(folder.path() / "kb.gntp");
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 200) {
    write_file(folder.path() / "cut.gntp", whole.substr(0, size));
    EXPECT_THROW(Store(folder.path() / "cut.gntp"), Error) << size;
  }
}

TEST(Store, DamageIsFound) {
  const testing::TempFolder folder;
  write(make_lines(1), folder.path() / "kb.gntp", 10'000);
  const std::string whole = read_file(folder.path() / "kb.gntp");
  ThreadPool threads(2);
  for (std::size_t place = 0; place < whole.size(); place += 1 + whole.size() / 100) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 4);
    write_file(folder.path() / "bad.gntp", damaged);
    EXPECT_THROW(Store(folder.path() / "bad.gntp").verify(threads), Error) << place;
  }
}

TEST(Store, NeedsFacts) {
  const testing::TempFolder folder;
  ThreadPool threads(1);
  {
    StoreWriter writer(folder.path() / "kb.gntp", {}, threads);
    EXPECT_THROW(writer.finish(), Error);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Store, LeavesAFileThatIsThere) {
  const testing::TempFolder folder;
  write_file(folder.path() / "kb.gntp", "something");
  ThreadPool threads(1);
  EXPECT_THROW(StoreWriter(folder.path() / "kb.gntp", {}, threads), Error);
  EXPECT_EQ(read_file(folder.path() / "kb.gntp"), "something");
}

}  // namespace
}  // namespace gntp
