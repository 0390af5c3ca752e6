#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "learn/sampler.h"
#include "support/growth.h"
#include "support/power_law.h"
#include "support/prose.h"

namespace gntp::bench {
namespace {

using Json = nlohmann::json;

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

double number(const Json& size, const char* stage, const char* name) {
  return size.at(stage).at(name).get<double>();
}

// 12345678 is 12,345,678.
std::string grouped(double value) {
  std::string text = fmt::format("{:.0f}", value);
  for (std::size_t place = text.size(); place > 3;) text.insert(place -= 3, ",");
  return text;
}

// Three digits of what is small, all of what is large.
std::string rounded(double value) {
  return value >= 1000  ? grouped(value)
         : value >= 100 ? fmt::format("{:.0f}", value)
                        : fmt::format("{:.3g}", value);
}

std::string gib(double bytes) {
  return rounded(bytes / kGiB);
}

// What is drawn and fitted: a number for each size, or nothing where it is not known.
struct Quantity {
  const char* column;  // of the CSV
  const char* name;
  std::function<std::optional<double>(const Json& size)> value;
};

std::vector<Quantity> quantities() {
  const auto at = [](const char* stage, const char* name, double scale = 1) {
    return [=](const Json& size) -> std::optional<double> {
      if (!size.at(stage).contains(name)) return std::nullopt;
      return scale * number(size, stage, name);
    };
  };
  const auto query = [](const char* when, const char* name) {
    return [=](const Json& size) -> std::optional<double> {
      return size.at("queries").at(when).at(name).get<double>();
    };
  };
  const auto memory = [](const Json& size) -> std::optional<double> {
    return highest_memory(size).bytes / kGiB;
  };
  return {{"pack_seconds", "packing, seconds", at("pack", "seconds")},
          {"store_gib", "the store's size", at("pack", "store_bytes", 1 / kGiB)},
          {"open_cold_seconds", "opening cold, seconds", at("open", "cold_seconds")},
          {"open_warm_seconds", "opening warm, seconds", at("open", "warm_seconds")},
          {"train_seconds", "training, seconds", at("train", "seconds")},
          {"mining_seconds", "mining in it, seconds", at("train", "mining_seconds")},
          {"epoch_seconds", "an epoch of templates, seconds", at("epoch", "seconds")},
          {"query_cold_ms", "a cold query, median", query("cold", "median")},
          {"query_cold_99_ms", "a cold query, 99 % below", query("cold", "percentile_99")},
          {"query_warm_ms", "a warm query, median", query("warm", "median")},
          {"query_warm_99_ms", "a warm query, 99 % below", query("warm", "percentile_99")},
          {"query_facts_99_ms", "a warm query about a fact, 99 % below",
           query("warm_facts", "percentile_99")},
          {"memory_gib", "the highest memory", memory}};
}

std::string facts_of(const Json& size) {
  return grouped(number(size, "pack", "facts"));
}

std::string store_table(const std::vector<Json>& sizes) {
  std::string text =
      "| facts | entities | relations | pack, s | facts a second | store, GiB | bytes a fact | "
      "open "
      "cold, ms | open warm, ms |\n"
      "|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const Json& size : sizes) {
    const double facts = number(size, "pack", "facts");
    const double seconds = number(size, "pack", "seconds");
    const double bytes = number(size, "pack", "store_bytes");
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {:.1f} | {} | {} |\n", facts_of(size),
                        grouped(number(size, "pack", "entities")),
                        grouped(number(size, "pack", "relations")), rounded(seconds),
                        grouped(facts / seconds), gib(bytes), bytes / facts,
                        rounded(1e3 * number(size, "open", "cold_seconds")),
                        rounded(1e3 * number(size, "open", "warm_seconds")));
  }
  return text;
}

std::string planted_found(const Json& rules) {
  const auto wanted = rules.at("wanted").get<double>();
  const auto found = rules.at("found").get<double>();
  if (wanted == 0) return "none planted";
  return fmt::format("{} of {} ({:.1f} %)", grouped(found), grouped(wanted), 100 * found / wanted);
}

