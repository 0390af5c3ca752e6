#include "base/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/visible.h"

namespace gntp {
namespace {

constexpr std::string_view kStyle = R"(<style>
.gntp { font: 14px/1.5 system-ui, sans-serif; color: inherit; max-width: 72em; }
.gntp table { border-collapse: collapse; margin: .4em 0; font: inherit; }
.gntp table th { text-align: left; font-weight: 600; opacity: .7; }
.gntp table th, .gntp table td { padding: .2em .8em .2em 0; text-align: left; vertical-align: baseline;
  background: none; border: 0; border-bottom: 1px solid rgba(128,128,128,.25); }
.gntp table td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.gntp code { font: 13px/1.5 ui-monospace, monospace; background: none; color: inherit; padding: 0; }
.gntp .bar { display: inline-block; width: 5em; height: .55em; margin-right: .5em;
  border-radius: .3em; background: rgba(128,128,128,.2); overflow: hidden; }
.gntp .bar i { display: block; height: 100%; background: #2f81b7; }
.gntp .quiet { opacity: .7; }
.gntp .badge { font-size: 12px; padding: 0 .5em; border-radius: 1em; border: 1px solid currentColor;
  opacity: .8; white-space: nowrap; }
.gntp .weakest { color: #c4571b; font-weight: 600; }
.gntp details { margin: .15em 0; }
.gntp summary { cursor: pointer; }
.gntp ul { list-style: none !important; margin: 0 0 0 .45em; padding: 0 0 0 1em;
  border-left: 1px solid rgba(128,128,128,.4); }
.gntp li { margin: .2em 0; }
.gntp blockquote { margin: .2em 0; padding-left: .8em; border-left: 3px solid #2f81b7; }
</style>)";

}  // namespace

std::string escape_html(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : visible(text, LineEnds::kKept)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string html_bar(double number) {
  return fmt::format(
      "<span class=\"bar\" aria-hidden=\"true\"><i style=\"width:{:.0f}%\"></i></span>{:.3g}",
      100 * std::clamp(number, 0.0, 1.0), number);
}

std::string html_piece(std::string_view body) {
  return fmt::format("{}<div class=\"gntp\">{}</div>", kStyle, body);
}

std::string_view html_piece_style() {
  return kStyle;
}

std::string_view without_style(std::string_view piece) {
  return piece.starts_with(kStyle) ? piece.substr(kStyle.size()) : piece;
}

std::string html_page_start(std::string_view title, std::string_view style) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n{}\n</head>\n<body>\n",
      escape_html(title), style);
}

std::string html_page_end() {
  return "</body>\n</html>\n";
}

}  // namespace gntp
