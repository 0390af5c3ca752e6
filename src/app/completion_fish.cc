#include <fmt/format.h>

#include <vector>

#include "app/completion.h"
#include "base/text.h"

namespace gntp {
namespace {

// Before the verb nothing but verbs is offered; an argument is a file where the verb takes files.
constexpr std::string_view kOpening =
    R"(# fish completion for gntp: made by 'gntp help --format fish'

function __gntp_no_verb
    test (count (commandline -opc)) -eq 1
end

function __gntp_verb
    set -l words (commandline -opc)
    test (count $words) -gt 1; and contains -- $words[2] $argv
end

complete -c gntp -f
complete -c gntp -n __gntp_no_verb -l help -d 'print the help'
complete -c gntp -n __gntp_no_verb -l version -d 'print the version'
)";

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char each : text) {
    if (each == '\'' || each == '\\') result += '\\';
    result += each;
  }
  return result + '\'';
}

std::string with_equals(std::vector<std::string> names) {
  for (std::string& name : names) name += '=';
  return join(names, " ");
}

// The part of a `complete` command that says what a value can be.
std::string values(const std::string& kind) {
  switch (offer_for(kind)) {
    case Offer::kChoices:
      return fmt::format(" -a '{}'", join(choices_of(kind), " "));
    case Offer::kPresets:
      return fmt::format(" -a '{}'", join(preset_names(), " "));
    case Offer::kSettings:
      return fmt::format(" -a '{}'", with_equals(setting_names()));
    case Offer::kTopics:
      return fmt::format(" -a '{}'", join(help_topics(), " "));
    case Offer::kFolders:
      return " -a '(__fish_complete_directories)'";
    case Offer::kFiles:
      return " -F";
    case Offer::kNothing:
      break;
  }
  return "";
}

std::string option_line(const VerbHelp& verb, const VerbHelp::Option& option) {
  std::string text =
      fmt::format("complete -c gntp -n '__gntp_verb {}' -l {}", verb.verb, option.name.substr(2));
  if (!option.short_name.empty()) text += fmt::format(" -s {}", option.short_name.substr(1));
  if (!option.kind.empty()) {
    text += (offer_for(option.kind) == Offer::kFiles ? " -r" : " -x") + values(option.kind);
  }
  return text + fmt::format(" -d {}\n", quoted(option.description));
}

}  // namespace

std::string fish_completion(std::span<const VerbHelp> verbs) {
  std::string text(kOpening);
  for (const VerbHelp& verb : verbs) {
    text += fmt::format("\ncomplete -c gntp -n __gntp_no_verb -a {} -d {}\n", verb.verb,
                        quoted(verb.summary));
    for (const VerbHelp::Argument& argument : verb.arguments) {
      const std::string offered = values(argument.name);
      if (offered.empty()) continue;
      text += fmt::format("complete -c gntp -n '__gntp_verb {}'{}\n", verb.verb, offered);
    }
    for (const VerbHelp::Option& option : verb.options) text += option_line(verb, option);
  }
  return text;
}

}  // namespace gntp
