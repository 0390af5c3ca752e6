#include "engine/reading_json.h"

#include <string>

#include "base/error.h"
#include "kb/triple_format.h"

namespace gntp {

using Json = nlohmann::ordered_json;

Json to_json(const ReadingOptions& options) {
  const ReadingOptions defaults;
  Json object = Json::object();
  if (options.format) object["format"] = name_of(*options.format);
  if (!options.columns.empty()) object["columns"] = options.columns;
  if (options.separator) object["separator"] = std::string(1, *options.separator);
  if (options.min_weight) object["min_weight"] = *options.min_weight;
  if (options.literals == Literals::kKept) object["literals"] = "keep";
  if (options.language != defaults.language) object["language"] = options.language;
  if (!options.base.empty()) object["base"] = options.base;
  return object;
}

ReadingOptions reading_from_json(const Json& object) {
  ReadingOptions options;
  for (const auto& item : object.items()) {
    const std::string& key = item.key();
    const Json& value = item.value();
    if (key == "format") {
      options.format = format_named(value.get<std::string>());
    } else if (key == "columns") {
      options.columns = value.get<std::vector<std::string>>();
    } else if (key == "separator" && value.get<std::string>().size() == 1) {
      options.separator = value.get<std::string>()[0];
    } else if (key == "min_weight") {
      options.min_weight = value.get<double>();
    } else if (key == "literals" && value == "keep") {
      options.literals = Literals::kKept;
    } else if (key == "language") {
      options.language = value.get<std::string>();
    } else if (key == "base") {
      options.base = value.get<std::string>();
    } else {
      fail("'{}' is no way to read data", key);
    }
  }
  return options;
}

}  // namespace gntp
