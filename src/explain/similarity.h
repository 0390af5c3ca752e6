// What a link predictor can say for a fact: which entities are like its two, and which known facts
// are like it.
#pragma once

#include <gntp/explanation.h>

#include <optional>
#include <vector>

#include "kb/knowledge_base.h"
#include "kb/wording.h"
#include "model/predictor.h"

namespace gntp {

// By the cosine of the entities' vectors. Known facts r(a', b') of the fact's relation are like it
// by the product of both cosines, negative ones counting as 0; the fact itself is left out.
// Nothing for a relation that the predictor has not seen.
std::optional<SimilarityEvidence> similarity_evidence(const KnowledgeBase& kb,
                                                      const Predictor& predictor,
                                                      const Triple& fact, std::size_t count,
                                                      Wording& wording);

}  // namespace gntp
