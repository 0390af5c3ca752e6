// The second act of `gntp demo`.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/demo.h"
#include "app/evaluation_text.h"
#include "base/error.h"
#include "base/file.h"
#include "base/folder.h"
#include "engine/dataset_state.h"
#include "engine/reading.h"
#include "engine/resources.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownMentions = 3;

// A copy of the data that has room for the mentions.
void copy_data(const fs::path& from, const fs::path& to) {
  if (fs::exists(fs::symlink_status(to))) {
    fail("{}: is there already; the demonstration would overwrite it", to.string());
  }
  make_folders(to);
  for (const char* name : {"train.tsv", "test.tsv", "rules.pl", "candidates.txt"}) {
    write_file(to / name, read_file(from / name));
  }
}

std::string introduce(const Dataset& dataset, const ReadingSummary& summary) {
  std::string text = fmt::format(
      "7. A text instead of facts\n   Now {} countries have no facts about where they are, but a "
      "text speaks of them. gntp reads it:\n   {} sentences, {} mentions of two places, {} ways to "
      "put it, e.g.\n",
      hidden_facts(dataset).size(), summary.found.sentences, summary.mentions, summary.patterns);
  const KnowledgeBase& kb = dataset.state().data->kb;
  std::size_t shown = 0;
  for (std::size_t i = kb.first_mention(); i < kb.facts.size() && shown < kShownMentions; ++i) {
    const Triple mention = kb.facts[i];
    const std::string pattern(kb.relations.name(mention.relation));
    if (!pattern.ends_with("in [YYY]")) continue;
    text += fmt::format("      {}   {}, {}\n", pattern, kb.entities.name(mention.head),
                        kb.entities.name(mention.tail));
    ++shown;
  }
  return text + '\n';
}

bool quotes_a_text(const ExplanationNode& node) {
  return !node.sentences.empty() || std::ranges::any_of(node.children, quotes_a_text);
}

// The first answer whose proof goes through the text.
std::string describe_proof(const Engine& engine, const std::vector<std::string>& hidden) {
  for (const std::string& text : hidden) {
    const Explanation explanation = engine.explain(text);
    if (explanation.proofs.empty() || !quotes_a_text(explanation.proofs.front().root)) continue;
    const Fact fact = engine.parse(text);
    return fmt::format("9. Why is {} in {}? Because it is written\n{}\n", fact.head, fact.tail,
                       indented(explanation.to_text()));
  }
  return "";
}

// Reads the text into the copy of the data.
ReadingSummary read_places(const fs::path& source, const fs::path& data, std::size_t threads) {
  TextOptions reading;
  reading.counting.directions = Directions::kText;
  ThreadPool pool(threads);
  return read_mentions_of(data, {(source / "places.txt").string()}, data / "mentions.tsv", reading,
                          pool, {});
}

}  // namespace

nlohmann::ordered_json guide_through_text(const fs::path& run, std::size_t threads,
                                          ConsoleObserver& watch, const Say& say) {
  const fs::path source = resource_folder() / "data/places";
  const fs::path data = run.string() + "-data";
  require_new_run(run);
  copy_data(source, data);
  const ReadingSummary summary = read_places(source, data, threads);
  Settings settings = demo_settings();
  settings.set("model.encoder", "ngrams");  // the order of the words says what is in what
  const Dataset dataset = Dataset::load(data, settings);
  say(introduce(dataset, summary));
  const auto& [engine, evaluations] = train_demo(dataset, settings, run, threads, watch);
  say(fmt::format(
      "8. Learning from facts and text together took {:.1f} s; the score on the hidden regions: "
      "AUC-PR {:.1f} %\n\n",
      engine.training()->seconds, 100 * evaluations.front().auc_pr.value_or(0)));
  say(describe_proof(engine, hidden_facts(dataset)));
  return {{"run", run.string()},
          {"data", data.string()},
          {"mentions", summary.mentions},
          {"test", to_json(evaluations)}};
}

}  // namespace gntp
