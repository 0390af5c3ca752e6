// A rule as text, for messages. Slots, which have no names, are numbered.
#pragma once

#include <string>

#include "kb/knowledge_base.h"

namespace gntp {

std::string rule_text(const KnowledgeBase& kb, Id rule);

}  // namespace gntp
