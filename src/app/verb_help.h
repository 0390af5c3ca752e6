// What a verb's command line offers, as a plain value. `CommandLine` fills it, and manual pages and
// completions for shells are made from it: options are listed once, where they are declared.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

struct VerbHelp {
  enum class Need : std::uint8_t { kOptional, kRequired };
  enum class Times : std::uint8_t { kOnce, kMany };

  struct Argument {
    std::string name;  // RUN
    std::string description;
    Need need = Need::kOptional;
    Times times = Times::kOnce;
  };
  struct Option {
    std::string name;        // --out
    std::string short_name;  // -h; empty: none
    std::string kind;        // FILE, N, stop|skip; empty: it takes no value
    std::string description;
    Need need = Need::kOptional;
    Times times = Times::kOnce;
  };

  std::string verb;
  std::string summary;      // one line, without a full stop
  std::string description;  // sentences
  std::vector<Argument> arguments;
  std::vector<Option> options;
  std::vector<std::string> examples;  // without the program's name
};

// Those of all verbs, in the order of the help.
std::vector<VerbHelp> describe_verbs();

// What a shell can offer where a value is expected, by the name of its kind.
enum class Offer : std::uint8_t {
  kNothing,
  kChoices,
  kPresets,
  kSettings,
  kTopics,
  kFolders,
  kFiles
};
Offer offer_for(std::string_view kind);

// The choices of a kind such as stop|skip.
std::vector<std::string> choices_of(std::string_view kind);

// What else completions offer: presets, settings, and the topics of `gntp help`.
std::vector<std::string> preset_names();
std::vector<std::string> setting_names();
std::vector<std::string> help_topics();

}  // namespace gntp
