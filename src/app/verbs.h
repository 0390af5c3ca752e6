// The verbs of the command line, `gntp VERB ...`. Each reads its arguments, calls the library and
// prints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/console.h"

namespace gntp {

using Arguments = std::span<const std::string>;

void run_train(Arguments arguments, const Console& console);
void run_add(Arguments arguments, const Console& console);
void run_mine(Arguments arguments, const Console& console);
void run_sweep(Arguments arguments, const Console& console);
void run_compare(Arguments arguments, const Console& console);
void run_eval(Arguments arguments, const Console& console);
void run_score(Arguments arguments, const Console& console);
void run_predict(Arguments arguments, const Console& console);
void run_explain(Arguments arguments, const Console& console);
void run_materialise(Arguments arguments, const Console& console);
void run_rules(Arguments arguments, const Console& console);
void run_vectors(Arguments arguments, const Console& console);
// Where 'gntp serve' listens unless it is told otherwise.
inline constexpr std::size_t kServePort = 8421;
void run_serve(Arguments arguments, const Console& console);
void run_report(Arguments arguments, const Console& console);
void run_read(Arguments arguments, const Console& console);
void run_verify(Arguments arguments, const Console& console);
void run_pack(Arguments arguments, const Console& console);
void run_cache(Arguments arguments, const Console& console);
void run_convert(Arguments arguments, const Console& console);
void run_stats(Arguments arguments, const Console& console);
void run_demo(Arguments arguments, const Console& console);
void run_version(Arguments arguments, const Console& console);
void run_help(Arguments arguments, const Console& console);

// Whether several processes can share a verb's work (mpirun, base/process_team.h).
enum class Processes : std::uint8_t { kOne, kSeveral };

struct Verb {
  std::string_view name;
  std::string_view summary;
  void (*run)(Arguments arguments, const Console& console);
  Processes processes = Processes::kOne;
};

std::span<const Verb> all_verbs();

// Throws UsageError with the nearest verbs.
const Verb& find_verb(std::string_view name);

// Runs a whole command line, without the program's name, and returns the exit status: 0, 1 (error),
// 2 (usage), 130 (interrupted). Errors go to the console as one line.
int run_command_line(Arguments arguments, const Console& console);

}  // namespace gntp
