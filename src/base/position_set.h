// Finds items that lie elsewhere, in an array for instance, by their hashes: a set of positions,
// for tables that must not hold every item twice. It sees the items only through the `equal` that a
// search is given, so that it can be copied and moved with them. 12 bytes a place (tsl::robin_set).
// Not changed while it is read, it can be shared by threads.
#pragma once

#include <tsl/robin_set.h>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace gntp {

class PositionSet {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  // `fullest`: the share of places that may be taken. Emptier is faster, above all for what is not
  // there.
  explicit PositionSet(float fullest) { places_.max_load_factor(fullest); }

  // The position with this hash for which equal(position) holds, or kNone.
  template <typename Equal>
  std::uint32_t find(std::uint64_t hash, Equal equal) const {
    const Wanted<Equal> wanted{kept(hash), equal};
    const auto found = places_.find(wanted, wanted.hash);
    return found == places_.end() ? kNone : found->position;
  }

  // Requires: no equal item is there, and position < kNone.
  void insert(std::uint64_t hash, std::uint32_t position) {
    places_.insert(Place{kept(hash), position});
  }

  void clear() { places_.clear(); }
  void reserve(std::size_t count) { places_.reserve(count); }
  // How much memory it takes.
  std::size_t bytes() const { return places_.bucket_count() * kBytesOfAPlace; }

 private:
  static constexpr std::size_t kBytesOfAPlace = 12;

  struct Place {
    std::uint32_t hash;
    std::uint32_t position;
  };
  template <typename Equal>
  struct Wanted {
    std::uint32_t hash;
    const Equal& equal;
  };
  struct Hash {
    template <typename Key>
    std::size_t operator()(const Key& key) const {
      return key.hash;
    }
  };
  struct Same {
    using is_transparent = void;
    bool operator()(const Place& a, const Place& b) const { return a.position == b.position; }
    template <typename Equal>
    bool operator()(const Place& place, const Wanted<Equal>& wanted) const {
      return place.hash == wanted.hash && wanted.equal(place.position);
    }
  };

  // The high half: users may have spent the low bits.
  static std::uint32_t kept(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32U); }

  tsl::robin_set<Place, Hash, Same> places_;
};

}  // namespace gntp
