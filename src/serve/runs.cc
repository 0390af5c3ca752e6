#include "serve/runs.h"

#include <gntp/live.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "engine/run_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

std::string plain_name(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return (whole.has_filename() ? whole.filename() : whole.parent_path().filename()).string();
}

bool is_trained(const fs::path& folder) {
  return read_live(folder).state == LiveTraining::State::kFinished;
}

}  // namespace

std::shared_ptr<ServedRun> Runs::open(const std::string& name, const fs::path& folder) const {
  OpenOptions options = options_;
  for (const fs::path& store : stores_) {
    if (is_store_of(folder, store)) options.data = store;
  }
  return std::make_shared<ServedRun>(name, Engine::open(folder, options));
}

Runs::Runs(const std::vector<fs::path>& folders, OpenOptions options, std::vector<fs::path> stores)
    : options_(std::move(options)), stores_(std::move(stores)) {
  for (const fs::path& folder : folders) {
    const auto is_same = [&](const fs::path& other) {
      return &other != &folder && plain_name(other) == plain_name(folder);
    };
    const bool shared = std::ranges::any_of(folders, is_same);
    Listed listed{shared ? folder.string() : plain_name(folder), folder, nullptr};
    if (std::ranges::find(runs_, listed.name, &Listed::name) != runs_.end()) {
      fail("{}: is given twice", folder.string());
    }
    if (is_trained(folder)) {
      listed.run = open(listed.name, folder);
    }
    runs_.push_back(std::move(listed));
  }
}

std::vector<Runs::Listed> Runs::all() {
  look_again();
  const std::scoped_lock lock(mutex_);
  return runs_;
}

Runs::Listed Runs::find(std::string_view name) {
  {
    const std::scoped_lock lock(mutex_);
    const auto found = name.empty() ? runs_.begin() : std::ranges::find(runs_, name, &Listed::name);
    if (found != runs_.end() && found->run) return *found;
  }
  std::vector<std::string> names;
  for (Listed& each : all()) {
    if (name.empty() || each.name == name) return std::move(each);
    names.push_back(std::move(each.name));
  }
  fail("there is no run '{}' here; there {} {}", excerpt(name), names.size() == 1 ? "is" : "are",
       join(names, ", "));
}

void Runs::look_again() {
  std::vector<Listed> listed;
  {
    const std::scoped_lock lock(mutex_);
    listed = runs_;
  }
  if (std::ranges::all_of(listed, [](const Listed& each) { return each.run != nullptr; })) return;
  const std::scoped_lock lock(opening_);
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (listed[i].run || !is_trained(listed[i].folder)) continue;
    std::shared_ptr<ServedRun> run = open(listed[i].name, listed[i].folder);
    const std::scoped_lock changing(mutex_);
    if (!runs_[i].run) runs_[i].run = std::move(run);
  }
}

std::vector<std::string> Runs::reload() {
  const std::scoped_lock lock(opening_);
  std::vector<Listed> listed;
  {
    const std::scoped_lock reading(mutex_);
    listed = runs_;
  }
  std::vector<std::string> errors;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    try {
      std::shared_ptr<ServedRun> run;
      if (is_trained(listed[i].folder)) {
        run = open(listed[i].name, listed[i].folder);
      }
      const std::scoped_lock changing(mutex_);
      runs_[i].run = std::move(run);
    } catch (const Error& error) {
      errors.emplace_back(error.what());
    }
  }
  return errors;
}

}  // namespace gntp
