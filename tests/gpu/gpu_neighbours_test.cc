// Lists whose candidates a GPU finds must be those that the processor makes alone, bit by bit: with
// a plug-in that computes on the processor, and with a GPU where there is one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/stop.h"
#include "device/device.h"
#include "device/near_rows.h"
#include "gpu/fake_cuda.h"
#include "gpu/missing_gpu.h"
#include "index/neighbour_lists.h"
#include "model/kernel.h"
#include "support/errors.h"

namespace gntp {
namespace {

using testing::error_of;
using testing::fake_cuda;
using testing::FakeGpu;
using ::testing::HasSubstr;

using Item = std::tuple<float, EntityId>;

std::vector<Item> items_of(std::span<const Neighbour> list) {
  std::vector<Item> items;
  for (const Neighbour& item : list) items.emplace_back(item.distance, item.entity);
  return items;
}

float random_component(Random& random) {
  return static_cast<float>(2 * random.uniform() - 1);
}

// Around centres at a distance from the origin, beside which differences within a cluster are
// small; with no cluster, around the origin.
Matrix random_rows(std::size_t count, std::size_t width, std::size_t clusters, float far,
                   Random& random) {
  Matrix centres(std::max<std::size_t>(clusters, 1), width);
  if (clusters > 0) {
    for (float& value : centres.values()) value = far * random_component(random);
  }
  Matrix rows(count, width);
  for (std::size_t row = 0; row < count; ++row) {
    const std::span<const float> centre = centres.row(random.below(centres.rows()));
    for (std::size_t i = 0; i < width; ++i) rows(row, i) = centre[i] + random_component(random);
  }
  return rows;
}

// A radius within which are about this many others of each row.
float radius_for(const Matrix& rows, std::size_t others) {
  std::vector<float> apart(rows.rows());
  distances(rows.row(0), rows, 0, rows.rows(), apart);
  std::ranges::sort(apart);
  return apart[std::min(others, apart.size() - 1)];
}

std::vector<std::uint32_t> move_some(Matrix& rows, double share, float step, Random& random) {
  std::vector<std::uint32_t> moved;
  for (std::uint32_t row = 0; row < rows.rows(); ++row) {
    if (random.uniform() >= share) continue;
    moved.push_back(row);
    for (float& value : rows.row(row)) value += step * random_component(random);
  }
  return moved;
}

std::vector<std::uint32_t> all_rows(const Matrix& rows) {
  std::vector<std::uint32_t> all(rows.rows());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

void expect_same(const NeighbourLists& lists, const NeighbourLists& expected, std::size_t count) {
  for (EntityId entity{0}; entity < count; ++entity) {
    ASSERT_EQ(items_of(lists.nearby(entity)), items_of(expected.nearby(entity)));
    ASSERT_EQ(items_of(lists.within(entity)), items_of(expected.within(entity)));
    ASSERT_EQ(lists.clearance(entity), expected.clearance(entity));
    ASSERT_EQ(lists.drift(entity), expected.drift(entity));
  }
}

// Lists by the GPU beside others by the processor, while entities move: a few, many, all.
class Both {
 public:
  Both(const Gpu& gpu, Matrix rows, float radius)
      : rows_(std::move(rows)), radius_(radius), gpu_(gpu), on_gpu_(rows_), alone_(rows_) {
    {
      const DeviceScope scope(&gpu_);
      on_gpu_.build(radius_, threads_);
    }
    alone_.build(radius_, threads_);
    expect_same(on_gpu_, alone_, rows_.rows());
  }

  void move(double share, float step, Random& random) {
    const auto moved = move_some(rows_, share, step, random);
    {
      const DeviceScope scope(&gpu_);
      on_gpu_.update(radius_, moved, threads_);
    }
    alone_.update(radius_, moved, threads_);
    expect_same(on_gpu_, alone_, rows_.rows());
  }

  Matrix& rows() { return rows_; }
  NeighbourLists& on_gpu() { return on_gpu_; }
  NeighbourLists& alone() { return alone_; }
  ThreadPool& threads() { return threads_; }

 private:
  Matrix rows_;
  float radius_;
  const Gpu& gpu_;
  ThreadPool threads_{2};
  NeighbourLists on_gpu_;
  NeighbourLists alone_;
};

void follow_moves(const Gpu& gpu, const Matrix& rows, float radius, Random& random) {
  Both both(gpu, rows, radius);
  for (int step = 0; step < 8 && !::testing::Test::HasFatalFailure(); ++step) {
    SCOPED_TRACE(step);
    const float size = radius * static_cast<float>(std::pow(10.0, -3 + 3 * random.uniform()));
    both.move(step % 4 == 3 ? 1 : 0.15, size, random);
  }
}

TEST(NeighboursByFake, AreThoseOfTheProcessor) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    SCOPED_TRACE(seed);
    const FakeGpu fake;
    Random random(seed);
    fake_cuda().most_queries = seed % 3 == 0 ? 1000 : 1 + random.below(40);
    const float far = seed % 2 == 0 ? 3.0F : 300.0F;
    const Matrix rows =
        random_rows(2 + random.below(150), 1 + random.below(40), seed % 4, far, random);
    follow_moves(fake.gpu(), rows, radius_for(rows, 12), random);
    EXPECT_GT(fake_cuda().finds, 0U);
  }
}

TEST(NeighboursByFake, AreWrittenOnlyWhereTheyMoved) {
  const FakeGpu fake;
  Random random(1);
  const Matrix rows = random_rows(200, 8, 0, 0, random);
  Both both(fake.gpu(), rows, radius_for(rows, 10));
  EXPECT_EQ(fake_cuda().writes, 0U);
  const std::uint64_t finds = fake_cuda().finds;
  both.move(0.05, 1, random);
  EXPECT_EQ(fake_cuda().writes, 1U);
  EXPECT_LE(fake_cuda().finds - finds, 10U);
  both.move(1, 1, random);  // built anew, with the same table
  EXPECT_EQ(fake_cuda().writes, 2U);
  EXPECT_EQ(fake_cuda().opened, 1U);
}

// The scope says at each call where the work is done, and what was there before is given back.
TEST(NeighboursByFake, FollowTheScope) {
  const FakeGpu fake;
  const Gpu second(fake.gpu().plugin(), 1);
  Random random(2);
  Matrix rows = random_rows(120, 6, 0, 0, random);
  const float radius = radius_for(rows, 10);
  ThreadPool threads(2);
  NeighbourLists lists(rows);
  NeighbourLists expected(rows);
  lists.build(radius, threads);
  expected.build(radius, threads);
  for (const Gpu* gpu : {&fake.gpu(), &second, static_cast<const Gpu*>(nullptr), &second}) {
    const auto moved = move_some(rows, 0.1, 2, random);
    expected.update(radius, moved, threads);
    {
      const DeviceScope scope(gpu);
      lists.update(radius, moved, threads);
    }
    EXPECT_EQ(fake_cuda().opened, gpu == nullptr ? 0U : 1U);
    expect_same(lists, expected, rows.rows());
  }
}

// Without a radius all are near all; vectors that no float can square, or that are none, are left
// to the processor.
TEST(NeighboursByFake, MayHaveAnyNumbers) {
  const FakeGpu fake;
  Random random(3);
  Matrix rows = random_rows(30, 5, 0, 0, random);
  { Both(fake.gpu(), rows, std::numeric_limits<float>::infinity()); }
  EXPECT_GT(fake_cuda().finds, 0U);
  rows(7, 2) = std::numeric_limits<float>::quiet_NaN();
  { Both(fake.gpu(), rows, 1); }
  for (const float huge : {1e19F, 3e38F, std::numeric_limits<float>::infinity()}) {
    rows(3, 1) = huge;
    rows(4, 1) = huge;
    Both both(fake.gpu(), rows, 1);
    EXPECT_EQ(fake_cuda().opened, 0U);
  }
  rows = Matrix(40, 3);  // all the same
  { Both(fake.gpu(), rows, 0); }
  for (float& value : rows.values()) value = 1e-22F * random_component(random);
  { Both(fake.gpu(), rows, 1e-22F); }
  { Both(fake.gpu(), Matrix(0, 3), 1); }
}

TEST(NeighboursByFake, TellOfFailuresAndCanBeMadeAgain) {
  for (const int result : {kGntpCudaNoMemory, kGntpCudaFailed}) {
    for (const std::size_t after : {0U, 1U, 7U}) {  // calls that go well
      SCOPED_TRACE(after);
      const FakeGpu fake;
      Random random(4);
      const Matrix rows = random_rows(150, 6, 0, 0, random);
      const float radius = radius_for(rows, 10);
      Both both(fake.gpu(), rows, radius);
      for (const double share : {0.2, 1.0}) {  // of the entities: an update, then all anew
        const auto moved = move_some(both.rows(), share, 2, random);
        const std::uint64_t last = fake_cuda().finds + after;
        fake_cuda().before_find = [&, last] {
          if (fake_cuda().finds > last) fake_cuda().result = result;
        };
        if (after == 0) fake_cuda().result = result;  // the first call writes
        const std::string error = error_of([&] {
          const DeviceScope scope(&fake.gpu());
          both.on_gpu().update(radius, moved, both.threads());
        });
        EXPECT_THAT(error, HasSubstr("cuda:0"));
        EXPECT_THAT(error, HasSubstr("looking for near entities"));
        EXPECT_THAT(error, HasSubstr(result == kGntpCudaFailed ? "the fake was told to fail"
                                                               : "not enough memory"));
        fake_cuda().result = kGntpCudaDone;
        fake_cuda().before_find = [] {};
        // What was lost is known: nothing need move for all to be made anew.
        {
          const DeviceScope scope(share < 1 ? &fake.gpu() : nullptr);
          both.on_gpu().update(radius, {}, both.threads());
        }
        both.alone().build(radius, both.threads());
        expect_same(both.on_gpu(), both.alone(), rows.rows());
      }
    }
  }
}

TEST(NeighboursByFake, MayStopBetweenBlocks) {
  const FakeGpu fake;
  Random random(5);
  const Matrix rows = random_rows(300, 6, 0, 0, random);
  const float radius = radius_for(rows, 10);
  ThreadPool threads(2);
  NeighbourLists lists(rows);
  const DeviceScope scope(&fake.gpu());
  {
    std::stop_source source;
    const StopScope stops(source.get_token());
    fake_cuda().before_find = [&] {
      if (fake_cuda().finds == 3) source.request_stop();
    };
    EXPECT_THROW(lists.build(radius, threads), Interrupted);
    EXPECT_EQ(fake_cuda().finds, 3U);
  }
  lists.update(radius, {}, threads);  // was never made: is built
  NeighbourLists expected(rows);
  const DeviceScope none(static_cast<const Gpu*>(nullptr));
  expected.build(radius, threads);
  expect_same(lists, expected, rows.rows());
}

// However small the room is that a caller gives, all are found.
TEST(NearRowsByFake, AnswerAsManyQueriesAsThereIsRoomFor) {
  const FakeGpu fake;
  Random random(6);
  const Matrix rows = random_rows(90, 4, 0, 0, random);
  fake_cuda().most_queries = 1000;
  NearRows near(fake.gpu(), rows, 1);
  const std::vector<std::uint32_t> all = all_rows(rows);
  std::size_t done = 0;
  std::size_t calls = 0;
  for (; done < all.size(); ++calls) {
    const NearRows::Found found = near.find(std::span(all).subspan(done), 20, 1);
    ASSERT_GT(found.size(), 0U);
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_TRUE(std::ranges::is_sorted(found.of(i)));
      for (std::uint32_t row = 20; row < rows.rows(); ++row) {
        const bool is_found = std::ranges::binary_search(found.of(i), row);
        const float apart = distance(rows.row(done + i), rows.row(row));
        EXPECT_EQ(is_found, apart <= 1) << apart;
      }
    }
    done += found.size();
  }
  EXPECT_GT(calls, 5U);
  EXPECT_LT(calls, all.size());
}

