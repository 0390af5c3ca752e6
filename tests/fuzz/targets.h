// What is fuzzed: functions that take any bytes. Bytes that are refused with an Error are fine;
// any other exception, a crash or a hang is a finding. `./run fuzz` feeds them through libFuzzer,
// fuzz/corpus_test.cc with the files of fuzz/corpus/NAME, among which are the inputs that once
// were findings.
#pragma once

#include <array>
#include <filesystem>
#include <string_view>

#include "base/error.h"

namespace gntp::fuzz {

void anyburl(std::string_view bytes);
void csv(std::string_view bytes);
void json_lines(std::string_view bytes);
void mentions(std::string_view bytes);
void n_quads(std::string_view bytes);
void names(std::string_view bytes);
void prolog(std::string_view bytes);
void queries(std::string_view bytes);
void rules(std::string_view bytes);
void run_folder(std::string_view bytes);
void safetensors(std::string_view bytes);
void settings(std::string_view bytes);
void text(std::string_view bytes);
void triples(std::string_view bytes);
void turtle(std::string_view bytes);

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);
};

inline constexpr std::array kTargets = {Target{"anyburl", anyburl},
                                        Target{"csv", csv},
                                        Target{"json-lines", json_lines},
                                        Target{"mentions", mentions},
                                        Target{"n-quads", n_quads},
                                        Target{"names", names},
                                        Target{"prolog", prolog},
                                        Target{"queries", queries},
                                        Target{"rules", rules},
                                        Target{"run-folder", run_folder},
                                        Target{"settings", settings},
                                        Target{"safetensors", safetensors},
                                        Target{"text", text},
                                        Target{"triples", triples},
                                        Target{"turtle", turtle}};

// Throws std::logic_error, which is a finding.
void expect(bool holds, const char* what);

// Writes the bytes to a file of this process, in memory where the system has such a folder.
std::filesystem::path input_file(std::string_view name, std::string_view bytes);

// Whether the action ended with an Error.
template <typename Action>
bool refuses(Action action) {
  try {
    action();
    return false;
  } catch (const Error&) {
    return true;
  }
}

}  // namespace gntp::fuzz
