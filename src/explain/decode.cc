#include "explain/decode.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "base/stop.h"
#include "kb/syntax.h"
#include "model/kernel.h"

namespace gntp {
namespace {

// Writes names as they must be in a rule file.
struct AsIds {
  const KnowledgeBase& kb;
  std::string predicate(RelationId id) const { return quoted_predicate(kb.relations.name(id)); }
  std::string constant(EntityId id) const { return quoted(kb.entities.name(id)); }
};

// Writes them for people.
struct InWords {
  Wording& wording;
  std::string predicate(RelationId id) const { return query_name(wording.relation(id)); }
  std::string constant(EntityId id) const { return wording.constant(id); }
};

template <typename Names>
std::vector<std::string> texts_of(const KnowledgeBase& kb, const DecodedRule& rule,
                                  const Names& names) {
  const Rule read = kb.rules[rule.rule];
  const auto term = [&](const Term& each) {
    return each.is_variable() ? kb.rules.form(rule.rule).variables[each.id]
                              : names.constant(each.entity_id());
  };
  const auto text = [&](const Atom& atom, const DecodedPredicate& predicate) {
    return fmt::format("{}({}, {})", names.predicate(predicate.relation), term(atom.arguments[0]),
                       term(atom.arguments[1]));
  };
  std::vector<std::string> texts{text(read.head, rule.head)};
  for (std::size_t i = 0; i < read.body.size(); ++i) {
    texts.push_back(text(read.body[i], rule.body[i]));
  }
  return texts;
}

AtomText decoded_atom(const KnowledgeBase& kb, RuleId rule, const Atom& atom,
                      const DecodedPredicate& predicate) {
  AtomText text;
  text.predicate = kb.relations.name(predicate.relation);
  for (const Term& term : atom.arguments) {
    if (term.is_variable()) {
      text.arguments.push_back(
          {ArgumentText::Kind::kVariable, kb.rules.form(rule).variables[term.id]});
    } else {
      text.arguments.push_back({ArgumentText::Kind::kConstant, kb.entities.name(term.entity_id())});
    }
  }
  return text;
}

nlohmann::ordered_json to_json(const KnowledgeBase& kb, const DecodedPredicate& predicate) {
  return {{"relation", kb.relations.name(predicate.relation)},
          {"similarity", predicate.similarity},
          {"learned", predicate.learned}};
}

}  // namespace

DecodedPredicate decode_predicate(const KnowledgeBase& kb, const Model& model,
                                  PredicateId predicate) {
  if (kb.is_relation(predicate)) return {.relation = RelationId(predicate), .similarity = 1};
  std::vector<float> to_relation(model.relations);
  distances(model.predicates.row(predicate), model.predicates, 0, model.relations, to_relation);
  const auto nearest = std::ranges::min_element(to_relation);
  return {.relation = RelationId(nearest - to_relation.begin()),
          .similarity = score_of(*nearest, model.slope),
          .learned = true};
}

DecodedRule decode_rule(const KnowledgeBase& kb, const Model& model, RuleId rule) {
  const Rule read = kb.rules[rule];
  DecodedRule decoded{.rule = rule,
                      .head = decode_predicate(kb, model, read.head.predicate),
                      .body = {},
                      .confidence = 0};
  decoded.confidence =
      std::min(decoded.head.similarity, score_of(model.rule_distance(rule), model.slope));
  for (const Atom& atom : read.body) {
    decoded.body.push_back(decode_predicate(kb, model, atom.predicate));
    decoded.confidence = std::min(decoded.confidence, decoded.body.back().similarity);
  }
  return decoded;
}

std::vector<DecodedRule> decode_rules(const KnowledgeBase& kb, const Model& model) {
  std::vector<DecodedRule> rules;
  std::unordered_map<std::string, std::size_t> place_of;  // by text
  for (RuleId id{0}; id < kb.rules.size(); ++id) {
    stop_if_asked();
    DecodedRule rule = decode_rule(kb, model, id);
    const auto [place, is_new] = place_of.try_emplace(to_text(kb, rule), rules.size());
    if (is_new) {
      rules.push_back(std::move(rule));
      continue;
    }
    DecodedRule& known = rules[place->second];
    rule.copies = known.copies + 1;
    if (rule.confidence > known.confidence) {
      known = std::move(rule);
    } else {
      known.copies = rule.copies;
    }
  }
  std::ranges::stable_sort(rules, std::greater<>{}, &DecodedRule::confidence);
  return rules;
}

std::vector<std::string> atom_texts(const KnowledgeBase& kb, const DecodedRule& rule) {
  return texts_of(kb, rule, AsIds{kb});
}

std::vector<std::string> atom_texts(const KnowledgeBase& kb, const DecodedRule& rule,
                                    Wording& wording) {
  return texts_of(kb, rule, InWords{wording});
}

std::string joined_atoms(const std::vector<std::string>& atoms) {
  return fmt::format("{} :- {}", atoms[0], fmt::join(atoms.begin() + 1, atoms.end(), ", "));
}

std::vector<ExplainedAtom> explained_atoms(const KnowledgeBase& kb, const DecodedRule& rule,
                                           Wording& wording) {
  std::vector<ExplainedAtom> atoms;
  for (std::string& text : atom_texts(kb, rule)) {
    const DecodedPredicate& predicate = atoms.empty() ? rule.head : rule.body[atoms.size() - 1];
    atoms.push_back({std::move(text), kb.relations.name(predicate.relation), predicate.similarity,
                     predicate.learned});
  }
  if (!wording.differs()) return atoms;
  const std::vector<std::string> words = atom_texts(kb, rule, wording);
  for (std::size_t i = 0; i < atoms.size(); ++i) atoms[i].in_words = words[i];
  return atoms;
}

ClauseText to_clause(const KnowledgeBase& kb, const DecodedRule& rule) {
  const Rule read = kb.rules[rule.rule];
  ClauseText clause;
  clause.head = decoded_atom(kb, rule.rule, read.head, rule.head);
  for (std::size_t i = 0; i < read.body.size(); ++i) {
    clause.body.push_back(decoded_atom(kb, rule.rule, read.body[i], rule.body[i]));
  }
  clause.confidence = rule.confidence;
  clause.counts = kb.rules.counts(rule.rule);
  return clause;
}

std::string to_text(const KnowledgeBase& kb, const DecodedRule& rule) {
  return joined_atoms(atom_texts(kb, rule));
}

nlohmann::ordered_json to_json(const KnowledgeBase& kb, const DecodedRule& rule) {
  nlohmann::ordered_json predicates = nlohmann::ordered_json::array({to_json(kb, rule.head)});
  for (const DecodedPredicate& predicate : rule.body) predicates.push_back(to_json(kb, predicate));
  return {{"rule", to_text(kb, rule)},
          {"confidence", rule.confidence},
          {"copies", rule.copies},
          {"predicates", std::move(predicates)}};
}

}  // namespace gntp
