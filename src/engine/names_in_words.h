// What is public of names and facts in words (gntp/browsing.h), for ids.
#pragma once

#include <gntp/browsing.h>

#include "kb/knowledge_base.h"

namespace gntp {

NameInWords in_words(const KnowledgeBase& kb, EntityId id);
NameInWords in_words(const KnowledgeBase& kb, RelationId id);
FactInWords in_words(const KnowledgeBase& kb, const Triple& fact);
Fact named(const KnowledgeBase& kb, const Triple& fact);

}  // namespace gntp
