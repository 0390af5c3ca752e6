// Where a model comes from: settings, versions, and hashes of the files.
#include <fmt/format.h>
#include <gntp/version.h>

#include "base/html.h"
#include "base/text.h"
#include "engine/engine_state.h"
#include "engine/manifest.h"
#include "report/sections.h"

namespace gntp {
namespace {

using Column = HtmlTable::Column;

// 'section.key' of every setting, in the order of the file.
std::vector<std::string> setting_names(const std::string& toml) {
  std::vector<std::string> names;
  std::string section;
  for (const std::string_view line : split(toml, '\n')) {
    const std::string_view text = trim(line);
    if (text.empty() || text.front() == '#') continue;
    if (text.front() == '[') {
      section = std::string(text.substr(1, text.find(']') - 1)) + '.';
    } else if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
      names.push_back(section + std::string(trim(text.substr(0, equals))));
    }
  }
  return names;
}

std::string settings_html(const Settings& settings) {
  const Settings defaults;
  const std::string toml = settings.to_toml();
  HtmlTable table(
      "Settings that differ from the defaults",
      {{"setting", Column::kText}, {"value", Column::kText}, {"default", Column::kText}});
  for (const std::string& name : setting_names(toml)) {
    const std::string value = settings.get(name);
    if (value == defaults.get(name)) continue;
    table.add({short_code(name), short_code(value), short_code(defaults.get(name))});
  }
  return (table.is_empty() ? paragraph("All settings are the defaults.") : table.html()) +
         folded("All settings, as config.toml has them",
                fmt::format("<pre>{}</pre>\n", escape_html(toml)));
}

std::string versions_table(const Metadata& metadata) {
  HtmlTable table("How it was made", {{"", Column::kText}, {"", Column::kText}});
  const auto add = [&](std::string_view name, std::string_view value) {
    table.add({std::string(name), short_name(value, 400)});
  };
  add("trained by", "gntp " + metadata.version);
  add("preset", metadata.preset.empty() ? "none" : metadata.preset);
  add("seed", std::to_string(metadata.seed));
  if (metadata.steps) add("steps", fmt::format("{}, where a limit ended it", *metadata.steps));
  if (!metadata.device.empty()) add("vectors trained on", metadata.device);
  add("data set", metadata.data.string());
  const FactHistory& changes = metadata.changes;
  if (!changes.is_empty()) {
    add("changed since", fmt::format("{} facts added, {} removed, {} entities new", changes.added,
                                     changes.removed, changes.entities));
  }
  const BuildInformation build = build_information();
  add("report by", fmt::format("gntp {}{}, {}, {}", build.version,
                               build.commit.empty() ? "" : " (" + build.commit + ")",
                               build.compiler, build.build_type));
  std::string libraries;
  for (const auto& [name, version] : build.libraries) {
    libraries += fmt::format("{}{} {}", libraries.empty() ? "" : ", ", name, version);
  }
  add("with", libraries);
  return table.html();
}

std::string hashes_html(const ReportSource& source) {
  constexpr std::size_t kMostFiles = 200;
  HtmlTable data("Files of the data set that it was trained with",
                 {{"file", Column::kText}, {"xxh64", Column::kText}});
  const std::vector<SourceFile>& sources = source.engine.state().metadata.sources;
  for (std::size_t i = 0; i < std::min(sources.size(), kMostFiles); ++i) {
    data.add({short_name(sources[i].name), short_code(sources[i].hash)});
  }
  std::string html = data.is_empty() ? absence("The run names no files of a data set.")
                                     : data.html() + left_out(kMostFiles, sources.size(), "are");
  const std::optional<Manifest> manifest = read_manifest(source.run);
  if (!manifest) return html + absence("A run of this version has no manifest with hashes.");
  HtmlTable files("Files of the run folder",
                  {{"file", Column::kText}, {"bytes", Column::kNumber}, {"xxh64", Column::kText}});
  for (const auto& [name, digest] : manifest->files) {
    files.add({short_name(name), grouped_number(digest.bytes), short_code(digest.xxh64)});
  }
  return html + files.html();
}

}  // namespace

Section origin_section(const ReportSource& source) {
  return {"origin", "Settings and origin",
          versions_table(source.engine.state().metadata) + settings_html(source.engine.settings()) +
              folded("Hashes of all files", hashes_html(source))};
}

}  // namespace gntp
