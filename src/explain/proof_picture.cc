#include "explain/proof_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/html.h"
#include "base/utf8.h"
#include "base/visible.h"
#include "base/wrapping.h"
#include "explain/explanation.h"

namespace gntp {
namespace {

constexpr std::size_t kColumns = 48;  // the most that a box is wide
constexpr std::size_t kMostLines = 4;
constexpr double kPadding = 10;
constexpr double kBetweenColumns = 46;
constexpr double kBetweenBoxes = 14;

constexpr std::string_view kMark = "weakest link ";

// Text at the left of a box and, in the same line, at its right.
struct Row {
  std::string left;
  std::string right = {};
  std::string_view style = {};  // of the left text
  std::string_view right_style = "quiet";
  std::string full = {};  // where the left text is shortened
};

std::size_t columns_of(const Row& row) {
  const std::size_t right = display_width(row.right);
  return display_width(row.left) + (right > 0 ? right + 2 : 0);
}

struct Box {
  std::vector<Row> rows;
  std::string_view style;
  double width = 0;
  double height = 0;
  double x = 0;
  double y = 0;
  double tree_height = 0;  // with all that is below it
  std::vector<Box> children;
};

void add_wrapped(Box& box, const std::string& text, std::string_view style) {
  const std::string safe = visible(text);
  const Wrapped wrapped = wrap(safe, kColumns, kMostLines);
  for (const std::string& line : wrapped.lines) {
    box.rows.push_back(
        {.left = line, .style = style, .full = wrapped.shortened ? safe : std::string()});
  }
}

void add_link(Box& box, const ExplainedLink& link) {
  const std::string score = fmt::format("{}{}", link.weakest ? kMark : "", score_text(link.score));
  const std::size_t room = kColumns - display_width(score) - 2;
  const std::string safe = visible(pair_text(link));
  const Wrapped wrapped = wrap(safe, room, kMostLines);
  for (const std::string& line : wrapped.lines) {
    const bool last = &line == &wrapped.lines.back();
    box.rows.push_back({.left = line,
                        .right = last ? score : std::string(),
                        .style = link.weakest ? "weak" : "quiet",
                        .right_style = link.weakest ? "weak" : "quiet",
                        .full = wrapped.shortened ? safe : std::string()});
  }
}

Box box_of(const ExplanationNode& node) {
  Box box;
  const bool is_rule = node.kind == ExplanationNode::Kind::kRule;
  const bool as_it_is = !is_rule && node.source == node.goal;
  const bool hidden = hides_weakest(node);
  const bool weakest = hidden || std::ranges::any_of(node.links, &ExplainedLink::weakest);
  box.style = weakest ? (is_rule ? "rule weakest" : "fact weakest") : (is_rule ? "rule" : "fact");
  box.rows.push_back({.left = is_rule    ? "by a rule"
                              : as_it_is ? "fact"
                                         : "by a fact like it",
                      .right = fmt::format("{}{}", hidden ? kMark : "", score_text(node.score)),
                      .style = is_rule ? "rule-tag" : "fact-tag",
                      .right_style = hidden ? "weak" : "quiet"});
  add_wrapped(box, shown(node.goal, node.goal_in_words), "goal");
  if (!as_it_is) add_wrapped(box, shown(node.source, node.source_in_words), "source");
  for (const ExplainedLink& link : node.links) {
    if (!link.same) add_link(box, link);
  }
  if (!node.sentences.empty()) {
    const Quotation& first = node.sentences.front();
    add_wrapped(box, fmt::format("“{}” {}:{}", first.text, first.file, first.line), "quiet");
  } else if (node.mentioned > 0) {
    add_wrapped(box, mentioned_text(node), "quiet");
  }
  std::size_t columns = 0;
  for (const Row& row : box.rows) columns = std::max(columns, columns_of(row));
  box.width = static_cast<double>(columns) * kColumn + 2 * kPadding;
  box.height = static_cast<double>(box.rows.size()) * kLineHeight + 2 * kPadding;
  for (const ExplanationNode& child : node.children) box.children.push_back(box_of(child));
  return box;
}

// The widest box of each column, from `depth` on.
void widen(const Box& box, std::size_t depth, std::vector<double>& widths) {
  if (widths.size() <= depth) widths.push_back(0);
  widths[depth] = std::max(widths[depth], box.width);
  for (const Box& child : box.children) widen(child, depth + 1, widths);
}

double children_height(const Box& box) {
  double height = box.children.empty() ? 0 : -kBetweenBoxes;
  for (const Box& child : box.children) height += child.tree_height + kBetweenBoxes;
  return height;
}

void measure(Box& box) {
  for (Box& child : box.children) measure(child);
  box.tree_height = std::max(box.height, children_height(box));
}

// Puts a tree where its highest point is `top`; a box is in the middle of its children and as wide
// as its column.
void place(Box& box, double top, std::size_t depth, const std::vector<double>& lefts) {
  box.x = lefts[depth];
  box.width = lefts[depth + 1] - lefts[depth] - kBetweenColumns;
  box.y = top + (box.tree_height - box.height) / 2;
  double next = top + (box.tree_height - children_height(box)) / 2;
  for (Box& child : box.children) {
    place(child, next, depth + 1, lefts);
    next += child.tree_height + kBetweenBoxes;
  }
}

void draw(const Box& box, std::string& shapes) {
  for (const Box& child : box.children) {
    const double from_x = box.x + box.width;
    const double from_y = box.y + box.height / 2;
    const double to_y = child.y + child.height / 2;
    const double middle = child.x - kBetweenColumns / 2;
    shapes += fmt::format(
        "<path class=\"arm\" d=\"M{:.1f} {:.1f} C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}\"/>\n",
        from_x, from_y, middle, from_y, middle, to_y, child.x, to_y);
    draw(child, shapes);
  }
  shapes += fmt::format(
      "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
      "rx=\"7\"/>\n",
      box.style, box.x, box.y, box.width, box.height);
  double y = box.y + kPadding + kFontSize;
  for (const Row& row : box.rows) {
    shapes += svg_text(box.x + kPadding, y, row.style, row.left, row.full);
    if (!row.right.empty()) {
      shapes += svg_text(box.x + box.width - kPadding, y, fmt::format("{} right", row.right_style),
                         row.right);
    }
    y += kLineHeight;
  }
}

}  // namespace

std::string svg_text(double x, double y, std::string_view style, std::string_view text,
                     std::string_view full) {
  const std::string title =
      full.empty() ? std::string() : fmt::format("<title>{}</title>", escape_html(full));
  return fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}{}</text>\n", style, x, y,
                     title, escape_html(text));
}

