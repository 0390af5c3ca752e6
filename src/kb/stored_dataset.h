// Stores as data sets: what load_dataset makes of one.
#pragma once

#include <filesystem>

#include "kb/dataset.h"
#include "kb/store.h"

namespace gntp {

// As load_dataset does. What the store holds is read where it lies; rules are resolved anew.
// Mentions that are off are left out, which takes a copy of all else. Throws UsageError for options
// of reading files, which were for making the store.
LoadedDataset load_store(const std::filesystem::path& path, const RuleSources& rules,
                         Mentions mentions, OnError on_error, const ReadingOptions& reading);

// The same for a store that stands for a folder or file of which it was made: places and sources
// are those of `data`, and its rules.pl is read there.
LoadedDataset load_cached(const Store& store, const std::filesystem::path& data,
                          const RuleSources& rules, Mentions mentions, OnError on_error,
                          const ReadingOptions& reading);

// For a model with its own names; quick where the model is on the same store. Otherwise every name
// is looked up, and a triple with one that the model lacks is a bad line.
LoadedDataset load_store(const std::filesystem::path& path, const KnowledgeBase& model,
                         OnError on_error);

}  // namespace gntp
