// Which columns of a table are head, relation, tail and weight: the first three, as the titles in
// its first line say, or as the user says.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

// The fields of a line.
using Fields = std::vector<std::string_view>;

// Where they stand, from 0.
struct ColumnPlaces {
  std::array<std::size_t, 3> triple{0, 1, 2};  // head, relation, tail
  std::optional<std::size_t> weight = {};

  // How many columns there must be at least.
  std::size_t least() const;
};

// What the user says of them (ReadingOptions::columns).
class GivenColumns {
 public:
  // Throws UsageError unless there are none, three or four, all different, all titles or all
  // numbers from 1.
  explicit GivenColumns(std::span<const std::string> columns);

  bool are_given() const { return !titles_.empty() || by_number_; }
  bool are_titles() const { return !titles_.empty(); }
  const std::optional<ColumnPlaces>& by_number() const { return by_number_; }
  // Head, relation, tail and perhaps weight. Requires: are_titles().
  std::span<const std::string> titles() const { return titles_; }
  bool have_weight() const;

  // Where these titles are; nothing where one is missing. Requires: are_titles().
  std::optional<ColumnPlaces> find_in(std::span<const std::string_view> fields) const;

 private:
  std::vector<std::string> titles_;
  std::optional<ColumnPlaces> by_number_;
};

// What titles such as `subject, predicate, object` or `h, r, t, weight` say; nothing where the
// fields do not read like titles. Of more than three columns others are passed over.
std::optional<ColumnPlaces> places_by_titles(std::span<const std::string_view> fields);

// Whether the fields at these places are titles for what stands there.
bool are_titles_of(std::span<const std::string_view> fields, const ColumnPlaces& places);

// "head", "relation", "tail" or "weight", however it is put; nothing for other words. JSON's keys
// are titles, too.
std::optional<std::size_t> column_of(std::string_view title);

}  // namespace gntp
