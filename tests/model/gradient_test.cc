#include "model/gradient.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gntp {
namespace {

Gradient make_gradient() {
  return Gradient({{{4, 2}, {5, 2}, {2, 3}, {3, 2}, {3, 1}, {2, 1}}});
}

void add(Gradient& gradient, Table table, std::size_t row, float value) {
  for (float& element : gradient.row(table, row)) element += value;
}

TEST(Gradient, KnowsWhatWasTouchedInOrder) {
  Gradient gradient = make_gradient();
  EXPECT_TRUE(gradient.touched(Table::kEntities).empty());
  add(gradient, Table::kEntities, 3, 1);
  add(gradient, Table::kEntities, 0, 2);
  add(gradient, Table::kEntities, 3, 0.5F);
  EXPECT_TRUE(std::ranges::equal(gradient.touched(Table::kEntities), std::vector{3U, 0U}));
  EXPECT_TRUE(gradient.touched(Table::kPredicates).empty());
  EXPECT_TRUE(gradient.is_touched(Table::kEntities, 3));
  EXPECT_FALSE(gradient.is_touched(Table::kEntities, 1));
  EXPECT_EQ(gradient.at(Table::kEntities, 3)[1], 1.5F);
}

TEST(Gradient, TablesHaveTheirOwnShapes) {
  Gradient gradient = make_gradient();
  EXPECT_EQ(gradient.row(Table::kEntities, 3).size(), 2U);
  EXPECT_EQ(gradient.row(Table::kPredicates, 4).size(), 2U);
  EXPECT_EQ(gradient.row(Table::kAttention, 1).size(), 3U);
}

TEST(Gradient, ForgetsSomeRows) {
  Gradient gradient = make_gradient();
  for (const std::size_t row : {4U, 1U, 2U}) add(gradient, Table::kPredicates, row, 1);
  gradient.forget(Table::kPredicates, 2, 4);
  EXPECT_TRUE(std::ranges::equal(gradient.touched(Table::kPredicates), std::vector{4U, 1U}));
  EXPECT_FALSE(gradient.is_touched(Table::kPredicates, 2));
  EXPECT_EQ(gradient.at(Table::kPredicates, 1)[0], 1);
  EXPECT_EQ(gradient.row(Table::kPredicates, 2)[0], 0);
}

TEST(Gradient, ClearsEverything) {
  Gradient gradient = make_gradient();
  for (const Table table : kTables) add(gradient, table, 1, 1);
  gradient.slope = 2;
  gradient.clear();
  for (const Table table : kTables) {
    EXPECT_TRUE(gradient.touched(table).empty());
    EXPECT_EQ(gradient.row(table, 1)[0], 0);
  }
  EXPECT_EQ(gradient.slope, 0);
}

TEST(Gradient, NormAndScaleCoverAllTables) {
  Gradient gradient = make_gradient();
  add(gradient, Table::kEntities, 0, 2);    // 2 * 4
  add(gradient, Table::kPredicates, 4, 1);  // 2 * 1
  add(gradient, Table::kAttention, 1, -3);  // 3 * 9
  gradient.slope = 100;
  EXPECT_DOUBLE_EQ(gradient.norm(), std::sqrt(37.0));
  gradient.scale(0.5F);
  EXPECT_DOUBLE_EQ(gradient.norm(), std::sqrt(37.0) / 2);
  EXPECT_EQ(gradient.slope, 50);
  EXPECT_EQ(gradient.at(Table::kAttention, 1)[2], -1.5F);
}

}  // namespace
}  // namespace gntp
