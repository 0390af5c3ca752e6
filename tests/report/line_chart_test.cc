#include "report/line_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gntp {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(LineChart, DrawsFewPointsOfMany) {
  LineChart chart{.title = "loss <a>", .x_title = "epoch", .lines = {}, .mark = ""};
  ChartLine line;
  for (int i = 0; i < 100000; ++i) {
    line.x.push_back(i + 1);
    line.y.push_back(1.0 / (i + 1));
  }
  chart.lines = {line};
  EXPECT_LT(to_svg(chart).size(), 10000U);
  EXPECT_THAT(to_svg(chart), HasSubstr("loss &lt;a&gt;"));
  // One point, equal points and points far from 0 have axes, too.
  for (const std::vector<double>& y :
       {std::vector<double>{0}, {3, 3}, {-1e9, 1e9}, {1e-12, 2e-12}}) {
    chart.lines = {{.name = "", .x = {}, .y = y}};
    for (std::size_t i = 0; i < y.size(); ++i)
      chart.lines[0].x.push_back(static_cast<double>(i + 1));
    EXPECT_THAT(to_svg(chart),
                AllOf(HasSubstr("<polyline"), Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
  }
}

}  // namespace
}  // namespace gntp
