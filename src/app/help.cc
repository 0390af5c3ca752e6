// gntp help.
#include <gntp/settings.h>

#include <algorithm>

#include "app/command_line.h"
#include "app/verbs.h"
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

}  // namespace

void run_help(Arguments arguments, const Console& console) {
  std::string topic;
  CommandLine line("help", "Explain gntp, a verb, the settings or the presets.");
  line.optional_argument("TOPIC", topic, "a verb, 'settings' or 'presets'");
  line.example("help train");
  line.example("help settings");
  if (!line.parse(arguments, console)) return;
  if (topic.empty()) {
    console.print(overview());
  } else if (topic == "settings") {
    console.print(
        "Settings, for 'gntp train --set section.key=value' and --config FILE (TOML), with "
        "their\ndefaults. A setting that is given where it has no effect, because it lacks what it "
        "needs, is refused.\n\n" +
        Settings::describe());
  } else if (topic == "presets") {
    console.print(describe_presets());
  } else {
    const std::string help = "--help";
    find_verb(topic).run(std::span(&help, 1), console);
  }
}

}  // namespace gntp
