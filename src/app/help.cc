// gntp help.
#include <gntp/settings.h>

#include <algorithm>

#include "app/command_line.h"
#include "app/completion.h"
#include "app/manual.h"
#include "app/verbs.h"
#include "base/text.h"
#include "engine/resources.h"

namespace gntp {
namespace {

std::string overview() {
  std::string text =
      "gntp: a neural theorem prover for knowledge graphs. It learns rules and embeddings from "
      "facts,\n"
      "predicts missing facts and proves its answers.\n\n"
      "Usage: gntp VERB ...\n\n";
  for (const Verb& verb : all_verbs())
    text += fmt::format("  {:<10} {}\n", verb.name, verb.summary);
  text +=
      "\n'gntp VERB --help' explains a verb; 'gntp help settings' and 'gntp help presets' list "
      "what\n"
      "can be set. New here? Try 'gntp demo'.\n";
  return text;
}

std::string describe_presets() {
  std::string text = "Presets, for 'gntp train --preset NAME':\n\n";
  const std::vector<Settings::Preset> presets = Settings::presets();
  std::size_t width = 0;
  for (const Settings::Preset& preset : presets) width = std::max(width, preset.name.size());
  for (const Settings::Preset& preset : presets) {
    text += fmt::format("  {:<{}}  {}\n", preset.name, width, preset.summary);
  }
  return text + fmt::format("\nThey are in {}.\n", (resource_folder() / "presets").string());
}

std::string settings_text() {
  return "Settings, for 'gntp train --set section.key=value' and --config FILE (TOML), with "
         "their\ndefaults. A setting that is given where it has no effect, because it lacks what "
         "it needs, is refused.\n\n" +
         Settings::describe();
}

void print_text(const std::string& topic, const Console& console) {
  if (topic.empty()) {
    console.print(overview());
  } else if (topic == "settings") {
    console.print(settings_text());
  } else if (topic == "presets") {
    console.print(describe_presets());
  } else {
    const std::string help = "--help";
    find_verb(topic).run(std::span(&help, 1), console);
  }
}

std::string manual_of(const std::string& topic) {
  const std::vector<VerbHelp> verbs = describe_verbs();
  if (topic.empty()) return manual_page(verbs);
  const std::string_view name = find_verb(topic).name;
  return manual_page(*std::ranges::find(verbs, name, &VerbHelp::verb));
}

std::string completion_for(const std::string& shell) {
  const std::vector<VerbHelp> verbs = describe_verbs();
  if (shell == "bash") return bash_completion(verbs);
  if (shell == "zsh") return zsh_completion(verbs);
  return fish_completion(verbs);
}

}  // namespace

void run_help(Arguments arguments, const Console& console) {
  std::string topic;
  std::string format = "text";
  CommandLine line("help", "Explain gntp, a verb, the settings or the presets.");
  line.optional_argument("TOPIC", topic, "a verb, 'settings' or 'presets'");
  line.option("--format", "text|man|bash|zsh|fish", format,
              "text for people (default), a manual page of gntp or of a verb, or completions for a "
              "shell");
  line.example("help train");
  line.example("help settings");
  line.example("help --format man train | man -l -");
  line.example("help --format bash > ~/.local/share/bash-completion/completions/gntp");
  if (!line.parse(arguments, console)) return;
  if (format == "text") {
    print_text(topic, console);
  } else if (format == "man") {
    console.print(manual_of(topic));
  } else if (format != "bash" && format != "zsh" && format != "fish") {
    throw UsageError(
        fmt::format("--format must be text, man, bash, zsh or fish, not '{}'", excerpt(format)));
  } else if (!topic.empty()) {
    throw UsageError(fmt::format("completions are for all verbs; leave out '{}'", excerpt(topic)));
  } else {
    console.print(completion_for(format));
  }
}

}  // namespace gntp
