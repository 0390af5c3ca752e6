// The few shapes that figures are drawn with, as SVG. Coordinates are pixels, from the top left.
#pragma once

#include <string>
#include <string_view>

namespace gntp {

// The opening tag, with a white background; "</svg>\n" ends it.
std::string svg_start(double width, double height);

// `style` are further attributes, as SVG writes them.
std::string svg_line(double x1, double y1, double x2, double y2, std::string_view style);
std::string svg_circle(double x, double y, double radius, std::string_view style);
// `anchor` is start, middle or end; `text` is escaped.
std::string svg_label(double x, double y, std::string_view anchor, std::string_view text,
                      std::string_view style = "");

}  // namespace gntp
