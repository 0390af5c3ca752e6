// The checkpoints of a long work: states to go on from, in a folder of their own, written every so
// often. The last two are kept: should the newest be damaged, the one before it serves.
#pragma once

#include <gntp/observer.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "base/stopwatch.h"

namespace gntp {

class Checkpoints {
 public:
  // In an existing folder. Keeps a reference to the observer, whom it warns.
  Checkpoints(std::filesystem::path folder, double seconds_between, const Observer& observer)
      : folder_(std::move(folder)), seconds_between_(seconds_between), observer_(observer) {}

  // Whether it is time for another.
  bool is_due() const { return since_last_.seconds() >= seconds_between_; }
  // Writes one, whole or not at all, and removes older ones but the last. Where it cannot be
  // written, e.g. because the disk is full, that is a warning: work goes on.
  void save(const std::function<void(ArchiveWriter&)>& write);
  // The newest that is whole; warns about one that is not.
  std::optional<ArchiveReader> newest() const;
  // False where there is surely none.
  bool may_have_any() const noexcept;
  const std::filesystem::path& folder() const { return folder_; }

 private:
  // Newest first.
  std::vector<std::filesystem::path> list() const;

  std::filesystem::path folder_;
  double seconds_between_;
  const Observer& observer_;
  Stopwatch since_last_;
};

}  // namespace gntp
