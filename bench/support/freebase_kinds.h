// The kinds of a made-up knowledge base's entities. Kinds in a row make a domain. Immutable.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"

namespace gntp::bench {

// Entities with ids in a row.
struct Window {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
  std::uint32_t end() const { return begin + size; }
  bool contains(std::uint32_t entity) const { return entity - begin < size; }
};

// Ids from begin[k] on are of kind k. The ids of the kinds themselves come after all others.
struct Kinds {
  std::vector<std::uint32_t> begin;  // one more than there are kinds
  std::uint32_t things() const { return begin.back(); }
  std::uint32_t count() const { return static_cast<std::uint32_t>(begin.size() - 1); }
  std::uint32_t kind_of(std::uint32_t thing) const;
  Window window(std::uint32_t kind) const { return {begin[kind], begin[kind + 1] - begin[kind]}; }
  Window domain_of(std::uint32_t kind) const;
};

// The n-th largest has a share of about 1 / (n + 10); large and small ones are mixed.
Kinds make_kinds(std::size_t entities, std::size_t kinds, Random& random);

std::string domain_name(std::uint32_t kind);
std::string kind_name(std::uint32_t kind);

}  // namespace gntp::bench
