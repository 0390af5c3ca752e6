// Facts and the like in words: names as people read them (typed_names.h) in place of ids. Where no
// name has a label there is nothing to say, and all texts are empty. Remembers the labels that it
// has used, so that both can be told.
//
// Keeps a reference to the knowledge base. For one thread at a time.
#pragma once

#include <map>
#include <string>

#include "kb/knowledge_base.h"

namespace gntp {

class Wording {
 public:
  explicit Wording(const KnowledgeBase& kb) : kb_(kb) {}

  // Whether any name has a label.
  bool differs() const { return kb_.has_labels(); }

  // The name alone.
  std::string entity(EntityId id);
  std::string relation(RelationId id);
  // `capital of(Rome, Italy)`, names quoted only where a query needs it: it can be asked.
  std::string fact(const Triple& triple);
  // As an argument of a rule: quoted where it would read as a variable. Requires: it differs.
  std::string constant(EntityId id);

  // By id; those of all names that were used.
  const std::map<std::string, std::string>& labels() const { return labels_; }

 private:
  const KnowledgeBase& kb_;
  std::map<std::string, std::string> labels_;
};

}  // namespace gntp
