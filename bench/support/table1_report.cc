#include "support/table1_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gntp::bench {
namespace {

std::string_view name_of(RulePredicates predicates) {
  return predicates == RulePredicates::kStandard ? "standard" : "attention";
}

// .785 and 86.2, with the deviation where there is one.
std::string accuracy_text(const Spread& spread, const PaperRow& row, std::size_t seeds) {
  const auto number = [&](double value) {
    if (row.measure == Measure::kAucPr) return fmt::format("{:.1f}", value);
    const std::string text = fmt::format("{:.3f}", value);
    return text.starts_with("0.") ? text.substr(1) : text;
  };
  const std::string mean = number(spread.mean);
  return seeds > 1 ? mean + " ± " + number(spread.deviation) : mean;
}

// Three digits count: 1,234,567 -> 1,230,000.
std::string count_text(double value) {
  if (value < 100) return fmt::format("{:.3g}", value);
  const double step = std::pow(10, std::floor(std::log10(value)) - 2);
  std::string text = fmt::format("{:.0f}", std::round(value / step) * step);
  for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > 0; place -= 3) {
    text.insert(static_cast<std::size_t>(place), ",");
  }
  return text;
}

std::string introduction(const Protocol& protocol) {
  return fmt::format(
      "# Table 1\n\n"
      "The paper's Table 1 and the run-time figure of its appendix (Minervini et al., AAAI 2020), "
      "measured again. All of this page comes from one command,\n"
      "`./run bench table1 DATA --seeds {}`, where `DATA` holds the data sets. Times and memory "
      "depend on the machine; counts, accuracies and checks do not.\n\n"
      "Three provers, each with the data set's preset, the same seeds, one thread:\n\n"
      "- **NTP**: exhaustive. Every goal is unified with every fact and every rule, and all proof "
      "states are materialised. Its training is not run to the end: its accuracy is that of\n"
      "  exact search over every fact and every rule, which finds the same proofs (checked below), "
      "and its time is *projected* from goals that were proved exhaustively.\n"
      "- **GNTP**: the paper's greedy search, {} facts by the Euclidean distance of concatenated "
      "vectors and {} rules of each template, the largest that the paper searched (it does\n"
      "  not say what it chose where). The facts are found through our index, the same ones that a "
      "flat scan would find.\n"
      "- **ours**: exact search over the facts; `k_rules` is the preset's.\n\n",
      protocol.seeds, protocol.greed.k_facts, protocol.greed.k_rules);
}

std::string accuracy_table(const std::vector<Comparison>& comparisons, std::size_t seeds) {
  std::string text = fmt::format(
      "## Accuracy\n\n"
      "On test: AUC-PR in percent for Countries, `expected` MRR for the others; {}.\n\n"
      "| data | rule predicates | paper's NTP | paper's GNTP | NTP | GNTP | ours |\n"
      "|---|---|---|---|---|---|---|\n",
      seeds > 1 ? fmt::format("seeds 1 to {}, mean ± sample deviation", seeds) : "seed 1");
  for (const Comparison& it : comparisons) {
    const PaperRow& row = *it.row;
    text += fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} |\n", row.title, name_of(it.predicates), row.ntp,
        it.predicates == RulePredicates::kStandard ? row.standard : row.attention,
        accuracy_text(it.ntp.accuracy, row, seeds), accuracy_text(it.greedy.accuracy, row, seeds),
        accuracy_text(it.exact.accuracy, row, seeds));
  }
  return text +
         "\nThe presets were chosen for one kind of rule predicates each; the other kind "
         "runs with the same settings. Where no best proof uses a rule\n"
         "([learned rules](rules.md)), both kinds learn the same model.\n\n";
}

std::string time_table(const std::vector<Comparison>& comparisons) {
  std::string text =
      "## Time\n\n"
      "Goals a second while training, on one core, and the whole of training and ranking (for NTP "
      "training alone, projected: seconds a goal, measured, times the goals of\n"
      "our training). The paper measures the same ratio; its text gives one order of magnitude for "
      "Countries S1 and S2, more than two for Kinship and Nations.\n\n"
      "| data | rule predicates | NTP goals/s | GNTP goals/s | our goals/s | NTP, projected | GNTP "
      "| ours | GNTP : NTP | ours : NTP |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n";
  for (const Comparison& it : comparisons) {
    text +=
        fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", it.row->title,
                    name_of(it.predicates), count_text(it.ntp_goals_per_second()),
                    count_text(it.greedy.goals_per_second), count_text(it.exact.goals_per_second),
                    rough_duration(it.exact.goals / it.ntp_goals_per_second()),
                    rough_duration(it.greedy.seconds), rough_duration(it.exact.seconds),
                    count_text(it.speed_up(it.greedy)), count_text(it.speed_up(it.exact)));
  }
  return text + '\n';
}

