#include "engine/settings_text.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "base/numbers.h"
#include "base/text.h"
#include "engine/setting_needs.h"

namespace gntp {
namespace {

// The message of a value that a setting cannot have.
std::string not_allowed(const Setting& setting, std::string_view value) {
  return fmt::format("{} must be {}, not {}", setting.name, setting.allowed, excerpt(value));
}

// Nothing for what no setting can be: arrays, dates.
std::optional<SettingValue> value_of(const toml::node& node) {
  if (const auto* value = node.as_boolean()) return value->get();
  if (const auto* value = node.as_integer()) return value->get();
  if (const auto* value = node.as_floating_point()) return value->get();
  if (const auto* value = node.as_string()) return value->get();
  return std::nullopt;
}

// A dotted name nests tables, and tables are freed recursively: what is nested too deeply must not
// be parsed. A setting's name has one dot.
constexpr std::size_t kMaxDots = 32;

// Whether the dot at this place of a line belongs to a number, as in `[0.5, -1.5]`.
bool is_decimal_point(std::string_view line, std::size_t dot) {
  constexpr std::string_view kDigits = "0123456789";
  const std::string_view before = line.substr(0, dot);
  const std::size_t last = before.find_last_not_of("0123456789_+-");
  return last != std::string_view::npos && last + 1 < dot && dot + 1 < line.size() &&
         std::string_view(" \t,[=").find(line[last]) != std::string_view::npos &&
         kDigits.find(line[dot + 1]) != std::string_view::npos;
}

void check_names(const std::filesystem::path& file, std::string_view text) {
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    std::size_t dots = 0;
    for (std::size_t i = line.find('.'); i != std::string_view::npos; i = line.find('.', i + 1)) {
      if (is_decimal_point(line, i) || ++dots <= kMaxDots) continue;
      fail_at(file, number, "more than {} dots; a setting is section.key = value", kMaxDots);
    }
  }
}

struct Entry {
  std::string name;
  const Setting* setting;  // nullptr: there is none of that name
  const toml::node* node;
  std::size_t line;
};

// Appends every entry of a TOML table, tables within it included.
void read_entries(const std::string& name, const toml::node& node, std::vector<Entry>& entries) {
  const Setting* setting = find_setting(name);
  if (const toml::table* table = node.as_table(); table != nullptr && setting == nullptr) {
    for (const auto& [key, child] : *table) {
      const std::string prefix = name.empty() ? "" : name + ".";
      read_entries(prefix + std::string(key.str()), child, entries);
    }
    return;
  }
  entries.push_back({name, setting, &node, static_cast<std::size_t>(node.source().begin.line)});
}

// Calls take(entry) for every entry of the file, the mode first.
template <typename Take>
void read_toml(const std::filesystem::path& file, const Take& take) {
  const std::string text = read_file(file);
  check_names(file, text);
  try {
    const toml::table table = toml::parse(text, file.string());
    std::vector<Entry> entries;
    read_entries("", table, entries);
    std::stable_partition(entries.begin(), entries.end(),
                          [](const Entry& entry) { return entry.name == kModeSetting; });
    for (const Entry& entry : entries) take(entry);
  } catch (const toml::parse_error& error) {
    fail_at(file, error.source().begin.line, "{}", error.description());
  }
}

SettingEntry entry_of(const Entry& entry, const toml::node& node) {
  return {entry.name, entry.line, entry.setting, value_of(node)};
}

void require_known(const std::filesystem::path& file, const Entry& entry) {
  if (entry.setting == nullptr) fail_at(file, entry.line, "{}", unknown_setting(entry.name));
}

// The text as the kind of value that `like` is.
std::optional<SettingValue> parse_value(std::string_view text, const SettingValue& like) {
  if (std::holds_alternative<std::string>(like)) {
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return std::string(quoted ? text.substr(1, text.size() - 2) : text);
  }
  if (std::holds_alternative<std::int64_t>(like)) return parse_number<std::int64_t>(text);
  if (std::holds_alternative<double>(like)) return parse_number<double>(text);
  if (text == "true") return true;
  if (text == "false") return false;
  return std::nullopt;
}

}  // namespace

