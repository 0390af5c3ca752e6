// Engines of few facts, made in no time: nothing is learned, and symbols match themselves alone.
#pragma once

#include <gntp/dataset.h>
#include <gntp/engine.h>

#include <string>
#include <utility>
#include <vector>

namespace gntp::testing {

inline Settings crisp_settings(const std::vector<std::string>& more = {}) {
  Settings settings;
  for (const char* crisp :
       {"learn.epochs=0", "model.entities=symbolic", "model.relations=symbolic"}) {
    settings.assign(crisp);
  }
  for (const std::string& each : more) settings.assign(each);
  return settings;
}

inline Engine engine_of(DatasetContents contents) {
  return Engine::train(Dataset::make(std::move(contents)), crisp_settings(),
                       {.seed = 0, .threads = 1});
}

// Random facts of `entities` entities e0, e1, ... and `relations` relations r0, r1, ...; some of
// them are r(a, a).
template <typename Random>
std::vector<Fact> random_facts(std::size_t facts, std::size_t entities, std::size_t relations,
                               Random& random) {
  std::vector<Fact> made;
  for (std::size_t i = 0; i < facts; ++i) {
    const auto entity = [&] { return "e" + std::to_string(random() % entities); };
    const std::string head = entity();
    made.push_back(
        {head, "r" + std::to_string(random() % relations), random() % 8 == 0 ? head : entity()});
  }
  return made;
}

}  // namespace gntp::testing
