// What the entities of a dataset folder are called in a text: `labels.tsv` (id, name),
// `aliases.tsv` (id, alias; several lines an id). An entity without a label goes by its id.
// Underscores are blanks, and a WordNet label such as `physical_entity.n.01` is the name `physical
// entity` in sense 1.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "kb/vocabulary.h"

namespace gntp {

struct EntityName {
  EntityId entity;
  std::string text;     // with blanks for underscores
  std::uint32_t sense;  // of a WordNet label; 0 elsewhere
};

struct EntityNames {
  Vocabulary<EntityId> entities;  // numbered by name, which is the order of the output
  std::vector<EntityName> names;  // labels (or ids) first, then aliases
  std::vector<std::string> warnings;
};

// Reads the triples for their entities, then the names. Throws Error with file:line for what cannot
// be read, and where there is nothing to go by; bad lines may be skipped. Lines for other entities
// than the folder's are passed over, with a warning that counts them.
EntityNames read_entity_names(const std::filesystem::path& folder,
                              OnError on_error = OnError::kStop);

// A name as a label writes it; the entity is 0.
EntityName parse_name(std::string_view label);

}  // namespace gntp
