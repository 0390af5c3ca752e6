#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "explain/explanation.h"
#include "explain/ink.h"
#include "kb/syntax.h"

namespace gntp {
namespace {

struct Strokes {
  std::string_view branch;
  std::string_view last_branch;
  std::string_view bar;
  std::string_view mark;  // of the weakest link
};
constexpr Strokes kUnicodeStrokes{"├─ ", "└─ ", "│  ", "  ◀ weakest link"};
constexpr Strokes kAsciiStrokes{"|- ", "`- ", "|  ", "  <- weakest link"};
constexpr std::string_view kNoBar = "   ";

constexpr std::size_t kShownSentences = 3;

// Smaller scores would read as zero.
constexpr double kSmallest = 0.0005;

void pad(std::string& text, std::size_t to) {
  const std::size_t now = display_width(text);
  if (now < to) text.append(to - now, ' ');
}

std::string symbol_text(ExplainedLink::Kind kind, const ExplainedSymbol& symbol) {
  const bool entity = kind == ExplainedLink::Kind::kEntity;
  const std::string text = !symbol.in_words.empty() ? query_name(symbol.in_words)
                           : entity                 ? quoted(symbol.name)
                                                    : quoted_predicate(symbol.name);
  return symbol.learned ? "learned " + text : text;
}

// The similarities of the learned predicates, each where its atom begins in `head :- body, ...`;
// empty where all are fixed.
std::string similarities_text(const std::vector<ExplainedAtom>& rule) {
  std::string text;
  std::size_t column = 0;
  for (std::size_t i = 0; i < rule.size(); ++i) {
    if (rule[i].learned) {
      pad(text, column);
      text += '~' + score_text(rule[i].similarity);
    }
    const std::string_view separator = i == 0 ? " :- " : ", ";
    column += display_width(shown(rule[i].text, rule[i].in_words)) + separator.size();
  }
  return text;
}

const std::string& goal_of(const ExplanationNode& node) {
  return shown(node.goal, node.goal_in_words);
}
const std::string& source_of(const ExplanationNode& node) {
  return shown(node.source, node.source_in_words);
}

class Drawer {
 public:
  Drawer(const Strokes& strokes, Ink ink) : strokes_(strokes), ink_(ink) {}

  std::string draw(const ExplainedProof& proof) {
    const ExplanationNode& root = proof.root;
    text_ = fmt::format("{}   score {}\n", ink_.strong(goal_of(root)),
                        ink_.strong(score_text(proof.score)));
    draw_source(root, "");
    draw_children(root, "");
    return text_;
  }

 private:
  // A goal that stands as it is among the facts takes one line, any other has its source below.
  void draw_node(const ExplanationNode& node, const std::string& indent) {
    text_ += goal_of(node);
    if (node.kind == ExplanationNode::Kind::kFact && node.source == node.goal) {
      text_ += fmt::format("   {} {}{}\n", ink_.fact("fact"), score_text(node.score),
                           mark_of_hidden(node));
      draw_links(node, fmt::format("{}{}", indent, kNoBar));
      draw_sentences(node, fmt::format("{}{}", indent, kNoBar));
      return;
    }
    text_ += '\n';
    draw_source(node, indent);
    draw_children(node, indent);
  }

  void draw_source(const ExplanationNode& node, const std::string& indent) {
    const bool is_rule = node.kind == ExplanationNode::Kind::kRule;
    const std::string margin = fmt::format("{}{}", indent, is_rule ? bar() : std::string(kNoBar));
    const std::string_view label = is_rule ? "rule  " : "fact  ";
    text_ += fmt::format("{}{}{}   {}{}\n", margin, is_rule ? ink_.rule(label) : ink_.fact(label),
                         source_of(node), score_text(node.score), mark_of_hidden(node));
    const std::string below = margin + std::string(label.size(), ' ');
    const std::string similarities = similarities_text(node.rule);
    if (!similarities.empty()) text_ += fmt::format("{}{}\n", below, ink_.quiet(similarities));
    draw_links(node, below);
    draw_sentences(node, below);
  }

  void draw_sentences(const ExplanationNode& node, const std::string& indent) {
    const std::size_t shown = std::min(node.sentences.size(), kShownSentences);
    for (std::size_t i = 0; i < shown; ++i) {
      const Quotation& sentence = node.sentences[i];
      const std::string place = fmt::format("{}:{}", sentence.file, sentence.line);
      text_ += fmt::format("{}{}  {}\n", indent, ink_.quiet(place), sentence.text);
    }
    if (shown < node.sentences.size()) {
      text_ += fmt::format("{}and {} more\n", indent, node.sentences.size() - shown);
    } else if (shown == 0 && node.mentioned > 0) {
      text_ += fmt::format("{}mentioned {}\n", indent,
                           node.mentioned == 1 ? "once" : fmt::format("{} times", node.mentioned));
    }
  }

  void draw_links(const ExplanationNode& node, const std::string& indent) {
    std::size_t widest = 0;
    for (const ExplainedLink& link : node.links) {
      if (!link.same) widest = std::max(widest, display_width(pair_text(link)));
    }
    for (const ExplainedLink& link : node.links) {
      if (link.same) continue;
      std::string pair = pair_text(link);
      pad(pair, widest);
      text_ += fmt::format("{}{}  {}{}\n", indent, pair, score_text(link.score),
                           link.weakest ? ink_.weak(strokes_.mark) : "");
    }
  }

  void draw_children(const ExplanationNode& node, const std::string& indent) {
    for (const ExplanationNode& child : node.children) {
      const bool last = &child == &node.children.back();
      text_ +=
          fmt::format("{}{}", indent, ink_.quiet(last ? strokes_.last_branch : strokes_.branch));
      draw_node(child, fmt::format("{}{}", indent, last ? std::string(kNoBar) : bar()));
    }
  }

  std::string bar() const { return ink_.quiet(strokes_.bar); }

  // Where nothing is weaker than a symbol's match with itself, the step's own line has the mark.
  std::string mark_of_hidden(const ExplanationNode& node) const {
    return hides_weakest(node) ? ink_.weak(strokes_.mark) : std::string();
  }

  const Strokes& strokes_;
  Ink ink_;
  std::string text_;
};

}  // namespace

std::string score_text(double score) {
  return score >= kSmallest ? fmt::format("{:.3f}", score) : fmt::format("{:.1e}", score);
}

std::string pair_text(const ExplainedLink& link) {
  if (link.kind == ExplainedLink::Kind::kConfidence) return "confidence";
  return fmt::format("{} ~ {}", symbol_text(link.kind, link.goal),
                     symbol_text(link.kind, link.other));
}

bool hides_weakest(const ExplanationNode& node) {
  return std::ranges::any_of(node.links,
                             [](const ExplainedLink& link) { return link.same && link.weakest; });
}

std::string to_text(const ExplainedProof& proof, Drawing drawing, Colors colors) {
  const Strokes& strokes = drawing == Drawing::kUnicode ? kUnicodeStrokes : kAsciiStrokes;
  return Drawer(strokes, Ink(colors)).draw(proof);
}

}  // namespace gntp
