#include <gntp/conversion.h>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <system_error>
#include <utility>

#include "base/bad_lines.h"
#include "base/compression.h"
#include "base/error.h"
#include "base/file.h"
#include "base/staged_file.h"
#include "base/staged_folder.h"
#include "base/stop.h"
#include "base/text.h"
#include "engine/watch.h"
#include "kb/dataset_files.h"
#include "kb/numbered_writer.h"
#include "kb/reading_remarks.h"
#include "kb/store.h"
#include "kb/triple_writer.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStandard = "-";
constexpr std::size_t kBuffer = std::size_t{1} << 16U;

std::vector<IriPrefix> parse_prefixes(const std::vector<std::string>& texts) {
  std::vector<IriPrefix> prefixes;
  prefixes.reserve(texts.size());
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      throw UsageError(fmt::format("a prefix is NAME=IRI, such as ex=http://example.org/, not '{}'",
                                   excerpt(text)));
    }
    prefixes.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return prefixes;
}

TripleFormat target_format(const fs::path& to, const ConversionOptions& options) {
  if (compression_of_name(to) != Compression::kNone) {
    fail(
        "{}: packed files are not written; write to standard output and pack that: gntp convert "
        "... - --to FORMAT | gzip > {}",
        to.string(), to.string());
  }
  if (options.to) return *options.to;
  if (to == kStandard) {
    throw UsageError(
        fmt::format("standard output has no extension; say with --to which format it gets: {}",
                    format_names()));
  }
  if (const std::optional<TripleFormat> format = format_of(to)) return *format;
  throw UsageError(fmt::format("{}: unknown extension '{}'; say with --to which format it gets: {}",
                               to.string(), to.extension().string(), format_names()));
}

// Reads one file of triples after the other and writes what is in it, whatever the format.
class Converter {
 public:
  Converter(const ConversionOptions& options, const Observer& observer)
      : options_(options), observer_(observer), bad_(options.on_error) {}

  // The options to read with: a base is for RDF alone, and must be of use to one side.
  ReadingOptions reading_for(TripleFormat from, std::optional<TripleFormat> to) const {
    ReadingOptions reading = options_.reading;
    if (reading.base.empty() || is_rdf(from)) return reading;
    if (!to || !is_rdf(*to))
      throw UsageError("--base is for RDF, which is neither read nor written");
    reading.base.clear();
    return reading;
  }

  void convert(const DatasetReader& reader, const fs::path& from, TripleFormat to,
               const fs::path& out, IfExists if_exists) {
    const auto read = [&](const TripleSink& sink, SideSinks& side) {
      add(reader.read(from, sink, TripleNames::kNew, side), shown_name(from));
    };
    convert_all(read, from, to, out, if_exists);
  }

  // From what is no file of triples; calls read(sink).
  void convert(const std::function<void(const TripleSink&)>& source, const fs::path& from,
               TripleFormat to, const fs::path& out, IfExists if_exists) {
    convert_all([&](const TripleSink& sink, SideSinks&) { source(stopping(sink)); }, from, to, out,
                if_exists);
  }

  void number(const DatasetReader& reader, const fs::path& from, std::string_view split,
              NumberedWriter& writer) {
    const auto read = [&](const TripleSink& sink) {
      add(reader.read(from, sink, TripleNames::kNew, progress_of(from)), shown_name(from));
    };
    number_all(read, from, split, writer);
  }
  void number(const std::function<void(const TripleSink&)>& source, const fs::path& from,
              std::string_view split, NumberedWriter& writer) {
    number_all([&](const TripleSink& sink) { source(stopping(sink)); }, from, split, writer);
  }

  BadLines& bad() { return bad_; }

  Conversion finish() {
    for (const SkippedLines& skipped : bad_.skipped()) result_.skipped += skipped.count;
    for (std::string& warning : warnings_of(bad_)) result_.warnings.push_back(std::move(warning));
    return std::move(result_);
  }

  void warn(std::string text) { result_.warnings.push_back(std::move(text)); }

 private:
  // Takes a triple that cannot be written as a reader takes a bad line.
  TripleSink stopping(const TripleSink& sink) {
    return [this, &sink](std::string_view head, std::string_view relation, std::string_view tail,
                         std::size_t line) {
      constexpr std::size_t kOften = 4096;
      if (line % kOften == 0) stop_if_asked();
      bad_.attempt(from_, [&] { sink(head, relation, tail, line); });
    };
  }

