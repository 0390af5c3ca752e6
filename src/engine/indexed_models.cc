#include "engine/indexed_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "kb/pattern.h"
#include "model/new_pattern.h"

namespace gntp {
namespace {

constexpr std::size_t kKeptVariants = 4;

}  // namespace

IndexedModels::IndexedModels(std::shared_ptr<const KnowledgeBase> kb,
                             std::shared_ptr<const Model> model, const ProverOptions& options,
                             SharedThreads& threads)
    : kb_(std::move(kb)),
      model_(std::move(model)),
      options_(options),
      goals_(*kb_),
      threads_(threads) {}

std::shared_ptr<const IndexedModel> IndexedModels::own() {
  const std::scoped_lock lock(mutex_);
  if (!own_) {
    own_ = std::make_shared<IndexedModel>(kb_, model_, options_, std::set<RelationId>(), threads_);
  }
  return own_;
}

IndexedModels::Asked IndexedModels::for_predicates(std::span<const std::string> predicates) {
  std::vector<std::string> patterns;  // that the engine's own model cannot be asked about
  std::set<std::string> seen;
  for (const std::string& predicate : predicates) {
    if (!is_pattern(predicate)) continue;
    std::string name = pattern_name(predicate);
    const std::optional<RelationId> id = kb_->relations.find(name);
    const bool is_goal = id && goals_.contains(*id);
    if (!is_goal && seen.insert(name).second) patterns.push_back(std::move(name));
  }
  if (patterns.empty()) return {own(), {}};

  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find(variants_, patterns, &Variant::patterns);
  if (found != variants_.end()) {
    variants_.splice(variants_.begin(), variants_, found);
  } else {
    Asked asked = make_variant(patterns);
    variants_.push_front({std::move(patterns), std::move(asked)});
    if (variants_.size() > kKeptVariants) variants_.pop_back();
  }
  return variants_.front().asked;
}

IndexedModels::Asked IndexedModels::make_variant(const std::vector<std::string>& patterns) {
  Asked asked;
  std::shared_ptr<KnowledgeBase> kb;  // copies, where a pattern is new
  std::shared_ptr<Model> model;
  std::set<RelationId> ids;
  for (const std::string& name : patterns) {
    std::optional<RelationId> id = (kb ? *kb : *kb_).relations.find(name);
    if (!id) {
      if (!kb) {
        kb = std::make_shared<KnowledgeBase>(*kb_);
        model = std::make_shared<Model>(*model_);
      }
      const std::vector<std::string> unknown = add_pattern(name, *kb, *model);
      if (!unknown.empty()) {
        asked.notes.push_back(
            fmt::format("words that the model does not know are left out of '{}': {}",
                        excerpt(name), join(unknown, ", ")));
      }
      id = kb->relations.find(name);
    }
    ids.insert(*id);
  }
  asked.model = std::make_shared<IndexedModel>(
      kb ? std::move(kb) : kb_, model ? std::move(model) : model_, options_, ids, threads_);
  return asked;
}

void IndexedModels::check(const std::string& predicate) const {
  if (!is_pattern(predicate)) return;
  const std::string name = pattern_name(predicate);
  if (!kb_->relations.find(name)) check_pattern(name, *kb_, *model_);
}

}  // namespace gntp
