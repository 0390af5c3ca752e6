#include "kb/vocabulary.h"

#include <limits>

#include "base/error.h"

namespace gntp {

Id Vocabulary::add(std::string_view name) {
  if (const auto found = ids_.find(name); found != ids_.end()) return found->second;
  if (names_.size() == std::numeric_limits<Id>::max()) {
    fail("more than {} different names, which is more than ids can number", names_.size());
  }
  const auto id = static_cast<Id>(names_.size());
  names_.emplace_back(name);
  ids_.emplace(name, id);
  return id;
}

std::optional<Id> Vocabulary::find(std::string_view name) const {
  const auto found = ids_.find(name);
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

}  // namespace gntp
