#include <fmt/format.h>

#include <vector>

#include "app/completion.h"
#include "base/text.h"

namespace gntp {
namespace {

// Bash breaks words at '=', too: `--out=x` comes as three words, and so does `learn.epochs=5`.
constexpr std::string_view kOpening =
    R"(# bash completion for gntp: made by 'gntp help --format bash'

_gntp() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local verb=${COMP_WORDS[1]} options='' arguments='' before=$previous
  COMPREPLY=()
  if [[ $current == '=' ]]; then
    current=''
    before='='
  elif [[ $previous == '=' ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if [[ $before == '=' && $previous != --* ]]; then
    return
  fi
  if ((COMP_CWORD == 1)); then
    _gntp_words "$_gntp_verbs --help --version" "$current"
    return
  fi
)";

constexpr std::string_view kClosing = R"(  if [[ $current == -* ]]; then
    _gntp_words "$options" "$current"
  else
    _gntp_offer "$arguments" "$current"
  fi
}

_gntp_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_gntp_offer() {
  case $1 in
    files)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$2")
      ;;
    folders)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -d -- "$2")
      ;;
    presets) _gntp_words "$_gntp_presets" "$2" ;;
    settings)
      compopt -o nospace 2>/dev/null
      _gntp_words "$_gntp_settings" "$2"
      ;;
    topics) _gntp_words "$_gntp_verbs settings presets" "$2" ;;
    nothing) ;;
    *) _gntp_words "$1" "$2" ;;
  esac
}

complete -F _gntp gntp
)";

std::string offer_text(const std::string& kind) {
  switch (offer_for(kind)) {
    case Offer::kChoices:
      return join(choices_of(kind), " ");
    case Offer::kPresets:
      return "presets";
    case Offer::kSettings:
      return "settings";
    case Offer::kTopics:
      return "topics";
    case Offer::kFolders:
      return "folders";
    case Offer::kFiles:
      return "files";
    case Offer::kNothing:
      break;
  }
  return "nothing";
}

// Arguments may stand anywhere between options, so that where one is typed says little about which:
// files where any argument is one.
std::string arguments_offer(const VerbHelp& verb) {
  std::string offer = "nothing";
  for (const VerbHelp::Argument& argument : verb.arguments) {
    const std::string own = offer_text(argument.name);
    if (own == "files" || offer == "nothing") offer = own;
  }
  return offer;
}

std::string options_of(const VerbHelp& verb) {
  std::vector<std::string> names;
  names.reserve(verb.options.size());
  for (const VerbHelp::Option& option : verb.options) names.push_back(option.name);
  return join(names, " ");
}

std::string verb_case(const VerbHelp& verb) {
  std::string text = fmt::format("    {})\n      options='{}'\n      arguments={}\n", verb.verb,
                                 options_of(verb), arguments_offer(verb));
  text += "      case $previous in\n";
  for (const VerbHelp::Option& option : verb.options) {
    if (option.kind.empty()) continue;
    text += fmt::format("        {}) _gntp_offer '{}' \"$current\"; return ;;\n", option.name,
                        offer_text(option.kind));
  }
  return text + "      esac\n      ;;\n";
}

}  // namespace

std::string bash_completion(std::span<const VerbHelp> verbs) {
  std::vector<std::string> names;
  for (const VerbHelp& verb : verbs) names.push_back(verb.verb);
  std::vector<std::string> settings = setting_names();
  for (std::string& setting : settings) setting += '=';

  std::string text(kOpening);
  text += "  case $verb in\n";
  for (const VerbHelp& verb : verbs) text += verb_case(verb);
  text += "  esac\n";
  text += kClosing;
  text += fmt::format("_gntp_verbs='{}'\n", join(names, " "));
  text += fmt::format("_gntp_presets='{}'\n", join(preset_names(), " "));
  return text + fmt::format("_gntp_settings='{}'\n", join(settings, " "));
}

}  // namespace gntp
