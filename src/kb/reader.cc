#include "kb/reader.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "kb/prolog_reader.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

void read_tsv_file(const fs::path& path, const TripleSink& sink) {
  LineReader lines(path);
  read_tsv(lines, sink);
}

void read_prolog_file(const fs::path& path, const TripleSink& sink) {
  LineReader lines(path);
  read_prolog(lines, sink);
}

struct Format {
  std::string_view extension;
  void (*read)(const fs::path& path, const TripleSink& sink);  // null: known, but not read yet
};

constexpr std::array kFormats = {
    Format{".tsv", read_tsv_file},   Format{".txt", read_tsv_file}, Format{".pl", read_prolog_file},
    Format{".nl", read_prolog_file}, Format{".nt", nullptr},        Format{".ttl", nullptr},
};

fs::path without_gz(const fs::path& file) {
  return file.extension() == ".gz" ? file.stem() : file.filename();
}

// Of a file name without .gz; null if the extension is unknown.
const Format* find_format(const fs::path& file) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(), [&](const Format& format) {
    return file.extension() == format.extension;
  });
  return found == kFormats.end() ? nullptr : &*found;
}

using Fields = std::array<std::string_view, 3>;
constexpr Fields kFieldNames = {"head", "relation", "tail"};

// The trimmed fields of a line; false unless there are exactly three and none is empty.
bool split_fields(std::string_view line, Fields& fields) {
  for (std::string_view& field : fields) {
    const bool last = &field == &fields.back();
    const std::size_t tab = line.find('\t');
    if ((tab == std::string_view::npos) != last) return false;
    field = trim(line.substr(0, tab));
    if (field.empty()) return false;
    if (!last) line.remove_prefix(tab + 1);
  }
  return true;
}

// What the writer of a line with the wrong number of fields may have to do.
std::string_view remedy(std::string_view line, std::size_t fields) {
  if (fields > 3) return "remove the further columns (cut -f1-3)";
  if (split(line, ',').size() == 3)
    return "the line looks comma-separated: put tabs for the commas";
  const std::vector<std::string_view> words = split(line, ' ');
  const auto empty = std::count(words.begin(), words.end(), "");
  if (fields == 1 && words.size() - static_cast<std::size_t>(empty) == 3)
    return "the line looks space-separated: put tabs for the spaces";
  return "write one triple a line, with a tab between the fields";
}

[[noreturn]] void reject(const LineReader& lines, std::string_view line) {
  const std::vector<std::string_view> fields = split(line, '\t');
  if (fields.size() == kFieldNames.size()) {
    for (std::size_t i = 0; i < kFieldNames.size(); ++i) {
      if (trim(fields[i]).empty()) {
        fail_at(lines.path(), lines.line_number(),
                "the {} is empty; expected 3 tab-separated fields (head, relation, tail)",
                kFieldNames[i]);
      }
    }
  }
  fail_at(lines.path(), lines.line_number(),
          "expected 3 tab-separated fields (head, relation, tail), found {}; {}", fields.size(),
          remedy(line, fields.size()));
}

}  // namespace

void read_triples(const fs::path& path, const TripleSink& sink) {
  const fs::path unpacked = without_gz(path);
  const Format* format = find_format(unpacked);
  if (format == nullptr) {
    fail("{}: unknown extension '{}'; triples are read from {} (each also .gz)", path.string(),
         unpacked.extension().string(), join(triple_extensions(), ", "));
  }
  if (format->read == nullptr) fail("{}: RDF is not supported yet; convert to TSV", path.string());
  format->read(path, sink);
}

void read_tsv(LineReader& lines, const TripleSink& sink) {
  std::string_view line;
  Fields fields;
  while (lines.next(line)) {
    if (split_fields(line, fields)) {
      sink(fields[0], fields[1], fields[2], lines.line_number());
    } else if (!trim(line).empty()) {
      reject(lines, line);
    }
  }
}

std::vector<std::string> triple_extensions() {
  std::vector<std::string> extensions;
  for (const Format& format : kFormats) {
    if (format.read != nullptr) extensions.emplace_back(format.extension);
  }
  return extensions;
}

std::optional<std::string> triple_stem(const fs::path& file) {
  const fs::path unpacked = without_gz(file);
  if (find_format(unpacked) == nullptr) return std::nullopt;
  return unpacked.stem().string();
}

std::optional<fs::path> find_triples(const fs::path& folder, std::string_view stem) {
  std::optional<fs::path> found;
  for (const Format& format : kFormats) {
    for (const std::string_view packing : {"", ".gz"}) {
      fs::path file = folder / fmt::format("{}{}{}", stem, format.extension, packing);
      std::error_code ignored;
      if (!fs::exists(fs::symlink_status(file, ignored))) continue;
      if (found) {
        fail("{}: both {} and {} are there; keep one", folder.string(), found->filename().string(),
             file.filename().string());
      }
      found = std::move(file);
    }
  }
  return found;
}

}  // namespace gntp
