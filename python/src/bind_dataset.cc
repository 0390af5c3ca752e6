// Data sets.
#include <gntp/dataset.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "conversions.h"
#include "module.h"

namespace py = pybind11;

namespace gntp::python {
namespace {

// Files, from what Python says of them.
DatasetOptions options_from(const py::dict& given) {
  DatasetOptions options;
  for (const auto& [key, value] : given) {
    const auto name = key.cast<std::string>();
    if (name == "rules") {
      options.rules = value.cast<std::vector<std::filesystem::path>>();
    } else if (name == "rule_confidence") {
      options.rule_confidence = value.cast<double>();
    } else if (name == "skip_bad_lines") {
      options.on_error = value.cast<bool>() ? OnError::kSkip : OnError::kStop;
    } else if (name == "format") {
      options.reading.format = format_named(value.cast<std::string>());
    } else if (name == "columns") {
      options.reading.columns = value.cast<std::vector<std::string>>();
    } else if (name == "separator") {
      const auto separator = value.cast<std::string>();
      if (separator.size() != 1) throw UsageError("the separator must be one character");
      options.reading.separator = separator.front();
    } else if (name == "min_weight") {
      options.reading.min_weight = value.cast<double>();
    } else if (name == "keep_literals") {
      options.reading.literals = value.cast<bool>() ? Literals::kKept : Literals::kLeftOut;
    } else if (name == "language") {
      options.reading.language = value.cast<std::string>();
    } else if (name == "base") {
      options.reading.base = value.cast<std::string>();
    } else {
      throw UsageError("unknown option '" + name + "' of a data set");
    }
  }
  return options;
}

Dataset load(const std::filesystem::path& data, const py::dict& given) {
  const DatasetOptions options = options_from(given);
  const py::gil_scoped_release release;
  return Dataset::load(data, options);
}

Dataset make(const py::iterable& train, const std::vector<double>& weights, const py::dict& splits,
             const std::map<std::string, std::string>& labels,
             const std::vector<std::pair<std::string, std::string>>& types, const py::dict& given) {
  DatasetContents contents;
  contents.train = facts_from(train, "train");
  contents.weights = weights;
  for (const auto& [name, facts] : splits) {
    const auto text = name.cast<std::string>();
    contents.splits.push_back(
        {text, facts_from(py::reinterpret_borrow<py::iterable>(facts), text.c_str())});
  }
  for (const auto& [name, label] : labels) contents.labels.push_back({name, label});
  for (const auto& [entity, type] : types) contents.types.push_back({entity, type});
  const DatasetOptions options = options_from(given);
  const py::gil_scoped_release release;
  return Dataset::make(std::move(contents), options);
}

py::dict counts_of(const Dataset& dataset) {
  const DatasetStatistics statistics = dataset.statistics();
  py::dict counts;
  counts["facts"] = statistics.facts;
  counts["entities"] = statistics.entities;
  counts["relations"] = statistics.by_relation.size();
  for (const DatasetStatistics::Split& split : statistics.splits) {
    counts[py::str(split.name)] = split.triples;
  }
  return counts;
}

py::list relations_of(const Dataset& dataset) {
  py::list rows;
  for (const DatasetStatistics::Relation& relation : dataset.statistics().by_relation) {
    py::dict row;
    row["relation"] = relation.name;
    row["facts"] = relation.facts;
    row["heads"] = relation.heads;
    row["tails"] = relation.tails;
    row["tails_per_head"] = relation.tails_per_head;
    row["heads_per_tail"] = relation.heads_per_tail;
    row["symmetric"] = relation.symmetric;
    row["loops"] = relation.loops;
    row["same_as"] = relation.same_as ? py::object(py::str(relation.same_as->name)) : py::none();
    row["inverse_of"] =
        relation.inverse_of ? py::object(py::str(relation.inverse_of->name)) : py::none();
    rows.append(row);
  }
  return rows;
}

}  // namespace

void bind_dataset(py::module_& module) {
  py::class_<Dataset>(module, "Dataset")
      .def_static("load", &load)
      .def_static("make", &make)
      .def_property_readonly("folder", &Dataset::folder)
      .def_property_readonly("splits", &Dataset::splits)
      .def_property_readonly("warnings", &Dataset::warnings)
      .def("counts", &counts_of)
      .def("relations", &relations_of);
}

}  // namespace gntp::python
