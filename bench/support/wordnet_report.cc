#include <fmt/format.h>

#include "support/wordnet_scale.h"

namespace gntp::bench {

std::string greed_text(const std::vector<nlohmann::json>& cells) {
  std::string text =
      "| facts a goal unifies with | 1 rule a template | 3 rules | all rules |\n"
      "|---|--:|--:|--:|\n";
  for (std::size_t i = 0; i < cells.size(); i += 3) {
    const auto k_facts = cells[i].at("k_facts").get<std::size_t>();
    text += fmt::format("| {} |", k_facts == 0 ? "all (exact)" : fmt::to_string(k_facts));
    for (std::size_t j = i; j < i + 3; ++j) {
      text += fmt::format(" {:.1f}{} |", cells[j].at("seconds").get<double>(),
                          cells[j].at("share").get<double>() < 1 ? " \\*" : "");
    }
    text += "\n";
  }
  return text;
}

std::string indexes_text(const std::vector<nlohmann::json>& kinds) {
  std::string text =
      "| index | build, s | µs a goal | times ours | recall@1 | recall@10 |\n"
      "|---|--:|--:|--:|--:|--:|\n";
  const double ours = kinds.front().at("microseconds").get<double>();
  for (const nlohmann::json& kind : kinds) {
    const auto microseconds = kind.at("microseconds").get<double>();
    const bool exact = !kind.contains("recall_1");
    text +=
        fmt::format("| {} | {} | {:.2f} | {:.0f} | {} | {} |\n", kind.at("name").get<std::string>(),
                    exact ? "–" : fmt::format("{:.1f}", kind.at("build_seconds").get<double>()),
                    microseconds, microseconds / ours,
                    exact ? "exact" : fmt::format("{:.3f}", kind.at("recall_1").get<double>()),
                    exact ? "exact" : fmt::format("{:.3f}", kind.at("recall_10").get<double>()));
  }
  text += fmt::format(
      "\nFor {:.0f} % of the questions there is a fact within the floor; for the others FAISS "
      "returns "
      "one that no proof can use.\n",
      100 * kinds.front().at("found").get<double>());
  return text;
}

std::string ranking_text(const std::vector<nlohmann::json>& models) {
  std::string text =
      "| entity scale | test triples | entities | seconds | candidates a second |\n"
      "|--:|--:|--:|--:|--:|\n";
  for (const nlohmann::json& model : models) {
    const auto triples = model.at("triples").get<std::size_t>();
    const auto entities = model.at("entities").get<std::size_t>();
    const auto seconds = model.at("seconds").get<double>();
    text += fmt::format("| {} | {} | {} | {:.2f} | {:.2g} |\n", model.at("scale").get<double>(),
                        triples, entities, seconds,
                        2 * static_cast<double>(triples) * static_cast<double>(entities) / seconds);
  }
  return text;
}

std::string joint_text(const std::vector<nlohmann::json>& epochs) {
  std::string text =
      "| entity scale | neighbours of an entity, before and after | entities' pace | seconds |\n"
      "|--:|--:|--:|--:|\n";
  for (const nlohmann::json& epoch : epochs) {
    text +=
        fmt::format("| {} | {:.1f} / {:.1f} | {} | {:.1f}{} |\n", epoch.at("scale").get<double>(),
                    epoch.at("neighbours").get<double>(), epoch.at("after").get<double>(),
                    epoch.at("rate").get<double>(), epoch.at("seconds").get<double>(),
                    epoch.at("share").get<double>() < 1 ? "\\*" : "");
  }
  return text;
}

}  // namespace gntp::bench
