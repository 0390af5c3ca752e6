// Mining options that follow from counts of the data: where facts are sparse, longer bodies are
// affordable and needed, because short ones seldom hold.
#pragma once

#include "kb/knowledge_base.h"
#include "mine/mine_options.h"

namespace gntp {

// How many walks of so many steps there are, in any direction.
double walks(const KnowledgeBase& kb, std::size_t steps);

// The options for this data, no longer adaptive; as they are where they are not.
MineOptions adapted(MineOptions options, const KnowledgeBase& kb);

}  // namespace gntp
