// Names as people type and read them. What is typed is looked up as an id, then as a label, then as
// `LABEL (ID)`. What is shown is the label where that finds the id again, else `LABEL (ID)`, else
// the id: whatever is shown can be typed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kb/knowledge_base.h"
#include "kb/labels.h"
#include "kb/vocabulary.h"

namespace gntp {

// Those that may be meant, by id: none, one, or several that share a label.
template <typename Id>
std::vector<Id> find_named(std::string_view typed, const Vocabulary<Id>& names,
                           const Labels<Id>& labels);

// Requires: id < names.size().
template <typename Id>
std::string display_name(Id id, const Vocabulary<Id>& names, const Labels<Id>& labels);

// "did you mean 'a' or 'b'?" for what nobody is called, by ids and labels; empty where nothing is
// near.
template <typename Id>
std::string suggest_name(std::string_view typed, const Vocabulary<Id>& names,
                         const Labels<Id>& labels);

// "entities.tsv of the run folder lists them": where all names of a kind can be read.
std::string where_listed(std::string_view kind, const KnowledgeBase& kb);

// For a label that several share: how some of them can be typed, "'LABEL (ID)', ... or ...".
template <typename Id>
std::string list_meanings(const std::vector<Id>& meant, const Vocabulary<Id>& names,
                          const Labels<Id>& labels);

}  // namespace gntp
