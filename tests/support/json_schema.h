// A small part of JSON Schema, enough for the files in docs/: type, enum, properties, required,
// additionalProperties, items, minimum, maximum and $ref to $defs of the same file.
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
      const std::string name =
          schema["$ref"].get<std::string>().substr(std::string("#/$defs/").size());
      return check(value, root_.at("$defs").at(name), place);
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
      } else if (!schema.value("additionalProperties", true)) {
        return fmt::format("{}: has '{}', which the schema does not know", place, key);
      }
    }
    return "";
  }

  nlohmann::json root_;
};

}  // namespace gntp::testing
