// store.json: which store a model is on (kb/store.h), and where it was.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/checked_folder.h"
#include "kb/knowledge_base.h"

namespace gntp {

inline constexpr const char* kStoreFile = "store.json";

void write_store_file(const std::filesystem::path& folder, const StoreOrigin& store);
// Throws Error where it is damaged.
StoreOrigin read_store_file(CheckedFolder& folder);

// Everything but rules. `moved` is where the store is now; empty: where it was. Throws Error where
// it is gone or another one.
KnowledgeBase open_store_of(const StoreOrigin& store, const std::filesystem::path& moved,
                            const std::filesystem::path& folder);

}  // namespace gntp
