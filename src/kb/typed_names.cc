#include "kb/typed_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace gntp {
namespace {

constexpr std::string_view kOpen = " (";

std::string label_and_id(std::string_view label, std::string_view id) {
  return fmt::format("{}{}{})", label, kOpen, id);
}

// `LABEL (ID)`; either part may have parentheses of its own.
template <typename Id>
std::vector<Id> find_label_and_id(std::string_view typed, const Vocabulary<Id>& names,
                                  const Labels<Id>& labels) {
  std::vector<Id> found;
  if (labels.empty() || !typed.ends_with(')')) return found;
  std::size_t open = typed.find(kOpen);
  for (; open != std::string_view::npos; open = typed.find(kOpen, open + 1)) {
    std::string_view id = typed.substr(open + kOpen.size());
    id.remove_suffix(1);
    const std::optional<Id> known = names.find(id);
    if (known && open > 0 && labels[*known] == typed.substr(0, open)) found.push_back(*known);
  }
  return found;
}

}  // namespace

template <typename Id>
std::vector<Id> find_named(std::string_view typed, const Vocabulary<Id>& names,
                           const Labels<Id>& labels) {
  if (const std::optional<Id> id = names.find(typed)) return {*id};
  const std::span<const Id> labelled = labels.find(typed);
  if (!labelled.empty()) return {labelled.begin(), labelled.end()};
  return find_label_and_id(typed, names, labels);
}

template <typename Id>
std::string display_name(Id id, const Vocabulary<Id>& names, const Labels<Id>& labels) {
  std::string name = names.name(id);
  const std::string_view label = labels[id];
  if (label.empty()) return name;
  const std::vector<Id> alone{id};
  if (find_named(label, names, labels) == alone) return std::string(label);
  std::string both = label_and_id(label, name);
  return find_named(both, names, labels) == alone ? both : name;
}

template <typename Id>
std::string suggest_name(std::string_view typed, const Vocabulary<Id>& names,
                         const Labels<Id>& labels) {
  constexpr std::size_t kFew = 1'000'000;  // of more, not all are looked at, and no labels
  if (labels.empty() || names.size() > kFew) return names.suggestion(typed);
  std::vector<std::string> known = names.names();
  std::ranges::move(labels.distinct(), std::back_inserter(known));
  std::ranges::sort(known);
  known.erase(std::unique(known.begin(), known.end()), known.end());
  return suggestion(typed, known);
}

template <typename Id>
std::string list_meanings(const std::vector<Id>& meant, const Vocabulary<Id>& names,
                          const Labels<Id>& labels) {
  constexpr std::size_t kListed = 3;
  const std::size_t listed = std::min(meant.size(), kListed);
  std::string text;
  for (std::size_t i = 0; i < listed; ++i) {
    const bool last = i + 1 == meant.size();
    text += fmt::format("{}'{}'",
                        i == 0 ? ""
                        : last ? " or "
                               : ", ",
                        display_name(meant[i], names, labels));
  }
  if (listed < meant.size()) text += fmt::format(" or one of {} more", meant.size() - listed);
  return text;
}

std::string where_listed(std::string_view kind, const KnowledgeBase& kb) {
  if (!kb.store) return fmt::format("{}.tsv of the run folder lists them", kind);
  return fmt::format("'gntp convert {} OUT' writes out all facts", kb.store->path.string());
}

template std::vector<EntityId> find_named(std::string_view, const Vocabulary<EntityId>&,
                                          const Labels<EntityId>&);
template std::vector<RelationId> find_named(std::string_view, const Vocabulary<RelationId>&,
                                            const Labels<RelationId>&);
template std::vector<TypeId> find_named(std::string_view, const Vocabulary<TypeId>&,
                                        const Labels<TypeId>&);
template std::string display_name(EntityId, const Vocabulary<EntityId>&, const Labels<EntityId>&);
template std::string display_name(RelationId, const Vocabulary<RelationId>&,
                                  const Labels<RelationId>&);
template std::string display_name(TypeId, const Vocabulary<TypeId>&, const Labels<TypeId>&);
template std::string suggest_name(std::string_view, const Vocabulary<EntityId>&,
                                  const Labels<EntityId>&);
template std::string suggest_name(std::string_view, const Vocabulary<RelationId>&,
                                  const Labels<RelationId>&);
template std::string suggest_name(std::string_view, const Vocabulary<TypeId>&,
                                  const Labels<TypeId>&);
template std::string list_meanings(const std::vector<EntityId>&, const Vocabulary<EntityId>&,
                                   const Labels<EntityId>&);
template std::string list_meanings(const std::vector<RelationId>&, const Vocabulary<RelationId>&,
                                   const Labels<RelationId>&);
template std::string list_meanings(const std::vector<TypeId>&, const Vocabulary<TypeId>&,
                                   const Labels<TypeId>&);

}  // namespace gntp
