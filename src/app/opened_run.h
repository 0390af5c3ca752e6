// The run that a verb asks, with what the user has it know besides (--facts) and forget
// (--without). The run folder stays as it is.
#pragma once

#include <gntp/engine.h>

#include <cstdint>
#include <string>
#include <vector>

#include "app/command_line.h"

namespace gntp {

class OpenedRun {
 public:
  // Whether facts can be left out, too.
  enum class Offers : std::uint8_t { kFacts, kFactsAndWithout };

  // Declares the options. The object must outlive parsing.
  OpenedRun(CommandLine& line, Offers offers);
  OpenedRun(const OpenedRun&) = delete;
  OpenedRun& operator=(const OpenedRun&) = delete;

  // Whether --without names this fact, 'rel(a, b)'. If so, `open` leaves it in: it is for the
  // caller to leave it out of the proofs of itself alone.
  bool spares(const std::string& fact);

  // Throws Error with file:line, or with the fact that is not known.
  Engine open(const std::string& folder, std::size_t threads, const Observer& observer) const;

 private:
  std::vector<std::string> files_;
  std::vector<std::string> without_;
  std::vector<std::string> spared_;
};

}  // namespace gntp