std::string memory_table(const std::vector<Comparison>& comparisons) {
  std::string text =
      "## Memory\n\n"
      "NTP: the proof states of *one* goal, ids for substitutions; tensor implementations keep "
      "vectors there, and a batch at a time. GNTP and ours: by how much the process grew at its\n"
      "highest from its start to the end of training and ranking, data set, model, optimiser, "
      "tables and index included. So the ratio is too small, if anything.\n"
      "States in italics were too many to lie in memory together (2 GiB): they were counted, and "
      "proved block by block.\n\n"
      "| data | rule predicates | paths of a goal | NTP | GNTP | ours | NTP : GNTP | NTP : ours |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const Comparison& it : comparisons) {
    const std::string states = rough_size(it.exhaustive.at("bytes").get<double>());
    text +=
        fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", it.row->title,
                    name_of(it.predicates), count_text(it.exhaustive.at("paths").get<double>()),
                    it.exhaustive.at("allocated").get<bool>() ? states : "*" + states + "*",
                    rough_size(it.greedy.memory), rough_size(it.exact.memory),
                    count_text(it.memory_ratio(it.greedy)), count_text(it.memory_ratio(it.exact)));
  }
  return text + "\n![Speed and memory against NTP](table1.svg)\n\n";
}

std::string checks_table(const std::vector<Comparison>& comparisons) {
  std::string text =
      "## Checks\n\n"
      "On our trained model of seed 1. *Same proofs*: goals of a training batch proved "
      "exhaustively and by exact search over every rule; above the floor the distances must be "
      "equal.\n"
      "*Never lower*: 2,000 test triples and corruptions of them, scored by exact search and by "
      "greedy search with k facts and k rules: how many exact search scores lower / equal / "
      "higher.\n"
      "The program fails if any differs or is lower.\n\n"
      "| data | rule predicates | same proofs: goals, proved, different | k = 1 | k = 3 | k = 5 | "
      "k = 10 | proved by neither |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const Comparison& it : comparisons) {
    text += fmt::format("| {} | {} | {}, {}, {} |", it.row->title, name_of(it.predicates),
                        it.exhaustive.at("goals").get<int>(), it.exhaustive.at("proved").get<int>(),
                        it.exhaustive.at("disagreements").get<int>());
    for (const nlohmann::json& counts : it.greedy_against_exact) {
      text += fmt::format(" {} / {} / {} |", counts.at("lower").get<int>(),
                          counts.at("equal").get<int>(), counts.at("higher").get<int>());
    }
    text += fmt::format(" {} |\n", it.greedy_against_exact.at(0).at("unproved").get<int>());
  }
  return text;
}

}  // namespace

SystemResult summarise(const std::vector<nlohmann::json>& results) {
  SystemResult out;
  const auto count = static_cast<double>(results.size());
  std::vector<double> accuracies;
  double goals = 0;
  double goal_seconds = 0;
  for (const nlohmann::json& result : results) {
    accuracies.push_back(result.at("accuracy").get<double>());
    out.seconds +=
        (result.at("train_seconds").get<double>() + result.at("rank_seconds").get<double>()) /
        count;
    goals += result.at("goals").get<double>();
    goal_seconds += result.at("goal_seconds").get<double>();
    out.memory = std::max(out.memory, result.at("memory").get<double>());
  }
  out.accuracy = spread_of(accuracies);
  out.goals = goals / count;
  out.goals_per_second = goals / goal_seconds;
  return out;
}

double Comparison::ntp_goals_per_second() const {
  return 1 / exhaustive.at("seconds").get<double>();
}

double Comparison::speed_up(const SystemResult& system) const {
  return system.goals_per_second / ntp_goals_per_second();
}

double Comparison::memory_ratio(const SystemResult& system) const {
  return exhaustive.at("bytes").get<double>() / system.memory;
}

std::string table_text(const std::vector<Comparison>& comparisons, const Protocol& protocol) {
  return introduction(protocol) + accuracy_table(comparisons, protocol.seeds) +
         time_table(comparisons) + memory_table(comparisons) + checks_table(comparisons);
}

std::string figure_data(const std::vector<Comparison>& comparisons) {
  std::string text = "data,search,rule_predicates,times_as_fast,times_as_small\n";
  for (const Comparison& it : comparisons) {
    const char* predicates = it.predicates == RulePredicates::kStandard ? "standard" : "attention";
    for (const SystemResult* system : {&it.greedy, &it.exact}) {
      text += fmt::format("{},{},{},{:.6g},{:.6g}\n", it.row->title,
                          system == &it.greedy ? "greedy" : "exact", predicates,
                          it.speed_up(*system), it.memory_ratio(*system));
    }
  }
  return text;
}

}  // namespace gntp::bench
