#include "app/triple_file.h"

#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "engine/engine_state.h"
#include "engine/watch.h"
#include "kb/changed_facts.h"
#include "kb/name_table.h"
#include "kb/rdf_labels.h"
#include "kb/reading_remarks.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

ReadingOptions options_for(const std::string& file, const Engine& engine) {
  ReadingOptions options;
  std::error_code ignored;
  if (file == "-" || fs::is_other(file, ignored)) options.format = TripleFormat::kTsv;
  const TripleFormat format = format_for(file, options);
  const ReadingOptions& own = engine.state().metadata.reading;
  if (is_rdf(format)) {
    options.base = own.base;
    options.literals = own.literals;
    options.language = own.language;
  }
  return options;
}

using CheckFact = void (*)(const Fact& fact, const KnowledgeBase& kb);

std::vector<Fact> read_changes(const std::string& file, const Engine& engine, CheckFact check,
                               const SideSinks& side, BadLines& bad, const Observer& observer) {
  const KnowledgeBase& kb = engine.state().models.kb();
  const fs::path path = shown_path(file);
  std::vector<Fact> facts;
  const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                        std::size_t line) {
    Fact fact{std::string(head), std::string(relation), std::string(tail)};
    try {
      check(fact, kb);
    } catch (const Error& error) {
      fail_at(path, line, "{}", error.what());
    }
    facts.push_back(std::move(fact));
  };
  read_triple_file(file, engine, take, bad, TripleNames::kKnown, observer, side);
  bad.check_rest(path, facts.size());
  if (facts.empty()) fail("{}: has no facts; leave it out where there are none", path.string());
  return facts;
}

}  // namespace

fs::path shown_path(const std::string& file) {
  return file == "-" ? "<stdin>" : file;
}

void read_triple_file(const std::string& file, const Engine& engine, const TripleSink& sink,
                      BadLines& bad, TripleNames names, const Observer& observer,
                      const SideSinks& side) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    fail("{}: is a folder; give a file of triples, such as its test.tsv", file);
  }
  const ReadCounts counts = read_triples(file, options_for(file, engine), sink, bad, names, side);
  for (const std::string& remark : remarks_on(counts, shown_path(file))) warn(observer, remark);
}

void read_added(const std::string& file, const Engine& engine, FactChanges& changes, BadLines& bad,
                const Observer& observer) {
  RdfLabels labels;
  SideSinks side;
  side.label = [&](std::string_view name, std::string_view label, LabelLanguage language) {
    labels.add(name, label, language);
  };
  std::vector<Fact> facts = read_changes(file, engine, check_added, side, bad, observer);
  labels.for_each([&](const std::string& name, const std::string& label) {
    changes.labels.push_back({name, label});
  });
  std::ranges::move(facts, std::back_inserter(changes.added));
}

void read_removed(const std::string& file, const Engine& engine, FactChanges& changes,
                  BadLines& bad, const Observer& observer) {
  std::vector<Fact> facts = read_changes(file, engine, check_removed, {}, bad, observer);
  std::ranges::move(facts, std::back_inserter(changes.removed));
}

void read_added_labels(const std::string& file, FactChanges& changes, BadLines& bad) {
  const auto take = [&](const NameLine& line) {
    changes.labels.push_back({std::string(line.id), std::string(line.text)});
    return NamedId::kKnown;
  };
  std::vector<std::string> warnings;  // there are none where every id is taken
  read_name_table({file, "name", "entity"}, take, bad, warnings);
}

}  // namespace gntp