// Where there is a GPU --------------------------------------------------------------------------

class GpuNeighbours : public ::testing::Test {
 protected:
  void SetUp() override {
    if (device_named("auto") == nullptr) testing::miss_gpu();
  }
  static const Gpu& gpu() { return *device_named("auto"); }
};

TEST_F(GpuNeighbours, AreThoseOfTheProcessor) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Matrix rows = random_rows(2 + random.below(3000), 1 + random.below(130), 0, 0, random);
    follow_moves(gpu(), rows, radius_for(rows, 40), random);
  }
}

TEST_F(GpuNeighbours, AreThoseOfTheProcessorInClusters) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const float far = std::pow(10.0F, static_cast<float>(seed) / 2);
    const Matrix rows = random_rows(2000, 1 + random.below(130), 1 + random.below(50), far, random);
    follow_moves(gpu(), rows, radius_for(rows, 40), random);
  }
}

// More than one block of scores, several pieces of a row, and more than one call's room.
TEST_F(GpuNeighbours, AreThoseOfTheProcessorWhereThereAreMany) {
  Random random(9);
  const Matrix rows = random_rows(20'000, 16, 30, 3, random);
  Both both(gpu(), rows, radius_for(rows, 400));
  both.move(0.02, 1, random);
}

TEST_F(GpuNeighbours, AreFoundInOrder) {
  Random random(10);
  const Matrix rows = random_rows(9000, 20, 0, 0, random);
  NearRows near(gpu(), rows, 1);
  std::vector<std::uint32_t> queries = all_rows(rows);
  random.shuffle(std::span(queries));
  queries.resize(300);
  const float reach = radius_for(rows, 500);
  for (std::size_t done = 0; done < queries.size();) {
    const NearRows::Found found = near.find(std::span(queries).subspan(done), 123, reach);
    ASSERT_GT(found.size(), 0U);
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::vector<std::uint32_t> expected;
      for (std::uint32_t row = 123; row < rows.rows(); ++row) {
        const float apart = distance(rows.row(queries[done + i]), rows.row(row));
        if (apart <= reach) expected.push_back(row);
      }
      EXPECT_TRUE(std::ranges::is_sorted(found.of(i)));
      EXPECT_TRUE(std::ranges::includes(found.of(i), expected));
      EXPECT_LE(found.of(i).size(), expected.size() + 5);
    }
    done += found.size();
  }
}

TEST_F(GpuNeighbours, MayHaveAnyNumbers) {
  Random random(11);
  Matrix rows = random_rows(30, 5, 0, 0, random);
  { Both(gpu(), rows, std::numeric_limits<float>::infinity()); }
  rows(7, 2) = std::numeric_limits<float>::quiet_NaN();
  { Both(gpu(), rows, 1); }
  rows(3, 1) = 1e19F;
  { Both(gpu(), rows, 1); }
  rows = Matrix(40, 3);
  { Both(gpu(), rows, 0); }
  for (float& value : rows.values()) value = 1e-22F * random_component(random);
  { Both(gpu(), rows, 1e-22F); }
}

}  // namespace
}  // namespace gntp
