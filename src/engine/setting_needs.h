// What a setting needs to have an effect: other settings, or something in the data. A setting that
// is given where it cannot have an effect is refused with the reason, so that nobody waits for a
// training that does something else than they think.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/settings.h"
#include "kb/knowledge_base.h"

namespace gntp {

// What a data set has for settings to act on.
struct DataTraits {
  bool templates = true;
  bool mentions = true;
};
DataTraits traits_of(const KnowledgeBase& kb);

struct Need {
  std::string_view text;  // "learn.validate_every above 0"
  bool (*is_met)(const AllOptions& settings, const DataTraits& data);
  // That have no effect without it; "mine" stands for all settings of that section.
  std::vector<std::string_view> settings;

  bool concerns(const Setting& setting) const;
};
std::span<const Need> all_needs();

// "learn.epochs above 0 and learn.validate_every above 0"; empty for a setting that needs nothing.
std::string needs_text(const Setting& setting);

// The first need of the setting that is not met, or nullptr: also where the setting has the value
// that it has by itself, which asks for nothing.
const Need* missing_need(const Setting& setting, const AllOptions& settings,
                         const DataTraits& data = {});

// Throws UsageError with the reason, for a setting that `source` gave ("--set", a file).
[[noreturn]] void refuse(const Setting& setting, const Need& need, const AllOptions& settings,
                         std::string_view source);

}  // namespace gntp
