// Which of the accepted rules are kept: the most confident, with ties broken by support and then by
// what the rules say, so that the choice depends on nothing else.
#pragma once

#include <vector>

#include "mine/mine_options.h"
#include "mine/mined_rule.h"

namespace gntp {

// The best first; of each kind at most so many as the options say.
std::vector<MinedRule> select_rules(std::vector<MinedRule> rules, const MineOptions& options);

}  // namespace gntp
