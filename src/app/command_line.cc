#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <type_traits>

#include "base/numbers.h"
#include "base/text.h"
#include "base/units.h"
#include "engine/device_choice.h"

namespace gntp {
namespace {

// Reads an option's number into `value`. CLI11's own conversion takes -1 for a large whole number.
template <typename Number>
std::function<void(const std::string&)> number_parser(const std::string& name, Number& value,
                                                      Number low, Number high) {
  return [=, &value](const std::string& text) {
    const std::optional<Number> number = parse_number<Number>(text);
    if (number && *number >= low && *number <= high) {
      value = *number;
      return;
    }
    const bool unlimited = high == std::numeric_limits<Number>::max();
    throw UsageError(fmt::format(
        "{} must be a {} {}, not '{}'", name,
        std::is_integral_v<Number> ? "whole number" : "number",
        unlimited ? fmt::format("of at least {}", low) : fmt::format("from {} to {}", low, high),
        excerpt(text)));
  };
}

}  // namespace

struct CommandLine::Parser {
  CLI::App app;
};

CommandLine::CommandLine(std::string_view verb, std::string_view summary)
    : verb_(verb), parser_(std::make_unique<Parser>()) {
  CLI::App& app = parser_->app;
  app.description(std::string(summary));
  app.name("gntp " + verb_);
  app.set_help_flag("-h,--help", "print this text");
  app.get_formatter()->column_width(28);
  app.get_formatter()->label("REQUIRED", "");
  app.get_formatter()->label("Positionals", "Arguments");
}

CommandLine::~CommandLine() = default;

void CommandLine::argument(const std::string& name, std::string& value,
                           const std::string& description) {
  parser_->app.add_option(name, value, description)->required()->type_name("");
}

void CommandLine::arguments(const std::string& name, std::vector<std::string>& values,
                            const std::string& description) {
  parser_->app.add_option(name, values, description)->required()->type_name("");
}

void CommandLine::optional_argument(const std::string& name, std::string& value,
                                    const std::string& description) {
  parser_->app.add_option(name, value, description)->type_name("");
}

void CommandLine::required_option(const std::string& name, const std::string& kind,
                                  std::string& value, const std::string& description) {
  parser_->app.add_option(name, value, description)->required()->type_name(kind);
}

void CommandLine::option(const std::string& name, const std::string& kind, std::string& value,
                         const std::string& description) {
  parser_->app.add_option(name, value, description)->type_name(kind);
}

void CommandLine::option(const std::string& name, const std::string& kind,
                         std::vector<std::string>& values, const std::string& description) {
  parser_->app.add_option(name, values, description)
      ->type_name(kind)
      ->expected(1)
      ->allow_extra_args(false)  // what follows the value is an argument
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void CommandLine::option(const std::string& name, std::size_t& value, std::size_t low,
                         std::size_t high, const std::string& description) {
  parser_->app
      .add_option_function<std::string>(name, number_parser(name, value, low, high), description)
      ->type_name("N");
}

void CommandLine::option(const std::string& name, double& value, double low, double high,
                         const std::string& description) {
  parser_->app
      .add_option_function<std::string>(name, number_parser(name, value, low, high), description)
      ->type_name("X");
}

void CommandLine::flag(const std::string& name, bool& value, const std::string& description) {
  parser_->app.add_flag(name, value, description);
}

void CommandLine::duration_option(const std::string& name, std::optional<double>& value,
                                  const std::string& description) {
  const auto parse = [name, &value](const std::string& text) {
    value = parse_duration(text);
    if (value) return;
    throw UsageError(
        fmt::format("{} must be a duration such as 90s, 10m or 2h, not '{}'", name, excerpt(text)));
  };
  parser_->app.add_option_function<std::string>(name, parse, description)->type_name("TIME");
}

void CommandLine::size_option(const std::string& name, std::size_t& value,
                              const std::string& description) {
  const auto parse = [name, &value](const std::string& text) {
    const std::optional<std::uint64_t> size = parse_size(text);
    if (!size || *size == 0) {
      throw UsageError(
          fmt::format("{} must be a size such as 512M or 4G, not '{}'", name, excerpt(text)));
    }
    value = *size;
  };
  parser_->app.add_option_function<std::string>(name, parse, description)->type_name("SIZE");
}

void CommandLine::parsed_option(const std::string& name, const std::string& kind,
                                const std::function<void(const std::string& text)>& read,
                                const std::string& description) {
  parser_->app.add_option_function<std::string>(name, read, description)->type_name(kind);
}

void CommandLine::limit_options(WorkLimit& limit) {
  duration_option("--time-limit", limit.seconds,
                  "end after the step at hand when so much time has passed, e.g. 10m");
  const auto parse = [&limit](const std::string& text) {
    limit.steps = parse_number<std::size_t>(text);
    if (limit.steps) return;
    throw UsageError(fmt::format("--steps must be a whole number, not '{}'", excerpt(text)));
  };
  parser_->app
      .add_option_function<std::string>("--steps", parse,
                                        "end after so many steps: what a time limit gave, again")
      ->type_name("N");
}

void CommandLine::json_flag(bool& value) {
  flag("--json", value, "print JSON");
}

void CommandLine::force_flag(bool& value) {
  flag("--force", value, "replace what --out names if it is there; never the data of a data set");
}

void CommandLine::threads_option(std::size_t& value) {
  option("--threads", value, 0, 1024, "threads to use; 0 = one for each core");
}

void CommandLine::device_option(std::string& value) {
  const auto parse = [&value](const std::string& text) {
    try {
      check_device_name(text);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("--device: {}", error.what()));
    }
    value = text;
  };
  parsed_option("--device", "auto|cpu|cuda", parse,
                "where vectors are computed: on the first GPU, if there is one (auto), on the "
                "processor, or on a GPU; cuda:1 is the second");
}

void CommandLine::on_error_option(OnError& value) {
  const auto parse = [&value](const std::string& text) {
    if (text != "stop" && text != "skip") {
      throw UsageError(fmt::format("--on-error must be stop or skip, not '{}'", excerpt(text)));
    }
    value = text == "skip" ? OnError::kSkip : OnError::kStop;
  };
  parser_->app
      .add_option_function<std::string>(
          "--on-error", parse,
          "a line that cannot be read: stop (default), or skip it, count it and warn")
      ->type_name("stop|skip");
}

void CommandLine::example(std::string_view arguments) {
  examples_.emplace_back(arguments);
}

bool CommandLine::parse(std::span<const std::string> arguments, const Console& console) {
  if (console.described != nullptr) {
    *console.described = describe();
    return false;
  }
  // CLI11 takes them from the back.
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    parser_->app.parse(std::move(reversed));
    return true;
  } catch (const CLI::CallForHelp&) {
    console.print(help());
    return false;
  } catch (const CLI::ParseError& error) {
    // A mistyped option explains why a required one is missing.
    const std::vector<std::string> extras = parser_->app.remaining();
    if (!extras.empty()) throw UsageError(explain_extra(extras.front()));
    for (const CLI::Option* option : parser_->app.get_options()) {
      const bool once = option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw;
      if (!once || option->get_lnames().empty() || option->results().size() < 2) continue;
      throw UsageError(fmt::format("--{} is given {} times; give it once",
                                   option->get_lnames().front(), option->results().size()));
    }
    std::string what = error.what();
    what = what.substr(0, what.find('\n'));
    throw UsageError(fmt::format("{}; see 'gntp {} --help'", what, verb_));
  }
}

