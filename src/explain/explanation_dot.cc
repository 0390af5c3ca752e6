// An explanation as a graph for Graphviz. Each proof is a cluster: its goals are boxes, facts are
// green, and an arrow leads from a goal to each goal of its rule's body. What stands beside the
// proofs (known facts that speak against the fact, what vectors say) is a note.
#include <fmt/format.h>
#include <gntp/explanation.h>

#include "base/visible.h"
#include "explain/explanation.h"

namespace gntp {
namespace {

// A string of the DOT language. Graphviz reads backslashes and entities of HTML in labels.
std::string quoted_dot(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        result += "\\\"";
        break;
      case '\\':
        result += "\\\\";
        break;
      case '&':
        result += "&amp;";
        break;
      default:
        result += c;
    }
  }
  return result + '"';
}

// Lines of a label, each of them set flush left; `joined` once they are all there.
class Label {
 public:
  void add(std::string_view line) { lines_.push_back(visible(line)); }

  std::string joined() const {
    std::string text;
    for (const std::string& line : lines_) {
      const std::string quoted = quoted_dot(line);
      text += fmt::format("{}\\l", std::string_view(quoted).substr(1, quoted.size() - 2));
    }
    return fmt::format("\"{}\"", text);
  }

 private:
  std::vector<std::string> lines_;
};

constexpr std::string_view kMark = "  ◀ weakest link";

class DotWriter {
 public:
  std::string write(const Explanation& explanation) {
    const std::string fact = visible(shown(explanation.fact, explanation.in_words));
    text_ = fmt::format(
        "digraph {} {{\n"
        "  graph [label={}, labelloc=t, fontname=\"sans-serif\"]\n"
        "  node [shape=box, style=\"rounded,filled\", fontname=\"monospace\", "
        "fontsize=11]\n"
        "  edge [color=\"#666666\"]\n",
        quoted_dot(fact), title_of(explanation, fact));
    for (std::size_t i = 0; i < explanation.proofs.size(); ++i) {
      write_proof(explanation.proofs[i], i + 1, explanation.proofs.size());
    }
    if (explanation.proofs.empty()) {
      text_ += fmt::format("  none [label={}, fillcolor=white]\n",
                           quoted_dot(fmt::format("{} has no proof that scores above the floor "
                                                  "({:.3g})",
                                                  fact, explanation.floor)));
    }
    write_notes(explanation);
    return text_ + "}\n";
  }

 private:
  static std::string title_of(const Explanation& explanation, const std::string& fact) {
    std::string title = explanation.known ? fact + " (known)" : fact;
    if (explanation.probability)
      title += fmt::format(", probability {:.3g}", *explanation.probability);
    std::string quoted = quoted_dot(title);
    if (explanation.verdict.empty()) return quoted;
    quoted.pop_back();
    return fmt::format("{}\\n{}", quoted, quoted_dot(visible(explanation.verdict)).substr(1));
  }

  void write_proof(const ExplainedProof& proof, std::size_t number, std::size_t all) {
    const std::string title = fmt::format("{}, score {}{}", title_of_proof(number, all),
                                          score_text(proof.score), remarks_on(proof));
    text_ += fmt::format(
        "  subgraph cluster_{} {{\n    graph [label={}, style=rounded, color=\"#bbbbbb\"]\n",
        number, quoted_dot(visible(title)));
    proof_ = number;
    nodes_ = 0;
    write_node(proof.root);
    text_ += "  }\n";
  }

  // The name of its node.
  std::string write_node(const ExplanationNode& node) {
    std::string name = fmt::format("proof{}_{}", proof_, ++nodes_);
    const bool is_rule = node.kind == ExplanationNode::Kind::kRule;
    const bool as_it_is = !is_rule && node.source == node.goal;
    bool weakest = hides_weakest(node);
    Label label;
    label.add(shown(node.goal, node.goal_in_words));
    label.add(fmt::format("{}{}{}   {}{}", is_rule ? "rule" : "fact", as_it_is ? "" : "  ",
                          as_it_is ? std::string() : shown(node.source, node.source_in_words),
                          score_text(node.score), weakest ? kMark : ""));
    for (const ExplainedLink& link : node.links) {
      if (link.same) continue;
      weakest = weakest || link.weakest;
      label.add(fmt::format("  {}  {}{}", pair_text(link), score_text(link.score),
                            link.weakest ? kMark : ""));
    }
    if (node.mentioned > 0) label.add("  " + mentioned_text(node));
    text_ += fmt::format("    {} [label={}, fillcolor=\"{}\"{}]\n", name, label.joined(),
                         is_rule ? "#e8f1fa" : "#e9f5ea",
                         weakest ? ", color=\"#c4571b\", penwidth=2" : "");
    for (const ExplanationNode& child : node.children) {
      const std::string below = write_node(child);
      text_ += fmt::format("    {} -> {}\n", name, below);
    }
    return name;
  }

  void write_notes(const Explanation& explanation) {
    if (!explanation.against.empty()) {
      Label label;
      label.add("known facts that speak against it:");
      for (const CounterEvidence& each : explanation.against) label.add("  " + line_of(each));
      write_note("against", label, "#fbeaea");
    }
    if (explanation.similar) {
      Label label;
      label.add("what vectors say:");
      for (const std::string& line : lines_of(*explanation.similar)) label.add("  " + line);
      write_note("similar", label, "#f5f0fa");
    }
  }

  void write_note(std::string_view name, const Label& label, std::string_view color) {
    text_ += fmt::format("  {} [shape=note, style=filled, fillcolor=\"{}\", label={}]\n", name,
                         color, label.joined());
  }

  std::string text_;
  std::size_t proof_ = 0;  // the number of the one that is written
  std::size_t nodes_ = 0;  // that it has so far
};

}  // namespace

std::string Explanation::to_dot() const {
  return DotWriter().write(*this);
}

}  // namespace gntp