std::string to_text(const SettingValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return fmt::format("\"{}\"", *text);
  if (const auto* flag = std::get_if<bool>(&value)) return fmt::format("{}", *flag);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  std::string text = fmt::format("{}", std::get<double>(value));
  const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
  return whole ? text + ".0" : text;
}

std::vector<SettingEntry> read_setting_entries(const std::filesystem::path& file) {
  std::vector<SettingEntry> entries;
  read_toml(file, [&](const Entry& entry) { entries.push_back(entry_of(entry, *entry.node)); });
  return entries;
}

void take_entry(const std::filesystem::path& file, const SettingEntry& entry,
                AllOptions& settings) {
  const Setting& setting = *entry.setting;
  if (entry.value && setting.write(settings, *entry.value)) return;
  fail_at(file, entry.line, "{}",
          not_allowed(setting, entry.value ? to_text(*entry.value) : "a list, a table or a date"));
}

void read_settings(const std::filesystem::path& file, AllOptions& settings) {
  read_toml(file, [&](const Entry& entry) {
    require_known(file, entry);
    take_entry(file, entry_of(entry, *entry.node), settings);
  });
}

std::vector<Alternatives> read_alternatives(const std::filesystem::path& file) {
  std::vector<Alternatives> all;
  AllOptions scratch;
  read_toml(file, [&](const Entry& entry) {
    require_known(file, entry);
    Alternatives alternatives{entry.setting, {}};
    const auto add = [&](const toml::node& node) {
      const SettingEntry given = entry_of(entry, node);
      take_entry(file, given, scratch);
      alternatives.values.push_back(*given.value);
    };
    const toml::array* list = entry.node->as_array();
    if (list == nullptr) {
      add(*entry.node);
    } else {
      if (list->empty()) {
        fail_at(file, entry.line, "{}: the list is empty; give at least one value", entry.name);
      }
      for (const toml::node& item : *list) add(item);
    }
    all.push_back(std::move(alternatives));
  });
  return all;
}

void set_setting(std::string_view name, std::string_view value, AllOptions& settings) {
  const Setting* setting = find_setting(name);
  if (setting == nullptr) throw UsageError(unknown_setting(name));
  const std::optional<SettingValue> parsed = parse_value(value, setting->read(settings));
  if (!parsed || !setting->write(settings, *parsed)) {
    throw UsageError(not_allowed(*setting, value.empty() ? "empty" : value));
  }
}

void assign_setting(std::string_view assignment, AllOptions& settings) {
  const auto usage_error = [&](std::string_view what) {
    return UsageError(fmt::format("--set {}: {}", excerpt(assignment), what));
  };
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    throw usage_error("expected section.key=value, e.g. --set learn.epochs=50");
  }
  try {
    set_setting(trim(assignment.substr(0, equals)), trim(assignment.substr(equals + 1)), settings);
  } catch (const UsageError& error) {
    throw usage_error(error.what());
  }
}

std::string to_toml(const AllOptions& settings) {
  std::string text;
  std::string_view section;
  for (const Setting& setting : all_settings()) {
    if (setting.section() != section) {
      text += fmt::format("{}[{}]\n", section.empty() ? "" : "\n", setting.section());
      section = setting.section();
    }
    text += fmt::format("# {} ({})\n{} = {}\n", setting.description, setting.allowed, setting.key(),
                        to_text(setting.read(settings)));
  }
  return text;
}

std::string describe_settings() {
  std::string text;
  const AllOptions defaults;
  std::string_view section;
  for (const Setting& setting : all_settings()) {
    if (!section.empty() && setting.section() != section) text += '\n';
    section = setting.section();
    text += fmt::format("  {} = {}\n      {}; {}\n", setting.name, to_text(setting.read(defaults)),
                        setting.description, setting.allowed);
    const std::string needs = needs_text(setting);
    if (!needs.empty()) text += fmt::format("      needs {}\n", needs);
  }
  return text;
}

}  // namespace gntp
