// A run that is served: the engine, and what the page needs beside it, made when it is first asked
// for. Thread-safe.
#pragma once

#include <gntp/browsing.h>
#include <gntp/engine.h>

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "serve/rule_list.h"

namespace gntp {

class ServedRun {
 public:
  ServedRun(std::string name, Engine engine);
  ServedRun(const ServedRun&) = delete;
  ServedRun& operator=(const ServedRun&) = delete;

  const std::string& name() const { return name_; }
  const Engine& engine() const { return engine_; }
  const NameSearch& names() const;
  RuleList& rules() const;
  const EngineCounts& counts() const { return counts_; }

  // The engine without these facts, 'rel(a, b)' each. The last few are kept. Throws Error for a
  // fact that it does not know.
  std::shared_ptr<const Engine> without(const std::vector<std::string>& facts) const;

 private:
  struct Variant {
    std::vector<std::string> without;
    std::shared_ptr<const Engine> engine;
  };

  std::string name_;
  Engine engine_;
  EngineCounts counts_;
  mutable std::once_flag made_names_;
  mutable std::optional<NameSearch> names_;
  mutable std::mutex mutex_;
  mutable std::list<Variant> variants_;  // the last used first
  mutable std::once_flag made_rules_;
  mutable std::optional<RuleList> rules_;  // last: it uses the engine
};

}  // namespace gntp
