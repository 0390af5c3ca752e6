#include "model/rules_json.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "kb/syntax.h"

namespace gntp {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kAtomSize = 3;  // predicate, head and tail
constexpr std::string_view kRemedy = "train again or restore a copy";

// Writing ----------------------------------------------------------------------------------------

// The variables' names, by number; those that repeat (the `_` of a clause) or have none get one of
// their own: in the file the name is all that tells variables apart.
std::vector<std::string> distinct_names(const Rule& rule) {
  std::unordered_set<std::string> taken(rule.variables.begin(), rule.variables.end());
  std::unordered_set<std::string> used;
  std::vector<std::string> names;
  std::size_t number = 0;
  for (std::string name : rule.variables) {
    if (name.empty() || name == "_" || used.contains(name)) {
      do {
        name = fmt::format("_{}", ++number);
      } while (taken.contains(name));
    }
    used.insert(name);
    names.push_back(std::move(name));
  }
  return names;
}

OrderedJson write_atom(const KnowledgeBase& kb, const Atom& atom,
                       const std::vector<std::string>& variables) {
  OrderedJson json = OrderedJson::array();
  if (kb.is_relation(atom.predicate)) {
    json.push_back({{"relation", kb.relations.name(atom.predicate)}});
  } else {
    json.push_back(atom.predicate - kb.relations.size());
  }
  for (const Term& term : atom.arguments) {
    if (term.is_variable()) {
      json.push_back(variables[term.id]);
    } else {
      json.push_back({{"entity", kb.entities.name(term.id)}});
    }
  }
  return json;
}

// Reading ----------------------------------------------------------------------------------------

bool has_variable(const Atom& atom, Id variable) {
  return std::ranges::find(atom.arguments, Term::variable(variable)) != atom.arguments.end();
}

class RuleReader {
 public:
  RuleReader(const std::filesystem::path& file, const Vocabulary& entities,
             const Vocabulary& relations, std::size_t slots)
      : file_(file), entities_(entities), relations_(relations), slots_(slots) {}

  RuleSet read(std::string_view text) {
    const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
    if (!json.is_array()) fail("{}: not a JSON list of rules; {}", file_.string(), kRemedy);
    RuleSet set;
    set.slots = slots_;
    for (const Json& rule : json) {
      set.rules.push_back(read_rule(rule));
      if (!rule.contains("template")) set.rules.back().template_id = likely_template(set);
      place_in_template(set);
      ++number_;
    }
    for (const ClauseText& clause : templates_) {
      set.templates.push_back({to_text(clause), clause.copies});
    }
    return set;
  }

 private:
  template <typename... Args>
  [[noreturn]] void wrong(fmt::format_string<Args...> format, Args&&... args) const {
    fail("{}: rule {}: {}; {}", file_.string(), number_,
         fmt::format(format, std::forward<Args>(args)...), kRemedy);
  }

