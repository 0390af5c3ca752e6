// Sentences in the documents that benchmarks write.
#pragma once

#include <string>
#include <string_view>

namespace gntp::bench {

// The text in lines of at most 120 characters, broken at blanks, with a line end after the last.
std::string paragraph(std::string_view text);

}  // namespace gntp::bench
