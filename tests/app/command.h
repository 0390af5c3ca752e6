// Runs the real executable, as a user would.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/file.h"
#include "support/places.h"
#include "support/temp_folder.h"

namespace gntp::testing {

struct Outcome {
  int status;  // the exit status; 128 + n for signal n
  std::string out;
  std::string err;

  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

// Runs shell commands in `folder`; `gntp` is the executable under test.
inline Outcome run_shell(const std::string& commands, const std::filesystem::path& folder) {
  const TempFolder capture;
  const std::filesystem::path script = capture.write("script", commands);
  const std::filesystem::path binary = program();
  const std::string line = "cd '" + folder.string() + "' && PATH='" +
                           binary.parent_path().string() + "':$PATH sh '" + script.string() +
                           "' </dev/null >'" + (capture.path() / "out").string() + "' 2>'" +
                           (capture.path() / "err").string() + "'";
  const int result = std::system(line.c_str());
  const int status = WIFEXITED(result) ? WEXITSTATUS(result) : 128 + WTERMSIG(result);
  return {status, read_file(capture.path() / "out"), read_file(capture.path() / "err")};
}

// `gntp` with these arguments, as the shell reads them.
inline Outcome run_gntp(const std::string& arguments, const std::filesystem::path& folder) {
  return run_shell("exec gntp " + arguments + "\n", folder);
}

// A tiny data set whose facts are apart, so that answers are crisp: 0 epochs, far vectors.
inline constexpr std::string_view kCrisp =
    " --quiet --set learn.epochs=0 --set model.entity_scale=100 --set model.relation_scale=100";

inline void write_family(const TempFolder& folder) {
  folder.write("family/train.tsv",
               "ada\tparent\tbob\nbob\tparent\tcid\nbob\tparent\tdan\nada\tfriend\teve\n");
  folder.write("family/test.tsv", "ada\tgrandparent\tcid\n");
  folder.write("family/rules.pl", "grandparent(X, Y) :- parent(X, Z), parent(Z, Y)\n");
}

}  // namespace gntp::testing
