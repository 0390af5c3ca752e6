// Names <-> dense ids, in the order in which the names were first seen.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gntp {

using Id = std::uint32_t;

class Vocabulary {
 public:
  // The name's id; a new one if the name is new.
  Id add(std::string_view name);
  std::optional<Id> find(std::string_view name) const;
  // Requires: id < size().
  const std::string& name(Id id) const { return names_[id]; }
  std::size_t size() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  std::vector<std::string> names_;
  std::unordered_map<std::string, Id, Hash, std::equal_to<>> ids_;
};

}  // namespace gntp
