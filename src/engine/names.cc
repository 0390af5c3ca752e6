#include "engine/names.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "kb/pattern.h"
#include "kb/syntax.h"
#include "kb/typed_names.h"

namespace gntp {
namespace {

// A kind of names, and where all of them can be read.
template <typename Id>
struct NamesOf {
  std::string_view kind;
  std::string_view plural;
  const Vocabulary<Id>& names;
  const Labels<Id>& labels;
};

NamesOf<EntityId> entities_of(const KnowledgeBase& kb) {
  return {"entity", "entities", kb.entities, kb.entity_labels};
}
NamesOf<RelationId> relations_of(const KnowledgeBase& kb) {
  return {"relation", "relations", kb.relations, kb.relation_labels};
}

template <typename Id>
Id require(std::string_view name, const NamesOf<Id>& known, const KnowledgeBase& kb) {
  const std::vector<Id> meant = find_named(name, known.names, known.labels);
  if (meant.size() == 1) return meant.front();
  if (!meant.empty()) {
    fail("'{}' is the label of {} {}; write {}", excerpt(name), meant.size(), known.plural,
         list_meanings(meant, known.names, known.labels));
  }
  const std::string hint = suggest_name(name, known.names, known.labels);
  fail("unknown {} '{}'; {}", known.kind, excerpt(name),
       hint.empty() ? where_listed(known.plural, kb) : hint);
}

// Nothing unless it is a pattern of the model.
std::optional<RelationId> find_pattern(std::string_view name, const KnowledgeBase& kb) {
  return is_pattern(name) ? kb.relations.find(pattern_name(name)) : std::nullopt;
}

std::optional<std::string> name_of(const ArgumentText& argument) {
  if (argument.kind == ArgumentText::Kind::kUnknown) return std::nullopt;
  return argument.name;
}

}  // namespace

EntityId entity_named(std::string_view name, const KnowledgeBase& kb) {
  return require(name, entities_of(kb), kb);
}

RelationId relation_named(std::string_view name, const KnowledgeBase& kb) {
  const std::optional<RelationId> pattern = find_pattern(name, kb);
  return pattern ? *pattern : require(name, relations_of(kb), kb);
}

bool knows_entity(std::string_view name, const KnowledgeBase& kb) {
  return !find_named(name, kb.entities, kb.entity_labels).empty();
}

bool knows_relation(std::string_view name, const KnowledgeBase& kb) {
  return find_pattern(name, kb) || !find_named(name, kb.relations, kb.relation_labels).empty();
}

Question parse_question(std::string_view text) {
  const AtomText atom = parse_query(text);
  Question question{name_of(atom.arguments[0]), std::nullopt, name_of(atom.arguments[1])};
  if (!atom.predicate.empty()) question.relation = atom.predicate;
  return question;
}

void check_is_question(const Question& question) {
  const int asked = (question.relation ? 0 : 1) + (question.head ? 0 : 1) + (question.tail ? 0 : 1);
  if (asked == 1) return;
  fail("{}: expected one '?', as in 'rel(a, ?)', 'rel(?, b)' or '?(a, b)', found {}",
       excerpt(question.to_text()), asked);
}

Query query_of(const Question& question, const KnowledgeBase& kb) {
  Query query;
  if (question.relation) query.relation = relation_named(*question.relation, kb);
  if (question.head) query.head = entity_named(*question.head, kb);
  if (question.tail) query.tail = entity_named(*question.tail, kb);
  check_is_question(question);
  return query;
}

Query resolve_query(std::string_view text, const KnowledgeBase& kb) {
  return query_of(parse_question(text), kb);
}

Fact fact_of(const Question& question) {
  if (!question.head || !question.relation || !question.tail) {
    fail("{}: expected a fact without '?', as in 'rel(a, b)'; 'gntp predict' finds what fits",
         excerpt(question.to_text()));
  }
  return {*question.head, *question.relation, *question.tail};
}

Fact parse_fact(std::string_view text) {
  return fact_of(parse_question(text));
}

Triple resolve_fact(std::string_view text, const KnowledgeBase& kb) {
  const Fact fact = parse_fact(text);
  return {entity_named(fact.head, kb), relation_named(fact.relation, kb),
          entity_named(fact.tail, kb)};
}

std::vector<Goal> goals_of(std::span<const Triple> triples) {
  std::vector<Goal> goals;
  goals.reserve(triples.size());
  for (const Triple& triple : triples) goals.push_back({triple.relation, triple.head, triple.tail});
  return goals;
}

std::string fact_text(const Triple& triple, const KnowledgeBase& kb) {
  return fact_text(kb.relations.name(triple.relation), kb.entities.name(triple.head),
                   kb.entities.name(triple.tail));
}

std::string Question::to_text() const {
  const auto argument = [](const std::optional<std::string>& name) {
    return name ? quoted(*name) : std::string("?");
  };
  return fmt::format("{}({}, {})", relation ? quoted_predicate(*relation) : "?", argument(head),
                     argument(tail));
}

}  // namespace gntp
