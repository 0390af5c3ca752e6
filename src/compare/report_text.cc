// The table as text and as Markdown, and the files of a comparison.
#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "compare/quantities.h"
#include "compare/report.h"
#include "compare/report_table.h"

namespace gntp {
namespace {

constexpr std::size_t kTextWidth = 100;

std::string padding(std::size_t width, std::string_view text) {
  return std::string(width - std::min(width, letters_of(text)), ' ');
}

// The first column to the left, numbers to the right.
std::string aligned(const ReportTable& table) {
  std::vector<std::size_t> widths(table.heading.size());
  const auto measure = [&](const Cells& cells) {
    if (cells.size() < widths.size()) {  // a failure
      widths[0] = std::max(widths[0], letters_of(cells[0]));
      return;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      widths[i] = std::max(widths[i], letters_of(cells[i]));
    }
  };
  measure(table.heading);
  for (const Cells& row : table.rows) measure(row);
  const auto line = [&](const Cells& cells) {
    std::string text = cells[0] + padding(widths[0], cells[0]);
    for (std::size_t i = 1; i < cells.size(); ++i) {
      const bool is_failure = cells.size() < widths.size();
      text += "  " + (is_failure ? "" : padding(widths[i], cells[i])) + cells[i];
    }
    return text + '\n';
  };
  std::string text = line(table.heading);
  for (const Cells& row : table.rows) text += line(row);
  return text;
}

// A `|` would end a cell.
std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
    text.insert(at, "\\");
  }
  return text;
}

std::string markdown_table(const ReportTable& table) {
  const auto line = [&](const Cells& cells) {
    std::string text = "|";
    for (std::size_t i = 0; i < table.heading.size(); ++i) {
      text += fmt::format(" {} |", i < cells.size() ? escaped(cells[i]) : "");
    }
    return text + '\n';
  };
  std::string text = line(table.heading) + "|---|";
  for (std::size_t i = 1; i < table.heading.size(); ++i) text += "--:|";
  text += '\n';
  for (const Cells& row : table.rows) text += line(row);
  return text;
}

std::string wrapped(const std::string& paragraph) {
  std::string text;
  std::size_t used = 0;
  for (const std::string_view word : split(paragraph, ' ')) {
    const bool fits = used > 0 && used + 1 + letters_of(word) <= kTextWidth;
    if (used > 0) text += fits ? ' ' : '\n';
    used = fits ? used + 1 + letters_of(word) : letters_of(word);
    text += word;
  }
  return text + '\n';
}

// An asterisk at the beginning of a paragraph would make a list of it.
std::string markdown_note(const std::string& note) {
  return note.starts_with('*') ? '\\' + note : note;
}

}  // namespace

std::string to_text(const Comparison& comparison) {
  std::string text;
  for (const std::string& split : comparison.splits) {
    text += fmt::format("{}, {}\n\n{}\n", data_name(comparison), split,
                        aligned(table_of(comparison, split)));
  }
  for (const std::string& note : notes_of(comparison)) text += wrapped(note);
  return text;
}

std::string to_markdown(const Comparison& comparison) {
  std::string text = fmt::format("# Models on {}\n\n", data_name(comparison));
  for (const std::string& split : comparison.splits) {
    if (comparison.splits.size() > 1) text += fmt::format("## {}\n\n", split);
    text += markdown_table(table_of(comparison, split)) + '\n';
  }
  for (const std::string& note : notes_of(comparison)) text += wrapped(markdown_note(note)) + '\n';
  return text + "![MRR and time of each model](comparison.svg)\n";
}

void write_reports(const Comparison& comparison) {
  using nlohmann::ordered_json;
  const std::filesystem::path& folder = comparison.plan.out;
  write_file(folder / "comparison.md", to_markdown(comparison));
  write_file(folder / "comparison.svg", to_svg(comparison));
  write_file(
      folder / "comparison.json",
      to_json(comparison).dump(1, ' ', false, ordered_json::error_handler_t::replace) + '\n');
}

}  // namespace gntp
