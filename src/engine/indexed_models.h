// The models that questions are put to: the engine's own, indexed when it is first needed, and
// variants of it for questions about patterns of texts that it has not seen or does not index. A
// variant is a copy with the pattern added; the engine's own model never changes.
//
// Thread-safe.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "engine/indexed_model.h"

namespace gntp {

class IndexedModels {
 public:
  // Keeps a reference to the threads.
  IndexedModels(std::shared_ptr<const KnowledgeBase> kb, std::shared_ptr<const Model> model,
                const ProverOptions& options, SharedThreads& threads);

  const KnowledgeBase& kb() const { return *kb_; }
  const std::shared_ptr<const KnowledgeBase>& shared_kb() const { return kb_; }
  const std::shared_ptr<const Model>& model() const { return model_; }

  // The engine's own model.
  std::shared_ptr<const IndexedModel> own();

  struct Asked {
    std::shared_ptr<const IndexedModel> model;
    std::vector<std::string> notes;  // for the user
  };
  // The model for questions about these predicates, as users write them; only patterns matter.
  // Throws Error for a pattern that cannot be encoded.
  Asked for_predicates(std::span<const std::string> predicates);

  // Throws Error for a pattern that cannot be encoded; little work.
  void check(const std::string& predicate) const;

 private:
  struct Variant {
    std::vector<std::string> patterns;
    Asked asked;
  };

  Asked make_variant(const std::vector<std::string>& patterns);

  std::shared_ptr<const KnowledgeBase> kb_;
  std::shared_ptr<const Model> model_;
  ProverOptions options_;
  GoalPredicates goals_;  // of the engine's own model
  SharedThreads& threads_;

  std::mutex mutex_;
  std::shared_ptr<const IndexedModel> own_;
  std::list<Variant> variants_;  // the last used first
};

}  // namespace gntp
