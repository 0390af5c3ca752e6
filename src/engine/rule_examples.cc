// What a rule says of the facts (gntp/browsing.h): a search for known facts that its body proves,
// and one for what else it proves. Both go from entity to entity that the head may be about, in an
// order that is spread over all of them, so that little work shows different cases.
#include <gntp/browsing.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "engine/engine_state.h"
#include "engine/names.h"
#include "engine/names_in_words.h"
#include "engine/rule_join.h"
#include "kb/anyburl.h"
#include "kb/syntax.h"

namespace gntp {
namespace {

using Go = RuleJoin::Go;
using Binding = RuleJoin::Binding;

// A step binds a variable: some ten million are a second.
constexpr std::size_t kSteps = 4'000'000;
constexpr std::size_t kStepsOfOne = 50'000;  // entity that the head is about

// Resolves the names of a clause.
class RuleOfNames {
 public:
  RuleOfNames(const ClauseText& clause, const KnowledgeBase& kb) : kb_(kb) {
    if (clause.body.size() > kMaxBodyAtoms) {
      fail("a body of {} atoms; a rule has at most {}", clause.body.size(), kMaxBodyAtoms);
    }
    rule_.head = atom_of(clause.head);
    const std::size_t in_head = names_.size();
    for (const AtomText& atom : clause.body) rule_.body.push_back(atom_of(atom));
    rule_.variables = names_.size();
    if (rule_.body.empty() && in_head != 1) {
      fail("a rule without a body has one variable and one constant, as in r(X, c)");
    }
    for (std::uint32_t id = 0; !rule_.body.empty() && id < in_head; ++id) {
      const auto has_it = [&](const Atom& atom) {
        return std::ranges::count(atom.arguments, Term::variable(id)) > 0;
      };
      if (std::ranges::none_of(rule_.body, has_it)) {
        fail("head variable {} does not occur in the body; use it there", excerpt(names_[id]));
      }
    }
  }

  const Rule& rule() const { return rule_; }
  // Named by the rule; by id, each once.
  const std::set<EntityId>& constants() const { return constants_; }

 private:
  Atom atom_of(const AtomText& atom) {
    if (atom.arguments.size() != 2) {
      fail("{} has {} arguments; every atom of a rule has 2", excerpt(atom.predicate),
           atom.arguments.size());
    }
    const RelationId relation = relation_named(atom.predicate, kb_);
    const Term first = term_of(atom.arguments[0]);
    return {relation, {first, term_of(atom.arguments[1])}};
  }

  Term term_of(const ArgumentText& argument) {
    if (argument.kind != ArgumentText::Kind::kVariable) {
      const EntityId entity = entity_named(argument.name, kb_);
      constants_.insert(entity);
      return Term::entity(entity);
    }
    auto place = std::ranges::find(names_, argument.name);
    if (place == names_.end() || argument.name == "_") {
      place = names_.insert(names_.end(), argument.name);
    }
    return Term::variable(static_cast<std::uint32_t>(place - names_.begin()));
  }

  const KnowledgeBase& kb_;
  Rule rule_;
  std::vector<std::string> names_;  // of variables, by number
  std::set<EntityId> constants_;
};

ClauseText clause_of(std::string_view text) {
  const std::filesystem::path kRule = "rule";
  if (looks_like_anyburl(text)) return parse_anyburl(text, kRule, 1);
  // A rule without a body is shown with nothing behind the sign.
  constexpr std::string_view kIf = ":-";
  std::string_view rule = trim(text);
  if (rule.ends_with(kIf)) rule.remove_suffix(kIf.size());
  return parse_rule(rule, kRule, 1);
}

// All places, each once, far from the one before.
template <typename Visit>
void for_each_spread(std::size_t count, Visit visit) {
  if (count == 0) return;
  constexpr double kGolden = 0.6180339887498949;
  std::size_t stride =
      std::max<std::size_t>(1, static_cast<std::size_t>(kGolden * static_cast<double>(count)));
  while (std::gcd(stride, count) != 1) ++stride;
  std::size_t place = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!visit(place)) return;
    place = (place + stride) % count;
  }
}

// One of the two searches.
class ExampleSearch {
 public:
  enum class Heads : std::uint8_t { kKnown, kOthers };

  ExampleSearch(const IndexedModel& model, const RuleOfNames& given, Heads heads, std::size_t count)
      : graph_(model.index().graph()),
        rule_(given.rule()),
        heads_(heads),
        count_(count),
        join_(graph_, atoms_of(given.rule(), heads), given.rule().variables,
              {given.constants().begin(), given.constants().end()}) {}

