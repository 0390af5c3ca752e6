// gntp version.
#include <gntp/version.h>

#include <CLI/Version.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/verbs.h"
#include "base/text.h"
#include "base/units.h"
#include "serve/http_server.h"

namespace gntp {
namespace {

// That of the library, and what the program has besides.
BuildInformation information_of_program() {
  BuildInformation information = build_information();
  information.libraries.push_back({"cli11", CLI11_VERSION});
  information.libraries.push_back({"cpp-httplib", HttpServer::library_version()});
  std::ranges::sort(information.libraries, {}, &BuildInformation::Library::name);
  return information;
}

nlohmann::ordered_json to_json(const BuildInformation& information) {
  nlohmann::ordered_json libraries = nlohmann::ordered_json::object();
  for (const BuildInformation::Library& library : information.libraries) {
    libraries[library.name] = library.version;
  }
  nlohmann::ordered_json features;
  features["simd_compiled"] = information.simd_compiled;
  features["simd_chosen"] = information.simd_chosen;
  features["blas_core"] = information.blas_core;
  features["hardened"] = information.hardened;
  features["sanitizers"] = information.sanitizers;

  nlohmann::ordered_json object;
  object["version"] = information.version;
  object["commit"] = information.commit;
  object["compiler"] = information.compiler;
  object["build_type"] = information.build_type;
  object["libraries"] = std::move(libraries);
  object["features"] = std::move(features);
  object["gpus"] = nlohmann::ordered_json::array();
  for (const BuildInformation::GraphicsProcessor& gpu : information.gpus) {
    nlohmann::ordered_json each{{"name", gpu.name},
                                {"model", gpu.model},
                                {"architecture", gpu.architecture},
                                {"memory_bytes", gpu.memory_bytes}};
    if (!gpu.problem.empty()) each["problem"] = gpu.problem;
    object["gpus"].push_back(std::move(each));
  }
  if (information.gpus.empty()) object["gpus_missing"] = information.gpus_missing;
  return object;
}

std::string gpus_text(const BuildInformation& information) {
  if (information.gpus.empty()) return fmt::format("none: {}", information.gpus_missing);
  std::vector<std::string> gpus;
  gpus.reserve(information.gpus.size());
  for (const BuildInformation::GraphicsProcessor& gpu : information.gpus) {
    gpus.push_back(fmt::format("{}, {} with {}{}", gpu.name, gpu.model, size_text(gpu.memory_bytes),
                               gpu.problem.empty() ? "" : ", unusable: " + gpu.problem));
  }
  return join(gpus, "; ");
}

std::string to_text(const BuildInformation& information) {
  std::string text = fmt::format("gntp {}\n", information.version);
  if (!information.commit.empty()) text += fmt::format("commit     {}\n", information.commit);
  text += fmt::format("built      by {}, {}{}", information.compiler, information.build_type,
                      information.hardened ? ", hardened" : "");
  if (!information.sanitizers.empty()) {
    text += fmt::format(", sanitizers {}", join(information.sanitizers, " and "));
  }
  text += fmt::format("\nprocessor  {} of {}; OpenBLAS takes it for {}\n", information.simd_chosen,
                      join(information.simd_compiled, ", "), information.blas_core);
  text += fmt::format("GPUs       {}\n", gpus_text(information));
  std::vector<std::string> libraries;
  libraries.reserve(information.libraries.size());
  for (const BuildInformation::Library& library : information.libraries) {
    libraries.push_back(fmt::format("{} {}", library.name, library.version));
  }
  return text + fmt::format("libraries  {}\n", join(libraries, ", "));
}

}  // namespace

void run_version(Arguments arguments, const Console& console) {
  bool json = false;
  CommandLine line(
      "version",
      "Print the version, how and with what this program was built, and which GPUs it finds.");
  line.json_flag(json);
  line.example("version");
  line.example("version --json");
  if (!line.parse(arguments, console)) return;
  const BuildInformation information = information_of_program();
  if (json) {
    console.print_json(to_json(information));
  } else {
    console.print(to_text(information));
  }
}

}  // namespace gntp
