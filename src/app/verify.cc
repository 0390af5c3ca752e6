// gntp verify: whether a run folder is as it was written.
#include <gntp/verification.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/opened_run.h"
#include "app/verbs.h"
#include "base/error.h"
#include "base/text.h"

namespace gntp {
namespace {

nlohmann::ordered_json to_json(const std::string& folder, const Verification& result) {
  nlohmann::ordered_json object{{"run", folder},
                                {"sound", result.sound()},
                                {"version", result.version},
                                {"files", nlohmann::ordered_json::array()},
                                {"extra", result.extra}};
  for (const VerifiedFile& file : result.files) {
    nlohmann::ordered_json entry{{"name", file.name}, {"bytes", file.bytes}};
    if (!file.fault.empty()) entry["fault"] = file.fault;
    object["files"].push_back(std::move(entry));
  }
  if (!result.fault.empty()) object["fault"] = result.fault;
  if (!result.store.empty()) {
    object["store"] = {{"path", result.store}, {"sections", result.sections}};
  }
  if (result.sound()) {
    object["model"] = {{"entities", result.entities},
                       {"relations", result.relations},
                       {"facts", result.facts},
                       {"rules", result.rules}};
  }
  return object;
}

std::string to_text(const std::string& folder, const Verification& result) {
  const std::string model =
      fmt::format("it opens (entities: {}, relations: {}, facts: {}, rules: {})\n", result.entities,
                  result.relations, result.facts, result.rules);
  const std::string store =
      result.store.empty()
          ? ""
          : fmt::format("{}: {} sections are as gntp wrote them\n", result.store, result.sections);
  if (result.version.empty()) {
    return fmt::format(
        "{}: {} sections are as gntp wrote them (entities: {}, relations: {}, "
        "facts: {})\n",
        folder, result.sections, result.entities, result.relations, result.facts);
  }
  if (result.files.empty()) {
    return fmt::format(
        "{}: a run of gntp {} has no manifest, so that its files could not be compared; {}{}",
        folder, result.version, model, store);
  }
  return fmt::format("{}: {} files are as gntp {} wrote them; {}{}", folder, result.files.size(),
                     result.version, model, store);
}

// Lists what is wrong and throws.
[[noreturn]] void report_faults(const std::string& folder, const Verification& result,
                                const Console& console) {
  if (!result.fault.empty()) throw Error(result.fault);
  std::vector<std::string> names;
  for (const VerifiedFile& file : result.files) {
    if (file.fault.empty()) continue;
    console.note(fmt::format("{}/{}: {}", folder, file.name, file.fault));
    names.push_back(file.name);
  }
  fail("{}: not as it was written: {}; copy from a backup, or make the run anew with 'gntp train'",
       folder, join(names, ", "));
}

}  // namespace

void run_verify(Arguments arguments, const Console& console) {
  std::string folder;
  std::string store;
  bool json = false;
  CommandLine line("verify",
                   "Compare every file of a run folder with its manifest, then open the run: "
                   "settings, names, rules\nand model. All of a store, or of the store of a run, "
                   "is compared with its checksums. The exit status is 1 if something is wrong; "
                   "all files at fault are named.");
  line.argument("RUN", folder, "run folder of 'gntp train', or store of 'gntp pack'");
  store_option(line, store);
  line.json_flag(json);
  line.example("verify runs/s1");
  if (!line.parse(arguments, console)) return;

  const Verification result = verify(folder, store);
  for (const std::string& name : result.extra) {
    console.note(fmt::format("{}/{}: no file of the run; it is not read", folder, name));
  }
  if (json) console.print_json(to_json(folder, result));
  if (!result.sound()) report_faults(folder, result, console);
  if (!json) console.print(to_text(folder, result));
}

}  // namespace gntp
