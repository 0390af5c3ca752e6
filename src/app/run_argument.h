// The arguments of verbs that ask a model, RUN and a question.
#pragma once

#include <string>

namespace gntp {

// Throws UsageError where the two were given the other way round.
void check_run_is_first(const std::string& verb, const std::string& run,
                        const std::string& question);

}  // namespace gntp