  static std::string shown(const Json& json) {
    return excerpt(json.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  Rule read_rule(const Json& json) const {
    if (!json.is_object()) wrong("is {}, not an object", shown(json));
    const auto field = [&](const char* key) -> const Json& {
      const auto found = json.find(key);
      if (found == json.end()) wrong("has no \"{}\"", key);
      return *found;
    };
    Rule rule;
    rule.template_id = json.contains("template") ? read_template(json.at("template")) : 0;
    rule.head = read_atom(field("head"), "the head", rule.variables);
    const std::size_t head_variables = rule.variables.size();
    const Json& body = field("body");
    if (!body.is_array() || body.empty() || body.size() > kMaxBodyAtoms) {
      wrong("\"body\" is {}, not a list of 1 to {} atoms", shown(body), kMaxBodyAtoms);
    }
    for (const Json& atom : body) {
      const std::string where = fmt::format("body atom {}", rule.body.size() + 1);
      rule.body.push_back(read_atom(atom, where, rule.variables));
    }
    for (Id variable = 0; variable < head_variables; ++variable) {
      if (std::ranges::none_of(rule.body,
                               [&](const Atom& atom) { return has_variable(atom, variable); })) {
        wrong("the head's variable {} is not in the body", excerpt(rule.variables[variable]));
      }
    }
    return rule;
  }

  Id read_template(const Json& json) const {
    if (!json.is_number_unsigned()) wrong("\"template\" is {}, not a number from 0", shown(json));
    // More templates than rules cannot be; place_in_template says so.
    return static_cast<Id>(std::min<std::uint64_t>(json.get<std::uint64_t>(), kNoTemplate));
  }

  Atom read_atom(const Json& json, const std::string& where,
                 std::vector<std::string>& variables) const {
    if (!json.is_array() || json.size() != kAtomSize) {
      wrong("{} is {}, not [slot, argument, argument]", where, shown(json));
    }
    const PredicateId predicate = read_predicate(json[0], where);
    const Term head = read_argument(json[1], where, variables);
    return {predicate, {head, read_argument(json[2], where, variables)}};
  }

  PredicateId read_predicate(const Json& json, const std::string& where) const {
    if (const std::string* name = named(json, "relation")) {
      const std::optional<Id> relation = relations_.find(*name);
      if (!relation) wrong("{} has the unknown relation '{}'", where, excerpt(*name));
      return *relation;
    }
    if (!json.is_number_unsigned() || json.get<std::uint64_t>() >= slots_) {
      wrong("{} has the slot {}, where a number below {} (the rows of rule_predicates) is expected",
            where, shown(json), slots_);
    }
    return static_cast<PredicateId>(relations_.size() + json.get<std::uint64_t>());
  }

  Term read_argument(const Json& json, const std::string& where,
                     std::vector<std::string>& variables) const {
    if (const std::string* name = named(json, "entity")) {
      const std::optional<Id> entity = entities_.find(*name);
      if (!entity) wrong("{} has the unknown entity '{}'", where, excerpt(*name));
      return Term::entity(*entity);
    }
    const auto* name = json.get_ptr<const std::string*>();
    if (name == nullptr || name->empty()) {
      wrong("{} has the argument {}, neither a variable's name nor an entity", where, shown(json));
    }
    const auto place = std::ranges::find(variables, *name);
    const auto variable = static_cast<Id>(place - variables.begin());
    if (place == variables.end()) variables.push_back(*name);
    return Term::variable(variable);
  }

  // The name in {"key": "name"}; nullptr if this is something else.
  static const std::string* named(const Json& json, const char* key) {
    if (!json.is_object() || json.size() != 1) return nullptr;
    const auto found = json.find(key);
    return found == json.end() ? nullptr : found->get_ptr<const std::string*>();
  }

  // For a file by another hand that does not say: that of the rule before, if they differ in their
  // slots only, else a new one.
  Id likely_template(const RuleSet& set) const {
    const std::size_t count = set.rules.size();
    const bool same = count > 1 && alike(set.rules[count - 1], set.rules[count - 2]);
    return static_cast<Id>(same ? templates_.size() - 1 : templates_.size());
  }

  // Checks the last rule's template: rules are grouped by it, and differ in their slots only.
  void place_in_template(const RuleSet& set) {
    const Rule& rule = set.rules.back();
    if (rule.template_id == templates_.size()) {
      templates_.push_back(template_of(rule));
      return;
    }
    if (rule.template_id + std::size_t{1} != templates_.size()) {
      wrong("\"template\" is {}, where {} is next", rule.template_id, templates_.size());
    }
    if (!alike(rule, set.rules[set.rules.size() - 2])) {
      wrong("differs from the rule before in more than its slots, but has the same \"template\"");
    }
    ++templates_.back().copies;
  }

  bool alike(const Rule& a, const Rule& b) const {
    return slot_pattern(a) == slot_pattern(b) && alike(a.head, b.head) &&
           std::ranges::equal(a.body, b.body,
                              [this](const Atom& x, const Atom& y) { return alike(x, y); });
  }

  bool alike(const Atom& a, const Atom& b) const {
    const bool both_slots = a.predicate >= relations_.size() && b.predicate >= relations_.size();
    return a.arguments == b.arguments && (both_slots || a.predicate == b.predicate);
  }

  // For each atom where its slot first occurs in the rule: which slots are shared.
  std::vector<std::size_t> slot_pattern(const Rule& rule) const {
    std::vector<PredicateId> predicates{rule.head.predicate};
    for (const Atom& atom : rule.body) predicates.push_back(atom.predicate);
    std::vector<std::size_t> pattern;
    pattern.reserve(predicates.size());
    for (const PredicateId predicate : predicates) {
      pattern.push_back(
          static_cast<std::size_t>(std::ranges::find(predicates, predicate) - predicates.begin()));
    }
    return pattern;
  }

  // The clause of which the rule is a copy, its slots named p, q, r, ...
  ClauseText template_of(const Rule& rule) const {
    std::vector<PredicateId> slots;
    const auto predicate = [&](PredicateId id) {
      if (id < relations_.size()) return relations_.name(id);
      const auto place = static_cast<std::size_t>(std::ranges::find(slots, id) - slots.begin());
      if (place == slots.size()) slots.push_back(id);
      return slot_name(place);
    };
    const auto argument = [&](const Term& term) {
      return term.is_variable()
                 ? ArgumentText{ArgumentText::Kind::kVariable, rule.variables[term.id]}
                 : ArgumentText{ArgumentText::Kind::kConstant, entities_.name(term.id)};
    };
    const auto atom = [&](const Atom& a) {
      return AtomText{predicate(a.predicate), {argument(a.arguments[0]), argument(a.arguments[1])}};
    };
    ClauseText clause;
    clause.head = atom(rule.head);
    for (const Atom& each : rule.body) clause.body.push_back(atom(each));
    return clause;
  }

  // p to z, then p1 and so on; never a relation's name.
  std::string slot_name(std::size_t index) const {
    constexpr std::size_t kLetters = 11;
    std::string name(1, static_cast<char>('p' + index % kLetters));
    if (index >= kLetters) name += std::to_string(index / kLetters);
    while (relations_.find(name)) name += '_';
    return name;
  }

  static constexpr std::uint64_t kNoTemplate = std::numeric_limits<Id>::max();

  const std::filesystem::path& file_;
  const Vocabulary& entities_;
  const Vocabulary& relations_;
  std::size_t slots_;
  std::size_t number_ = 1;  // of the rule being read
  std::vector<ClauseText> templates_;
};

}  // namespace

std::string rules_to_json(const KnowledgeBase& kb) {
  std::string text = "[";
  for (const Rule& rule : kb.rules.rules) {
    const std::vector<std::string> variables = distinct_names(rule);
    OrderedJson json{{"head", write_atom(kb, rule.head, variables)},
                     {"body", OrderedJson::array()},
                     {"template", rule.template_id}};
    for (const Atom& atom : rule.body) json["body"].push_back(write_atom(kb, atom, variables));
    text += (text.size() == 1 ? "\n  " : ",\n  ") + json.dump();
  }
  return text + "\n]\n";
}

RuleSet rules_from_json(std::string_view text, const std::filesystem::path& file,
                        const Vocabulary& entities, const Vocabulary& relations,
                        std::size_t slots) {
  return RuleReader(file, entities, relations, slots).read(text);
}

}  // namespace gntp
