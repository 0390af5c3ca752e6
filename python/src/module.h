// The parts of the module gntp._core.
#pragma once

#include <pybind11/pybind11.h>

namespace gntp::python {

void bind_errors(pybind11::module_& module);
void bind_values(pybind11::module_& module);
void bind_dataset(pybind11::module_& module);
void bind_engine(pybind11::module_& module);

}  // namespace gntp::python
