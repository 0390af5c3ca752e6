#include "support/child.h"

#include <poll.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "compare/child_process.h"

namespace gntp::bench {
namespace {

struct Running {
  std::size_t task;
  std::unique_ptr<ChildProcess> child;
};

// Those of which something can be read.
std::vector<pollfd> wait_for(const std::vector<Running>& running) {
  std::vector<pollfd> outputs;
  outputs.reserve(running.size());
  for (const Running& it : running) outputs.push_back({it.child->output(), POLLIN, 0});
  ::poll(outputs.data(), outputs.size(), -1);
  return outputs;
}

}  // namespace

std::vector<nlohmann::json> run_in_children(
    std::span<const Task> tasks, std::size_t jobs,
    const std::function<void(const Task&, const nlohmann::json&)>& done) {
  std::vector<nlohmann::json> results(tasks.size());
  std::vector<Running> running;
  std::size_t next = 0;
  while (next < tasks.size() || !running.empty()) {
    while (next < tasks.size() && running.size() < std::max<std::size_t>(jobs, 1)) {
      const Task& task = tasks[next];
      running.push_back({next++, std::make_unique<ChildProcess>([&task](const Observer&) {
                           return nlohmann::ordered_json(task.work());
                         })});
    }
    const std::vector<pollfd> outputs = wait_for(running);
    for (std::size_t i = running.size(); i-- > 0;) {
      if (outputs[i].revents == 0 || running[i].child->receive({})) continue;
      const Task& task = tasks[running[i].task];
      nlohmann::json& result = results[running[i].task];
      try {
        result = nlohmann::json(running[i].child->result());
      } catch (const Error& error) {
        fail("{} failed: {}", task.name, error.what());
      }
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
      done(task, result);
    }
  }
  return results;
}

}  // namespace gntp::bench