std::string training_table(const std::vector<Json>& sizes) {
  std::string text =
      "| facts | train, s | mining in it, s | rules | planted rules found | facts an epoch | "
      "epoch, "
      "s | measured of it |\n"
      "|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const Json& size : sizes) {
    const Json& train = size.at("train");
    text += fmt::format(
        "| {} | {}{} | {} | {} | {} | {} | {} | {:.0f} % |\n", facts_of(size),
        rounded(number(size, "train", "seconds")), train.at("complete").get<bool>() ? "" : " \\*",
        train.contains("mining_seconds") ? rounded(number(size, "train", "mining_seconds")) : "?",
        grouped(number(size, "rules", "rules")), planted_found(size.at("rules")),
        grouped(number(size, "epoch", "facts")), rounded(number(size, "epoch", "seconds")),
        100 * number(size, "epoch", "share"));
  }
  return text;
}

std::string query_table(const std::vector<Json>& sizes) {
  std::string text =
      "| facts | open the run, s | first query, ms | cold: median, ms | 99 % below | warm: median, "
      "ms | 99 % below | of facts, warm: median, ms | 99 % below |\n"
      "|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const Json& size : sizes) {
    const auto ms = [&](const char* when, const char* name) {
      return rounded(size.at("queries").at(when).at(name).get<double>());
    };
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", facts_of(size),
                        rounded(number(size, "queries", "open_seconds")), ms("cold", "first"),
                        ms("cold", "median"), ms("cold", "percentile_99"), ms("warm", "median"),
                        ms("warm", "percentile_99"), ms("warm_facts", "median"),
                        ms("warm_facts", "percentile_99"));
  }
  return text;
}

std::string memory_table(const std::vector<Json>& sizes) {
  std::string text =
      "| facts | pack, GiB | open | train | epoch | queries | the highest |\n"
      "|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const Json& size : sizes) {
    const auto peak = [&](const char* stage) { return gib(number(size, stage, "peak_bytes")); };
    const HighestMemory highest = highest_memory(size);
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} ({}) |\n", facts_of(size), peak("pack"),
                        peak("open"), peak("train"), peak("epoch"), peak("queries"),
                        gib(highest.bytes), highest.process);
  }
  return text;
}

// Of a quantity that is known, and above zero, for two sizes or more.
std::optional<double> exponent_of(const Quantity& quantity, const std::vector<Json>& sizes) {
  std::vector<double> facts;
  std::vector<double> values;
  for (const Json& size : sizes) {
    const std::optional<double> value = quantity.value(size);
    if (!value || *value <= 0) continue;
    facts.push_back(number(size, "pack", "facts"));
    values.push_back(*value);
  }
  if (facts.size() < 2) return std::nullopt;
  return growth_exponent(facts, values);
}

std::string exponents(const std::vector<Json>& sizes) {
  std::string rows;
  for (const Quantity& quantity : quantities()) {
    const std::optional<double> exponent = exponent_of(quantity, sizes);
    if (exponent) rows += fmt::format("| {} | {:.2f} |\n", quantity.name, *exponent);
  }
  if (rows.empty()) return "One size alone says nothing about growth.\n";
  return "How each grows with the facts: the exponent, by least squares of the logarithms over all "
         "sizes; 1 is as the facts do.\n\n| | exponent |\n|---|--:|\n" +
         rows;
}

std::string introduction(const std::string& time_limit) {
  return fmt::format(
      "Made-up knowledge bases like Freebase, with hubs, thousands of relations and planted rules "
      "(`bench/support/freebase_like.h`). `gntp pack -` packs one from a pipe while another "
      "process "
      "makes it up on the same cores. To open is to load the store in a new process: cold, after "
      "the system has dropped the file from memory, and warm; medians of five. `gntp train` has "
      "its "
      "default settings and a time limit of {}. Planted rules count that have a confidence of .5 "
      "or more and a support of 100 or more. The epoch is that of three templates with 20 rules "
      "each: symbolic entities, batches of 10,000 facts with 4 negatives each, only the rules' "
      "vectors learn. Of more than {} facts, an epoch takes a sample of so many. Queries are 1,000 "
      "questions `r(a, ?)` or `r(?, b)` about random entities and one of their relations, asked of "
      "the trained run one by one on one thread: cold, in a new process, store and run dropped "
      "from "
      "memory, then again; the answers are the best ten. The last columns are 1,000 questions that "
      "random facts answer: they are about hubs more often, which have up to millions of answers. "
      "Memory "
      "is resident memory; it counts the pages of the store that a process has looked at and the "
      "system has kept.",
      time_limit, grouped(Sampler::kMostPositives));
}

