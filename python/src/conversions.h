// What comes from Python, as the library takes it: facts, questions, lists of names.
#pragma once

#include <gntp/engine.h>
#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <vector>

namespace gntp::python {

// A triple of names, (head, relation, tail). Throws UsageError with `what` and the number of the
// item, from 1.
Fact fact_from(const pybind11::handle& item, const char* what, std::size_t number);
std::vector<Fact> facts_from(const pybind11::iterable& items, const char* what);

// A fact: 'rel(a, b)' or a triple.
Fact fact_from(const pybind11::handle& item, const Engine& engine, std::size_t number);
// A question: 'rel(a, ?)' or a triple with None or '?' in one place.
Question question_from(const pybind11::handle& item, const Engine& engine, std::size_t number);

}  // namespace gntp::python