  // Proofs: head, then body.
  const std::vector<std::vector<Triple>>& run() {
    if (count_ == 0) return found_;
    const std::optional<std::uint32_t> about = variable_of_head();
    if (!about) {
      search_about(Binding(rule_.variables));
      return found_;
    }
    // Without a body, whatever the relation is known of.
    const bool has_no_limit = rule_.body.empty() && heads_ == Heads::kOthers;
    const std::span<const EntityId> entities =
        has_no_limit ? entities_of_head() : join_.candidates(*about);
    for_each_spread(entities.size(), [&](std::size_t place) {
      Binding binding(rule_.variables);
      if (!join_.is_allowed(entities[place], binding)) return true;
      binding[*about] = entities[place];
      search_about(std::move(binding));
      return found_.size() < count_ && steps_ > 0;
    });
    // Fewer entities than examples: some have several.
    for (std::vector<Triple>& more : further_) {
      if (found_.size() == count_) break;
      found_.push_back(std::move(more));
    }
    return found_;
  }

  // Whether fewer than wanted are all that there are.
  bool is_complete() const { return found_.size() == count_ || !is_cut_; }

 private:
  static std::vector<Atom> atoms_of(const Rule& rule, Heads heads) {
    std::vector<Atom> atoms(rule.body.begin(), rule.body.end());
    if (heads == Heads::kKnown) atoms.push_back(rule.head);
    return atoms;
  }

  std::optional<std::uint32_t> variable_of_head() const {
    for (const Term& term : rule_.head.arguments) {
      if (term.is_variable()) return term.id;
    }
    return std::nullopt;
  }

  std::span<const EntityId> entities_of_head() const {
    const RelationId relation(rule_.head.predicate);
    const bool is_first = rule_.head.arguments[0].is_variable();
    return graph_.starts(is_first ? forwards(relation) : backwards(relation));
  }

  static std::optional<Triple> triple_of(const Atom& atom, const Binding& binding) {
    const auto value = [&](const Term& term) {
      return term.is_variable() ? binding[term.id] : term.entity_id();
    };
    const auto head = value(atom.arguments[0]);
    const auto tail = value(atom.arguments[1]);
    if (!head || !tail) return std::nullopt;
    return Triple{*head, RelationId(atom.predicate), *tail};
  }

  bool is_known(const Triple& fact) const {
    return std::ranges::binary_search(graph_.targets(fact.head, forwards(fact.relation)),
                                      fact.tail);
  }

  // The first of its examples is shown before the further ones of any other.
  void search_about(Binding binding) {
    std::set<Triple> seen;
    const auto prune = [&](const Binding& now) {
      const std::optional<Triple> head = triple_of(rule_.head, now);
      if (!head) return Go::kOn;
      const bool is_wanted = is_known(*head) == (heads_ == Heads::kKnown);
      return is_wanted && !seen.contains(*head) ? Go::kOn : Go::kBack;
    };
    const auto found = [&](const Binding& now) {
      std::vector<Triple> proof{*triple_of(rule_.head, now)};
      seen.insert(proof.front());
      for (const Atom& atom : rule_.body) proof.push_back(*triple_of(atom, now));
      if (seen.size() == 1) {
        found_.push_back(std::move(proof));
      } else {
        further_.push_back(std::move(proof));
      }
      return seen.size() < count_ && further_.size() < count_ ? Go::kBack : Go::kEnd;
    };
    const std::size_t given = std::min(--steps_, kStepsOfOne);
    std::size_t left = given;
    if (!join_.run(std::move(binding), prune, found, left)) is_cut_ = true;
    steps_ -= given - left;
    if (steps_ == 0) is_cut_ = true;
  }

  const StepGraph& graph_;
  const Rule& rule_;
  Heads heads_;
  std::size_t count_;
  RuleJoin join_;
  std::size_t steps_ = kSteps;
  bool is_cut_ = false;
  std::vector<std::vector<Triple>> found_;
  std::vector<std::vector<Triple>> further_;
};

std::vector<RuleExample> told(const KnowledgeBase& kb,
                              const std::vector<std::vector<Triple>>& proofs) {
  std::vector<RuleExample> examples;
  for (const std::vector<Triple>& proof : proofs) {
    RuleExample& example = examples.emplace_back();
    example.head = in_words(kb, proof.front());
    for (std::size_t i = 1; i < proof.size(); ++i) example.body.push_back(in_words(kb, proof[i]));
  }
  return examples;
}

}  // namespace

RuleExamples rule_examples(const Engine& engine, std::string_view rule, std::size_t count) {
  const std::shared_ptr<const IndexedModel> model = engine.state().models.own();
  const KnowledgeBase& kb = model->kb();
  const RuleOfNames given(clause_of(rule), kb);
  ExampleSearch known(*model, given, ExampleSearch::Heads::kKnown, count);
  ExampleSearch others(*model, given, ExampleSearch::Heads::kOthers, count);
  RuleExamples examples;
  examples.right = told(kb, known.run());
  examples.wrong = told(kb, others.run());
  examples.complete = known.is_complete() && others.is_complete();
  return examples;
}

}  // namespace gntp
