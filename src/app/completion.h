// What shells need to complete a command line of gntp: scripts to be sourced, or put where the
// shell looks for them. They offer verbs, options, values of options where they are known, and
// files.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/verb_help.h"

namespace gntp {

std::string bash_completion(std::span<const VerbHelp> verbs);
std::string zsh_completion(std::span<const VerbHelp> verbs);
std::string fish_completion(std::span<const VerbHelp> verbs);

}  // namespace gntp
