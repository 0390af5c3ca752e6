#include <fmt/format.h>

#include <vector>

#include "app/completion.h"
#include "base/text.h"

namespace gntp {
namespace {

constexpr std::string_view kOpening = R"(#compdef gntp
# zsh completion for gntp: made by 'gntp help --format zsh'

_gntp_settings() {
  local -a names=(
)";

constexpr std::string_view kVerbs = R"(  )
  compset -P '*=' && return
  compadd -S '=' -- $names
}

_gntp() {
  local -a verbs=(
)";

// `_arguments` is to see the verb as the command.
constexpr std::string_view kCases = R"(  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
)";

constexpr std::string_view kClosing = R"(  esac
}

if [[ $funcstack[1] == _gntp ]]; then
  _gntp "$@"
elif (( $+functions[compdef] )); then
  compdef _gntp gntp
fi
)";

// Inside single quotes; what `_arguments` gives a meaning has a backslash before.
std::string quoted(std::string_view text) {
  std::string result;
  for (const char each : text) {
    if (each == '\'') {
      result += "'\\''";
    } else if (each == '[' || each == ']' || each == ':' || each == '\\') {
      result += '\\';
      result += each;
    } else {
      result += each;
    }
  }
  return result;
}

std::string action(const std::string& kind) {
  switch (offer_for(kind)) {
    case Offer::kChoices:
      return fmt::format("({})", join(choices_of(kind), " "));
    case Offer::kPresets:
      return fmt::format("({})", join(preset_names(), " "));
    case Offer::kSettings:
      return "_gntp_settings";
    case Offer::kTopics:
      return fmt::format("({})", join(help_topics(), " "));
    case Offer::kFolders:
      return "_files -/";
    case Offer::kFiles:
      return "_files";
    case Offer::kNothing:
      break;
  }
  return " ";
}

std::string specification(const VerbHelp::Option& option) {
  const std::string_view many = option.times == VerbHelp::Times::kMany ? "*" : "";
  if (option.kind.empty()) {
    return fmt::format("'{}{}[{}]'", many, option.name, quoted(option.description));
  }
  return fmt::format("'{}{}=[{}]:{}:{}'", many, option.name, quoted(option.description),
                     quoted(option.kind), action(option.kind));
}

std::string specification(const VerbHelp::Argument& argument) {
  std::string_view start = argument.need == VerbHelp::Need::kRequired ? ":" : "::";
  if (argument.times == VerbHelp::Times::kMany) start = "*:";
  return fmt::format("'{}{}:{}'", start, quoted(argument.name), action(argument.name));
}

std::string verb_case(const VerbHelp& verb) {
  std::string text = fmt::format("    {})\n      _arguments", verb.verb);
  for (const VerbHelp::Option& option : verb.options) {
    text += " \\\n        " + specification(option);
  }
  for (const VerbHelp::Argument& argument : verb.arguments) {
    text += " \\\n        " + specification(argument);
  }
  return text + "\n      ;;\n";
}

}  // namespace

std::string zsh_completion(std::span<const VerbHelp> verbs) {
  std::string text(kOpening);
  for (const std::string& name : setting_names()) text += fmt::format("    {}\n", name);
  text += kVerbs;
  for (const VerbHelp& verb : verbs) {
    text += fmt::format("    '{}:{}'\n", verb.verb, quoted(verb.summary));
  }
  text += kCases;
  for (const VerbHelp& verb : verbs) text += verb_case(verb);
  return text + std::string(kClosing);
}

}  // namespace gntp
