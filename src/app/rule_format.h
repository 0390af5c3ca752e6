// The value of --format.
#pragma once

#include <gntp/mining.h>

#include <string>

#include "base/error.h"
#include "base/text.h"

namespace gntp {

// Throws UsageError.
inline RuleFormat parse_rule_format(const std::string& name) {
  if (name == "pl") return RuleFormat::kProlog;
  if (name == "anyburl") return RuleFormat::kAnyburl;
  throw UsageError(fmt::format("--format must be pl or anyburl, not '{}'", excerpt(name)));
}

}  // namespace gntp
