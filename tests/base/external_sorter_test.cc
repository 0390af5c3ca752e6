#include "base/external_sorter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <functional>
#include <limits>
#include <ostream>
#include <stop_token>
#include <string>

#include "base/folder.h"
#include "base/random.h"
#include "support/errors.h"
#include "support/faulty_calls.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using testing::error_of;
using testing::Fault;
using testing::FaultyCalls;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TempFolder;
using testing::UnnamedFiles;

// A key of 96 bits, and a number that tells records of one key apart.
struct Edge {
  std::uint32_t from = 0;
  std::uint32_t step = 0;
  std::uint32_t to = 0;
  std::uint32_t number = 0;
  bool operator==(const Edge&) const = default;
};
struct EdgeKey {
  WideKey operator()(const Edge& edge) const {
    return WideKey{edge.from} << 64U | WideKey{edge.step} << 32U | edge.to;
  }
};
using EdgeSorter = ExternalSorter<Edge, EdgeKey>;

// What is to come out.
std::vector<Edge> sorted(std::vector<Edge> edges, Duplicates duplicates) {
  const EdgeKey key;
  std::ranges::stable_sort(edges, [&](const Edge& a, const Edge& b) { return key(a) < key(b); });
  if (duplicates == Duplicates::kDrop) {
    const auto same_key = [&](const Edge& a, const Edge& b) { return key(a) == key(b); };
    edges.erase(std::unique(edges.begin(), edges.end(), same_key), edges.end());
  }
  return edges;
}

template <typename Sorter, typename Record>
std::vector<Record> result_of(Sorter& sorter, const std::vector<Record>& records) {
  for (const Record& record : records) sorter.add(record);
  std::vector<Record> result;
  sorter.for_each([&](const Record& record) { result.push_back(record); });
  return result;
}

constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();

