// An explanation as a piece of HTML: proofs as trees to open and close.
#include <fmt/format.h>
#include <gntp/explanation.h>

#include <algorithm>

#include "base/html.h"
#include "explain/explanation.h"

namespace gntp {
namespace {

std::string code(std::string_view text) {
  return fmt::format("<code>{}</code>", escape_html(text));
}

const std::string& words_of(const ExplainedSymbol& symbol) {
  return shown(symbol.name, symbol.in_words);
}

std::string link_text(const ExplainedLink& link) {
  const std::string what =
      link.kind == ExplainedLink::Kind::kConfidence
          ? "confidence of the rule"
          : fmt::format("{}{} ≈ {}{}", link.goal.learned ? "learned " : "",
                        code(words_of(link.goal)), link.other.learned ? "learned " : "",
                        code(words_of(link.other)));
  return fmt::format("<li>{}{} {}</li>", html_bar(link.score),
                     link.weakest ? " <span class=\"weakest\">weakest link</span>" : "", what);
}

std::string sentences_of(const ExplanationNode& node) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, node.sentences.size()); ++i) {
    const Quotation& sentence = node.sentences[i];
    text += fmt::format("<blockquote>{} <span class=\"quiet\">{}:{}</span></blockquote>",
                        escape_html(sentence.text), escape_html(sentence.file), sentence.line);
  }
  if (node.sentences.size() > kShown) {
    text += fmt::format("<p class=\"quiet\">and {} more</p>", node.sentences.size() - kShown);
  } else if (node.sentences.empty() && node.mentioned > 0) {
    text += fmt::format("<p class=\"quiet\">{}</p>", mentioned_text(node));
  }
  return text;
}

// A goal, what proves it, and below it the goals of the rule's body.
std::string node_html(const ExplanationNode& node) {
  const bool is_rule = node.kind == ExplanationNode::Kind::kRule;
  const std::string goal = code(shown(node.goal, node.goal_in_words));
  std::string inner;
  for (const ExplainedLink& link : node.links) {
    if (!link.same || link.weakest) inner += link_text(link);
  }
  for (const ExplanationNode& child : node.children) {
    inner += fmt::format("<li>{}</li>", node_html(child));
  }
  const std::string quoted = sentences_of(node);
  if (!is_rule && node.source == node.goal && inner.empty() && quoted.empty()) {
    return fmt::format("{} <span class=\"badge\">fact</span>", goal);
  }
  const bool same = node.source == node.goal;
  const std::string source = same ? "" : " " + code(shown(node.source, node.source_in_words));
  return fmt::format(
      "<details open><summary>{} <span class=\"badge\">{}</span></summary>{}{}{}</details>", goal,
      is_rule ? "by a rule"
      : same  ? "fact"
              : "by a fact that is like it",
      source.empty() ? "" : fmt::format("<div class=\"quiet\">{}</div>", source),
      inner.empty() ? "" : fmt::format("<ul>{}</ul>", inner), quoted);
}

std::string heading(const ExplainedProof& proof, std::size_t number, std::size_t all) {
  const std::string text = all > 1 ? fmt::format("Proof {} of {}: ", number, all) : "Proof: ";
  return text + html_bar(proof.score) + remarks_on(proof);
}

std::string against_html(const CounterEvidence& against) {
  const auto& facts = against.facts_in_words.empty() ? against.facts : against.facts_in_words;
  std::string text = fmt::format("<li>odds times {:.3g}: {}", against.factor, code(facts.front()));
  if (facts.size() > 1) text += fmt::format(" and {} more", facts.size() - 1);
  return text + fmt::format(" with the same {}</li>", name_of(against.shared));
}

std::string row(std::string_view name, double number) {
  return fmt::format("<tr><td class=\"number\">{:.2f}</td><td>{}</td></tr>", number, code(name));
}

std::string similar_html(const SimilarityEvidence& similar) {
  std::string text;
  const auto list = [&](std::string_view title, const std::vector<SimilarEntity>& entities) {
    if (entities.empty()) return;
    text += fmt::format("<div>{}: ", title);
    for (const SimilarEntity& each : entities) {
      text += fmt::format("{}{} <span class=\"quiet\">{:.2f}</span>",
                          &each == &entities.front() ? "" : ", ",
                          code(shown(each.name, each.in_words)), each.similarity);
    }
    text += "</div>";
  };
  list("Like the head", similar.like_head);
  list("Like the tail", similar.like_tail);
  if (similar.facts.empty()) return text + "<div>No known fact of the relation is like it.</div>";
  text += "<div>Known facts that are like it:</div><table>";
  for (const SimilarFact& each : similar.facts) {
    text += row(shown(each.fact, each.in_words), each.similarity);
  }
  return text + "</table>";
}

}  // namespace

std::string Explanation::to_html() const {
  std::string body = fmt::format("<div><strong>{}</strong>", code(shown(fact, in_words)));
  if (known) body += " <span class=\"badge\">known</span>";
  body += "</div>";
  if (probability) body += fmt::format("<div>Probability: {}</div>", html_bar(*probability));
  if (!verdict.empty()) body += fmt::format("<div>{}</div>", escape_html(verdict));
  if (!against.empty()) {
    body += "<div>Known facts that speak against it:</div><ul>";
    for (const CounterEvidence& each : against) body += against_html(each);
    body += "</ul>";
  }
  if (proofs.empty()) {
    body += fmt::format("<div>It has no proof that scores above the floor ({:.3g}).</div>", floor);
  }
  for (std::size_t i = 0; i < proofs.size(); ++i) {
    body += fmt::format("<details{}><summary>{}</summary><ul><li>{}</li></ul></details>",
                        i < 3 ? " open" : "", heading(proofs[i], i + 1, proofs.size()),
                        node_html(proofs[i].root));
  }
  if (similar) {
    body += fmt::format("<details><summary>What vectors say</summary>{}</details>",
                        similar_html(*similar));
  }
  return html_piece(body);
}

}  // namespace gntp
