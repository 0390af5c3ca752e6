// A small part of JSON Schema, enough for the files in docs/: type, enum, properties, required,
// additionalProperties, items, minItems, maxItems, minimum, maximum, oneOf and $ref to places of
// the same file.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

namespace gntp::testing {

class JsonSchema {
 public:
  explicit JsonSchema(nlohmann::json schema) : root_(std::move(schema)) {}

  // What is wrong with the value; empty where nothing is.
  std::string error_of(const nlohmann::json& value) const { return check(value, root_, "$"); }
  // By a part of the schema.
  std::string error_of(const nlohmann::json& value, const nlohmann::json& part) const {
    return check(value, part, "$");
  }

 private:
  static bool is_type(const nlohmann::json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "integer") return value.is_number_integer();
    return type == "number" && value.is_number();
  }

  std::string check(const nlohmann::json& value, const nlohmann::json& schema,
                    const std::string& place) const {
    if (schema.contains("$ref")) {
      const nlohmann::json::json_pointer target(schema["$ref"].get<std::string>().substr(1));
      return check(value, root_.at(target), place);
    }
    if (schema.contains("oneOf")) {
      int fitting = 0;
      for (const nlohmann::json& each : schema["oneOf"]) {
        fitting += check(value, each, place).empty() ? 1 : 0;
      }
      return fitting == 1 ? "" : fmt::format("{}: fits {} of oneOf", place, fitting);
    }
    if (schema.contains("type") && !is_type(value, schema["type"])) {
      return fmt::format("{}: not of type {}", place, schema["type"].dump());
    }
    if (schema.contains("enum")) {
      bool found = false;
      for (const nlohmann::json& each : schema["enum"]) found = found || each == value;
      if (!found) return fmt::format("{}: {} is not in the enum", place, value.dump());
    }
    if (schema.contains("minimum") && value < schema["minimum"]) return place + ": too small";
    if (schema.contains("maximum") && value > schema["maximum"]) return place + ": too large";
    if (value.is_array() && value.size() < schema.value("minItems", std::size_t{0})) {
      return place + ": too few items";
    }
    if (value.is_array() && schema.contains("maxItems") && value.size() > schema["maxItems"]) {
      return place + ": too many items";
    }
    if (value.is_array() && schema.contains("items")) {
      for (const nlohmann::json& each : value) {
        if (std::string error = check(each, schema["items"], place + "[]"); !error.empty()) {
          return error;
        }
      }
    }
    return value.is_object() ? check_keys(value, schema, place) : "";
  }

  std::string check_keys(const nlohmann::json& value, const nlohmann::json& schema,
                         const std::string& place) const {
    for (const nlohmann::json& key : schema.value("required", nlohmann::json::array())) {
      if (!value.contains(key)) return fmt::format("{}: lacks {}", place, key.dump());
    }
    const nlohmann::json properties = schema.value("properties", nlohmann::json::object());
    for (const auto& [key, each] : value.items()) {
      if (properties.contains(key)) {
        std::string error = check(each, properties[key], fmt::format("{}.{}", place, key));
        if (!error.empty()) return error;
        continue;
      }
      const nlohmann::json others = schema.value("additionalProperties", nlohmann::json(true));
      if (others == false) {
        return fmt::format("{}: has '{}', which the schema does not know", place, key);
      }
      if (!others.is_object()) continue;
      std::string error = check(each, others, fmt::format("{}.{}", place, key));
      if (!error.empty()) return error;
    }
    return "";
  }

  nlohmann::json root_;
};

}  // namespace gntp::testing
