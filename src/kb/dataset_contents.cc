#include "kb/dataset_contents.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "base/error.h"
#include "base/text.h"

namespace gntp {

void check_contents(const DatasetContents& contents) {
  if (!contents.weights.empty() && contents.weights.size() != contents.train.size()) {
    throw UsageError(fmt::format("{} weights for {} training facts; give one for each",
                                 contents.weights.size(), contents.train.size()));
  }
  const auto bad = std::ranges::find_if(
      contents.weights, [](double weight) { return !(weight >= 0) || !std::isfinite(weight); });
  if (bad != contents.weights.end()) {
    throw UsageError(fmt::format("the weight {} of training fact {}; weights are 0 or more", *bad,
                                 bad - contents.weights.begin() + 1));
  }
  for (const auto& [entity, type] : contents.types) {
    if (!entity.empty() && !type.empty() && type.find_first_of("\t\r\n") == std::string::npos) {
      continue;
    }
    throw UsageError(fmt::format("types: ('{}', '{}'): a type is a text without tab and line end",
                                 excerpt(entity), excerpt(type)));
  }
  std::set<std::string_view> names;
  for (const DatasetContents::Split& split : contents.splits) {
    if (split.name != "valid" && split.name != "test" && !split.name.starts_with("test-")) {
      throw UsageError(
          fmt::format("a split is called valid, test or test-..., not '{}'", excerpt(split.name)));
    }
    if (!names.insert(split.name).second) {
      throw UsageError(fmt::format("the split '{}' is given twice", excerpt(split.name)));
    }
  }
}

}  // namespace gntp
