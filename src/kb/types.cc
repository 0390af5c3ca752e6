#include "kb/types.h"

#include <algorithm>
#include <string>

#include "base/error.h"

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
  if (pairs.empty()) return;
  std::vector<std::uint64_t> begins(names_.size() + 1);
  std::vector<EntityId> all;
  all.reserve(pairs.size());
  for (const auto& [type, entity] : pairs) {
    ++begins[type + 1];
    all.push_back(entity);
  }
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  begins_ = std::move(begins);
  entities_ = std::move(all);
}

Types::Types(Vocabulary<TypeId> names, SharedArray<std::uint64_t> begins,
             SharedArray<EntityId> entities)
    : names_(std::move(names)), begins_(std::move(begins)), entities_(std::move(entities)) {
  const std::size_t expected = names_.size() == 0 ? 0 : names_.size() + 1;
  const std::uint64_t end = begins_.empty() ? 0 : begins_.back();
  if (begins_.size() != expected || end != entities_.size()) {
    fail("the parts of types do not go together");
  }
}

std::span<const EntityId> Types::entities_of(TypeId type) const {
  const std::uint64_t begin = begins_[type];
  const std::uint64_t end = begins_[type + 1];
  if (begin > end || end > entities_.size()) return {};  // of a damaged file
  return entities_.span().subspan(begin, end - begin);
}

std::size_t Types::typed_entities() const {
  std::vector<EntityId> all;
  for (TypeId type{0}; type < names_.size(); ++type) {
    const std::span<const EntityId> own = entities_of(type);
    all.insert(all.end(), own.begin(), own.end());
  }
  std::ranges::sort(all);
  return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
}

}  // namespace gntp
