// The rows and notes that the tables in text and Markdown share.
#pragma once

#include <string>
#include <vector>

#include "compare/comparison.h"

namespace gntp {

using Cells = std::vector<std::string>;

struct ReportTable {
  Cells heading;
  std::vector<Cells> rows;  // a row with a failure has two cells: the model and what is wrong
};
ReportTable table_of(const Comparison& comparison, const std::string& split);

// How the numbers are to be read, a paragraph each.
std::vector<std::string> notes_of(const Comparison& comparison);

// The folder's own name, and the path where it has none.
std::string data_name(const Comparison& comparison);

}  // namespace gntp
