#include "engine/learned_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "explain/decode.h"
#include "kb/anyburl.h"

namespace gntp {
namespace {

// A rule can be given to others where its body says what it means: relations, not learned vectors.
bool has_fixed_body(const DecodedRule& rule) {
  return std::ranges::none_of(rule.body, &DecodedPredicate::learned);
}

LearnedRule to_public(const KnowledgeBase& kb, const DecodedRule& rule) {
  LearnedRule learned;
  learned.text = to_text(kb, rule);
  learned.confidence = rule.confidence;
  learned.copies = rule.copies;
  Wording wording(kb);
  learned.atoms = explained_atoms(kb, rule, wording);
  if (wording.differs()) learned.in_words = joined_atoms(atom_texts(kb, rule, wording));
  if (!has_fixed_body(rule) || rule.confidence <= 0) return learned;
  const ClauseText clause = to_clause(kb, rule);
  learned.support = clause.counts.support;
  learned.body = clause.counts.body;
  learned.prolog = to_text(clause);
  if (learned.body > 0) {
    learned.prolog += fmt::format("  % support {} of {}", learned.support, learned.body);
  }
  learned.anyburl = to_anyburl(clause);
  return learned;
}

}  // namespace

std::vector<LearnedRule> learned_rules(const KnowledgeBase& kb, const Model& model,
                                       std::size_t count, double min_confidence) {
  std::vector<LearnedRule> rules;
  for (const DecodedRule& rule : decode_rules(kb, model)) {
    if (rules.size() == count || rule.confidence < min_confidence) break;
    rules.push_back(to_public(kb, rule));
  }
  return rules;
}

}  // namespace gntp
