#include "app/verbs.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <new>
#include <optional>
#include <vector>

#include "app/interrupt.h"
#include "app/team.h"
#include "base/text.h"

namespace gntp {
namespace {

constexpr std::array kVerbs{
    Verb{"train", "learn embeddings and rules from a data set", run_train, Processes::kSeveral},
    Verb{"add", "a run that knows more facts, or fewer, without training again", run_add},
    Verb{"mine", "find rules in a data set", run_mine, Processes::kSeveral},
    Verb{"sweep", "compare many settings on the valid split", run_sweep, Processes::kSeveral},
    Verb{"compare", "several models on a data set, in one table", run_compare},
    Verb{"eval", "how good a model is on a split", run_eval, Processes::kSeveral},
    Verb{"score", "the score of each of a list of triples", run_score},
    Verb{"predict", "the best answers to a query such as 'locatedIn(france, ?)'", run_predict,
         Processes::kSeveral},
    Verb{"explain", "the best proofs of a fact", run_explain},
    Verb{"materialise", "every new fact that is probable enough", run_materialise},
    Verb{"rules", "the rules that a model has learned", run_rules},
    Verb{"vectors", "the vectors of a model's entities or relations", run_vectors},
    Verb{"serve", "runs on a web page, and as an API for programs", run_serve},
    Verb{"report", "a run as one page of HTML to send to somebody", run_report},
    Verb{"read", "find mentions of a data set's entities in raw text", run_read},
    Verb{"verify", "whether a run folder or a store is as it was written", run_verify},
    Verb{"pack", "a data set as one file that opens at once", run_pack},
    Verb{"cache", "the stores of large data that gntp has made by itself", run_cache},
    Verb{"convert", "write triples in another format", run_convert},
    Verb{"stats", "what a data set holds", run_stats},
    Verb{"demo", "a guided tour: train, predict, explain", run_demo},
    Verb{"version", "print the version", run_version, Processes::kSeveral},
    Verb{"help", "this text, or that of a verb", run_help, Processes::kSeveral},
};

constexpr int kFailure = 1;
constexpr int kUsage = 2;
constexpr int kSignalled = 128;  // and the signal

int report(const Console& console, std::string_view what, int status) {
  console.note(fmt::format("error: {}", what));
  return status;
}

}  // namespace

std::span<const Verb> all_verbs() {
  return kVerbs;
}

const Verb& find_verb(std::string_view name) {
  const auto* found = std::ranges::find(kVerbs, name, &Verb::name);
  if (found != kVerbs.end()) return *found;
  std::vector<std::string> names(kVerbs.size());
  std::ranges::transform(kVerbs, names.begin(), [](const Verb& verb) { return verb.name; });
  const std::string hint = suggestion(name, names);
  throw UsageError(fmt::format("unknown verb '{}'; {}", excerpt(name),
                               hint.empty() ? "'gntp help' lists them" : hint));
}

namespace {

// An option before the verb stands for one.
std::string_view verb_in(Arguments arguments) {
  if (arguments.empty()) return "help";
  const std::string_view first = arguments[0];
  if (first == "-h" || first == "--help") return "help";
  if (first == "--version") return "version";
  if (first.starts_with('-')) {
    throw UsageError(fmt::format("'{}' before the verb; 'gntp help' tells more", excerpt(first)));
  }
  return first;
}

// What `run` ended with. Throws std::bad_alloc alone: to report it anywhere here would take memory,
// too.
template <typename Run>
int report_of(const Console& console, const Run& run) {
  try {
    run();
    return 0;
  } catch (const OutputClosed&) {
    return 0;
  } catch (const UsageError& error) {
    return report(console, error.what(), kUsage);
  } catch (const Interrupted& error) {
    console.note(error.what());
    return kSignalled + (caught_signal() == 0 ? SIGINT : caught_signal());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return report(console, error.what(), kFailure);
  }
}

// The exit status.
int run_and_report(Arguments arguments, Console console) {
  std::optional<Team> team;
  const int status = report_of(console, [&] {
    team.emplace(console);
    const bool is_named = !arguments.empty() && !arguments[0].starts_with('-');
    team->run(find_verb(verb_in(arguments)), is_named ? arguments.subspan(1) : Arguments());
  });
  return team ? team->exit_status(status) : status;
}

}  // namespace

int run_command_line(Arguments arguments, const Console& console) {
  try {
    return run_and_report(arguments, console);
  } catch (const std::bad_alloc&) {
    std::fputs("gntp: error: not enough memory\n", console.err);
    return kFailure;
  }
}

}  // namespace gntp
