// The part of a run folder that is the model itself: model.safetensors, entities.tsv, relations.tsv
// and rules.json, with mentions patterns.tsv, tokens.tsv and mentions.sources.tsv, too, and
// labels.tsv and types.tsv (name_files.h) where there are any (docs/formats.md). Nothing else is
// needed to answer queries. The model of a knowledge base that lies in a store (kb/store.h) names
// that instead, in store.json: it has no file of names, no facts and no mentions of its own.
#pragma once

#include <filesystem>
#include <optional>

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
// `store` is where the store is now, if there is one and it is not where it was.
Checkpoint load_checkpoint(CheckedFolder& folder, const std::filesystem::path& store = {});
// The same for files that there is no list of.
Checkpoint load_checkpoint(const std::filesystem::path& folder);

// The store that the folder's model is on; nothing where it has its own facts. Throws Error where
// store.json is damaged.
std::optional<StoreOrigin> store_of(CheckedFolder& folder);

}  // namespace gntp
