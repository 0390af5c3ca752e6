#include "report/source.h"

#include <algorithm>

#include "base/error.h"
#include "base/stop.h"
#include "engine/dataset_state.h"
#include "engine/engine_state.h"
#include "engine/watch.h"
#include "kb/store.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// Why the data set of the training cannot be read; empty: it may be.
std::string why_gone(const Metadata& metadata) {
  const fs::path& data = metadata.data;
  if (data == "-") {
    return "The model was trained with data from standard input; --data DATA names a data set.";
  }
  if (data == kInMemory) {
    return "The model was trained with data in memory; --data DATA names a data set.";
  }
  const auto is_gone = [&](const SourceFile& file) {
    return file.name.starts_with("train.") && fs::is_directory(data) &&
           !fs::exists(data / file.name);
  };
  if (!fs::exists(data) || std::ranges::any_of(metadata.sources, is_gone)) {
    return data.string() +
           ": the data set of the training is gone; --data DATA says where it is now.";
  }
  return {};
}

void read(ReportSource& source) {
  const Engine::State& state = source.engine.state();
  const KnowledgeBase& kb = state.models.kb();
  source.loaded = load_dataset(source.data, kb, source.on_error, state.metadata.reading);
  if (const auto what = difference(state.metadata, *source.loaded);
      what && source.kind == ReportSource::Data::kOfTraining) {
    source.remarks.push_back(*what);
  }
  Settings settings;
  settings.set("learn.rules", "mined");  // a folder without rules is nothing to remark on
  DatasetOptions options;
  options.on_error = source.on_error;
  if (!is_store(source.data)) options.reading = state.metadata.reading;
  const Dataset dataset = Dataset::load(source.data, settings, options);
  source.statistics = dataset.statistics();
  for (const std::string& warning : dataset.warnings()) source.remarks.push_back(warning);
}

}  // namespace

ReportSource open_source(const Engine& engine, const fs::path& run, const ReportOptions& options,
                         const Observer& observer) {
  const StopScope stop(observer.stop);
  const Metadata& metadata = engine.state().metadata;
  ReportSource source{
      .engine = engine,
      .run = run,
      .kind = options.data.empty() ? ReportSource::Data::kOfTraining : ReportSource::Data::kOther,
      .data = options.data.empty() ? metadata.data : options.data,
      .on_error = options.data.empty() ? metadata.on_error : options.on_error,
      .absence = {},
      .loaded = {},
      .statistics = {},
      .remarks = {}};
  report(observer, "reading data", 0, [] { return std::string(); });
  if (source.kind == ReportSource::Data::kOther) {
    read(source);
    return source;
  }
  source.absence = why_gone(metadata);
  if (source.absence.empty()) {
    try {
      read(source);
      return source;
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {  // the files have changed since
      source.absence =
          std::string("The data set of the training cannot be read any more: ") + error.what();
      source.loaded.reset();
      source.remarks.clear();
    }
  }
  warn(observer, source.absence);
  LoadedDataset facts;
  facts.kb = engine.state().models.kb();
  source.statistics = statistics_of(facts);
  return source;
}

}  // namespace gntp