  template <typename Read>
  void convert_all(const Read& read, const fs::path& from, TripleFormat to, const fs::path& out,
                   IfExists if_exists) {
    from_ = from;
    TripleWriter writer(to, is_rdf(to) ? options_.reading.base : "",
                        parse_prefixes(options_.prefixes));
    StagedFile file(out == kStandard ? fs::path("/dev/stdout") : out, if_exists);
    std::string text;
    writer.begin(text);
    const fs::path shown = shown_name(from);
    const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                          std::size_t line) {
      try {
        writer.append(head, relation, tail, text);
      } catch (const Error& error) {
        fail_at(shown, line, "{}", error.what());
      }
      ++result_.triples;
      if (text.size() < kBuffer) return;
      file.append(text);
      text.clear();
    };
    SideSinks side = progress_of(from);
    side.prefix = [&](std::string_view name, std::string_view iri) {
      writer.append_prefix(name, iri, text);
    };
    read(take, side);
    bad_.check_rest(from, result_.triples);
    writer.finish();
    file.append(text);
    throw_if_stopped(observer_);
    file.commit();
  }

  template <typename Read>
  void number_all(const Read& read, const fs::path& from, std::string_view split,
                  NumberedWriter& writer) {
    from_ = from;
    const fs::path shown = shown_name(from);
    read([&](std::string_view head, std::string_view relation, std::string_view tail,
             std::size_t line) {
      try {
        writer.append(split, head, relation, tail);
      } catch (const Error& error) {
        fail_at(shown, line, "{}", error.what());
      }
      ++result_.triples;
    });
  }

  SideSinks progress_of(const fs::path& file) {
    SideSinks side;
    std::error_code ignored;
    const std::uintmax_t size = fs::is_regular_file(file, ignored) ? fs::file_size(file) : 0;
    if (size == 0) return side;
    side.position = [this, size](std::uint64_t position) {
      report(observer_, "converting", static_cast<double>(position) / static_cast<double>(size),
             [&] { return fmt::format("{} triples", result_.triples); });
    };
    return side;
  }

  void add(const ReadCounts& counts, const fs::path& file) {
    result_.literals += counts.literals;
    result_.light += counts.light;
    for (std::string& remark : remarks_on(counts, file)) warn(std::move(remark));
  }

  const ConversionOptions& options_;
  const Observer& observer_;
  BadLines bad_;
  fs::path from_;
  Conversion result_;
};

// The files of a data set besides its triples.
constexpr std::array kOthers{"rules.pl",       "labels.tsv",   "aliases.tsv",         "types.tsv",
                             "candidates.txt", "mentions.tsv", "mentions.sources.tsv"};

void copy_others(const fs::path& from, const fs::path& to, bool names_change,
                 Converter& converter) {
  for (const char* name : kOthers) {
    const std::optional<fs::path> file = find_packed(from, name);
    if (!file) continue;
    if (names_change) {
      converter.warn(fmt::format(
          "{}: is not taken along: its names are not those that --base makes", file->string()));
      continue;
    }
    write_file(to / file->filename(), read_file(*file));
  }
}

// What a store holds, by name.
void for_each_triple(const KnowledgeBase& kb, std::span<const Triple> triples,
                     const TripleSink& sink) {
  std::size_t line = 0;
  for (const auto& [head, relation, tail] : triples) {
    sink(kb.entities.name(head), kb.relations.name(relation), kb.entities.name(tail), ++line);
  }
}

// A split of a store, the training facts first.
struct StoredSplit {
  std::string name;
  std::function<void(const TripleSink& sink)> read;
};

std::vector<StoredSplit> splits_of(const LoadedDataset& stored) {
  const KnowledgeBase& kb = stored.kb;
  std::vector<StoredSplit> splits;
  splits.push_back({"train", [&kb](const TripleSink& sink) {
                      std::size_t line = 0;
                      for (const auto& [head, relation, tail] :
                           kb.facts.range(0, kb.first_mention())) {
                        sink(kb.entities.name(head), kb.relations.name(relation),
                             kb.entities.name(tail), ++line);
                      }
                    }});
  for (const Split& split : stored.splits) {
    splits.push_back({split.name, [&kb, &split](const TripleSink& sink) {
                        for_each_triple(kb, split.triples.span(), sink);
                      }});
  }
  return splits;
}

template <typename Id>
void append_labels(const Vocabulary<Id>& names, const Labels<Id>& labels, std::string& text) {
  if (labels.empty()) return;
  names.for_each([&](Id id, std::string_view name) {
    if (!labels[id].empty()) text += fmt::format("{}\t{}\n", name, labels[id]);
  });
}

// The files besides the triples, from what a store holds.
void write_others(const LoadedDataset& stored, const Store& store, const fs::path& to) {
  const KnowledgeBase& kb = stored.kb;
  const auto write = [&](const char* name, const std::string& text) {
    if (!text.empty()) write_file(to / name, text);
  };
  if (const std::optional<std::string_view> rules = store.rules()) {
    write_file(to / "rules.pl", *rules);
  }
  std::string text;
  append_labels(kb.entities, kb.entity_labels, text);
  append_labels(kb.relations, kb.relation_labels, text);
  append_labels(kb.types.names(), kb.type_labels, text);
  write("labels.tsv", text);
  text.clear();
  for (TypeId type{0}; type < kb.types.size(); ++type) {
    const std::string name = kb.types.names().name(type);
    for (const EntityId id : kb.types.entities_of(type)) {
      text += fmt::format("{}\t{}\n", kb.entities.name(id), name);
    }
  }
  write("types.tsv", text);
  text.clear();
  for (const EntityId id : kb.candidates.entities) text += kb.entities.name(id) + '\n';
  write("candidates.txt", text);
  text.clear();
  std::size_t place = 0;
  for (const auto& [head, pattern, tail] : kb.facts.range(kb.first_mention(), kb.facts.size())) {
    text += fmt::format("{}\t{}\t{}\t{}\n", kb.entities.name(head), kb.relations.name(pattern),
                        kb.entities.name(tail), kb.mention_counts[place++]);
  }
  write("mentions.tsv", text);
  if (!kb.sentences.empty()) write_file(to / "mentions.sources.tsv", sentences_text(kb));
}

