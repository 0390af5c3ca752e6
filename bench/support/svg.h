// A drawing as SVG text: shapes in pixels, the origin at the top left, on a white background that
// stays readable wherever it is shown. Fonts are generic. The text is well-formed XML whatever the
// strings contain.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace gntp::bench {

struct Point {
  double x = 0;
  double y = 0;
};

enum class Anchor { kStart, kMiddle, kEnd };

class Svg {
 public:
  // `description` is for those who cannot see the drawing.
  Svg(double width, double height, std::string_view description);

  void line(Point from, Point to, std::string_view color, double width = 1);
  void dashed_line(Point from, Point to, std::string_view color);
  void polyline(std::span<const Point> points, std::string_view color);
  // `label` appears where the viewer shows tips.
  void rectangle(Point corner, double width, double height, std::string_view color,
                 std::string_view label);
  void circle(Point center, double radius, std::string_view color, std::string_view label);
  void text(Point place, std::string_view text, Anchor anchor, double size = 12);
  void bold_text(Point place, std::string_view text, double size);
  // Upwards, centred.
  void vertical_text(Point place, std::string_view text, double size = 12);

  // The whole file.
  std::string finish() const;

 private:
  std::string body_;
};

}  // namespace gntp::bench