// Many kinds of keys: equal ones, few different ones, some far from all others, in order, the least
// and the largest.
std::vector<std::vector<Edge>> examples(std::size_t size) {
  using Draw = std::function<Edge(Random&, std::uint32_t)>;
  const std::vector<Draw> draws{
      [](Random& r, auto) {
        return Edge{r.below(1U << 27U), r.below(15'000), r.below(1U << 27U)};
      },
      [](Random& r, auto) {
        return Edge{r.below(3), r.below(2), r.below(5)};
      },
      [](Random&, auto) {
        return Edge{7, 7, 7};
      },
      [](Random& r, auto) {
        return Edge{r.below(1000) == 0 ? kMost : 5, 3, r.below(1U << 20U)};
      },
      [](Random&, std::uint32_t i) {
        return Edge{i / 7, i % 7, 0};
      },
      [](Random&, std::uint32_t i) {
        return Edge{0, 0, kMost - i / 2};
      },
      [](Random& r, auto) {
        return r.below(2) == 0 ? Edge{} : Edge{kMost, kMost, kMost};
      },
      [](Random& r, auto) {
        const double u = r.uniform();
        return Edge{static_cast<std::uint32_t>(u * u * u * u * 1000), 0, r.below(1U << 31U)};
      },
  };
  std::vector<std::vector<Edge>> result;
  for (const Draw& draw : draws) {
    Random random(size);
    std::vector<Edge>& edges = result.emplace_back();
    for (std::uint32_t i = 0; i < size; ++i) {
      edges.push_back(draw(random, i));
      edges.back().number = i;
    }
  }
  return result;
}

// From one record at a time through several passes of merging to all in memory.
TEST(ExternalSorter, SortsAsAStableSortWithinAnyMemory) {
  const TempFolder folder(TempFolder::Place::kMemory);
  ThreadPool threads(1);
  for (const std::size_t size : {0, 1, 2, 23, 24, 25, 1000}) {
    for (const std::vector<Edge>& edges : examples(size)) {
      for (const Duplicates duplicates : {Duplicates::kKeep, Duplicates::kDrop}) {
        for (const std::uint64_t memory : {0, 100, 1000, 10'000, 1'000'000}) {
          EdgeSorter sorter({folder.path(), memory, duplicates}, threads);
          ASSERT_EQ(result_of(sorter, edges), sorted(edges, duplicates)) << size << ", " << memory;
        }
      }
    }
  }
  EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

TEST(ExternalSorter, SortsTheSameForAnyNumberOfThreads) {
  const TempFolder folder(TempFolder::Place::kMemory);
  for (const std::vector<Edge>& edges : examples(200'000)) {
    const std::vector<Edge> expected = sorted(edges, Duplicates::kKeep);
    for (const std::size_t count : {1, 3}) {
      ThreadPool threads(count);
      for (const std::uint64_t memory : {std::uint64_t{3} << 20U, std::uint64_t{1} << 30U}) {
        EdgeSorter sorter({folder.path(), memory, Duplicates::kKeep}, threads);
        ASSERT_EQ(result_of(sorter, edges), expected) << count << ", " << memory;
      }
    }
  }
}

// Keys of every size, all bits of them, records of odd sizes.
template <typename Key>
struct Keyed {
  Key key = 0;
};
template <typename Key>
struct ItsKey {
  Key operator()(const Keyed<Key>& keyed) const { return keyed.key; }
};

template <typename Key>
void check_keys(const fs::path& folder) {
  ThreadPool threads(1);
  Random random(sizeof(Key));
  std::vector<Keyed<Key>> records(3000);
  for (std::size_t i = 0; i < records.size(); ++i) {
    Key key = 0;
    for (std::size_t byte = 0; byte < sizeof key; ++byte) {
      key = static_cast<Key>(static_cast<WideKey>(key) << 8U | random.below(256));
    }
    records[i].key = static_cast<Key>(key >> (i % 5 * 2));
  }
  records[0].key = 0;
  records[1].key = static_cast<Key>(~Key{0});
  for (const std::uint64_t memory : {std::uint64_t{2000}, std::uint64_t{1} << 20U}) {
    ExternalSorter<Keyed<Key>, ItsKey<Key>> sorter({.folder = folder, .memory = memory}, threads);
    const std::vector<Keyed<Key>> result = result_of(sorter, records);
    ASSERT_EQ(result.size(), records.size());
    EXPECT_TRUE(std::ranges::is_sorted(result, {}, &Keyed<Key>::key));
    EXPECT_TRUE(std::ranges::is_permutation(
        std::span(result).first(300),
        [&] {
          std::vector<Keyed<Key>> all = records;
          std::ranges::sort(all, {}, &Keyed<Key>::key);
          all.resize(300);
          return all;
        }(),
        {}, &Keyed<Key>::key, &Keyed<Key>::key));
    EXPECT_TRUE(result.back().key == static_cast<Key>(~Key{0}));
  }
}

TEST(ExternalSorter, TakesKeysOfAnySize) {
  const TempFolder folder(TempFolder::Place::kMemory);
  check_keys<std::uint8_t>(folder.path());
  check_keys<std::uint16_t>(folder.path());
  check_keys<std::uint32_t>(folder.path());
  check_keys<std::uint64_t>(folder.path());
  check_keys<WideKey>(folder.path());
}

// Who has enough memory needs no folder that can be written.
TEST(ExternalSorter, WritesNothingThatFitsIntoMemory) {
  ThreadPool threads(1);
  const std::vector<Edge> edges = examples(1000)[0];
  EdgeSorter sorter({.folder = "/no/such/folder", .memory = 2 * 1000 * sizeof(Edge)}, threads);
  EXPECT_EQ(result_of(sorter, edges), sorted(edges, Duplicates::kKeep));
  EXPECT_THAT(sorter.next(), IsEmpty());
}

TEST(ExternalSorter, SaysWhichFolderCannotBeWritten) {
  ThreadPool threads(1);
  EdgeSorter sorter({.folder = "/no/such/folder", .memory = 1000}, threads);
  EXPECT_THAT(error_of([&] { result_of(sorter, examples(100)[0]); }),
              AllOf(HasSubstr("/no/such/folder/: cannot write: No such file or directory; "),
                    HasSubstr("choose another folder")));
}

// A full disk and every other fault is an Error or none at all; reading may be interrupted, and may
// come in small pieces.
TEST(ExternalSorter, SurvivesEveryFault) {
  const TempFolder folder(TempFolder::Place::kMemory);
  ThreadPool threads(1);
  const std::vector<Edge> edges = examples(300)[0];
  const std::vector<Edge> expected = sorted(edges, Duplicates::kKeep);
  const auto run = [&](const Fault& fault, UnnamedFiles unnamed) {
    FaultyCalls calls(fault, unnamed);
    const InsteadOfFileCalls instead(calls);
    EdgeSorter sorter({.folder = folder.path(), .memory = 2000}, threads);
    std::vector<Edge> result;
    const std::string error = error_of([&] { result = result_of(sorter, edges); });
    if (error == "no error") {
      EXPECT_EQ(result, expected);
    } else {
      EXPECT_THAT(error, HasSubstr(folder.path().string()));
    }
    return std::pair(error, calls.happened());
  };
  for (const UnnamedFiles unnamed : {UnnamedFiles::kPossible, UnnamedFiles::kImpossible}) {
    for (const Fault::Kind kind :
         {Fault::Kind::kFails, Fault::Kind::kDiskFull, Fault::Kind::kInterrupted}) {
      bool happened = true;
      for (std::size_t call = 0; happened && call < 40; ++call) {
        const auto [error, has_happened] = run({kind, call, EIO}, unnamed);
        if (kind == Fault::Kind::kInterrupted) {
          EXPECT_EQ(error, "no error");
        }
        happened = has_happened || kind == Fault::Kind::kInterrupted;
      }
    }
    EXPECT_EQ(run({Fault::Kind::kSmallPieces, 0, 0}, unnamed).first, "no error");
  }
  EXPECT_THAT(run({Fault::Kind::kDiskFull, 1, 0}, UnnamedFiles::kPossible).first,
              AllOf(HasSubstr(folder.path().string() + "/: cannot write: No space left on device"),
                    HasSubstr("free some space")));
  EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

TEST(ExternalSorter, StopsWhenAsked) {
  const TempFolder folder(TempFolder::Place::kMemory);
  ThreadPool threads(1);
  const std::vector<Edge> edges = examples(300)[0];
  std::stop_source source;
  const StopScope scope(source.get_token());
  EdgeSorter adding({.folder = folder.path(), .memory = 2000}, threads);
  EdgeSorter merging({.folder = folder.path(), .memory = 2000}, threads);
  EdgeSorter sorting({.folder = folder.path()}, threads);
  merging.add(edges);
  sorting.add(edges);
  EXPECT_FALSE(merging.next().empty());
  source.request_stop();
  EXPECT_THROW(adding.add(edges), Interrupted);
  EXPECT_THROW(merging.next(), Interrupted);
  EXPECT_THROW(sorting.next(), Interrupted);
}

TEST(MergePlan, StaysWithinMemory) {
  for (const std::uint64_t memory :
       {std::uint64_t{1} << 20U, std::uint64_t{1} << 26U, std::uint64_t{1} << 32U}) {
    for (const std::uint64_t runs : {2, 10, 100, 10'000}) {
      const MergePlan plan = plan_merge(memory, runs, 12);
      EXPECT_GE(plan.runs, 2U);
      EXPECT_LE((std::min<std::uint64_t>(runs, plan.runs) + 1) * plan.buffer * 12, memory);
      EXPECT_GE(plan.buffer * 12, (std::uint64_t{1} << 16U) * 9 / 10);  // few seeks
    }
  }
  EXPECT_EQ(plan_merge(0, 100, 12).runs, 2U);
  EXPECT_EQ(plan_merge(0, 100, 12).buffer, 1U);
}

}  // namespace
}  // namespace gntp