// A folder, or the training facts alone as a file.
void convert_store(const fs::path& from, const fs::path& to, const ConversionOptions& options,
                   Converter& converter) {
  if (options.reading != ReadingOptions() && options.reading.base.empty()) {
    throw UsageError(
        fmt::format("{}: is a store; options for reading files have no use there", from.string()));
  }
  const Store store(from);
  LoadedDataset stored;
  stored.kb = store.knowledge_base();
  stored.splits = store.splits();
  if (stored.weights = store.weights(); stored.weights.differ()) {
    converter.warn(fmt::format("{}: the weights of facts are left out", from.string()));
  }
  const bool is_file = to == kStandard || format_of(to).has_value();
  const std::vector<StoredSplit> splits = splits_of(stored);
  if (is_file && !options.numbered) {
    if (splits.size() > 1) {
      converter.warn(
          fmt::format("{}: only the training facts are written, as OUT is a file", from.string()));
    }
    converter.convert(splits[0].read, from, target_format(to, options), to, options.if_exists);
    return;
  }
  if (!options.numbered && !options.to) {
    throw UsageError(
        fmt::format("{}: is a store; say with --to which format its files get: {}, or "
                    "ids for numbered names",
                    from.string(), format_names()));
  }
  StagedFolder folder(to);
  if (options.numbered) {
    NumberedWriter writer;
    for (const auto& [name, read] : splits) converter.number(read, from, name, writer);
    writer.write(folder.path());
  } else {
    for (const auto& [name, read] : splits) {
      const fs::path out = folder.path() / fmt::format("{}{}", name, extension_of(*options.to));
      converter.convert(read, from, *options.to, out, IfExists::kRefuse);
    }
  }
  write_others(stored, store, folder.path());
  folder.commit();
}

void convert_folder(const fs::path& from, const fs::path& to, const ConversionOptions& options,
                    Converter& converter) {
  const DatasetFiles files = find_dataset_files(from);
  if (!options.numbered && !options.to) {
    throw UsageError(
        fmt::format("{}: is a folder; say with --to which format its files get: {}, or "
                    "ids for numbered names",
                    from.string(), format_names()));
  }
  const TripleFormat source =
      files.ids != nullptr ? TripleFormat::kTsv : format_for(files.train, options.reading);
  const ReadingOptions reading =
      converter.reading_for(source, options.numbered ? std::nullopt : options.to);
  const DatasetReader reader(files, reading, converter.bad());
  std::vector<SplitFile> splits{{"train", files.train}};
  splits.insert(splits.end(), files.splits.begin(), files.splits.end());
  StagedFolder folder(to);
  if (options.numbered) {
    NumberedWriter writer;
    for (const auto& [name, path] : splits) converter.number(reader, path, name, writer);
    writer.write(folder.path());
  } else {
    for (const auto& [name, path] : splits) {
      const fs::path out = folder.path() / fmt::format("{}{}", name, extension_of(*options.to));
      converter.convert(reader, path, *options.to, out, IfExists::kRefuse);
    }
  }
  const bool names_change = !options.reading.base.empty();
  copy_others(from, folder.path(), names_change, converter);
  folder.commit();
}

}  // namespace

Conversion convert(const fs::path& from, const fs::path& to, const ConversionOptions& options,
                   const Observer& observer) {
  const StopScope stop(observer.stop);
  Converter converter(options, observer);
  std::error_code ignored;
  if (from != kStandard && is_store(from)) {
    convert_store(from, to, options, converter);
    return converter.finish();
  }
  if (fs::is_directory(from, ignored)) {
    if (to == kStandard) fail("{}: is a folder, and standard output is none", from.string());
    convert_folder(from, to, options, converter);
    return converter.finish();
  }
  if (options.numbered) {
    throw UsageError(
        fmt::format("{}: is a file; numbered names take a data set folder", from.string()));
  }
  const TripleFormat format = target_format(to, options);
  DatasetFiles files;
  files.folder = from;
  files.train = from;
  const ReadingOptions reading = converter.reading_for(format_for(from, options.reading), format);
  const DatasetReader reader(files, reading, converter.bad());
  converter.convert(reader, from, format, to, options.if_exists);
  return converter.finish();
}

}  // namespace gntp
