// What a data set says about its names: labels and types.
#pragma once

#include "base/bad_lines.h"
#include "kb/dataset.h"
#include "kb/dataset_files.h"
#include "kb/labels.h"
#include "kb/types.h"

namespace gntp {

// What was said so far, by name. A reader of triples may fill them as it goes: ids that turn out to
// be nobody's do no harm.
struct NameLists {
  LabelList labels;
  LabelList other_labels;  // for what has none by labels.tsv
  TypeList types;
};

// Reads types.tsv and labels.tsv, where they are there, adds them to the lists and gives the
// knowledge base its labels and types. Lines about what the data set does not have are passed over,
// with a warning. Requires: entities and relations are in their order.
void name_things(const DatasetFiles& files, NameLists& lists, LoadedDataset& dataset,
                 BadLines& bad);

}  // namespace gntp
