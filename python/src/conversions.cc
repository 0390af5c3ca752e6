#include "conversions.h"

#include <fmt/format.h>
#include <gntp/error.h>

namespace py = pybind11;

namespace gntp::python {
namespace {

[[noreturn]] void reject(const char* what, std::size_t number, const py::handle& item) {
  throw UsageError(fmt::format("{} {}: expected (head, relation, tail) as texts, not {}", what,
                               number, std::string(py::repr(item)).substr(0, 80)));
}

py::sequence triple_from(const py::handle& item, const char* what, std::size_t number) {
  if (py::isinstance<py::str>(item) || !py::isinstance<py::sequence>(item)) {
    reject(what, number, item);
  }
  auto triple = py::reinterpret_borrow<py::sequence>(item);
  if (triple.size() != 3) reject(what, number, item);
  return triple;
}

}  // namespace

Fact fact_from(const py::handle& item, const char* what, std::size_t number) {
  const py::sequence triple = triple_from(item, what, number);
  const auto name = [&](std::size_t place) {
    const py::object value = triple[place];
    if (!py::isinstance<py::str>(value)) reject(what, number, item);
    return value.cast<std::string>();
  };
  return {name(0), name(1), name(2)};
}

std::vector<Fact> facts_from(const py::iterable& items, const char* what) {
  std::vector<Fact> facts;
  for (const py::handle item : items) facts.push_back(fact_from(item, what, facts.size() + 1));
  return facts;
}

Fact fact_from(const py::handle& item, const Engine& engine, std::size_t number) {
  if (py::isinstance<py::str>(item)) return engine.parse(item.cast<std::string>());
  return fact_from(item, "fact", number);
}

Question question_from(const py::handle& item, const Engine& engine, std::size_t number) {
  if (py::isinstance<py::str>(item)) return engine.parse_question(item.cast<std::string>());
  const py::sequence triple = triple_from(item, "question", number);
  const auto name = [&](std::size_t place) -> std::optional<std::string> {
    const py::object value = triple[place];
    if (value.is_none()) return std::nullopt;
    if (!py::isinstance<py::str>(value)) reject("question", number, item);
    auto text = value.cast<std::string>();
    if (text == "?") return std::nullopt;
    return text;
  };
  return {name(0), name(1), name(2)};
}

}  // namespace gntp::python
