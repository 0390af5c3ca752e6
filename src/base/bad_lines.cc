#include "base/bad_lines.h"

#include <algorithm>
#include <utility>

namespace gntp {

const SkippedLines* BadLines::find(const std::filesystem::path& file) const {
  const auto found = std::ranges::find(skipped_, file, &SkippedLines::file);
  return found == skipped_.end() ? nullptr : &*found;
}

void BadLines::add(const std::filesystem::path& file, std::string message) {
  auto found = std::ranges::find(skipped_, file, &SkippedLines::file);
  if (found == skipped_.end()) found = skipped_.insert(skipped_.end(), {file, 0, {}});
  ++found->count;
  if (found->first.size() < kListedSkips) found->first.push_back(std::move(message));
}

void BadLines::add(const BadLines& later) {
  for (const SkippedLines& each : later.skipped_) {
    for (const std::string& message : each.first) add(each.file, message);
    const auto found = std::ranges::find(skipped_, each.file, &SkippedLines::file);
    found->count += each.count - each.first.size();
  }
}

bool BadLines::wants_message(const std::filesystem::path& file) const {
  if (on_error_ == OnError::kStop) return true;
  const SkippedLines* skipped = find(file);
  return skipped == nullptr || skipped->first.size() < kListedSkips;
}

void BadLines::check_rest(const std::filesystem::path& file, std::size_t kept) const {
  const SkippedLines* skipped = find(file);
  if (kept > 0 || skipped == nullptr) return;
  fail("{}: nothing is left after skipping {} lines; the first: {}", file.string(), skipped->count,
       skipped->first.front());
}

std::vector<std::string> warnings_of(const BadLines& bad) {
  std::vector<std::string> warnings;
  for (const SkippedLines& each : bad.skipped()) {
    warnings.push_back(fmt::format("{}: skipped {} {}; the first: {}", each.file.string(),
                                   each.count, each.count == 1 ? "line" : "lines",
                                   each.first.front()));
    for (std::size_t i = 1; i < each.first.size(); ++i) {
      warnings.push_back(fmt::format("skipped: {}", each.first[i]));
    }
  }
  return warnings;
}

}  // namespace gntp
