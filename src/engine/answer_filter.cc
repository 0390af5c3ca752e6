#include "engine/answer_filter.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "engine/engine_state.h"
#include "engine/names.h"
#include "kb/typed_names.h"

namespace gntp {
namespace {

void sort_distinct(std::vector<EntityId>& entities) {
  std::ranges::sort(entities);
  entities.erase(std::unique(entities.begin(), entities.end()), entities.end());
}

// What the training facts show in one place of a relation: its learned domain or range.
struct Role {
  RelationId relation;
  EntityId Triple::*place;
};

// Of 'REL:head' and 'REL:tail'. Nothing where it is neither, or the relation is unknown. Throws
// Error where several relations are called so.
std::optional<Role> find_role(std::string_view type, const KnowledgeBase& kb) {
  const std::size_t colon = type.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view place = type.substr(colon + 1);
  if (place != "head" && place != "tail") return std::nullopt;
  const std::string_view relation = type.substr(0, colon);
  if (!knows_relation(relation, kb)) return std::nullopt;
  return Role{relation_named(relation, kb), place == "head" ? &Triple::head : &Triple::tail};
}

[[noreturn]] void reject_type(std::string_view type, const std::vector<TypeId>& meant,
                              const KnowledgeBase& kb) {
  constexpr std::string_view kRoles =
      "'REL:head' and 'REL:tail' are what the facts show as head or tail of a relation";
  if (!meant.empty()) {
    fail("'{}' is the label of {} types; write {}", excerpt(type), meant.size(),
         list_meanings(meant, kb.types.names(), kb.type_labels));
  }
  std::vector<std::string> known = kb.types.names().names();
  std::ranges::move(kb.type_labels.distinct(), std::back_inserter(known));
  for (RelationId relation{0}; relation < kb.first_pattern(); ++relation) {
    for (const char* place : {"head", "tail"}) {
      known.push_back(fmt::format("{}:{}", kb.relations.name(relation), place));
    }
  }
  for (const std::string& label : kb.relation_labels.distinct()) {
    for (const char* place : {"head", "tail"}) known.push_back(fmt::format("{}:{}", label, place));
  }
  std::string hint = suggestion(type, known);
  if (hint.empty() && !kb.types.empty()) hint = where_listed("types", kb) + ";";
  if (!hint.empty()) hint += ' ';
  fail("unknown type '{}'; {}{}", excerpt(type), hint, kRoles);
}

// By id, perhaps several times.
void add_entities_of(std::string_view type, const KnowledgeBase& kb,
                     std::vector<EntityId>& entities) {
  const std::vector<TypeId> meant = find_named(type, kb.types.names(), kb.type_labels);
  if (meant.size() == 1) {
    std::ranges::copy(kb.types.entities_of(meant.front()), std::back_inserter(entities));
    return;
  }
  const std::optional<Role> role = find_role(type, kb);
  if (!role) reject_type(type, meant, kb);
  for (const Triple& fact : kb.facts.of(role->relation)) entities.push_back(fact.*role->place);
}

std::optional<std::vector<EntityId>> allowed_entities(const AnswerLists& lists,
                                                      const KnowledgeBase& kb) {
  std::optional<std::vector<EntityId>> allowed;
  if (!lists.types.empty()) {
    allowed.emplace();
    for (const std::string& type : lists.types) add_entities_of(type, kb, *allowed);
    sort_distinct(*allowed);
  }
  if (!lists.among) return allowed;
  std::vector<EntityId> among;
  among.reserve(lists.among->size());
  for (const std::string& name : *lists.among) among.push_back(entity_named(name, kb));
  sort_distinct(among);
  if (!allowed) return among;
  std::vector<EntityId> both;
  std::ranges::set_intersection(*allowed, among, std::back_inserter(both));
  return both;
}

}  // namespace

AnswerFilter::AnswerFilter(std::shared_ptr<const State> state) : state_(std::move(state)) {}

AnswerFilter make_filter(const AnswerLists& lists, std::shared_ptr<const KnowledgeBase> kb) {
  auto state = std::make_shared<AnswerFilter::State>();
  state->entities = allowed_entities(lists, *kb);
  if (!lists.not_known.empty()) {
    std::vector<Triple> triples;
    triples.reserve(lists.not_known.size());
    for (const auto& [head, relation, tail] : lists.not_known) {
      triples.push_back(
          {entity_named(head, *kb), relation_named(relation, *kb), entity_named(tail, *kb)});
    }
    std::ranges::sort(triples);
    triples.erase(std::unique(triples.begin(), triples.end()), triples.end());
    state->not_known.emplace(triples, kb->entities.size(), kb->relations.size());
  }
  state->kb = std::move(kb);
  return AnswerFilter(std::move(state));
}

void check_filter(const AnswerFilter& filter, const Engine::State& engine) {
  if (filter.state() == nullptr || filter.state()->kb.get() == &engine.models.kb()) return;
  throw UsageError("the filter was made by another engine; make one with the engine that is asked");
}

void check_allows_relations(const AnswerFilter& filter) {
  if (filter.state() == nullptr || !filter.state()->entities) return;
  throw UsageError(
      "'?(a, b)' asks for a relation, and types and lists of entities restrict entities; leave "
      "out --type and --among");
}

AnswerFilter Engine::filter(const AnswerLists& lists) const {
  return make_filter(lists, state_->models.shared_kb());
}

}  // namespace gntp
