#include "text/text_reading.h"

#include <xxhash.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <unordered_set>

#include "base/error.h"
#include "base/staged_file.h"
#include "base/stop.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// A piece of text and what was found in it.
struct Work {
  TextPiece piece;
  std::uint32_t file = 0;
  MentionBatch batch;
  std::uint64_t documents = 0;
  std::uint64_t malformed = 0;
  std::uint64_t first_malformed = 0;  // line
  BadLines bad;
  std::exception_ptr error;
};

// Throws Error for a file that cannot be opened, before any is read. A pipe can be opened only
// once.
void check_file(const std::string& file) {
  std::error_code ignored;
  if (file != "-" && !fs::is_other(file, ignored)) ByteSource{file};
}

// The name of a file in a column.
std::string shown(std::string file) {
  std::ranges::replace_if(
      file, [](char c) { return c >= 0 && c < ' '; }, ' ');
  return file == "-" ? "<stdin>" : file;
}

class Reading {
 public:
  Reading(const std::vector<std::string>& files, const EntityNames& names, const fs::path& spill,
          const TextOptions& options, ThreadPool& threads)
      : files_(files),
        options_(options),
        threads_(threads),
        entities_(names.entities),
        automaton_(names, options.extraction.ambiguity),
        counts_(spill, options.counting),
        works_(kPiecesPerThread * threads.size()) {
    for (std::size_t i = 0; i < threads.size(); ++i) {
      extractors_.push_back(std::make_unique<MentionExtractor>(automaton_, options.extraction));
    }
  }

  void read_all(const ReadingProgress& progress) {
    for (const std::string& file : files_) check_file(file);
    std::uint64_t before = 0;  // bytes of earlier files
    for (std::uint32_t i = 0; i < files_.size(); ++i) {
      const std::uint64_t documents = summary_.documents;
      TextFile file(files_[i], format(files_[i]));
      while (const std::size_t count = fill_works(file, i)) {
        extract(file, count);
        progress(before + file.position(), found().pairs);
      }
      before += file.position();
      summary_.bad_lines.check_rest(file.path(), summary_.documents - documents);
    }
  }

  void write(StagedFile& mentions, StagedFile* sources);

  ReadingSummary summary() const {
    ReadingSummary summary = summary_;
    summary.names = automaton_.counts();
    summary.found = found();
    summary.spills = counts_.spills();
    return summary;
  }

 private:
  static constexpr std::size_t kPiecesPerThread = 4;

  TextFormat format(const std::string& file) const {
    return options_.format.value_or(text_format_of(file));
  }

  // Returns how many there are; 0 at the end of the file.
  std::size_t fill_works(TextFile& file, std::uint32_t number) {
    std::size_t count = 0;
    while (count < works_.size() && file.next(works_[count].piece)) {
      works_[count].file = number;
      summary_.bytes += works_[count].piece.bytes.size();
      ++count;
    }
    return count;
  }

  void extract(const TextFile& file, std::size_t count);
  void extract_piece(const TextFile& file, Work& work, MentionExtractor& extractor) const;

  MentionExtractor::Counts found() const {
    MentionExtractor::Counts sum;
    for (const auto& extractor : extractors_) {
      sum.sentences += extractor->counts().sentences;
      sum.names += extractor->counts().names;
      sum.ambiguous += extractor->counts().ambiguous;
      sum.pairs += extractor->counts().pairs;
    }
    return sum;
  }

  const std::vector<std::string>& files_;
  const TextOptions& options_;
  ThreadPool& threads_;
  const Vocabulary<EntityId>& entities_;
  NameAutomaton automaton_;
  MentionCounts counts_;
  std::vector<std::unique_ptr<MentionExtractor>> extractors_;  // by worker
  std::vector<Work> works_;
  ReadingSummary summary_;
};

