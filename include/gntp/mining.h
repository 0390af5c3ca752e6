// Rules that are found in the training facts of a data set, and how often they are right there.
#pragma once

#include <gntp/dataset.h>
#include <gntp/export.h>
#include <gntp/if_exists.h>
#include <gntp/observer.h>
#include <gntp/settings.h>
#include <gntp/training.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace gntp {

// How rules are written: as in rules.pl, or as AnyBURL writes them.
enum class RuleFormat : std::uint8_t { kProlog, kAnyburl };

struct CountedRule {
  std::string text;           // "r(X, Y) :- p(X, A), q(A, Y)"
  double confidence = 0;      // support / (body + mine.correction)
  double pca_confidence = 0;  // support / pairs of the body whose start has the head's relation
  std::size_t support = 0;    // pairs that body and head share
  std::size_t body = 0;       // pairs of the body
  double counted_share = 1;   // of the entities that were counted; 1 = the counts are exact
  // Where support / body of all entities lies, in 95 of 100 cases; both are it where counts are
  // exact.
  double confidence_low = 0;
  double confidence_high = 1;
};

// What `mine` found, the most confident first. Immutable and cheap to copy.
class GNTP_API MinedRules {
 public:
  std::size_t size() const;
  // Made when it is asked for. Requires: index < size().
  CountedRule operator[](std::size_t index) const;

  std::size_t accepted() const;        // rules above the thresholds, of which the best were kept
  std::size_t counted_partly() const;  // kept rules that were counted on a share of the entities
  std::size_t sampled_from() const;  // from bodies of this length on, bodies were sampled; 0 = none
  std::size_t steps() const;         // that were taken
  bool complete() const;             // false where a limit ended it before the last step
  double seconds() const;
  // "412 rules of 1034 above the thresholds, in 3.1 s"
  std::string summary() const;

  // A file of rules that a training reads (DatasetOptions::rules). Throws Error if it cannot be
  // written, or is there and not to be replaced.
  void write(const std::filesystem::path& file, RuleFormat format = RuleFormat::kProlog,
             IfExists if_exists = IfExists::kRefuse) const;

  // For the library itself.
  struct GNTP_INTERNAL State;
  explicit MinedRules(std::shared_ptr<const State> state);

 private:
  std::shared_ptr<const State> state_;
};

// Finds rules as the settings `mine.*` say. Throws Interrupted if the observer asks to stop.
GNTP_API MinedRules mine(const Dataset& dataset, const Settings& settings = {},
                         const RunOptions& options = {}, const Observer& observer = {});

}  // namespace gntp
