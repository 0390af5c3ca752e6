// Work in processes of their own (compare/child_process.h), several at a time. A task's result
// comes back as JSON.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace gntp::bench {

struct Task {
  std::string name;
  std::function<nlohmann::json()> work;
};

// The results in the order of the tasks. Calls `done` in this process after each. Throws Error
// with the reason if a task fails.
std::vector<nlohmann::json> run_in_children(
    std::span<const Task> tasks, std::size_t jobs,
    const std::function<void(const Task&, const nlohmann::json&)>& done);

}  // namespace gntp::bench
