#include "support/synthetic.h"

#include <algorithm>
#include <set>
#include <string>

#include "base/file.h"
#include "base/random.h"

namespace gntp::bench {
namespace {

// Zipf-like: low ids come often.
std::uint32_t draw_skewed(Random& random, std::size_t n) {
  const double u = random.uniform();
  return static_cast<std::uint32_t>(static_cast<double>(n) * u * u);
}

std::vector<ClauseText> paper_templates(std::size_t copies) {
  std::vector<ClauseText> clauses;
  for (const char* text :
       {"p(X, Y) :- q(X, Y)", "p(X, Y) :- q(Y, X)", "p(X, Y) :- q(X, Z), r(Z, Y)"}) {
    clauses.push_back(parse_rule(text, "templates", clauses.size() + 1));
    clauses.back().copies = copies;
  }
  return clauses;
}

}  // namespace

KnowledgeBase make_synthetic(const SyntheticOptions& options) {
  KnowledgeBase kb;
  for (std::size_t i = 0; i < options.entities; ++i) kb.entities.add("e" + std::to_string(i));
  for (std::size_t i = 0; i < options.relations; ++i) kb.relations.add("r" + std::to_string(i));
  Random random(options.seed);
  std::set<Triple> facts;
  while (facts.size() < options.facts) {
    facts.insert({EntityId(draw_skewed(random, options.entities)),
                  RelationId(draw_skewed(random, options.relations)),
                  EntityId(draw_skewed(random, options.entities))});
  }
  kb.set_facts({facts.begin(), facts.end()});
  std::vector<std::string> warnings;
  kb.rules = resolve_rules({{"templates", paper_templates(options.copies)}}, kb.entities,
                           kb.relations, warnings);
  return kb;
}

void write_facts(const KnowledgeBase& kb, const std::filesystem::path& path) {
  std::string text;
  for (const Triple& fact : kb.facts) {
    text += kb.entities.name(fact.head) + '\t' + kb.relations.name(fact.relation) + '\t' +
            kb.entities.name(fact.tail) + '\n';
  }
  write_file(path, text);
}

}  // namespace gntp::bench
