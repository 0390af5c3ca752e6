#include "model/new_pattern.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "kb/pattern.h"

namespace gntp {
namespace {

void check_known(std::string_view name, const std::vector<std::string>& unknown) {
  constexpr std::size_t kMarks = 2;
  const std::size_t words = pattern_tokens(name).size() - kMarks;
  if (unknown.empty() || unknown.size() < words) return;
  fail(
      "the model knows no word of the pattern '{}' ({}); tokens.tsv of the run folder lists those "
      "that it knows",
      excerpt(name), join(unknown, ", "));
}

void check_encodes(std::string_view name, const KnowledgeBase& kb, const Model& model) {
  if (model.encodes()) return;
  if (kb.patterns == 0) {
    fail("unknown pattern '{}'; the model was trained without mentions", excerpt(name));
  }
  const std::string hint = kb.relations.suggestion(name);
  fail(
      "unknown pattern '{}'; the model was trained with model.mentions = \"facts\" and knows only "
      "those of patterns.tsv{}{}",
      excerpt(name), hint.empty() ? "" : "; ", hint);
}

// Makes room for one more relation: the slots move up.
void insert_row(Model& model) {
  Matrix wider(model.predicates.rows() + 1, model.dim());
  const std::size_t before = model.relations * model.dim();
  const std::span<const float> values = model.predicates.values();
  std::ranges::copy(values.first(before), wider.values().begin());
  std::ranges::copy(values.subspan(before), wider.values().subspan(before + model.dim()).begin());
  model.predicates = std::move(wider);
  ++model.relations;
}

// The pattern's features, and the words that the model does not know.
Encoder::Features read_pattern(std::string_view name, const KnowledgeBase& kb, const Model& model,
                               std::vector<std::string>& unknown) {
  check_encodes(name, kb, model);
  Encoder::Features features = model.encoder.read(name, unknown);
  check_known(name, unknown);
  return features;
}

}  // namespace

void check_pattern(std::string_view name, const KnowledgeBase& kb, const Model& model) {
  std::vector<std::string> unknown;
  read_pattern(name, kb, model, unknown);
}

std::vector<std::string> add_pattern(std::string_view name, KnowledgeBase& kb, Model& model) {
  std::vector<std::string> unknown;
  Encoder::Features features = read_pattern(name, kb, model, unknown);

  kb.rules.shift_slots(PredicateId(kb.relations.size()));
  kb.relations.add(name);
  kb.facts = kb.facts.with_relations(kb.relations.size());
  ++kb.patterns;
  kb.store.reset();
  insert_row(model);
  model.attention = Matrix();
  model.encoder.encode(features, model.predicates.row(model.relations - 1));
  model.encoder.patterns.push_back(std::move(features));
  return unknown;
}

}  // namespace gntp
