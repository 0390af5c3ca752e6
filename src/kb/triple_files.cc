#include "kb/triple_files.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "kb/reading_remarks.h"

namespace gntp {

namespace fs = std::filesystem;

// A byte-order mark at the beginning of a line would be lost.
void check_name(std::string_view name, const fs::path& file, std::size_t line) {
  const auto has = [&](char c) { return name.find(c) != std::string_view::npos; };
  if (has('\n') || has('\r')) {
    fail_at(file, line, "a line break in the name '{}'; remove it", excerpt(name));
  }
  if (byte_order_mark(name) > 0) {
    fail_at(file, line, "a byte-order mark, which is invisible, before the name '{}'; remove it",
            excerpt(name.substr(byte_order_mark(name))));
  }
}

TripleFiles::TripleFiles(LoadedDataset& dataset, const DatasetFiles& files, BadLines& bad)
    : dataset_(dataset), bad_(bad), reader_(files, dataset.reading, bad) {}

std::size_t TripleFiles::read(const fs::path& file, TripleNames names, const TripleSink& take,
                              SideSinks side) {
  side.label = [this](std::string_view name, std::string_view label, LabelLanguage language) {
    rdf_labels_.add(name, label, language);
  };
  side.prefix = [this](std::string_view prefix, std::string_view iri) {
    if (dataset_.reading.base.empty()) rdf_labels_.add_prefix(prefix, iri);
  };
  side.position = position_;
  std::size_t taken = 0;
  const auto count = [&](std::string_view head, std::string_view relation, std::string_view tail,
                         std::size_t line) {
    take(head, relation, tail, line);
    ++taken;
  };
  const ReadCounts counts = reader_.read(file, count, names, side);
  bad_.check_rest(file, taken);
  for (std::string& remark : remarks_on(counts, shown_name(file))) {
    dataset_.warnings.push_back(std::move(remark));
  }
  dataset_.counts += counts;
  if (taken == 0) {
    fail("{}: has no triples{}", shown_name(file).string(),
         counts.literals > 0 ? " but with literals; --literals keep keeps them as entities"
         : counts.light > 0  ? " that weigh enough; lower --min-weight"
                             : "; fill it or remove it");
  }
  if (file != "-") dataset_.sources.push_back({file.filename().string(), file_hash(file)});
  return taken;
}

std::size_t TripleFiles::read_train(
    const fs::path& file, TripleNames names, const TripleSink& take,
    const std::function<void(double weight, std::size_t line)>& weigh) {
  SideSinks side;
  side.weight = [&](double number, std::size_t line) {
    if (!(number >= 0) || !std::isfinite(number)) {
      fail_at(file, line,
              "the weight {} of a fact; weights are 0 or more: --min-weight 0 leaves such facts "
              "out, --columns without a weight passes the weights over",
              number);
    }
    weigh(number, line);
  };
  return read(file, names, take, side);
}

void WeightRange::add(double weight) {
  least = count == 0 ? weight : std::min(least, weight);
  most = count == 0 ? weight : std::max(most, weight);
  ++count;
}

void check_weights(const WeightRange& weights, std::size_t facts, const fs::path& file,
                   LoadedDataset& dataset) {
  if (weights.count == 0) return;
  if (weights.most == 0 && weights.count == facts) {
    fail("{}: all facts have the weight 0; --columns without a weight passes the weights over",
         shown_name(file).string());
  }
  dataset.warnings.push_back(fmt::format(
      "{}: facts weigh {} to {}: this counts where vectors are trained; rules count each once",
      shown_name(file).string(), weights.least, weights.most));
}

}  // namespace gntp