// CLI11's own look-up ends the program where memory is short.
bool CommandLine::given(const std::string& option) const {
  const std::string_view name = std::string_view(option).substr(option.find_first_not_of('-'));
  return std::ranges::any_of(parser_->app.get_options(), [&](const CLI::Option* each) {
    const std::vector<std::string>& names = each->get_lnames();
    return each->count() > 0 && std::ranges::find(names, name) != names.end();
  });
}

std::string CommandLine::help() const {
  std::string text = parser_->app.help();
  while (text.ends_with("\n\n")) text.pop_back();
  text += examples_.size() == 1 ? "\nExample:\n" : "\nExamples:\n";
  for (const std::string& example : examples_) text += fmt::format("  gntp {}\n", example);
  return text;
}

VerbHelp CommandLine::describe() const {
  VerbHelp help;
  help.verb = verb_;
  help.description = parser_->app.get_description();
  help.examples = examples_;
  for (const CLI::Option* each : parser_->app.get_options()) {
    const bool many = each->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll ||
                      each->get_items_expected_max() > 1;
    const VerbHelp::Need need =
        each->get_required() ? VerbHelp::Need::kRequired : VerbHelp::Need::kOptional;
    const VerbHelp::Times times = many ? VerbHelp::Times::kMany : VerbHelp::Times::kOnce;
    if (each->get_positional()) {
      help.arguments.push_back({each->get_name(), each->get_description(), need, times});
      continue;
    }
    const std::vector<std::string>& short_names = each->get_snames();
    help.options.push_back(
        {"--" + each->get_lnames().front(),
         short_names.empty() ? std::string() : "-" + short_names.front(),
         each->get_items_expected_max() == 0 ? std::string() : each->get_type_name(),
         each->get_description(), need, times});
  }
  return help;
}

std::string CommandLine::explain_extra(std::string_view argument) const {
  const std::string_view name = argument.substr(0, argument.find('='));
  std::string hint;
  if (name.starts_with('-')) {
    std::vector<std::string> known;
    for (const CLI::Option* option : parser_->app.get_options()) {
      for (const std::string& long_name : option->get_lnames()) known.push_back("--" + long_name);
    }
    hint = suggestion(name, known);
  }
  return fmt::format("{} '{}'; {}",
                     name.starts_with('-') ? "unknown option" : "one argument too many:",
                     excerpt(name.starts_with('-') ? name : argument),
                     hint.empty() ? fmt::format("see 'gntp {} --help'", verb_) : hint);
}

}  // namespace gntp
