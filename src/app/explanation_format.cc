#include "app/explanation_format.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/html.h"
#include "base/text.h"
#include "explain/explanation.h"

namespace gntp {
namespace {

// Around the pieces, which bring their own style.
constexpr std::string_view kPageStyle = R"(<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 1.5em clamp(.8em, 4vw, 3em); background: Canvas; color: CanvasText; }
article { padding-bottom: 1.2em; margin-bottom: 1.2em; border-bottom: 1px solid rgba(128,128,128,.35);
  overflow-wrap: anywhere; }
article .gntp > div:first-child code { font-size: 1.25rem; font-weight: 600; }
article:last-of-type { border: 0; }
@media print { details::details-content { content-visibility: visible; height: auto; }
  article { break-inside: avoid-page; } }
</style>)";

}  // namespace

ExplanationFormat parse_explanation_format(std::string_view name) {
  if (name == "text") return ExplanationFormat::kText;
  if (name == "json") return ExplanationFormat::kJson;
  if (name == "dot") return ExplanationFormat::kDot;
  if (name == "svg") return ExplanationFormat::kSvg;
  if (name == "html") return ExplanationFormat::kHtml;
  throw UsageError(
      fmt::format("--format must be text, json, dot, svg or html, not '{}'", excerpt(name)));
}

ExplanationPrinter::ExplanationPrinter(const Console& console, ExplanationFormat format,
                                       Asked asked, Drawn drawn)
    : console_(console), format_(format), asked_(asked), drawn_(drawn) {
  if (format == ExplanationFormat::kSvg && asked == Asked::kMany) {
    throw UsageError(
        "an SVG file holds one picture; for many facts use --format html (one page) or dot (one "
        "graph after the other)");
  }
}

void ExplanationPrinter::print(const Explanation& explanation) {
  const bool first = printed_++ == 0;
  switch (format_) {
    case ExplanationFormat::kText:
      console_.print((first ? "" : "\n") + explanation.to_text(drawn_.drawing, drawn_.colors));
      return;
    case ExplanationFormat::kJson:
      if (asked_ == Asked::kMany) {
        console_.print_json_line(to_json(explanation));
      } else {
        console_.print_json(to_json(explanation));
      }
      return;
    case ExplanationFormat::kDot:
      console_.print(explanation.to_dot());
      return;
    case ExplanationFormat::kSvg:
      console_.print(explanation.to_svg());
      return;
    case ExplanationFormat::kHtml:
      break;
  }
  if (first) {
    start_page(asked_ == Asked::kMany ? std::string_view("Explained facts")
                                      : shown(explanation.fact, explanation.in_words));
  }
  console_.print(fmt::format("<article>{}</article>\n", without_style(explanation.to_html())));
}

void ExplanationPrinter::finish() {
  if (format_ != ExplanationFormat::kHtml) return;
  if (printed_ == 0) start_page("Explained facts");
  console_.print(fmt::format("</main>\n{}", html_page_end()));
}

void ExplanationPrinter::start_page(std::string_view title) {
  console_.print(html_page_start(title, fmt::format("{}\n{}", html_piece_style(), kPageStyle)) +
                 "<main>\n");
}

}  // namespace gntp
