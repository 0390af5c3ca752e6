// gntp score: a score for each triple of a list.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/open_run.h"
#include "app/verbs.h"
#include "engine/names.h"
#include "kb/reader.h"
#include "kb/syntax.h"
#include "rank/ranking.h"

namespace gntp {
namespace {

// Triples in ids, and the patterns among their relations.
struct List {
  std::vector<Triple> triples;
  AskedPatterns patterns;

  // A pattern that is added later does not change the ids that are here.
  void add(std::string_view head, std::string_view relation, std::string_view tail,
           Checkpoint& checkpoint) {
    patterns.admit(relation, checkpoint);
    const KnowledgeBase& kb = checkpoint.kb;
    triples.push_back(
        {entity_named(head, kb), relation_named(relation, kb), entity_named(tail, kb)});
  }
};

// All triples of a file, or of standard input for `-`. Throws Error with file:line.
List read_list(const std::string& file, Checkpoint& checkpoint) {
  List list;
  const std::filesystem::path path = file == "-" ? "<stdin>" : file;
  const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                        std::size_t line) {
    try {
      list.add(head, relation, tail, checkpoint);
    } catch (const Error& error) {
      fail_at(path, line, "{}", error.what());
    }
  };
  std::error_code ignored;
  if (file == "-") {
    LineReader lines = LineReader::standard_input();
    read_tsv(lines, take);
  } else if (std::filesystem::is_other(path, ignored)) {
    LineReader lines(path);  // a pipe has no extension
    read_tsv(lines, take);
  } else {
    read_triples(path, take);
  }
  return list;
}

// `rel(a, b)` in place of a file.
bool is_fact(const std::string& argument) {
  std::error_code ignored;
  return argument.ends_with(')') && !std::filesystem::exists(argument, ignored);
}

List read_fact(const std::string& text, Checkpoint& checkpoint) {
  const AtomText atom = parse_query(text);
  List list;
  list.patterns.admit(atom.predicate, checkpoint);
  list.triples.push_back(resolve_fact(text, checkpoint.kb));
  return list;
}

}  // namespace

void run_score(Arguments arguments, const Console& console) {
  std::string folder;
  std::string file = "-";
  std::size_t threads = 0;
  bool json = false;
  CommandLine line(
      "score",
      "Score triples: head, relation, tail and score, tab-separated; 0 where there is no "
      "proof\nabove the floor. Everything is read and checked before anything is printed.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  line.optional_argument("FILE", file,
                         "triples (.tsv, .txt, .pl, .nl, also .gz), or one fact; default: TSV on "
                         "stdin");
  line.threads_option(threads);
  line.json_flag(json);
  line.example("score runs/s1 data/countries/S1/test.tsv");
  line.example("score runs/s1 < triples.tsv");
  line.example("score runs/s1 '\"[XXX] lies in [YYY]\"(finland, europe)'");
  if (!line.parse(arguments, console)) return;

  Run loaded = load_run(folder);
  List asked =
      is_fact(file) ? read_fact(file, loaded.checkpoint) : read_list(file, loaded.checkpoint);
  OpenRun run(std::move(loaded), threads, std::move(asked.patterns));
  for (const std::string& note : run.patterns.notes) console.note(note);
  const KnowledgeBase& kb = run.kb();
  const std::vector<Triple>& triples = asked.triples;
  const Aggregation aggregation(run.reasoner.options().aggregation, run.model().slope);
  const auto proofs = proofs_of(run.reasoner, goals_of(triples), run.threads);

  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < triples.size(); ++i) {
    const std::string& head = kb.entities.name(triples[i].head);
    const std::string& relation = kb.relations.name(triples[i].relation);
    const std::string& tail = kb.entities.name(triples[i].tail);
    const double score = aggregation.score(proofs[i]);
    if (json) {
      list.push_back({{"head", head}, {"relation", relation}, {"tail", tail}, {"score", score}});
    } else {
      console.print(fmt::format("{}\t{}\t{}\t{:.9g}\n", head, relation, tail, score));
    }
  }
  if (json) console.print_json(list);
}

}  // namespace gntp
