#include "support/cell.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compare/ntp_check.h"
#include "engine/evaluation.h"
#include "engine/resources.h"
#include "engine/settings_text.h"
#include "engine/training.h"
#include "support/checks.h"
#include "support/child.h"
#include "support/rule_kind.h"

namespace gntp::bench {
namespace {

constexpr std::size_t kShownRules = 8;
constexpr double kLeastConfidence = 0.1;
constexpr NtpCheckLimits kNtpLimits{
    .seconds = 8, .most_goals = 50, .least_goals = 2, .most_bytes = std::size_t{2} << 30U};

AllOptions settings_of(const PaperRow& row) {
  AllOptions settings;
  read_settings(find_preset(row.preset).file, settings);
  return settings;
}

AllOptions settings_of(const Cell& cell, const Greed& greed) {
  AllOptions settings = settings_of(*cell.row);
  settings.model.rule_predicates = cell.predicates;
  settings.prover.k_facts = 0;
  if (cell.system == System::kNtp) settings.prover.k_rules = 0;
  if (cell.system == System::kGreedy) {
    settings.prover.k_facts = greed.k_facts;
    settings.prover.k_rules = greed.k_rules;
    settings.prover.index = IndexKind::kFlat;
  }
  return settings;
}

void add_training(const Training& training, nlohmann::json& result) {
  std::size_t goals = 0;
  double seconds = 0;
  for (const TrainedEpoch& epoch : training.epochs) {
    goals += epoch.report.goals;
    seconds += epoch.report.seconds;
  }
  result["train_seconds"] = training.seconds;
  result["goals"] = goals;
  result["goal_seconds"] = seconds;
}

void add_ranking(const Evaluation& report, Measure measure, nlohmann::json& result) {
  const RankingMetrics& metrics = report.both.expected;
  result["rank_seconds"] = report.seconds;
  result["hits"] = {metrics.hits_at_1, metrics.hits_at_3, metrics.hits_at_10};
  result["accuracy"] = measure == Measure::kAucPr ? 100 * report.auc_pr.value_or(0) : metrics.mrr;
}

nlohmann::json describe_rules(const KnowledgeBase& kb, const Model& model) {
  std::vector<DecodedRule> rules = decode_rules(kb, model);
  std::erase_if(rules, [](const DecodedRule& rule) { return rule.confidence < kLeastConfidence; });
  if (rules.size() > kShownRules) rules.resize(kShownRules);
  const std::vector<RuleKind> kinds = kinds_of(kb, rules);
  nlohmann::json list = nlohmann::json::array();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    list.push_back({{"rule", to_text(kb, rules[i])},
                    {"confidence", rules[i].confidence},
                    {"kind", name_of(kinds[i])}});
  }
  return list;
}

// How many of the test triples have a best proof, and of these, how many one that begins with a
// rule.
void add_proofs(const Reasoner& reasoner, const LoadedDataset& dataset, nlohmann::json& result) {
  Prover prover(reasoner);
  std::size_t proved = 0;
  std::size_t by_rule = 0;
  for (const Triple& triple : select_splits(dataset, "test").front()->triples) {
    const Proof* proof = prover.prove({triple.relation, triple.head, triple.tail});
    if (proof == nullptr) continue;
    ++proved;
    by_rule += proof->steps.front().kind == ProofStep::Kind::kRule ? 1 : 0;
  }
  result["proved"] = proved;
  result["proved_by_rule"] = by_rule;
}

}  // namespace

std::string_view name_of(System system) {
  switch (system) {
    case System::kNtp:
      return "every fact and rule";
    case System::kGreedy:
      return "greedy";
    default:
      return "exact";
  }
}

std::string Cell::name() const {
  return fmt::format("{}, {}, {}, seed {}", row->title,
                     predicates == RulePredicates::kStandard ? "standard" : "attention",
                     name_of(system), seed);
}

bool limits_rules(const PaperRow& row, const std::filesystem::path& data) {
  const std::size_t k = settings_of(row).prover.k_rules;
  const LoadedDataset dataset = load_dataset(data / row.folder);
  return k > 0 && std::ranges::any_of(dataset.kb.rules.templates,
                                      [k](const RuleTemplate& made) { return made.copies > k; });
}

nlohmann::json measure(const Cell& cell, const std::filesystem::path& data, const Greed& greed) {
  const PeakMemory memory;
  const LoadedDataset dataset = load_dataset(data / cell.row->folder);
  const AllOptions settings = settings_of(cell, greed);
  ThreadPool threads(1);
  nlohmann::json result;

  const Training training = train_model(dataset, settings, cell.seed, threads, {});
  add_training(training, result);
  Reasoner reasoner(dataset.kb, training.model, settings.prover);
  reasoner.refresh(threads);
  const std::vector<Evaluation> reports = evaluate({AnswerIndex(reasoner, threads)}, dataset,
                                                   select_splits(dataset, "test"), threads, {});
  add_ranking(reports.front(), cell.row->measure, result);
  result["memory"] = memory.growth();

  result["rules"] = describe_rules(dataset.kb, training.model);
  add_proofs(reasoner, dataset, result);
  if (cell.checks == Cell::Checks::kAll) {
    result["ntp"] = check_ntp(dataset.kb, training.model, settings, kNtpLimits);
    result["greedy_against_exact"] = compare_greedy_with_exact(dataset, training.model, settings);
  }
  return result;
}

}  // namespace gntp::bench
