// Processes, here threads, that share out work: what they say reaches all in order, and whatever
// happens to one of them happens to all at the same place.
#include "base/communicator.h"

#include <gmock/gmock.h>
#include <gntp/error.h>
#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <set>

#include "base/byte_archive.h"
#include "base/parallel.h"
#include "base/share_out.h"
#include "base/stop.h"
#include "support/errors.h"
#include "support/thread_team.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::ThreadTeam;

std::string what_of(const std::exception_ptr& failure) {
  try {
    if (failure) std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

template <typename Kind>
bool is_a(const std::exception_ptr& failure) {
  try {
    if (failure) std::rethrow_exception(failure);
  } catch (const Kind&) {
    return true;
  } catch (...) {
  }
  return false;
}

TEST(Communicator, AProcessByItselfTalksToItself) {
  Communicator& alone = Communicator::current();
  EXPECT_EQ(alone.size(), 1U);
  EXPECT_TRUE(alone.is_first());
  EXPECT_THAT(alone.gather([] { return std::string("a"); }), ElementsAre("a"));
  EXPECT_EQ(alone.broadcast([] { return std::string("b"); }), "b");
  EXPECT_FALSE(alone.decide(false));
  alone.barrier();
  alone.require_equal("a", "b");
  alone.leave();
}

TEST(Share, EveryItemIsOnesAndSharesAreEven) {
  for (std::size_t processes = 1; processes <= 7; ++processes) {
    for (std::size_t items = 0; items <= 40; ++items) {
      std::set<std::size_t> seen;
      for (std::size_t rank = 0; rank < processes; ++rank) {
        const Share share(items, rank, processes);
        EXPECT_LE(share.size(), items / processes + 1);
        EXPECT_GE(share.size(), items / processes);
        for (std::size_t i = 0; i < share.size(); ++i) {
          EXPECT_LT(share[i], items);
          EXPECT_TRUE(seen.insert(share[i]).second);
          if (i > 0) {
            EXPECT_LT(share[i - 1], share[i]);
          }
        }
      }
      EXPECT_EQ(seen.size(), items);
    }
  }
}

// Steps in two directions alternate: neither process may get all of one.
TEST(Share, HasSomeOfEverythingThatAlternates) {
  const Share share(100, 0, 2);
  std::size_t even = 0;
  for (std::size_t i = 0; i < share.size(); ++i) even += share[i] % 2 == 0 ? 1 : 0;
  EXPECT_EQ(even, 25U);
}

TEST(CommunicatorThreads, MessagesComeByRank) {
  const auto found = ThreadTeam::results<std::vector<std::string>>(3, [](std::size_t rank) {
    return Communicator::current().gather([&] { return std::string(rank, 'x'); });
  });
  for (const auto& each : found) EXPECT_THAT(each, ElementsAre("", "x", "xx"));
}

TEST(CommunicatorThreads, TheFirstAloneGetsWhatIsForIt) {
  const auto found = ThreadTeam::results<std::vector<std::string>>(2, [](std::size_t rank) {
    return Communicator::current().gather([&] { return std::to_string(rank); },
                                          Communicator::Receivers::kFirst);
  });
  EXPECT_THAT(found[0], ElementsAre("0", "1"));
  EXPECT_THAT(found[1], ElementsAre("", ""));
}

TEST(CommunicatorThreads, TheFirstDecides) {
  const auto found = ThreadTeam::results<int>(3, [](std::size_t rank) {
    Communicator& team = Communicator::current();
    return (team.decide(rank == 0) ? 2 : 0) + (team.decide(rank != 0) ? 1 : 0);
  });
  EXPECT_THAT(found, ElementsAre(2, 2, 2));
}

TEST(CommunicatorThreads, WorkIsDoneOnceAndKnownToAll) {
  for (const std::size_t processes : {1U, 2U, 3U, 4U}) {
    std::atomic<std::size_t> calls = 0;
    const auto found = ThreadTeam::results<std::vector<std::string>>(processes, [&](std::size_t) {
      ThreadPool threads(2);
      std::vector<std::string> squares(50);
      const auto work = [&](std::size_t item, std::size_t) {
        ++calls;
        squares[item] = std::to_string(item * item);
      };
      share_out(threads, squares.size(), work,
                [&](std::size_t item, auto& archive) { archive(squares[item]); });
      return squares;
    });
    EXPECT_EQ(calls, 50U);
    for (const auto& each : found) {
      for (std::size_t i = 0; i < each.size(); ++i) EXPECT_EQ(each[i], std::to_string(i * i));
    }
  }
}

TEST(CommunicatorThreads, AnErrorInOneEndsAllWithItsMessage) {
  for (std::size_t bad = 0; bad < 3; ++bad) {
    std::atomic<int> went_on = 0;
    const auto failures = ThreadTeam(3).run([&](std::size_t rank) {
      Communicator& team = Communicator::current();
      team.barrier();
      team.gather([&]() -> std::string {
        if (rank == bad) throw UsageError("no such thing");
        return "";
      });
      ++went_on;
    });
    EXPECT_EQ(went_on, 0);
    for (const auto& failure : failures) {
      EXPECT_TRUE(is_a<UsageError>(failure));
      EXPECT_THAT(what_of(failure), HasSubstr("no such thing"));
    }
    if (bad > 0) {
      EXPECT_EQ(what_of(failures[0]), "process " + std::to_string(bad) + ": no such thing");
    }
  }
}

// One process fails where the others do not expect it: before they ask anybody for anything.
TEST(CommunicatorThreads, AnErrorBetweenTwoExchangesReachesAllAtTheirNext) {
  const auto failures = ThreadTeam(3).run([](std::size_t rank) {
    if (rank == 1) throw Error("cannot read it");
    for (;;) Communicator::current().barrier();
  });
  for (const auto& failure : failures) EXPECT_THAT(what_of(failure), HasSubstr("cannot read it"));
}

TEST(CommunicatorThreads, AnErrorIsToldRatherThanAStop) {
  const auto failures = ThreadTeam(3).run([](std::size_t rank) {
    if (rank == 0) throw Interrupted("stopped");
    if (rank == 2) throw Error("the reason");
    Communicator::current().barrier();
  });
  for (const auto& failure : failures) EXPECT_THAT(what_of(failure), HasSubstr("the reason"));
}

TEST(CommunicatorThreads, AStopInOneStopsAllAndEachKeepsItsOwnWords) {
  const auto failures = ThreadTeam(2).run([](std::size_t rank) {
    Communicator::current().gather([&]() -> std::string {
      if (rank == 1) throw Interrupted("rank 1 was stopped");
      return "";
    });
  });
  for (const auto& failure : failures) EXPECT_TRUE(is_a<Interrupted>(failure));
  EXPECT_EQ(what_of(failures[1]), "rank 1 was stopped");
}

// The other would go on for ever: it hears of the stop in the middle of its work.
TEST(CommunicatorThreads, AStopReachesWorkThatAsksNobody) {
  const auto failures = ThreadTeam(2).run([](std::size_t rank) {
    std::stop_source source;
    const StopScope scope(source.get_token());
    Communicator& team = Communicator::current();
    team.set_stop(source);
    if (rank == 0) source.request_stop();
    ThreadPool threads(2);
    share_out(
        threads, 4,
        [](std::size_t, std::size_t) {
          for (;;) stop_if_asked();
        },
        [](std::size_t, auto&) {});
  });
  for (const auto& failure : failures) EXPECT_TRUE(is_a<Interrupted>(failure));
}

TEST(CommunicatorThreads, WorkByItselfIsNotSharedButHearsOfAStop) {
  const auto failures = ThreadTeam(2).run([](std::size_t rank) {
    std::stop_source source;
    const StopScope scope(source.get_token());
    Communicator::current().set_stop(source);
    if (rank == 0) throw Interrupted("stopped");
    const CommunicatorScope by_itself;
    EXPECT_TRUE(Communicator::current().is_alone());
    for (;;) stop_if_asked();
  });
  for (const auto& failure : failures) EXPECT_TRUE(is_a<Interrupted>(failure));
}

TEST(CommunicatorThreads, DifferentInputIsAnErrorOfAll) {
  const auto failures = ThreadTeam(3).run([](std::size_t rank) {
    Communicator::current().require_equal(rank == 2 ? "b" : "a", "read the same");
  });
  for (const auto& failure : failures) {
    EXPECT_EQ(what_of(failure), "process 2 differs from process 0: read the same");
  }
}

TEST(ByteArchive, ReadsWhatWasWritten) {
  ByteWriter writer;
  Matrix matrix(2, 3);
  std::iota(matrix.values().begin(), matrix.values().end(), 1.0F);
  writer(std::string("text"));
  writer(std::vector<int>{1, 2, 3});
  writer(std::optional<double>());
  writer(matrix);
  writer.block(matrix.row(1));
  const std::string bytes = writer.take();
  ByteReader reader(bytes);
  std::string text;
  std::vector<int> numbers;
  std::optional<double> nothing = 1;
  Matrix read;
  std::vector<float> row(3);
  reader(text);
  reader(numbers);
  reader(nothing);
  reader(read);
  reader.block(std::span(row));
  reader.finish();
  EXPECT_EQ(text, "text");
  EXPECT_THAT(numbers, ElementsAre(1, 2, 3));
  EXPECT_FALSE(nothing);
  EXPECT_EQ(read.rows(), 2U);
  EXPECT_THAT(row, ElementsAre(4, 5, 6));
}

TEST(ByteArchive, RefusesBytesOfAnotherForm) {
  for (const std::string& bytes : {std::string("1234567"), std::string(8, '\x7f')}) {
    EXPECT_THAT(testing::error_of([&] {
                  std::vector<int> numbers;
                  ByteReader reader(bytes);
                  reader(numbers);
                }),
                HasSubstr("unexpected form"));
  }
  EXPECT_THAT(testing::error_of([] { ByteReader("x").finish(); }), HasSubstr("unexpected form"));
}

}  // namespace
}  // namespace gntp
