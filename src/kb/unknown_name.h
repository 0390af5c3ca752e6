// The error for a name that a data set may not add.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/bad_lines.h"
#include "base/error.h"
#include "base/text.h"
#include "kb/vocabulary.h"

namespace gntp {

template <typename Id>
[[noreturn]] void reject_unknown(std::string_view kind, std::string_view name,
                                 const Vocabulary<Id>& known, const std::filesystem::path& file,
                                 std::size_t line, const BadLines& bad) {
  const std::string hint = bad.wants_message(file) ? known.suggestion(name) : "";
  fail_at(file, line, "unknown {} '{}'; {}", kind, excerpt(name),
          hint.empty() ? "use names that occur in the training data" : hint);
}

}  // namespace gntp
