// A whole explanation as text: what decides, what speaks against it, and the proofs.
#include <fmt/format.h>
#include <gntp/explanation.h>

#include "explain/explanation.h"

namespace gntp {
namespace {

std::string line_of(const CounterEvidence& against) {
  const std::string& first =
      (against.facts_in_words.empty() ? against.facts : against.facts_in_words).front();
  const std::string_view shared = name_of(against.shared);
  const std::size_t others = against.facts.size() - 1;
  if (others == 0) {
    return fmt::format("  odds times {:.3g}: {} is known, with the same {}\n", against.factor,
                       first, shared);
  }
  return fmt::format("  odds times {:.3g}: {} and {} more with the same {} are known\n",
                     against.factor, first, others, shared);
}

std::string list_of(const std::vector<SimilarEntity>& entities) {
  std::string text;
  for (const auto& [name, similarity, in_words] : entities) {
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", shown(name, in_words), similarity);
  }
  return text.empty() ? "none" : text;
}

// What vectors say.
std::string similar_text(const SimilarityEvidence& similar) {
  std::string text = fmt::format("like the head: {}\nlike the tail: {}\n",
                                 list_of(similar.like_head), list_of(similar.like_tail));
  if (similar.facts.empty()) return text + "no known fact of the relation is like it\n";
  text += "known facts that are like it:\n";
  for (const auto& [fact, similarity, in_words] : similar.facts) {
    text += fmt::format("  {:.2f}  {}\n", similarity, shown(fact, in_words));
  }
  return text;
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

std::string Explanation::to_text(Drawing drawing) const {
  if (proofs.empty() && !parts) {
    return fmt::format("{} has no proof that scores above the floor ({})\n", shown(fact, in_words),
                       floor);
  }
  std::string text;
  if (probability)
    text += fmt::format("probability {:.3g}{}\n", *probability, verdict.empty() ? "\n" : "");
  if (!verdict.empty()) {
    text += verdict + '\n';
    for (const CounterEvidence& each : against) text += line_of(each);
    text += '\n';
  }
  for (std::size_t i = 0; i < proofs.size(); ++i) {
    if (proofs.size() > 1) {
      text += i == 0 ? "" : "\n";
      text += fmt::format("proof {} of {}{}\n", i + 1, proofs.size(), remarks_on(proofs[i]));
    }
    text += gntp::to_text(proofs[i], drawing);
  }
  if (parts && proofs.empty()) text += fmt::format("{} has no proof\n", shown(fact, in_words));
  if (similar) text += '\n' + similar_text(*similar);
  return text;
}

}  // namespace gntp
