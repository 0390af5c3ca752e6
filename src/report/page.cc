#include "report/page.h"

#include <fmt/format.h>

#include "base/html.h"
#include "base/utf8.h"

namespace gntp {
namespace {

// At most so many characters, with an ellipsis where it is longer.
std::string cut(std::string_view text, std::size_t most_characters) {
  if (character_count(text) <= most_characters) return std::string(text);
  std::size_t end = 0;
  for (std::size_t i = 0; i + 1 < most_characters && end < text.size(); ++i) {
    ++end;
    while (end < text.size() && is_continuation(text[end])) ++end;
  }
  return std::string(text.substr(0, end)) + "…";
}

// A page has room for a few names as long as a book, not for many.
constexpr std::size_t kLongestTitle = 2000;

std::string shortened(std::string_view element, std::string_view text,
                      std::size_t most_characters) {
  const std::string head = cut(text, most_characters);
  const bool whole = head.size() == text.size();
  const std::string title =
      whole ? std::string() : fmt::format(" title=\"{}\"", escape_html(cut(text, kLongestTitle)));
  return fmt::format("<{0}{1}>{2}</{0}>", element, title, escape_html(head));
}

}  // namespace

std::string to_html(const Section& section) {
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}"
      "</h2>\n{2}</section>\n",
      section.id, escape_html(section.title), section.html);
}

std::string grouped_number(std::size_t number) {
  std::string text = std::to_string(number);
  constexpr std::size_t kGroup = 3;
  for (std::size_t at = text.size(); at > kGroup;) {
    at -= kGroup;
    text.insert(at, ",");
  }
  return text;
}

std::string counted(std::size_t number, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", grouped_number(number), number == 1 ? singular : plural);
}

std::string short_name(std::string_view name, std::size_t most_characters) {
  return shortened("span", name, most_characters);
}

std::string short_code(std::string_view text, std::size_t most_characters) {
  return shortened("code", text, most_characters);
}

std::string paragraph(std::string_view text) {
  return fmt::format("<p>{}</p>\n", escape_html(text));
}

std::string absence(std::string_view text) {
  return fmt::format("<p class=\"absent\">{}</p>\n", escape_html(text));
}

HtmlTable::HtmlTable(std::string_view caption, std::vector<std::pair<std::string, Column>> columns)
    : caption_(caption), columns_(std::move(columns)) {}

void HtmlTable::add(const std::vector<std::string>& cells) {
  ++rows_;
  body_ += "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool number = columns_[i].second == Column::kNumber;
    body_ += i == 0 && !number
                 ? fmt::format("<th scope=\"row\">{}</th>", cells[i])
                 : fmt::format("<td{}>{}</td>", number ? " class=\"number\"" : "", cells[i]);
  }
  body_ += "</tr>\n";
}

std::string HtmlTable::html() const {
  std::string head;
  for (const auto& [name, column] : columns_) {
    head += fmt::format("<th scope=\"col\"{}>{}</th>",
                        column == Column::kNumber ? " class=\"number\"" : "", escape_html(name));
  }
  return fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{0}\"><table>\n"
      "<caption>{0}</caption>\n<thead><tr>{1}</tr></thead>\n<tbody>\n{2}</tbody>\n</table></div>\n",
      escape_html(caption_), head, body_);
}

std::string left_out(std::size_t listed, std::size_t all, std::string_view what) {
  if (listed >= all) return {};
  return fmt::format("<p class=\"quiet\">{} more {} not listed.</p>\n",
                     grouped_number(all - listed), escape_html(what));
}

std::string folded(std::string_view title_html, std::string_view html, Fold fold) {
  return fmt::format("<details{}><summary>{}</summary>\n{}</details>\n",
                     fold == Fold::kOpen ? " open" : "", title_html, html);
}

std::string figure(std::string_view svg, std::string_view title, std::string_view caption) {
  constexpr std::string_view kStart = "<svg ";
  const std::string below = caption.empty()
                                ? std::string()
                                : fmt::format("<figcaption>{}</figcaption>", escape_html(caption));
  const std::string_view rest = svg.substr(kStart.size());
  const std::size_t tag_end = rest.find('>') + 1;
  return fmt::format(
      "<figure><svg role=\"img\" aria-label=\"{0}\" {1}<title>{0}</title>{2}{3}"
      "</figure>\n",
      escape_html(title), rest.substr(0, tag_end), rest.substr(tag_end), below);
}

}  // namespace gntp
