// gntp score: a score for each triple of a list.
#include <gntp/engine.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/verbs.h"
#include "base/error.h"
#include "kb/reader.h"

namespace gntp {
namespace {

// All triples of a file, or of standard input for `-`. Throws Error with file:line.
std::vector<Fact> read_list(const std::string& file, const Engine& engine) {
  std::vector<Fact> facts;
  const std::filesystem::path path = file == "-" ? "<stdin>" : file;
  const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                        std::size_t line) {
    try {
      facts.push_back(
          engine.resolve({std::string(head), std::string(relation), std::string(tail)}));
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
  return facts;
}

// `rel(a, b)` in place of a file.
bool is_fact(const std::string& argument) {
  std::error_code ignored;
  return argument.ends_with(')') && !std::filesystem::exists(argument, ignored);
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

  const Engine engine = Engine::open(folder, threads);
  const std::vector<Fact> facts =
      is_fact(file) ? std::vector<Fact>{engine.parse(file)} : read_list(file, engine);
  const std::vector<double> scores = engine.score(facts, messages_to(console));
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const auto& [head, relation, tail] = facts[i];
    if (json) {
      list.push_back(
          {{"head", head}, {"relation", relation}, {"tail", tail}, {"score", scores[i]}});
    } else {
      console.print(fmt::format("{}\t{}\t{}\t{:.9g}\n", head, relation, tail, scores[i]));
    }
  }
  if (json) console.print_json(list);
}

}  // namespace gntp
