// Engines: training, opening, asking.
#include <gntp/engine.h>
#include <gntp/settings.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>
#include <unistd.h>

#include <limits>

#include "conversions.h"
#include "long_work.h"
#include "module.h"

namespace py = pybind11;

namespace gntp::python {
namespace {

using Settings = gntp::Settings;

// An engine of this process: threads do not survive a fork.
class OwnEngine {
 public:
  explicit OwnEngine(Engine engine) : engine_(std::move(engine)) {}

  const Engine& get() const {
    if (::getpid() == process_) return engine_;
    throw std::runtime_error(
        "this engine belongs to the process before the fork; open it anew with gntp.open, or "
        "start processes with multiprocessing's 'spawn' or 'forkserver'");
  }

 private:
  Engine engine_;
  pid_t process_ = ::getpid();
};

using EnginePointer = std::unique_ptr<OwnEngine>;

Listeners listeners_from(const py::object& progress, const py::object& note,
                         const py::object& warning) {
  return {progress, note, warning};
}

EnginePointer train(const Dataset& dataset, const std::optional<std::string>& preset,
                    const std::vector<std::pair<std::string, std::string>>& given,
                    std::uint64_t seed, std::size_t threads, const std::string& device,
                    std::optional<double> seconds, std::optional<std::size_t> steps,
                    const py::object& progress, const py::object& note, const py::object& warning) {
  Settings settings = preset ? Settings::preset(*preset) : Settings::recommended();
  for (const auto& [name, value] : given) settings.set(name, value);
  const RunOptions options{seed, threads, {steps, seconds}, device};
  return std::make_unique<OwnEngine>(
      watched(listeners_from(progress, note, warning), [&](const Observer& observer) {
        return Engine::train(dataset, settings, options, observer);
      }));
}

EnginePointer open(const std::filesystem::path& folder, std::size_t threads,
                   const std::filesystem::path& data, const std::string& device) {
  const py::gil_scoped_release release;
  return std::make_unique<OwnEngine>(Engine::open(folder, OpenOptions{threads, data, device}));
}

AnswerOptions options_from(const Engine& engine, std::size_t count, bool only_new,
                           std::vector<std::string> types,
                           std::optional<std::vector<std::string>> among,
                           const py::iterable& not_known) {
  AnswerOptions options;
  options.count = count;
  if (only_new) options.known = KnownFacts::kLeftOut;
  std::vector<Fact> facts = facts_from(not_known, "not_known");
  if (types.empty() && !among && facts.empty()) return options;
  options.filter = engine.filter({std::move(types), std::move(among), std::move(facts)});
  return options;
}

std::vector<Question> questions_from(const py::iterable& items, const Engine& engine) {
  std::vector<Question> questions;
  for (const py::handle item : items) {
    questions.push_back(question_from(item, engine, questions.size() + 1));
  }
  return questions;
}

std::vector<Fact> asked_facts(const py::iterable& items, const Engine& engine) {
  std::vector<Fact> facts;
  for (const py::handle item : items) {
    facts.push_back(fact_from(item, engine, facts.size() + 1));
  }
  return facts;
}

std::vector<Answer> predict(const OwnEngine& own, const py::handle& question, std::size_t count,
                            bool only_new, std::vector<std::string> types,
                            std::optional<std::vector<std::string>> among,
                            const py::iterable& not_known) {
  const Engine& engine = own.get();
  const AnswerOptions options =
      options_from(engine, count, only_new, std::move(types), std::move(among), not_known);
  const std::string text = py::isinstance<py::str>(question)
                               ? question.cast<std::string>()
                               : question_from(question, engine, 1).to_text();
  const py::gil_scoped_release release;
  return engine.predict(text, options);
}

std::vector<std::vector<Answer>> predict_many(const OwnEngine& own, const py::iterable& items,
                                              std::size_t count, bool only_new,
                                              std::vector<std::string> types,
                                              std::optional<std::vector<std::string>> among,
                                              const py::iterable& not_known) {
  const Engine& engine = own.get();
  const AnswerOptions options =
      options_from(engine, count, only_new, std::move(types), std::move(among), not_known);
  const std::vector<Question> questions = questions_from(items, engine);
  return watched(
      {}, [&](const Observer& observer) { return engine.predict(questions, options, observer); });
}

// The answers to many questions, column by column.
py::dict columns_of(const std::vector<std::vector<Answer>>& all) {
  std::size_t count = 0;
  for (const auto& answers : all) count += answers.size();
  const auto size = static_cast<py::ssize_t>(count);
  py::array_t<std::int64_t> question(size);
  py::array_t<std::int64_t> rank(size);
  py::array_t<double> score(size);
  py::array_t<double> probability(size);
  py::array_t<bool> known(size);
  py::list names(size);
  py::list labels(size);
  py::ssize_t row = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const Answer& answer : all[i]) {
      question.mutable_at(row) = static_cast<std::int64_t>(i);
      rank.mutable_at(row) = static_cast<std::int64_t>(answer.rank);
      score.mutable_at(row) = answer.score;
      probability.mutable_at(row) =
          answer.probability.value_or(std::numeric_limits<double>::quiet_NaN());
      known.mutable_at(row) = answer.known;
      names[static_cast<std::size_t>(row)] = answer.name;
      labels[static_cast<std::size_t>(row)] = answer.label;
      ++row;
    }
  }
  py::dict columns;
  columns["question"] = question;
  columns["rank"] = rank;
  columns["answer"] = names;
  columns["label"] = labels;
  columns["score"] = score;
  columns["probability"] = probability;
  columns["known"] = known;
  return columns;
}

