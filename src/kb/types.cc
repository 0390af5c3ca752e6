#include "kb/types.h"

#include <algorithm>
#include <string>

namespace gntp {

void TypeList::add(std::string_view entity, std::string_view type) {
  pairs_.emplace_back(entities_.add(entity), types_.add(type));
}

Types::Types(const TypeList& list, const Vocabulary<EntityId>& entities) {
  std::vector<std::pair<TypeId, EntityId>> pairs;
  pairs.reserve(list.pairs_.size());
  for (const auto& [entity, type] : list.pairs_) {
    const std::optional<EntityId> known = entities.find(list.entities_.name(entity));
    if (known) pairs.emplace_back(names_.add(list.types_.name(type)), *known);
  }
  const std::vector<TypeId> new_ids = names_.sort();
  for (auto& [type, entity] : pairs) type = new_ids[type];
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  entities_ = Grouped<EntityId>(names_.size(), [&](const auto& visit) {
    for (const auto& [type, entity] : pairs) visit(type, entity);
  });
}

std::size_t Types::typed_entities() const {
  std::vector<EntityId> all;
  for (TypeId type{0}; type < names_.size(); ++type) {
    const std::span<const EntityId> own = entities_[type];
    all.insert(all.end(), own.begin(), own.end());
  }
  std::ranges::sort(all);
  return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
}

}  // namespace gntp
