#include "serve/served_run.h"

#include <algorithm>

#include "engine/names.h"

namespace gntp {
namespace {

constexpr std::size_t kVariants = 4;

}  // namespace

ServedRun::ServedRun(std::string name, Engine engine)
    : name_(std::move(name)), engine_(std::move(engine)), counts_(counts_of(engine_)) {}

const NameSearch& ServedRun::names() const {
  std::call_once(made_names_, [this] { names_.emplace(engine_); });
  return *names_;
}

RuleList& ServedRun::rules() const {
  std::call_once(made_rules_, [this] { rules_.emplace(engine_); });
  return *rules_;
}

std::shared_ptr<const Engine> ServedRun::without(const std::vector<std::string>& facts) const {
  FactChanges changes;
  std::vector<std::string> texts;
  for (const std::string& text : facts) {
    changes.removed.push_back(engine_.parse(text));
    texts.push_back(fact_in_words(engine_, changes.removed.back()).text);
  }
  std::ranges::sort(texts);
  const std::scoped_lock lock(mutex_);  // one at a time: each takes a while
  const auto found = std::ranges::find(variants_, texts, &Variant::without);
  if (found != variants_.end()) {
    variants_.splice(variants_.begin(), variants_, found);
    return found->engine;
  }
  auto changed = std::make_shared<const Engine>(engine_.with(changes));
  variants_.push_front({std::move(texts), changed});
  if (variants_.size() > kVariants) variants_.pop_back();
  return changed;
}

}  // namespace gntp
