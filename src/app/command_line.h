// The command line of one verb: its arguments and options are declared, then parsed. What is typed
// wrong becomes a UsageError with the nearest option as a suggestion. CLI11 does the work and stays
// inside.
#pragma once

#include <gntp/reading.h>
#include <gntp/training.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/console.h"
#include "app/verb_help.h"

namespace gntp {

class CommandLine {
 public:
  CommandLine(std::string_view verb, std::string_view summary);
  ~CommandLine();

  // Declarations. The value keeps its default where the user gives none, and must outlive `parse`.
  void argument(const std::string& name, std::string& value, const std::string& description);
  // One or more.
  void arguments(const std::string& name, std::vector<std::string>& values,
                 const std::string& description);
  void optional_argument(const std::string& name, std::string& value,
                         const std::string& description);
  void required_option(const std::string& name, const std::string& kind, std::string& value,
                       const std::string& description);
  void option(const std::string& name, const std::string& kind, std::string& value,
              const std::string& description);
  // May be given several times.
  void option(const std::string& name, const std::string& kind, std::vector<std::string>& values,
              const std::string& description);
  void option(const std::string& name, std::size_t& value, std::size_t low, std::size_t high,
              const std::string& description);
  void option(const std::string& name, double& value, double low, double high,
              const std::string& description);
  void flag(const std::string& name, bool& value, const std::string& description);
  // A text that `read` makes something of, which throws UsageError for others.
  void parsed_option(const std::string& name, const std::string& kind,
                     const std::function<void(const std::string& text)>& read,
                     const std::string& description);
  // A duration such as 90s or 10m, in seconds, and a size such as 512M, in bytes.
  void duration_option(const std::string& name, std::optional<double>& value,
                       const std::string& description);
  void size_option(const std::string& name, std::size_t& value, const std::string& description);

  // The options that several verbs share.
  void json_flag(bool& value);
  void threads_option(std::size_t& value);
  // Throws UsageError at once for what names no device.
  void device_option(std::string& value);
  void force_flag(bool& value);
  void on_error_option(OnError& value);
  // --from, --columns and the like: how files of triples are read.
  void reading_options(ReadingOptions& options);
  // --time-limit and --steps.
  void limit_options(WorkLimit& limit);

  // An example for the help, without the program's name.
  void example(std::string_view arguments);

  // Whether the user has given this option. Requires: parsed.
  bool given(const std::string& option) const;

  // Whether the verb is to go on: false if the user asked for help, which is then printed, or the
  // console for a description.
  bool parse(std::span<const std::string> arguments, const Console& console);

 private:
  struct Parser;
  std::string help() const;
  VerbHelp describe() const;
  std::string explain_extra(std::string_view argument) const;

  std::string verb_;
  std::vector<std::string> examples_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace gntp
