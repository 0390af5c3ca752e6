// Checks of a data set that is in memory, before it is taken.
#pragma once

#include <gntp/contents.h>

namespace gntp {

// Throws UsageError where weights, types or the names of splits are wrong.
void check_contents(const DatasetContents& contents);

}  // namespace gntp
