// The run that a verb asks, on which device (--device), with what the user has it know besides
// (--facts) and forget (--without). The run folder stays as it is.
#pragma once

#include <gntp/engine.h>

#include <cstdint>
#include <string>
#include <vector>

#include "app/command_line.h"

namespace gntp {

// --data for verbs that read no data: where the store of a run is now.
void store_option(CommandLine& line, std::string& store);

class OpenedRun {
 public:
  // Whether facts can be left out, too.
  enum class Offers : std::uint8_t { kFacts, kFactsAndWithout };
  // Whether --data names the store of the run, or the verb has a --data of its own.
  enum class Data : std::uint8_t { kStore, kOther };

  // Declares the options. The object must outlive parsing.
  OpenedRun(CommandLine& line, Offers offers, Data data = Data::kOther);
  OpenedRun(const OpenedRun&) = delete;
  OpenedRun& operator=(const OpenedRun&) = delete;

  // Whether --without names this fact, 'rel(a, b)'. If so, `open` leaves it in: it is for the
  // caller to leave it out of the proofs of itself alone.
  bool spares(const std::string& fact);

  // `data` is what the user says with --data, which may be another data set than that of the run.
  // Throws Error with file:line, or with the fact that is not known.
  Engine open(const std::string& folder, std::size_t threads, const Observer& observer,
              const std::string& data = {}) const;

 private:
  std::string store_;
  std::string device_ = "auto";
  std::vector<std::string> files_;
  std::vector<std::string> without_;
  std::vector<std::string> spared_;
};

}  // namespace gntp
