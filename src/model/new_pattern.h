// Patterns that a model was not trained with: a new sentence is understood by the words it shares
// with the old ones, without training again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kb/knowledge_base.h"
#include "model/model.h"

namespace gntp {

// Makes the pattern a relation, the last one, encoded from the words that the model knows; the
// words it does not know are left out and returned. The model can be asked then, but its slots no
// longer attend. Throws Error if the model does not encode patterns or knows none of the words.
// Requires: a pattern's name, not yet a relation.
std::vector<std::string> add_pattern(std::string_view name, KnowledgeBase& kb, Model& model);

// Throws the Error that `add_pattern` would, and adds nothing. Requires: the same.
void check_pattern(std::string_view name, const KnowledgeBase& kb, const Model& model);

}  // namespace gntp
