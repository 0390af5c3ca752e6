// Files of rules, gntp's own and AnyBURL's. What was read can be written and read again, and
// resolved against a knowledge base.
#include <string>
#include <vector>

#include "fuzz/targets.h"
#include "kb/anyburl.h"
#include "kb/rules.h"
#include "kb/syntax.h"

namespace gntp::fuzz {
namespace {

void resolve(const RuleFile& file) {
  Vocabulary<EntityId> entities;
  for (const char* name : {"ada", "bob", "cid"}) entities.add(name);
  Vocabulary<RelationId> relations;
  for (const char* name : {"parent", "grandparent", "in"}) relations.add(name);
  std::vector<std::string> warnings;
  refuses([&] { resolve_rules({file}, entities, relations, warnings); });
  RuleFile kept = file;
  BadLines bad(OnError::kSkip);
  drop_unresolved(kept, entities, relations, bad);
  expect(!refuses([&] { resolve_rules({kept}, entities, relations, warnings); }),
         "what is kept can be resolved");
}

RuleFile read(const std::string& name, std::string_view bytes) {
  RuleFile file;
  BadLines bad;
  if (refuses([&] { file = read_rules(input_file(name, bytes), bad); })) file.clauses.clear();
  return file;
}

}  // namespace

void rules(std::string_view bytes) {
  const RuleFile file = read("rules.pl", bytes);
  for (const ClauseText& clause : file.clauses) {
    const std::string text = to_text(clause);
    expect(to_text(parse_rule(text, "again", 1)) == text, "the same rule again");
  }
  resolve(file);
}

void anyburl(std::string_view bytes) {
  const RuleFile file = read("rules.anyburl", bytes);
  for (const ClauseText& clause : file.clauses) {
    const std::string text = to_anyburl(clause);
    expect(to_anyburl(parse_anyburl(text, "again", 1)) == text, "the same rule again");
  }
  resolve(file);
}

}  // namespace gntp::fuzz
