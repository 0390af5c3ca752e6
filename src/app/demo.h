// What the two acts of `gntp demo` share: each trains a model on data that come with gntp, tells
// what happens, and keeps the model in a run folder.
#pragma once

#include <gntp/engine.h>
#include <gntp/run.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/console_observer.h"

namespace gntp {

// Tells the story; silent with --json.
using Say = std::function<void(const std::string&)>;

// A trained model, and how well it infers the facts that were hidden from it.
struct TrainedDemo {
  Engine engine;
  std::vector<Evaluation> evaluations;
};

// Trains with the demonstration's seed and writes the run folder.
TrainedDemo train_demo(const Dataset& dataset, const Settings& settings,
                       const std::filesystem::path& run, std::size_t threads,
                       ConsoleObserver& watch);

// The settings of both acts.
Settings demo_settings();

// The facts that were hidden, as text.
std::vector<std::string> hidden_facts(const Dataset& dataset);

// The text, set in as both acts show it.
std::string indented(std::string_view text);

// The second act: a text about places whose facts are missing from the knowledge base is read,
// learned from and quoted in a proof. Writes the run folder `run` and, beside it, `run`-data: the
// data with what was read. Returns what --json prints of it.
nlohmann::ordered_json guide_through_text(const std::filesystem::path& run, std::size_t threads,
                                          ConsoleObserver& watch, const Say& say);

}  // namespace gntp
