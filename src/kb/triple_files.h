// The files of triples of a data set, read one after the other: names and weights are checked,
// labels that RDF has are collected, and what is odd becomes a warning. What becomes of a triple is
// up to the caller. For one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "base/bad_lines.h"
#include "kb/dataset.h"
#include "kb/dataset_files.h"
#include "kb/rdf_labels.h"

namespace gntp {

// What RDF calls the relation between a thing and its type: a fact, and a type, too.
inline constexpr std::string_view kRdfType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

// Throws LineError where a name cannot stand on a line of its own in other files.
void check_name(std::string_view name, const std::filesystem::path& file, std::size_t line);

class TripleFiles {
 public:
  // How far a file has been read, in its bytes.
  using Position = std::function<void(std::uint64_t bytes)>;

  // Fills the data set's warnings, counts and sources as it goes. Keeps references.
  TripleFiles(LoadedDataset& dataset, const DatasetFiles& files, BadLines& bad);

  void watch(Position position) { position_ = std::move(position); }

  // Returns how many triples were taken. Throws Error where there is none.
  std::size_t read(const std::filesystem::path& file, TripleNames names, const TripleSink& take,
                   SideSinks side = {});
  // The same for training facts; `weigh` is told the weight of each fact that has one, before it.
  std::size_t read_train(const std::filesystem::path& file, TripleNames names,
                         const TripleSink& take,
                         const std::function<void(double weight, std::size_t line)>& weigh);

  const RdfLabels& rdf_labels() const { return rdf_labels_; }

 private:
  LoadedDataset& dataset_;
  BadLines& bad_;
  DatasetReader reader_;
  RdfLabels rdf_labels_;
  Position position_;
};

// The least and the greatest weight of the facts of a file: a warning, and an Error where all of
// `facts` facts have the weight 0.
struct WeightRange {
  double least = 0;
  double most = 0;
  std::size_t count = 0;

  void add(double weight);
};
void check_weights(const WeightRange& weights, std::size_t facts, const std::filesystem::path& file,
                   LoadedDataset& dataset);

}  // namespace gntp
