// The formats of 'gntp explain': how one explanation, or one after the other, becomes output.
#pragma once

#include <gntp/explanation.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/console.h"

namespace gntp {

enum class ExplanationFormat : std::uint8_t { kText, kJson, kDot, kSvg, kHtml };

// Throws UsageError for names that are none of text, json, dot, svg and html.
ExplanationFormat parse_explanation_format(std::string_view name);

// Writes explanations to a console. One thread at a time; keeps a reference to the console.
class ExplanationPrinter {
 public:
  enum class Asked : std::uint8_t { kOne, kMany };
  struct Drawn {
    Drawing drawing = Drawing::kUnicode;
    Colors colors = Colors::kNone;
  };

  // Many facts: JSON is one line for each, drawings have an empty line between them, DOT is one
  // graph after the other, HTML is one page with all of them. Throws UsageError for many in an SVG,
  // which holds one picture.
  ExplanationPrinter(const Console& console, ExplanationFormat format, Asked asked, Drawn drawn);

  void print(const Explanation& explanation);
  // What comes after the last one.
  void finish();

 private:
  void start_page(std::string_view title);

  const Console& console_;
  ExplanationFormat format_;
  Asked asked_;
  Drawn drawn_;
  std::size_t printed_ = 0;
};

}  // namespace gntp
