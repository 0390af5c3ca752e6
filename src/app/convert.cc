// gntp convert: from one format of triples to another.
#include <gntp/conversion.h>

#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/output_file.h"
#include "app/verbs.h"
#include "kb/triple_format.h"

namespace gntp {

void run_convert(Arguments arguments, const Console& console) {
  std::string in;
  std::string out;
  ConversionOptions options;
  bool force = false;
  bool quiet = false;
  bool json = false;
  CommandLine line(
      "convert",
      "Write triples in another format: a file, or all splits of a data set folder. The names "
      "stay\n"
      "the same; one that the new format cannot hold is an error. With --base, RDF has an IRI for\n"
      "every name, and names for its IRIs.");
  line.argument("IN", in, "file of triples, data set folder, or '-' for standard input");
  line.argument("OUT", out, "file or folder to write, or '-' for standard output");
  line.parsed_option(
      "--to", format_names("|") + "|ids",
      [&](const std::string& text) {
        options.numbered = text == "ids";
        if (!options.numbered) options.to = format_named(text);
      },
      "format to write, if not as the extension says; ids: a folder with numbered names");
  line.reading_options(options.reading);
  line.option("--prefix", "NAME=IRI", options.prefixes,
              "of turtle: a short form to write; may be repeated");
  line.on_error_option(options.on_error);
  line.flag("--force", force, "replace the file OUT if it is there; never the data of a data set");
  line.flag("--quiet", quiet, "no progress");
  line.json_flag(json);
  line.example("convert facts.nt facts.tsv");
  line.example("convert - facts.csv --from jsonl < facts.jsonl");
  line.example("convert data/countries/S1 countries-rdf --to turtle --base http://example.org/");
  if (!line.parse(arguments, console)) return;

  options.if_exists = force ? IfExists::kReplace : IfExists::kRefuse;
  if (out != "-" && force) refuse_data(out);
  ConsoleObserver watch(console, quiet ? Talk::kWarnings : Talk::kAll);
  const Conversion conversion = convert(in, out, options, watch.observer());
  watch.finish();
  for (const std::string& warning : conversion.warnings) console.warn(warning);
  if (json && out != "-") {
    console.print_json({{"triples", conversion.triples},
                        {"skipped", conversion.skipped},
                        {"literals", conversion.literals},
                        {"light", conversion.light},
                        {"out", out}});
  } else if (!quiet && out != "-") {
    console.note(fmt::format("{} triples are in {}", conversion.triples, out));
  }
}

}  // namespace gntp
