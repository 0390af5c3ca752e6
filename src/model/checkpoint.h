// The part of a run folder that is the model itself: model.safetensors, entities.tsv, relations.tsv
// and rules.json, with mentions patterns.tsv, tokens.tsv and mentions.sources.tsv, too, and
// labels.tsv and types.tsv (name_files.h) where there are any (docs/formats.md). Nothing else is
// needed to answer queries.
#pragma once

#include <filesystem>

#include "base/checked_folder.h"
#include "kb/knowledge_base.h"
#include "model/model.h"

namespace gntp {

struct Checkpoint {
  KnowledgeBase kb;
  Model model;
};

// Writes the files into an existing folder.
void save_checkpoint(const std::filesystem::path& folder, const KnowledgeBase& kb,
                     const Model& model);

// Reads them back, checked against each other. Throws Error with the file and the field at fault.
Checkpoint load_checkpoint(CheckedFolder& folder);
// The same for files that there is no list of.
Checkpoint load_checkpoint(const std::filesystem::path& folder);

}  // namespace gntp
