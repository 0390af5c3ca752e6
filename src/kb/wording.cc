#include "kb/wording.h"

#include <fmt/format.h>

#include "kb/scanner.h"
#include "kb/syntax.h"
#include "kb/typed_names.h"

namespace gntp {

std::string Wording::entity(EntityId id) {
  if (!differs()) return {};
  const std::string_view label = kb_.entity_labels[id];
  if (!label.empty()) labels_.try_emplace(kb_.entities.name(id), label);
  return display_name(id, kb_.entities, kb_.entity_labels);
}

std::string Wording::relation(RelationId id) {
  if (!differs()) return {};
  const std::string_view label = kb_.relation_labels[id];
  if (!label.empty()) labels_.try_emplace(kb_.relations.name(id), label);
  return display_name(id, kb_.relations, kb_.relation_labels);
}

std::string Wording::fact(const Triple& triple) {
  if (!differs()) return {};
  return fmt::format("{}({}, {})", query_name(relation(triple.relation)),
                     query_name(entity(triple.head)), query_name(entity(triple.tail)));
}

std::string Wording::constant(EntityId id) {
  const std::string name = entity(id);
  return is_variable_name(name) ? in_quotes(name) : query_name(name);
}

}  // namespace gntp
