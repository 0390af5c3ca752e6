// The module gntp._core: the library as Python sees it. The package gntp around it adds what is
// easier to say in Python: frames, progress bars, pickles.
#include "module.h"

#include <gntp/settings.h>
#include <gntp/version.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace {

// As `gntp version --json` has it.
py::dict build_information() {
  const gntp::BuildInformation information = gntp::build_information();
  py::dict libraries;
  for (const gntp::BuildInformation::Library& library : information.libraries) {
    libraries[py::str(library.name)] = library.version;
  }
  py::list gpus;
  for (const gntp::BuildInformation::GraphicsProcessor& gpu : information.gpus) {
    py::dict each;
    each["name"] = gpu.name;
    each["model"] = gpu.model;
    each["architecture"] = gpu.architecture;
    each["memory_bytes"] = gpu.memory_bytes;
    if (!gpu.problem.empty()) each["problem"] = gpu.problem;
    gpus.append(each);
  }
  py::dict features;
  features["simd_compiled"] = information.simd_compiled;
  features["simd_chosen"] = information.simd_chosen;
  features["blas_core"] = information.blas_core;
  features["hardened"] = information.hardened;
  features["sanitizers"] = information.sanitizers;
  py::dict all;
  all["version"] = information.version;
  all["commit"] = information.commit;
  all["compiler"] = information.compiler;
  all["build_type"] = information.build_type;
  all["libraries"] = libraries;
  all["features"] = features;
  all["gpus"] = gpus;
  if (information.gpus.empty()) all["gpus_missing"] = information.gpus_missing;
  return all;
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "The library behind the package gntp.";
  module.attr("__version__") = gntp::version();
  gntp::python::bind_errors(module);
  gntp::python::bind_values(module);
  gntp::python::bind_dataset(module);
  gntp::python::bind_engine(module);
  module.def("build_information", &build_information,
             "How and with what the library was built, and which GPUs it finds, or why none.");
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