// What is known to have run beside measurements: somebody has written it into their records.
std::string beside(const std::vector<Json>& sizes) {
  std::string text;
  for (const Json& size : sizes) {
    for (const char* stage : {"pack", "open", "train", "epoch", "queries"}) {
      if (!size.at(stage).contains("beside")) continue;
      text += fmt::format(" Beside '{}' of {} facts: {}.", stage, facts_of(size),
                          size.at(stage).at("beside").get<std::string>());
    }
  }
  return text;
}

// Which commits were measured.
std::string commits(const std::vector<Json>& sizes) {
  std::string text = "Commits:";
  for (const Json& size : sizes) {
    std::map<std::string, std::string> stages;
    for (const char* stage : {"pack", "open", "train", "rules", "epoch", "queries"}) {
      std::string& all = stages[size.at(stage).at("commit")];
      all += (all.empty() ? "" : ", ") + std::string(stage);
    }
    text += fmt::format("{} {} facts", &size == &sizes.front() ? "" : ";", facts_of(size));
    for (const auto& [commit, all] : stages) text += fmt::format(", `{}` ({})", commit, all);
  }
  return text + "." + beside(sizes);
}

// What else was going on, and whether cold was cold.
std::string circumstances(const std::vector<Json>& sizes) {
  double running = 0;
  double cached = 0;
  for (const Json& size : sizes) {
    for (const char* stage : {"pack", "open", "train", "epoch", "queries"}) {
      running = std::max(running, number(size, stage, "programs_running"));
    }
    for (const char* stage : {"open", "queries"}) {
      cached = std::max(cached, number(size, stage, "cached_share"));
    }
  }
  const Json& last = sizes.back();
  std::string text = fmt::format(
      "Measured with {} cores; in the minute before a measurement at most {:.1f} programs were "
      "running, the measurement before it included. Of a store that was to be cold, at most {:.1f} "
      "% was in memory.",
      last.at("pack").at("cores").get<std::size_t>(), running, 100 * cached);
  if (last.at("open").contains("read_ahead_bytes")) {
    text += fmt::format(" Around a page that is not in memory the system reads up to {} KiB.",
                        grouped(number(last, "open", "read_ahead_bytes") / 1024));
  }
  return text;
}

}  // namespace

std::string growth_text(const std::vector<Json>& sizes) {
  const bool complete = std::ranges::all_of(
      sizes, [](const Json& size) { return size.at("train").at("complete").get<bool>(); });
  const Json& limit = sizes.back().at("train").at("options").at("time_limit");
  return paragraph(introduction(limit) + " " + circumstances(sizes)) + "\n" +
         paragraph(commits(sizes)) + "\n" + store_table(sizes) + "\n" + training_table(sizes) +
         (complete ? "" : "\n\\* ended by the time limit.\n") + "\n" + query_table(sizes) +
         "\nResident memory, at its highest, by process:\n\n" + memory_table(sizes) + "\n" +
         exponents(sizes);
}

std::string growth_data(const std::vector<Json>& sizes) {
  std::string text = "facts";
  for (const Quantity& quantity : quantities()) text += fmt::format(",{}", quantity.column);
  for (const Json& size : sizes) {
    text += fmt::format("\n{:.0f}", number(size, "pack", "facts"));
    for (const Quantity& quantity : quantities()) {
      const std::optional<double> value = quantity.value(size);
      text += value ? fmt::format(",{:.6g}", *value) : ",";
    }
  }
  return text + '\n';
}

}  // namespace gntp::bench
