// The module gntp._core: the library as Python sees it. The package gntp around it adds what is
// easier to say in Python: frames, progress bars, pickles.
#include "module.h"

#include <gntp/settings.h>
#include <gntp/version.h>

namespace py = pybind11;

PYBIND11_MODULE(_core, module) {
  module.doc() = "The library behind the package gntp.";
  module.attr("__version__") = gntp::version();
  gntp::python::bind_errors(module);
  gntp::python::bind_values(module);
  gntp::python::bind_dataset(module);
  gntp::python::bind_engine(module);
  module.def(
      "presets",
      [] {
        py::dict presets;
        for (const gntp::Settings::Preset& preset : gntp::Settings::presets()) {
          presets[py::str(preset.name)] = preset.summary;
        }
        return presets;
      },
      "The presets that come with gntp, with a summary each.");
  module.def("describe_settings", &gntp::Settings::describe,
             "All settings: name, default, what is allowed, description.");
}
