#include "kb/reader.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "base/compression.h"
#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"
#include "kb/header_line.h"
#include "kb/line_advice.h"
#include "kb/prolog_reader.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

void read_tsv_file(const fs::path& path, const TripleSink& sink, BadLines& bad, TripleNames names) {
  LineReader lines(path);
  read_tsv(lines, sink, bad, names);
}

void read_prolog_file(const fs::path& path, const TripleSink& sink, BadLines& bad,
                      TripleNames /*names*/) {
  LineReader lines(path);
  read_prolog(lines, sink, bad);
}

struct Format {
  std::string_view extension;
  // null: known, but not read yet
  void (*read)(const fs::path& path, const TripleSink& sink, BadLines& bad, TripleNames names);
};

constexpr std::array kFormats = {
    Format{".tsv", read_tsv_file},   Format{".txt", read_tsv_file}, Format{".pl", read_prolog_file},
    Format{".nl", read_prolog_file}, Format{".nt", nullptr},        Format{".ttl", nullptr},
};

// Of an unpacked file's name; null if the extension is unknown.
const Format* find_format(const fs::path& file) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(), [&](const Format& format) {
    return file.extension() == format.extension;
  });
  return found == kFormats.end() ? nullptr : &*found;
}

constexpr TripleFields kFieldNames = {"head", "relation", "tail"};

// The trimmed fields of a line; false unless there are exactly three and none is empty.
bool split_fields(std::string_view line, TripleFields& fields) {
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
          advice_for(line, lines.line_number()));
}

// In other files a name begins a line, where the mark would be lost.
void reject_marks(const LineReader& lines, const TripleFields& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (byte_order_mark(fields[i]) == 0) continue;
    fail_at(lines.path(), lines.line_number(),
            "the {} begins with a byte-order mark, which is invisible; remove it", kFieldNames[i]);
  }
}

// Takes the lines of a table one by one.
class TableReader {
 public:
  TableReader(const LineReader& lines, const TripleSink& sink, TripleNames names)
      : lines_(lines), sink_(sink), names_(names) {}

  void take(std::string_view line) {
    TripleFields fields;
    if (!split_fields(line, fields)) {
      if (!trim(line).empty()) reject(lines_, line);
      return;
    }
    reject_marks(lines_, fields);
    const bool first = std::exchange(first_, false);
    if (first && HeaderLine::looks_like(fields)) {
      take_header(HeaderLine(fields, lines_.line_number()));
      return;
    }
    if (header_) header_->compare(fields);
    sink_(fields[0], fields[1], fields[2], lines_.line_number());
  }

  // All lines have been taken.
  void finish() const {
    if (!header_) return;
    if (!header_->is_fact()) header_->reject(lines_.path());
    const TripleFields fields = header_->fields();
    sink_(fields[0], fields[1], fields[2], header_->line());
  }

 private:
  void take_header(HeaderLine header) {
    if (names_ == TripleNames::kNew) {
      header_ = std::move(header);
      return;
    }
    const TripleFields fields = header.fields();
    try {
      sink_(fields[0], fields[1], fields[2], header.line());
    } catch (const LineError&) {
      header.reject(lines_.path());
    }
  }

  const LineReader& lines_;
  const TripleSink& sink_;
  TripleNames names_;
  bool first_ = true;
  std::optional<HeaderLine> header_;  // to be decided on at the end
};

[[noreturn]] void fail_about_two(const fs::path& folder, const fs::path& one,
                                 const fs::path& other) {
  fail("{}: both {} and {} are there; keep one", folder.string(), one.filename().string(),
       other.filename().string());
}

constexpr std::string_view kTurtle = "RDF is not supported yet; convert it to TSV";
constexpr std::string_view kTriples =
    "RDF is not supported yet; convert it to TSV, e.g. with "
    "sed -E 's/^(\\S+) +(\\S+) +(.*\\S) *\\.$/\\1\\t\\2\\t\\3/'";

}  // namespace

void read_triples(const fs::path& path, const TripleSink& sink, BadLines& bad, TripleNames names) {
  const fs::path unpacked = unpacked_name(path);
  const Format* format = find_format(unpacked);
  if (format == nullptr) {
    fail("{}: unknown extension '{}'; triples are read from {} (each also {})", path.string(),
         unpacked.extension().string(), join(triple_extensions(), ", "),
         fmt::join(packed_extensions(), ", "));
  }
  if (format->read == nullptr) {
    fail("{}: {}", path.string(), format->extension == ".nt" ? kTriples : kTurtle);
  }
  format->read(path, sink, bad, names);
}

void read_tsv(LineReader& lines, const TripleSink& sink, BadLines& bad, TripleNames names) {
  TableReader table(lines, sink, names);
  for_each_line(lines, bad, [&](std::string_view line) { table.take(line); });
  bad.attempt(lines.path(), [&] { table.finish(); });
}

std::vector<std::string> triple_extensions() {
  std::vector<std::string> extensions;
  for (const Format& format : kFormats) {
    if (format.read != nullptr) extensions.emplace_back(format.extension);
  }
  return extensions;
}

std::optional<std::string> triple_stem(const fs::path& file) {
  const fs::path unpacked = unpacked_name(file);
  if (find_format(unpacked) == nullptr) return std::nullopt;
  return unpacked.stem().string();
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
  for (const Format& format : kFormats) {
    const std::string name = fmt::format("{}{}", stem, format.extension);
    const std::optional<fs::path> file = find_packed(folder, name);
    if (!file) continue;
    if (found) fail_about_two(folder, *found, *file);
    found = file;
  }
  return found;
}

}  // namespace gntp
