#include "support/mentions_points.h"

#include <fmt/format.h>

#include <fstream>
#include <utility>

#include "base/error.h"
#include "engine/evaluation.h"
#include "engine/resources.h"
#include "engine/settings_text.h"
#include "engine/training.h"

namespace gntp::bench {
namespace {

AllOptions settings_of(const MentionPoint& point) {
  AllOptions settings;
  read_settings(find_preset(fmt::format("countries-s{}", point.task)).file, settings);
  settings.model.rule_predicates = point.predicates;
  settings.model.mentions = point.way == Way::kFactsOnly ? Mentions::kOff
                            : point.way == Way::kPlain   ? Mentions::kFacts
                                                         : Mentions::kEncode;
  if (point.start == MentionPoint::Start::kApart) settings.model.relation_scale = 1;
  settings.model.encoder =
      point.way == Way::kEncodedPairs ? EncoderKind::kNgrams : EncoderKind::kMean;
  return settings;
}

}  // namespace

std::string_view name_of(Way way) {
  switch (way) {
    case Way::kFactsOnly:
      return "facts only";
    case Way::kPlain:
      return "mentions as plain facts";
    case Way::kEncoded:
      return "facts and mentions encoded";
    default:
      return "encoded with pairs of words";
  }
}

std::string MentionPoint::name() const {
  return fmt::format("S{}, {} replaced, {}, {}, seed {}{}", task, replaced, name_of(way),
                     predicates == RulePredicates::kStandard ? "standard" : "attention", seed,
                     start == Start::kApart ? ", predicates start apart" : "");
}

nlohmann::json measure(const MentionPoint& point, const std::filesystem::path& data) {
  const AllOptions settings = settings_of(point);
  const LoadedDataset dataset =
      load_dataset(data / "countries-mentions" / fmt::format("{}/S{}", point.replaced, point.task),
                   {}, settings.model.mentions);
  ThreadPool threads(1);
  const Training training = train_model(dataset, settings, point.seed, threads, {});
  Reasoner reasoner(dataset.kb, training.model, settings.prover);
  reasoner.refresh(threads);
  nlohmann::json result{{"name", point.name()},
                        {"task", point.task},
                        {"replaced", point.replaced},
                        {"facts", dataset.kb.first_mention()},
                        {"way", static_cast<int>(point.way)},
                        {"attention", point.predicates != RulePredicates::kStandard},
                        {"seed", point.seed},
                        {"apart", point.start == MentionPoint::Start::kApart},
                        {"seconds", training.seconds}};
  for (const Evaluation& report : evaluate({AnswerIndex(reasoner, threads)}, dataset,
                                           select_splits(dataset, "all"), threads, {})) {
    result[report.split] = 100 * report.auc_pr.value_or(0);
  }
  return result;
}

MentionJournal::MentionJournal(std::filesystem::path file) : file_(std::move(file)) {
  std::ifstream lines(file_);
  for (std::string line; std::getline(lines, line);) {
    // A line that was cut off when the series was stopped is measured again.
    const nlohmann::json result = nlohmann::json::parse(line, nullptr, false);
    if (result.is_object()) results_.emplace(result.at("name"), result);
  }
}

void MentionJournal::add(const nlohmann::json& result) {
  std::ofstream lines(file_, std::ios::app);
  lines << result.dump() << '\n';
  if (!lines.flush()) fail("{}: cannot be written", file_.string());
  results_.emplace(result.at("name"), result);
}

}  // namespace gntp::bench
