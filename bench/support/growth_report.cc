#include <fmt/format.h>

#include "support/growth.h"

namespace gntp::bench {
namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
constexpr double kTarget = 637e6;  // facts of Freebase's size

std::vector<double> column(const std::vector<nlohmann::json>& sizes, const char* name) {
  std::vector<double> values;
  for (const nlohmann::json& size : sizes) values.push_back(size.at(name).get<double>());
  return values;
}

std::string extrapolation(const std::vector<nlohmann::json>& sizes) {
  const std::vector<double> facts = column(sizes, "facts");
  const auto fit = [&](const char* name) { return fit_power_law(facts, column(sizes, name)); };
  const PowerLaw memory = fit("peak_bytes");
  const PowerLaw epoch = fit("epoch_seconds");
  const PowerLaw load = fit("load_seconds");
  return fmt::format(
      "Carried on with these exponents (memory {:.2f}, epoch {:.2f}, loading {:.2f}), which is "
      "arithmetic and not a measurement, 637 million facts would take {:.0f} GiB of memory, {:.1f} "
      "hours to load and {:.1f} hours an epoch on this machine.\n",
      memory.exponent, epoch.exponent, load.exponent, memory.at(kTarget) / kGiB,
      load.at(kTarget) / 3600, epoch.at(kTarget) / 3600);
}

}  // namespace

std::string growth_text(const std::vector<nlohmann::json>& sizes) {
  std::string text =
      "| facts | entities | load, facts/s | index, s | epoch, s | measured of it | query, µs | "
      "answers | peak memory, GiB | bytes a fact |\n"
      "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const nlohmann::json& size : sizes) {
    const auto at = [&](const char* name) { return size.at(name).get<double>(); };
    text += fmt::format(
        "| {} | {} | {:.0f} | {:.1f} | {:.1f} | {:.0f} % | {:.0f} | {:.0f} | "
        "{:.2f} | {:.0f} |\n",
        size.at("facts").get<std::size_t>(), size.at("entities").get<std::size_t>(),
        at("facts") / at("load_seconds"), at("index_seconds"), at("epoch_seconds"),
        100 * at("epoch_share"), at("query_microseconds"), at("answers"), at("peak_bytes") / kGiB,
        at("peak_bytes") / at("facts"));
  }
  return text + "\n" + extrapolation(sizes);
}

std::string growth_data(const std::vector<nlohmann::json>& sizes) {
  std::string text = "facts,load_seconds,epoch_seconds,query_microseconds,peak_gib\n";
  for (const nlohmann::json& size : sizes) {
    const auto at = [&](const char* name) { return size.at(name).get<double>(); };
    text += fmt::format("{},{:.6g},{:.6g},{:.6g},{:.6g}\n", size.at("facts").get<std::size_t>(),
                        at("load_seconds"), at("epoch_seconds"), at("query_microseconds"),
                        at("peak_bytes") / kGiB);
  }
  return text;
}

}  // namespace gntp::bench
