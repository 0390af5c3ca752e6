#include "app/demo_text.h"

#include <fmt/format.h>
#include <gntp/version.h>

#include <algorithm>

#include "app/evaluation.h"
#include "app/run_folder.h"
#include "base/error.h"
#include "engine/resources.h"
#include "engine/settings_text.h"
#include "explain/explanation.h"
#include "text/text_reading.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSeed = 0;
constexpr std::string_view kPreset = "countries-s1";
constexpr std::size_t kShownMentions = 3;

// A copy of the data that has room for the mentions.
void copy_data(const fs::path& from, const fs::path& to) {
  if (fs::exists(fs::symlink_status(to))) {
    fail("{}: is there already; the demonstration would overwrite it", to.string());
  }
  fs::create_directories(to);
  for (const char* name : {"train.tsv", "test.tsv", "rules.pl", "candidates.txt"}) {
    fs::copy_file(from / name, to / name);
  }
}

std::string introduce(const Dataset& dataset, const ReadingSummary& summary) {
  std::string text = fmt::format(
      "7. A text instead of facts\n   Now {} countries have no facts about where they are, but a "
      "text speaks of them. gntp reads it:\n   {} sentences, {} mentions of two places, {} ways to "
      "put it, e.g.\n",
      dataset.find_split("test")->triples.size(), summary.found.sentences, summary.mentions,
      summary.patterns);
  const KnowledgeBase& kb = dataset.kb;
  std::size_t shown = 0;
  for (std::size_t i = kb.first_mention(); i < kb.facts.size() && shown < kShownMentions; ++i) {
    const Triple& mention = kb.facts[i];
    const std::string& pattern = kb.relations.name(mention.relation);
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
std::string describe_proof(const Reasoner& reasoner, const Split& hidden) {
  Prover prover(reasoner);
  for (const Triple& triple : hidden.triples) {
    const Proof* proof = prover.prove({triple.relation, triple.head, triple.tail});
    if (proof == nullptr) continue;
    const Explanation explanation = explain(reasoner.kb(), reasoner.model(), *proof);
    if (!quotes_a_text(explanation.root)) continue;
    return fmt::format("9. Why is {} in {}? Because it is written\n{}\n",
                       reasoner.kb().entities.name(triple.head),
                       reasoner.kb().entities.name(triple.tail),
                       indented(to_text(explanation, Drawing::kUnicode)));
  }
  return "";
}

}  // namespace

std::string indented(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    result += fmt::format("   {}", text.substr(0, end));
    text.remove_prefix(end);
  }
  return result;
}

nlohmann::ordered_json guide_through_text(const fs::path& run, ThreadPool& threads,
                                          const Console& console, Progress::Style style,
                                          const std::function<void(const std::string&)>& say) {
  const fs::path source = resource_folder() / "data/places";
  const fs::path data = run.string() + "-data";
  RunWriter writer(run);
  copy_data(source, data);
  ReadingOptions reading;
  reading.counting.directions = Directions::kText;
  const ReadingSummary summary =
      read_texts({(source / "places.txt").string()}, read_entity_names(data), data / "mentions.tsv",
                 reading, threads, [](std::uint64_t, std::uint64_t) {});
  Settings settings;
  read_settings(find_preset(kPreset).file, settings);
  settings.model.encoder = EncoderKind::kNgrams;  // the order of the words says what is in what
  const Dataset dataset = load_dataset(data, {}, settings.model.mentions);
  const Split& hidden = *dataset.find_split("test");
  say(introduce(dataset, summary));

  const Training training = train_model(dataset, settings, kSeed, threads, console, style);
  Reasoner reasoner(dataset.kb, training.model, settings.prover);
  reasoner.refresh(threads);
  const auto reports = evaluate(reasoner, dataset, {&hidden}, threads, console, style);
  writer.write(dataset.kb, settings,
               {GNTP_VERSION, kSeed, std::string(kPreset), data, dataset.sources}, training,
               reports);
  writer.commit();
  say(fmt::format(
      "8. Learning from facts and text together took {:.1f} s; the score on the hidden regions: "
      "AUC-PR {:.1f} %\n\n",
      training.seconds, 100 * reports.front().auc_pr.value_or(0)));
  say(describe_proof(reasoner, hidden));
  return {{"run", run.string()},
          {"data", data.string()},
          {"mentions", summary.mentions},
          {"test", to_json(reports, dataset.kb.relations)}};
}

}  // namespace gntp