py::array_t<double> to_array(const std::vector<double>& numbers) {
  return py::array_t<double>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

double score(const OwnEngine& own, const py::handle& fact) {
  const Engine& engine = own.get();
  const Fact asked = fact_from(fact, engine, 1);
  const py::gil_scoped_release release;
  return engine.score(std::span(&asked, 1)).front();
}

py::array_t<double> score_many(const OwnEngine& own, const py::iterable& items) {
  const Engine& engine = own.get();
  const std::vector<Fact> facts = asked_facts(items, engine);
  return to_array(
      watched({}, [&](const Observer& observer) { return engine.score(facts, observer); }));
}

// Of facts, NaN where the model has none.
py::array_t<double> probability_many(const OwnEngine& own, const py::iterable& items) {
  const Engine& engine = own.get();
  const std::vector<Fact> facts = asked_facts(items, engine);
  std::vector<double> numbers;
  for (const Judgement& judgement :
       watched({}, [&](const Observer& observer) { return engine.judge(facts, observer); })) {
    numbers.push_back(judgement.probability.value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  return to_array(numbers);
}

ExplainOptions explain_options(std::size_t proofs, bool inferred) {
  ExplainOptions options;
  options.proofs = proofs;
  if (inferred) options.itself = ExplainOptions::Itself::kExcluded;
  return options;
}

std::vector<Explanation> explain_many(const OwnEngine& own, const py::iterable& items,
                                      std::size_t proofs, bool inferred) {
  const Engine& engine = own.get();
  const std::vector<Fact> facts = asked_facts(items, engine);
  return watched({}, [&](const Observer& observer) {
    return engine.explain(facts, explain_options(proofs, inferred), observer);
  });
}

std::vector<Evaluation> evaluate(const OwnEngine& own, const std::string& split,
                                 const std::optional<Dataset>& dataset, const py::object& progress,
                                 const py::object& note, const py::object& warning) {
  const Engine& engine = own.get();
  return watched(listeners_from(progress, note, warning), [&](const Observer& observer) {
    return dataset ? engine.evaluate(*dataset, split, observer) : engine.evaluate(split, observer);
  });
}

std::vector<LearnedRule> rules(const OwnEngine& own, std::optional<std::size_t> count,
                               double min_confidence) {
  const Engine& engine = own.get();
  const py::gil_scoped_release release;
  return engine.rules(count.value_or(std::numeric_limits<std::size_t>::max()), min_confidence);
}

EnginePointer with_facts(const OwnEngine& own, const py::iterable& added,
                         const py::iterable& removed,
                         const std::map<std::string, std::string>& labels, const py::object& note,
                         const py::object& warning) {
  const Engine& engine = own.get();
  FactChanges changes;
  changes.added = facts_from(added, "added");
  changes.removed = facts_from(removed, "removed");
  for (const auto& [name, label] : labels) changes.labels.push_back({name, label});
  return std::make_unique<OwnEngine>(
      watched(listeners_from(py::none(), note, warning),
              [&](const Observer& observer) { return engine.with(changes, observer); }));
}

// An array over the model's own memory, which it keeps alive. It cannot be written to.
py::tuple to_python(VectorTable table) {
  if (table.names.empty())
    return py::make_tuple(py::list(), py::array_t<float>(std::vector<py::ssize_t>{0, 0}));
  const auto rows = static_cast<py::ssize_t>(table.names.size());
  const auto width = static_cast<py::ssize_t>(table.width);
  const float* values = table.values.data();
  auto* owner = new std::shared_ptr<const void>(std::move(table.owner));
  const py::capsule keeper(
      owner, [](void* pointer) { delete static_cast<std::shared_ptr<const void>*>(pointer); });
  py::array_t<float> array({rows, width}, values, keeper);
  array.attr("flags").attr("writeable") = false;
  return py::make_tuple(std::move(table.names), std::move(array));
}

}  // namespace

void bind_engine(py::module_& module) {
  py::class_<OwnEngine>(module, "Engine")
      .def("predict", &predict)
      .def("predict_many", &predict_many)
      .def("predict_columns",
           [](const OwnEngine& own, const py::iterable& items, std::size_t count, bool only_new,
              std::vector<std::string> types, std::optional<std::vector<std::string>> among,
              const py::iterable& not_known) {
             return columns_of(predict_many(own, items, count, only_new, std::move(types),
                                            std::move(among), not_known));
           })
      .def("score", &score)
      .def("score_many", &score_many)
      .def("probability_many", &probability_many)
      .def("explain_many", &explain_many)
      .def("evaluate", &evaluate)
      .def("rules", &rules)
      .def("with_facts", &with_facts)
      .def("save",
           [](const OwnEngine& own, const std::filesystem::path& folder,
              const std::vector<Evaluation>& evaluations) {
             const Engine& engine = own.get();
             const py::gil_scoped_release release;
             engine.save(folder, evaluations);
           })
      .def("entities", [](const OwnEngine& own) { return own.get().entities(); })
      .def("relations", [](const OwnEngine& own) { return own.get().relations(); })
      .def("types", [](const OwnEngine& own) { return own.get().types(); })
      .def("label",
           [](const OwnEngine& own, const std::string& name) { return own.get().label(name); })
      .def("entity_vectors",
           [](const OwnEngine& own) { return to_python(own.get().entity_vectors()); })
      .def("relation_vectors",
           [](const OwnEngine& own) { return to_python(own.get().relation_vectors()); })
      .def("question_text",
           [](const OwnEngine& own, const py::handle& item) {
             return question_from(item, own.get(), 1).to_text();
           })
      .def("questions_about",
           [](const OwnEngine& own, const std::string& relation) {
             std::vector<std::string> texts;
             for (const Question& each : own.get().questions_about(relation)) {
               texts.push_back(each.to_text());
             }
             return texts;
           })
      .def("setting", [](const OwnEngine& own,
                         const std::string& name) { return own.get().settings().get(name); })
      .def("settings_toml", [](const OwnEngine& own) { return own.get().settings().to_toml(); })
      .def("is_complete", [](const OwnEngine& own) {
        const auto& training = own.get().training();
        return !training || training->complete;
      });
  module.def("train", &train);
  module.def("open", &open);
}

}  // namespace gntp::python
