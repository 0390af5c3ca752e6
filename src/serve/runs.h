// The runs that a server answers from, by name. They can be opened again while requests go on:
// whoever has a run keeps it. Thread-safe.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "serve/served_run.h"

namespace gntp {

class Runs {
 public:
  // Opens all of them with these options; one that is being trained is opened when it is complete.
  // Throws Error where a folder is no run.
  // `stores` are where stores are now that runs were trained on, if they have moved.
  Runs(const std::vector<std::filesystem::path>& folders, OpenOptions options,
       std::vector<std::filesystem::path> stores = {});

  struct Listed {
    std::string name;  // of the folder, or all of its path where names would be equal
    std::filesystem::path folder;
    std::shared_ptr<const ServedRun> run;  // null while it is being trained
  };
  std::vector<Listed> all();
  // The first one where the name is empty. Throws Error for an unknown one.
  Listed find(std::string_view name);

  // Opens all folders again. Where one fails, its run stays as it was, and the message is returned.
  std::vector<std::string> reload();

 private:
  std::shared_ptr<ServedRun> open(const std::string& name,
                                  const std::filesystem::path& folder) const;
  // Opens those that were being trained and are complete now.
  void look_again();

  OpenOptions options_;
  std::vector<std::filesystem::path> stores_;
  std::mutex opening_;  // one at a time opens; never taken while `mutex_` is held
  std::mutex mutex_;
  std::vector<Listed> runs_;
};

}  // namespace gntp
