// The parts that the page of a report is made of, as HTML: headings, tables, figures, remarks.
// Texts are made safe here; what is called `html` is taken as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

// The style of the whole page, as a <style> element: light and dark, narrow screens, paper.
std::string_view report_style();

struct Section {
  std::string id;     // what links lead to
  std::string title;  // plain text
  std::string html;
};
// With a heading of the second level.
std::string to_html(const Section& section);

// "12,345".
std::string grouped_number(std::size_t number);
// "1 fact", "2 facts".
std::string counted(std::size_t number, std::string_view singular, std::string_view plural);

// A name that may be long: cut where it is, with the whole to be seen when pointing at it.
std::string short_name(std::string_view name, std::size_t most_characters = 90);
// The same as code.
std::string short_code(std::string_view text, std::size_t most_characters = 240);

// A paragraph of plain text.
std::string paragraph(std::string_view text);
// Why something is not there.
std::string absence(std::string_view text);

// A table whose cells are HTML. The first column is text, numbers stand flush right.
class HtmlTable {
 public:
  enum class Column : std::uint8_t { kText, kNumber };
  HtmlTable(std::string_view caption, std::vector<std::pair<std::string, Column>> columns);

  void add(const std::vector<std::string>& cells);
  bool is_empty() const { return rows_ == 0; }
  std::string html() const;

 private:
  std::string caption_;
  std::vector<std::pair<std::string, Column>> columns_;
  std::string body_;
  std::size_t rows_ = 0;
};

// "12 more relations are not listed." for `what` "relations are", where something was left out;
// else empty.
std::string left_out(std::size_t listed, std::size_t all, std::string_view what);

// Something to open; on paper it is open.
enum class Fold : std::uint8_t { kClosed, kOpen };
std::string folded(std::string_view title_html, std::string_view html, Fold fold = Fold::kClosed);

// A picture with a text for those who do not see it; `svg` begins with "<svg ".
std::string figure(std::string_view svg, std::string_view title, std::string_view caption = "");

}  // namespace gntp
