#include "app/verb_help.h"

#include <gntp/settings.h>

#include <algorithm>
#include <array>

#include "app/verbs.h"
#include "base/text.h"
#include "engine/settings.h"

namespace gntp {
namespace {

struct KindOffer {
  std::string_view kind;
  Offer offer;
};
constexpr std::array kOffers{
    KindOffer{"PRESET", Offer::kPresets}, KindOffer{"section.key=value", Offer::kSettings},
    KindOffer{"TOPIC", Offer::kTopics},   KindOffer{"RUN", Offer::kFolders},
    KindOffer{"RUN2", Offer::kFolders},   KindOffer{"FOLDER", Offer::kFolders},
    KindOffer{"FILE", Offer::kFiles},     KindOffer{"DATA", Offer::kFiles},
    KindOffer{"FACTS", Offer::kFiles},    KindOffer{"TEXT", Offer::kFiles},
    KindOffer{"IN", Offer::kFiles},       KindOffer{"OUT", Offer::kFiles},
};

}  // namespace

std::vector<VerbHelp> describe_verbs() {
  std::vector<VerbHelp> all;
  for (const Verb& verb : all_verbs()) {
    VerbHelp help;
    Console console;
    console.described = &help;
    verb.run({}, console);
    help.summary = verb.summary;
    all.push_back(std::move(help));
  }
  return all;
}

Offer offer_for(std::string_view kind) {
  if (kind.find('|') != std::string_view::npos) return Offer::kChoices;
  const auto* found = std::ranges::find(kOffers, kind, &KindOffer::kind);
  return found == kOffers.end() ? Offer::kNothing : found->offer;
}

std::vector<std::string> choices_of(std::string_view kind) {
  const std::vector<std::string_view> parts = split(kind, '|');
  return {parts.begin(), parts.end()};
}

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (Settings::Preset& preset : Settings::presets()) names.push_back(std::move(preset.name));
  return names;
}

std::vector<std::string> setting_names() {
  std::vector<std::string> names;
  for (const Setting& setting : all_settings()) names.push_back(setting.name);
  return names;
}

std::vector<std::string> help_topics() {
  std::vector<std::string> names;
  for (const Verb& verb : all_verbs()) names.emplace_back(verb.name);
  names.insert(names.end(), {"settings", "presets"});
  return names;
}

}  // namespace gntp
