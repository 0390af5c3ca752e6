// labels.tsv and types.tsv of a run folder: what people call a model's entities, relations and
// types, and which entities are of which type (docs/formats.md). Each is there only where there is
// something to say.
#pragma once

#include <filesystem>

#include "base/checked_folder.h"
#include "kb/knowledge_base.h"

namespace gntp {

// Writes the files into an existing folder.
void write_name_files(const std::filesystem::path& folder, const KnowledgeBase& kb);

// Reads what the folder has. Throws Error with file:line where it does not fit the names. Requires:
// `kb` has its entities and relations.
void read_name_files(CheckedFolder& folder, KnowledgeBase& kb);

}  // namespace gntp
