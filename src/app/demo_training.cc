// What the two acts of `gntp demo` share.
#include <fmt/format.h>

#include <algorithm>

#include "app/demo.h"
#include "engine/dataset_state.h"
#include "engine/names.h"

namespace gntp {
namespace {

constexpr std::uint64_t kSeed = 0;

}  // namespace

Settings demo_settings() {
  return Settings::preset("countries-s1");
}

TrainedDemo train_demo(const Dataset& dataset, const Settings& settings,
                       const std::filesystem::path& run, std::size_t threads,
                       ConsoleObserver& watch) {
  Engine engine = Engine::train(dataset, settings,
                                {.seed = kSeed, .threads = threads, .limit = {}, .device = "cpu"},
                                watch.observer());
  std::vector<Evaluation> evaluations = engine.evaluate(dataset, "test", watch.observer());
  engine.save(run, evaluations);
  watch.finish();
  return {std::move(engine), std::move(evaluations)};
}

std::vector<std::string> hidden_facts(const Dataset& dataset) {
  const LoadedDataset& data = *dataset.state().data;
  std::vector<std::string> facts;
  for (const Triple& triple : data.find_split("test")->triples) {
    facts.push_back(fact_text(triple, data.kb));
  }
  return facts;
}

std::string indented(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    result += fmt::format("   {}", text.substr(0, end));
    text.remove_prefix(end);
  }
  return result;
}

}  // namespace gntp
