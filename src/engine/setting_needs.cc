#include "engine/setting_needs.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "engine/rule_mining.h"
#include "engine/settings_text.h"

namespace gntp {
namespace {

bool has_soft_entities(const AllOptions& all) {
  return all.model.entities == SymbolKind::kSoft;
}
bool has_soft_relations(const AllOptions& all) {
  return all.model.relations == SymbolKind::kSoft;
}
bool has_vectors(const AllOptions& all) {
  return has_soft_entities(all) || has_soft_relations(all);
}

// The list. Where something in a setting's use changes, so does its entry here.
std::vector<Need> make_needs() {
  using All = const AllOptions&;
  using Data = const DataTraits&;
  return {
      {"model.entities = \"soft\"",
       [](All all, Data) { return has_soft_entities(all); },
       {"model.entity_scale", "learn.entity_rate", "learn.entities_after"}},
      {"model.relations = \"soft\"",
       [](All all, Data) { return has_soft_relations(all); },
       {"model.relation_scale", "model.rule_scale", "model.rule_predicates", "model.encoder",
        "prover.k_rules", "learn.relation_rate"}},
      {"model.entities or model.relations = \"soft\"",
       [](All all, Data) { return has_vectors(all); },
       {"model.dim", "prover.unification", "learn.l2"}},
      {"model.entities or model.relations = \"soft\", or prover.depth above 1",
       [](All all, Data) { return has_vectors(all) || all.prover.depth > 1; },
       {"prover.tnorm"}},
      {"model.mentions = \"encode\"",
       [](All all, Data) { return all.model.mentions == Mentions::kEncode; },
       {"model.encoder"}},
      {"a data set with mentions.tsv",
       [](All all, Data data) { return data.mentions || all.model.mentions == Mentions::kOff; },
       {"model.mentions", "model.encoder"}},
      {"templates in rules.pl",
       [](All, Data data) { return data.templates; },
       {"model.rule_scale", "model.rule_predicates", "prover.k_rules"}},
      {"prover.depth above 0",
       [](All all, Data) { return all.prover.depth > 0; },
       {"prover.reflexive", "prover.k_rules", "rank.proofs", "rank.groundings", "rank.discount",
        "learn.proofs"}},
      {"prover.depth above 0, or predictor.kind other than \"none\"",
       [](All all, Data) {
         return all.prover.depth > 0 || all.predictor.kind != PredictorKind::kNone;
       },
       {"rank.aggregate"}},
      {"prover.k_facts above 0",
       [](All all, Data) { return all.prover.k_facts > 0; },
       {"index.kind"}},
      {"rank.aggregate other than \"max\", or learn.objective = \"rank\"",
       [](All all, Data) {
         return all.prover.aggregation.aggregate != Aggregate::kMax ||
                all.learn.objective == Objective::kRank;
       },
       {"rank.proofs"}},
      {"rank.aggregate = \"noisy_or\", or learn.objective = \"rank\"",
       [](All all, Data) {
         return all.prover.aggregation.aggregate == Aggregate::kNoisyOr ||
                all.learn.objective == Objective::kRank;
       },
       {"rank.discount"}},
      {"learn.epochs above 0",
       [](All all, Data) { return all.learn.epochs > 0; },
       {"model.train_slope", "learn.batch_size", "learn.learning_rate", "learn.relation_rate",
        "learn.entity_rate", "learn.l2", "learn.validate_every", "learn.patience", "learn.restarts",
        "learn.objective", "learn.corrupt_head", "learn.corrupt_tail", "learn.corrupt_both",
        "learn.entities_after", "learn.proofs", "learn.answers"}},
      {"learn.epochs above 1",
       [](All all, Data) { return all.learn.epochs > 1; },
       {"learn.schedule"}},
      {"learn.validate_every above 0",
       [](All all, Data) { return all.learn.validate_every > 0; },
       {"learn.patience", "learn.restarts"}},
      {"learn.entity_rate above 0",
       [](All all, Data) { return all.learn.adam.entity_rate > 0; },
       {"learn.entities_after"}},
      {"learn.objective = \"truth\"",
       [](All all, Data) { return all.learn.objective == Objective::kTruth; },
       {"learn.corrupt_head", "learn.corrupt_tail", "learn.corrupt_both", "learn.proofs"}},
      {"learn.objective = \"rank\"",
       [](All all, Data) { return all.learn.objective == Objective::kRank; },
       {"learn.answers"}},
      {"learn.rules = \"mined\" or \"both\"", [](All all, Data) { return mines(all); }, {"mine"}},
      {"rank.aggregate = \"noisy_or\"",
       [](All all, Data) { return all.prover.aggregation.aggregate == Aggregate::kNoisyOr; },
       {"learn.choose"}},
      {"learn.choose = true", [](All all, Data) { return all.learn.choose; }, {"learn.holdout"}},
      {"predictor.kind other than \"none\"",
       [](All all, Data) { return all.predictor.kind != PredictorKind::kNone; },
       {"predictor.dim", "predictor.epochs", "predictor.batch_size", "predictor.optimizer",
        "predictor.learning_rate", "predictor.schedule", "predictor.penalty",
        "predictor.penalty_weight", "predictor.relation_weight", "predictor.samples",
        "predictor.scale", "predictor.starts", "predictor.choose", "predictor.validate_every",
        "predictor.precision"}},
      {"predictor.penalty_weight above 0",
       [](All all, Data) { return all.predictor.penalty_weight > 0; },
       {"predictor.penalty"}},
      {"predictor.choose = false",
       [](All all, Data) { return !all.predictor.choose; },
       {"predictor.penalty_weight", "predictor.relation_weight", "predictor.learning_rate"}},
      {"mine.constants above 0",
       [](All all, Data) { return all.mine.constants > 0; },
       {"mine.constant_support"}},
  };
}

// Whether the setting has the value that it has where nobody gives it, in the mode of `settings`.
bool is_usual(const Setting& setting, const AllOptions& settings) {
  AllOptions usual;
  const Setting& mode = *find_setting(kModeSetting);
  mode.write(usual, mode.read(settings));
  return setting.read(settings) == setting.read(usual);
}

}  // namespace

DataTraits traits_of(const KnowledgeBase& kb) {
  return {.templates = kb.rules.slots > 0, .mentions = kb.patterns > 0};
}

bool Need::concerns(const Setting& setting) const {
  return std::ranges::any_of(settings, [&](std::string_view name) {
    return name == setting.name || name == setting.section();
  });
}

std::span<const Need> all_needs() {
  static const std::vector<Need> kNeeds = make_needs();
  return kNeeds;
}

std::string needs_text(const Setting& setting) {
  std::string text;
  for (const Need& need : all_needs()) {
    if (!need.concerns(setting)) continue;
    if (!text.empty()) text += "; ";
    text += need.text;
  }
  return text;
}

const Need* missing_need(const Setting& setting, const AllOptions& settings,
                         const DataTraits& data) {
  if (is_usual(setting, settings)) return nullptr;
  const auto needs = all_needs();
  const auto found = std::ranges::find_if(needs, [&](const Need& need) {
    return need.concerns(setting) && !need.is_met(settings, data);
  });
  return found == needs.end() ? nullptr : &*found;
}

void refuse(const Setting& setting, const Need& need, const AllOptions& settings,
            std::string_view source) {
  throw UsageError(
      fmt::format("{}: {} = {} has no effect here: it needs {}; see to that, or leave "
                  "{} out",
                  source, setting.name, to_text(setting.read(settings)), need.text, setting.name));
}

}  // namespace gntp
