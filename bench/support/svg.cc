#include "support/svg.h"

#include <fmt/format.h>

#include <iterator>

namespace gntp::bench {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string_view name_of(Anchor anchor) {
  switch (anchor) {
    case Anchor::kStart:
      return "start";
    case Anchor::kMiddle:
      return "middle";
    default:
      return "end";
  }
}

constexpr std::string_view kInk = "#222222";

}  // namespace

Svg::Svg(double width, double height, std::string_view description)
    : body_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
                        "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" "
                        "font-family=\"sans-serif\">\n<title>{2}</title>\n"
                        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
                        width, height, escaped(description))) {}

void Svg::line(Point from, Point to, std::string_view color, double width) {
  body_ += fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
      "stroke-width=\"{}\"/>\n",
      from.x, from.y, to.x, to.y, escaped(color), width);
}

void Svg::dashed_line(Point from, Point to, std::string_view color) {
  body_ += fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
      "stroke-dasharray=\"5 4\"/>\n",
      from.x, from.y, to.x, to.y, escaped(color));
}

void Svg::polyline(std::span<const Point> points, std::string_view color) {
  body_ += "<polyline points=\"";
  for (const Point& point : points) {
    fmt::format_to(std::back_inserter(body_), "{:.1f},{:.1f} ", point.x, point.y);
  }
  body_ += fmt::format("\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", escaped(color));
}

void Svg::rectangle(Point corner, double width, double height, std::string_view color,
                    std::string_view label) {
  body_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\">"
      "<title>{}</title></rect>\n",
      corner.x, corner.y, width, height, escaped(color), escaped(label));
}

void Svg::circle(Point center, double radius, std::string_view color, std::string_view label) {
  body_ += fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"><title>{}</title></circle>\n",
      center.x, center.y, radius, escaped(color), escaped(label));
}

void Svg::text(Point place, std::string_view text, Anchor anchor, double size) {
  body_ += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.0f}\" text-anchor=\"{}\" "
      "fill=\"{}\">{}</text>\n",
      place.x, place.y, size, name_of(anchor), kInk, escaped(text));
}

void Svg::bold_text(Point place, std::string_view text, double size) {
  body_ += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.0f}\" font-weight=\"bold\" "
      "fill=\"{}\">{}</text>\n",
      place.x, place.y, size, kInk, escaped(text));
}

void Svg::vertical_text(Point place, std::string_view text, double size) {
  body_ += fmt::format(
      "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" font-size=\"{:.0f}\" "
      "text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
      place.x, place.y, size, kInk, escaped(text));
}

std::string Svg::finish() const {
  return body_ + "</svg>\n";
}

}  // namespace gntp::bench
