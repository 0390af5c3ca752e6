#include "engine/calibration_file.h"

#include <algorithm>
#include <cmath>

#include "base/checked_folder.h"
#include "base/error.h"
#include "base/json.h"

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Calibration::Curve& curve) {
  Json object;
  object["evidence"] = Json::array();
  object["log_odds"] = Json::array();
  for (const auto& [evidence, log_odds] : curve.steps) {
    object["evidence"].push_back(evidence);
    object["log_odds"].push_back(log_odds);
  }
  object["relations"] = Json::array();
  object["shifts"] = Json::array();
  object["slopes"] = Json::array();
  for (const auto& [relation, line] : curve.lines) {
    object["relations"].push_back(std::uint32_t{relation});
    object["shifts"].push_back(line.shift);
    object["slopes"].push_back(line.slope);
  }
  object["unproved"] = curve.unproved;
  return object;
}

[[noreturn]] void fail_as_damaged(const std::filesystem::path& file, std::string_view what) {
  fail("{}: is damaged: {}; {}", file.string(), what, kDamageRemedy);
}

bool is_ascending(const std::vector<double>& numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); }) &&
         std::ranges::is_sorted(numbers);
}

Calibration::Curve parse_curve(const Json& object, std::size_t relation_count,
                               const std::filesystem::path& file) {
  Calibration::Curve curve;
  const auto evidence = object.at("evidence").get<std::vector<double>>();
  const auto log_odds = object.at("log_odds").get<std::vector<double>>();
  if (evidence.size() != log_odds.size() || !is_ascending(evidence) || !is_ascending(log_odds)) {
    fail_as_damaged(file, "the numbers of a curve do not ascend");
  }
  curve.steps.reserve(evidence.size());
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    curve.steps.push_back({evidence[i], log_odds[i]});
  }
  const auto relations = object.at("relations").get<std::vector<std::uint64_t>>();
  const auto shifts = object.at("shifts").get<std::vector<double>>();
  // Before 0.5 lines had a shift alone.
  const auto slopes = object.value("slopes", std::vector<double>(shifts.size(), 1));
  if (relations.size() != shifts.size() || relations.size() != slopes.size()) {
    fail_as_damaged(file, "shifts, slopes and relations differ");
  }
  for (std::size_t i = 0; i < shifts.size(); ++i) {
    if (relations[i] >= relation_count || !std::isfinite(shifts[i]) || !std::isfinite(slopes[i]) ||
        slopes[i] <= 0) {
      fail_as_damaged(file, fmt::format("the line of relation {} is none", relations[i]));
    }
    curve.lines[RelationId(relations[i])] = {shifts[i], slopes[i]};
  }
  curve.unproved = object.at("unproved").get<double>();
  if (!curve.steps.empty() && (curve.unproved <= 0 || curve.unproved >= 1)) {
    fail_as_damaged(file, "'unproved' is no probability");
  }
  return curve;
}

}  // namespace

std::string to_text(const Calibration& calibration) {
  const Json object{{"head", to_json(calibration.curve(AskedSide::kHead))},
                    {"tail", to_json(calibration.curve(AskedSide::kTail))}};
  return object.dump() + '\n';
}

Calibration parse_calibration(std::string_view text, std::size_t relations,
                              const std::filesystem::path& file) {
  const std::optional<Json> object = parse_json<Json>(text);
  if (!object) fail_as_damaged(file, "not JSON");
  try {
    return {parse_curve(object->at("head"), relations, file),
            parse_curve(object->at("tail"), relations, file)};
  } catch (const Json::exception& error) {
    fail_as_damaged(file, error.what());
  }
}

}  // namespace gntp
