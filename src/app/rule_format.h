// The formats that rules are written in: that of rules.pl, or AnyBURL's lines.
#pragma once

#include <string>

#include "base/error.h"
#include "base/text.h"

namespace gntp {

enum class RuleFormat { kProlog, kAnyburl };

// Throws UsageError.
inline RuleFormat parse_rule_format(const std::string& name) {
  if (name == "pl") return RuleFormat::kProlog;
  if (name == "anyburl") return RuleFormat::kAnyburl;
  throw UsageError(fmt::format("--format must be pl or anyburl, not '{}'", excerpt(name)));
}

}  // namespace gntp
