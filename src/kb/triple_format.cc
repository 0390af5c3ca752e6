#include "kb/triple_format.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "base/compression.h"
#include "base/error.h"
#include "base/text.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

struct FormatName {
  TripleFormat format;
  std::string_view name;
};
constexpr std::array kNames{
    FormatName{TripleFormat::kTsv, "tsv"},       FormatName{TripleFormat::kCsv, "csv"},
    FormatName{TripleFormat::kSpaces, "spaces"}, FormatName{TripleFormat::kJsonLines, "jsonl"},
    FormatName{TripleFormat::kProlog, "prolog"}, FormatName{TripleFormat::kNTriples, "nt"},
    FormatName{TripleFormat::kNQuads, "nq"},     FormatName{TripleFormat::kTurtle, "turtle"},
};

struct Extension {
  std::string_view text;
  TripleFormat format;
};
// Of several for a format, the first is written.
constexpr std::array kExtensions{
    Extension{".tsv", TripleFormat::kTsv},         Extension{".txt", TripleFormat::kTsv},
    Extension{".csv", TripleFormat::kCsv},         Extension{".ssv", TripleFormat::kSpaces},
    Extension{".jsonl", TripleFormat::kJsonLines}, Extension{".ndjson", TripleFormat::kJsonLines},
    Extension{".pl", TripleFormat::kProlog},       Extension{".nl", TripleFormat::kProlog},
    Extension{".nt", TripleFormat::kNTriples},     Extension{".nq", TripleFormat::kNQuads},
    Extension{".ttl", TripleFormat::kTurtle},
};

[[noreturn]] void fail_about_two(const fs::path& folder, const fs::path& one,
                                 const fs::path& other) {
  fail("{}: both {} and {} are there; keep one", folder.string(), one.filename().string(),
       other.filename().string());
}

}  // namespace

std::string_view name_of(TripleFormat format) {
  return std::ranges::find(kNames, format, &FormatName::format)->name;
}

std::string format_names(std::string_view separator) {
  std::vector<std::string> names;
  names.reserve(kNames.size());
  for (const FormatName& each : kNames) names.emplace_back(each.name);
  return join(names, separator);
}

TripleFormat format_named(std::string_view name) {
  const auto* found = std::ranges::find(kNames, name, &FormatName::name);
  if (found != kNames.end()) return found->format;
  const std::string extension = fmt::format(".{}", name);
  const auto* by_extension =
      std::ranges::find(kExtensions, std::string_view(extension), &Extension::text);
  if (by_extension != kExtensions.end() && name != "txt") return by_extension->format;
  throw UsageError(fmt::format("unknown format '{}'; there are {}", excerpt(name), format_names()));
}

bool is_rdf(TripleFormat format) {
  return format == TripleFormat::kNTriples || format == TripleFormat::kNQuads ||
         format == TripleFormat::kTurtle;
}

std::optional<TripleFormat> format_of(const fs::path& file) {
  const std::string extension = unpacked_name(file).extension().string();
  const auto* found = std::ranges::find(kExtensions, std::string_view(extension), &Extension::text);
  if (found == kExtensions.end()) return std::nullopt;
  return found->format;
}

std::string_view extension_of(TripleFormat format) {
  return std::ranges::find(kExtensions, format, &Extension::format)->text;
}

std::vector<std::string> triple_extensions() {
  std::vector<std::string> extensions;
  extensions.reserve(kExtensions.size());
  for (const Extension& extension : kExtensions) extensions.emplace_back(extension.text);
  return extensions;
}

std::optional<std::string> triple_stem(const fs::path& file) {
  if (!format_of(file)) return std::nullopt;
  return unpacked_name(file).stem().string();
}

std::optional<fs::path> find_packed(const fs::path& folder, std::string_view name) {
  std::optional<fs::path> found;
  const auto look = [&](std::string_view packing) {
    const fs::path file = folder / fmt::format("{}{}", name, packing);
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(file, ignored))) return;
    if (found) fail_about_two(folder, *found, file);
    found = file;
  };
  look("");
  for (const std::string_view packing : packed_extensions()) look(packing);
  return found;
}

std::optional<fs::path> find_triples(const fs::path& folder, std::string_view stem) {
  std::optional<fs::path> found;
  for (const Extension& extension : kExtensions) {
    const std::string name = fmt::format("{}{}", stem, extension.text);
    const std::optional<fs::path> file = find_packed(folder, name);
    if (!file) continue;
    if (found) fail_about_two(folder, *found, *file);
    found = file;
  }
  return found;
}

}  // namespace gntp