ProofPicture picture_of(const ExplainedProof& proof) {
  Box root = box_of(proof.root);
  std::vector<double> widths;
  widen(root, 0, widths);
  std::vector<double> lefts{0};  // of the columns, and of one behind the last
  for (const double width : widths) lefts.push_back(lefts.back() + width + kBetweenColumns);
  measure(root);
  place(root, 0, 0, lefts);
  ProofPicture picture{lefts.back() - kBetweenColumns, root.tree_height, {}};
  draw(root, picture.shapes);
  return picture;
}

std::string_view picture_style() {
  return R"(<style>
.gntp-proofs text { font: 12px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace;
  white-space: pre; fill: #1f2328; }
.gntp-proofs .paper { fill: #ffffff; }
.gntp-proofs .title { font-size: 15px; font-weight: 600; }
.gntp-proofs .heading { font-weight: 600; }
.gntp-proofs .goal { font-weight: 600; }
.gntp-proofs .source { fill: #3b4754; }
.gntp-proofs .rule-tag { fill: #2f6f9f; }
.gntp-proofs .fact-tag { fill: #2b7a3b; }
.gntp-proofs .quiet { fill: #59636e; }
.gntp-proofs .weak { fill: #b4480f; font-weight: 600; }
.gntp-proofs .against { fill: #b02a37; }
.gntp-proofs .right { text-anchor: end; }
.gntp-proofs .arm { fill: none; stroke: #8c959f; stroke-width: 1.5; }
.gntp-proofs .rule { fill: #eef4fb; stroke: #9dbfe3; }
.gntp-proofs .fact { fill: #edf7ee; stroke: #9fcfa4; }
.gntp-proofs .weakest { stroke: #c4571b; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  .gntp-proofs text { fill: #e6edf3; }
  .gntp-proofs .paper { fill: #0d1117; }
  .gntp-proofs .source { fill: #c3ccd5; }
  .gntp-proofs .rule-tag { fill: #79b8e8; }
  .gntp-proofs .fact-tag { fill: #6fc27e; }
  .gntp-proofs .quiet { fill: #9aa4ae; }
  .gntp-proofs .weak { fill: #f0985a; }
  .gntp-proofs .against { fill: #ff8182; }
  .gntp-proofs .arm { stroke: #6e7681; }
  .gntp-proofs .rule { fill: #132031; stroke: #2d5a88; }
  .gntp-proofs .fact { fill: #12261a; stroke: #2f6b3a; }
  .gntp-proofs .weakest { stroke: #e0793a; }
}
</style>
)";
}

}  // namespace gntp
