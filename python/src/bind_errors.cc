// Errors of the library as exceptions of Python, with file and line where they are about one.
#include <gntp/error.h>

#include <utility>

#include "module.h"

namespace py = pybind11;

namespace gntp::python {
namespace {

// Of the exception types, which the module keeps for ever.
PyObject* error_type = nullptr;
PyObject* usage_error_type = nullptr;

py::object make_type(py::module_& module, const char* name, const char* doc,
                     const py::handle& base) {
  const std::string full = std::string("gntp.") + name;
  auto type = py::reinterpret_steal<py::object>(
      PyErr_NewExceptionWithDoc(full.c_str(), doc, base.ptr(), nullptr));
  if (!type) throw py::error_already_set();
  module.attr(name) = type;
  return type;
}

void raise(PyObject* type, const Error& error) {
  const py::object exception = py::reinterpret_borrow<py::object>(type)(error.what());
  const char* file = error.file();
  exception.attr("file") = file == nullptr ? py::object(py::none()) : py::object(py::str(file));
  exception.attr("line") =
      file == nullptr ? py::object(py::none()) : py::object(py::int_(error.line()));
  PyErr_SetObject(type, exception.ptr());
}

}  // namespace

void bind_errors(py::module_& module) {
  const py::object base = py::reinterpret_borrow<py::object>(PyExc_ValueError);
  error_type = make_type(module, "Error",
                         "Bad input: a file, a name, a question. `file` and `line` say where, or "
                         "are None.",
                         base)
                   .release()
                   .ptr();
  usage_error_type = make_type(module, "UsageError",
                               "A wrong request: an unknown setting or preset, or settings that "
                               "do not go together.",
                               py::handle(error_type))
                         .release()
                         .ptr();
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(std::move(pointer));
    } catch (const Interrupted&) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    } catch (const UsageError& error) {
      raise(usage_error_type, error);
    } catch (const Error& error) {
      raise(error_type, error);
    }
  });
}

}  // namespace gntp::python
