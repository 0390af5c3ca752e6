// The weights of triples, in a column of their own: those that weigh too little are left out, the
// others' weights are told.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "kb/reader.h"

namespace gntp {

class Weights {
 public:
  // `least`: nothing where all are heavy enough. Keeps a reference.
  Weights(std::optional<double> least, const SideSinks& side) : least_(least), side_(side) {}

  // Whether a triple of this weight is left out, which is counted. Throws LineError where it is no
  // number.
  bool leave_out(std::string_view weight, const std::filesystem::path& file, std::size_t line) {
    const std::optional<double> number = parse_number<double>(weight);
    if (!number) fail_at(file, line, "the weight must be a number, not '{}'", excerpt(weight));
    if (least_ && *number < *least_) {
      ++left_out_;
      return true;
    }
    if (side_.weight) side_.weight(*number, line);
    return false;
  }

  std::size_t left_out() const { return left_out_; }

 private:
  std::optional<double> least_;
  const SideSinks& side_;
  std::size_t left_out_ = 0;
};

}  // namespace gntp
