// gntp vectors: what a model has learned of entities and relations, as numbers.
#include <gntp/engine.h>

#include "app/command_line.h"
#include "app/opened_run.h"
#include "app/verbs.h"

namespace gntp {
namespace {

std::string to_line(std::string line, std::span<const float> vector) {
  for (const float value : vector) line += fmt::format("\t{:.9g}", value);
  return line + '\n';
}

}  // namespace

void run_vectors(Arguments arguments, const Console& console) {
  std::string folder;
  std::string store;
  bool relations = false;
  CommandLine line(
      "vectors",
      "The vectors of all entities, one a line: the name, then the numbers, tab-separated. Those "
      "of\nthe link predictor where the model has one, else those that soft unification compares. "
      "ComplEx\nhas the real parts, then the imaginary ones. Of relations a link predictor has "
      "two, one for each\ndirection.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  line.flag("--relations", relations, "those of the relations instead");
  store_option(line, store);
  line.example("vectors runs/umls > umls.vectors.tsv");
  if (!line.parse(arguments, console)) return;
  const Engine engine = Engine::open(folder, OpenOptions{1, store, "cpu"});
  const VectorTable vectors = relations ? engine.relation_vectors() : engine.entity_vectors();
  if (vectors.names.empty()) {
    console.note(
        "the model has no vectors: it is made of rules; presets such as 'complex' and 'hybrid' "
        "learn some");
    return;
  }
  for (std::size_t i = 0; i < vectors.names.size(); ++i) {
    console.print(to_line(vectors.names[i], vectors.row(i)));
  }
}

}  // namespace gntp
