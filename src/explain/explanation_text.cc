// A whole explanation as text: what decides, what speaks against it, and the proofs.
#include <fmt/format.h>
#include <gntp/explanation.h>

#include "explain/explanation.h"
#include "explain/ink.h"

namespace gntp {
namespace {

std::string list_of(const std::vector<SimilarEntity>& entities) {
  std::string text;
  for (const auto& [name, similarity, in_words] : entities) {
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", shown(name, in_words), similarity);
  }
  return text.empty() ? "none" : text;
}

}  // namespace

std::string remarks_on(const ExplainedProof& proof) {
  constexpr double kWhole = 0.9995;
  std::string text;
  if (proof.counts < kWhole * proof.score) text += fmt::format(", counts {:.3g}", proof.counts);
  if (proof.share < kWhole) {
    text += fmt::format(": {:.0f} % of the rule's groundings agree", 100 * proof.share);
  }
  if (proof.stands_back) text += ": rules without constants go first";
  return text;
}

std::string_view name_of(CounterEvidence::Shared shared) {
  switch (shared) {
    case CounterEvidence::Shared::kHead:
      return "head";
    case CounterEvidence::Shared::kTail:
      return "tail";
    case CounterEvidence::Shared::kBoth:
      break;
  }
  return "head and tail";
}

std::string mentioned_text(const ExplanationNode& node) {
  return node.mentioned == 1 ? "mentioned once in texts"
                             : fmt::format("mentioned {} times in texts", node.mentioned);
}

std::string title_of_proof(std::size_t number, std::size_t all) {
  return all > 1 ? fmt::format("proof {} of {}", number, all) : "proof";
}

std::string line_of(const CounterEvidence& against) {
  const std::string& first =
      (against.facts_in_words.empty() ? against.facts : against.facts_in_words).front();
  const std::string_view shared = name_of(against.shared);
  const std::size_t others = against.facts.size() - 1;
  if (others == 0) {
    return fmt::format("odds times {:.3g}: {} is known, with the same {}", against.factor, first,
                       shared);
  }
  return fmt::format("odds times {:.3g}: {} and {} more with the same {} are known", against.factor,
                     first, others, shared);
}

std::vector<std::string> lines_of(const SimilarityEvidence& similar) {
  std::vector<std::string> lines{fmt::format("like the head: {}", list_of(similar.like_head)),
                                 fmt::format("like the tail: {}", list_of(similar.like_tail)),
                                 similar.facts.empty() ? "no known fact of the relation is like it"
                                                       : "known facts that are like it:"};
  for (const auto& [fact, similarity, in_words] : similar.facts) {
    lines.push_back(fmt::format("  {:.2f}  {}", similarity, shown(fact, in_words)));
  }
  return lines;
}

std::string Explanation::to_text(Drawing drawing, Colors colors) const {
  const Ink ink(colors);
  if (proofs.empty() && !parts) {
    return fmt::format("{} has no proof that scores above the floor ({})\n", shown(fact, in_words),
                       floor);
  }
  std::string text;
  if (probability) {
    text += fmt::format("probability {}\n{}", ink.strong(fmt::format("{:.3g}", *probability)),
                        verdict.empty() ? "\n" : "");
  }
  if (!verdict.empty()) {
    text += verdict + '\n';
    for (const CounterEvidence& each : against) {
      text += fmt::format("  {}\n", ink.against(line_of(each)));
    }
    text += '\n';
  }
  for (std::size_t i = 0; i < proofs.size(); ++i) {
    if (proofs.size() > 1) {
      text += i == 0 ? "" : "\n";
      text += fmt::format("{}\n",
                          ink.quiet(title_of_proof(i + 1, proofs.size()) + remarks_on(proofs[i])));
    }
    text += gntp::to_text(proofs[i], drawing, colors);
  }
  if (parts && proofs.empty()) text += fmt::format("{} has no proof\n", shown(fact, in_words));
  if (!similar) return text;
  text += '\n';
  for (const std::string& line : lines_of(*similar)) text += line + '\n';
  return text;
}

}  // namespace gntp