void Reading::extract(const TextFile& file, std::size_t count) {
  threads_.for_each(count, [&](std::size_t item, std::size_t worker) {
    try {
      extract_piece(file, works_[item], *extractors_[worker]);
    } catch (...) {
      works_[item].error = std::current_exception();
    }
  });
  std::vector<MentionBatch> batches(count);
  for (std::size_t i = 0; i < count; ++i) {
    Work& work = works_[i];
    if (work.error) std::rethrow_exception(work.error);  // the first in the text
    if (summary_.malformed == 0 && work.malformed > 0) {
      summary_.first_malformed = fmt::format("{}:{}", file.path().string(), work.first_malformed);
    }
    summary_.malformed += work.malformed;
    summary_.bad_lines.add(work.bad);
    summary_.documents += work.documents;
    std::swap(batches[i], work.batch);
  }
  counts_.add(batches, threads_);
  for (std::size_t i = 0; i < count; ++i) std::swap(batches[i], works_[i].batch);
}

void Reading::extract_piece(const TextFile& file, Work& work, MentionExtractor& extractor) const {
  work.batch.clear();
  work.documents = work.malformed = 0;
  work.bad = BadLines(options_.on_error);
  const auto take = [&](const Document& document) {
    if (work.malformed == 0) work.first_malformed = document.line;
    work.malformed += document.malformed;
    ++work.documents;
    extractor.extract(document.text, {document.line, 0, work.file}, work.batch);
  };
  for_each_document(work.piece, file.format(), file.path(), work.bad, take);
}

void Reading::write(StagedFile& mentions, StagedFile* sources) {
  const bool both = options_.counting.directions == Directions::kBoth;
  std::unordered_set<std::uint64_t> patterns;  // hashes of those in the order of the text
  std::vector<std::string> file_columns(files_.size());
  std::ranges::transform(files_, file_columns.begin(), shown);
  std::string line;
  counts_.merge(threads_, [&](const CountedMention& mention) {
    stop_if_asked();
    const bool forward = mention.direction == Direction::kForward;
    line = entities_.name(mention.head);
    line += forward ? "\t[XXX]:" : "\t[YYY]:";
    line += mention.words;
    line += forward ? "[YYY]\t" : "[XXX]\t";
    line += entities_.name(mention.tail);
    line += '\t';
    mentions.append(line);
    mentions.append(fmt::format_int(mention.count).str());
    mentions.append("\n");
    ++summary_.mentions;
    if (forward) patterns.insert(XXH3_64bits(mention.words.data(), mention.words.size()));
    if (sources == nullptr) return;
    const std::size_t key = line.size();
    for (const std::uint64_t position : mention.sources) {
      const auto [place, sentence] = counts_.source(position);
      line.resize(key);
      line += file_columns[place.file];
      fmt::format_to(std::back_inserter(line), "\t{}\t{}\t", place.line, place.sentence);
      line += sentence;
      line += '\n';
      sources->append(line);
    }
  });
  summary_.patterns = both ? 2 * patterns.size() : patterns.size();
}

}  // namespace

fs::path sources_path(const fs::path& out) {
  fs::path path = out;
  if (path.extension() == ".tsv") path.replace_extension();
  path += ".sources.tsv";
  return path;
}

ReadingSummary read_texts(const std::vector<std::string>& files, const EntityNames& names,
                          const fs::path& out, const TextOptions& options, ThreadPool& threads,
                          const ReadingProgress& progress) {
  StagedFile mentions(out, options.if_exists);
  std::optional<StagedFile> sources;
  TextOptions chosen = options;
  if (mentions.is_stream()) chosen.counting.max_sources = 0;
  if (chosen.counting.max_sources > 0) sources.emplace(sources_path(out), options.if_exists);
  const fs::path spill = mentions.is_stream() ? fs::temp_directory_path() / "gntp" : out;
  Reading reading(files, names, spill, chosen, threads);
  reading.read_all(progress);
  reading.write(mentions, sources ? &*sources : nullptr);
  if (sources) sources->commit();
  mentions.commit();
  return reading.summary();
}

}  // namespace gntp
