// A proof as a picture: a tree of boxes that grows to the right, the goals of a rule's body below
// each other. Widths are those of a monospaced font, measured by columns.
#pragma once

#include <gntp/explanation.h>

#include <string>
#include <string_view>
#include <vector>

namespace gntp {

// In pixels.
inline constexpr double kFontSize = 12;
inline constexpr double kColumn = 7.4;  // more than any usual monospaced font takes
inline constexpr double kLineHeight = 17;

// A line of text. `full`, where it is not empty, is what the reader sees when pointing at it.
std::string svg_text(double x, double y, std::string_view style, std::string_view text,
                     std::string_view full = "");

struct ProofPicture {
  double width = 0;
  double height = 0;
  std::string shapes;  // from (0, 0)
};
ProofPicture picture_of(const ExplainedProof& proof);

// What the classes of the shapes look like, in light and in dark.
std::string_view picture_style();

}  // namespace gntp
