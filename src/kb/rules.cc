#include "kb/rules.h"

#include <algorithm>

#include "base/error.h"
#include "base/line_reader.h"
#include "base/text.h"
#include "kb/anyburl.h"
#include "kb/pattern.h"
#include "kb/scanner.h"

namespace gntp {
namespace {

constexpr std::size_t kMaxRules = 10'000'000;
constexpr std::string_view kAnyburlExtension = ".anyburl";

enum class RuleFormat { kProlog, kAnyburl };

// The position of `name`, which is added at the end if it is new.
Id number(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  const auto id = static_cast<Id>(found - names.begin());
  if (found == names.end()) names.push_back(name);
  return id;
}

// One clause's way into ids.
class ClauseResolver {
 public:
  ClauseResolver(const ClauseText& clause, const std::filesystem::path& file,
                 const Vocabulary& entities, const Vocabulary& relations)
      : clause_(clause), file_(file), entities_(entities), relations_(relations) {}

  // The rule with slots numbered from 0, as the first copy in a rule set would have them.
  Rule resolve() {
    if (clause_.body.size() > kMaxBodyAtoms) {
      reject("a body of {} atoms; at most {} can be proved in reasonable time, split the rule",
             clause_.body.size(), kMaxBodyAtoms);
    }
    Rule rule{.template_id = 0, .head = resolve(clause_.head), .body = {}, .variables = {}};
    const std::size_t head_variables = variables_.size();
    for (const AtomText& atom : clause_.body) rule.body.push_back(resolve(atom));
    for (Id id = 0; id < head_variables; ++id) check_in_body(rule, id);
    rule.variables = std::move(variables_);
    return rule;
  }

  // The names of the template variables, by slot.
  const std::vector<std::string>& slots() const { return slots_; }

 private:
  template <typename... Args>
  [[noreturn]] void reject(fmt::format_string<Args...> format, Args&&... args) const {
    fail_at(file_, clause_.line, format, std::forward<Args>(args)...);
  }

  Atom resolve(const AtomText& atom) {
    if (atom.arguments.size() != 2) {
      reject("{} has {} arguments; every atom of a rule has 2", excerpt(atom.predicate),
             atom.arguments.size());
    }
    return {predicate(atom.predicate), {term(atom.arguments[0]), term(atom.arguments[1])}};
  }

  PredicateId predicate(const std::string& name) {
    if (const std::optional<Id> relation = relations_.find(name)) return *relation;
    if (is_pattern(name)) return pattern(name);
    return static_cast<PredicateId>(relations_.size()) + number(slots_, name);
  }

  PredicateId pattern(const std::string& name) const {
    if (const std::optional<Id> known = relations_.find(pattern_name(name))) return *known;
    reject("no mention has the pattern '{}'; rules name those of mentions.tsv", excerpt(name));
  }

  Term term(const ArgumentText& argument) {
    if (argument.kind == ArgumentText::Kind::kVariable)
      return Term::variable(variable(argument.name));
    if (const std::optional<Id> entity = entities_.find(argument.name))
      return Term::entity(*entity);
    const std::string hint = suggestion(argument.name, entities_.names());
    reject("unknown entity '{}'; {}", excerpt(argument.name),
           hint.empty() ? "a variable starts with an upper-case letter" : hint);
  }

  Id variable(const std::string& name) {
    if (name != "_") return number(variables_, name);
    variables_.push_back(name);
    return static_cast<Id>(variables_.size() - 1);
  }

  void check_in_body(const Rule& rule, Id id) const {
    const bool found = std::any_of(rule.body.begin(), rule.body.end(), [&](const Atom& atom) {
      return std::count(atom.arguments.begin(), atom.arguments.end(), Term::variable(id)) > 0;
    });
    if (!found) {
      reject(
          "head variable {} does not occur in the body; use it there or put a constant in its "
          "place",
          variables_[id]);
    }
  }

  const ClauseText& clause_;
  const std::filesystem::path& file_;
  const Vocabulary& entities_;
  const Vocabulary& relations_;
  std::vector<std::string> variables_;
  std::vector<std::string> slots_;
};

// Moves every slot up by `offset`; relations, the predicates below `first_slot`, stay.
Rule shifted(Rule rule, std::size_t first_slot, std::size_t offset) {
  const auto shift = [&](Atom& atom) {
    if (atom.predicate >= first_slot) atom.predicate += static_cast<PredicateId>(offset);
  };
  shift(rule.head);
  std::for_each(rule.body.begin(), rule.body.end(), shift);
  return rule;
}

void warn_of_likely_mistakes(const std::vector<std::string>& slots, const Vocabulary& relations,
                             const std::string& where, std::vector<std::string>& warnings) {
  for (const std::string& name : slots) {
    const std::string hint = suggestion(name, relations.names());
    if (hint.empty()) continue;
    warnings.push_back(fmt::format("{}: '{}' is no relation, so that its vector is learned; {}",
                                   where, name, hint));
  }
}

// Appends the clause's copies to the set.
void add_clause(const ClauseText& clause, const std::filesystem::path& file,
                const Vocabulary& entities, const Vocabulary& relations, RuleSet& set,
                std::vector<std::string>& warnings) {
  const std::string where = fmt::format("{}:{}", file.string(), clause.line);
  ClauseResolver resolver(clause, file, entities, relations);
  Rule rule = resolver.resolve();
  rule.template_id = static_cast<Id>(set.templates.size());
  const std::size_t slots = resolver.slots().size();
  warn_of_likely_mistakes(resolver.slots(), relations, where, warnings);
  if (clause.confidence && rule.head.predicate >= relations.size()) {
    fail_at(file, clause.line,
            "a confidence belongs to a rule about a known relation, and {} is none",
            excerpt(clause.head.predicate));
  }

  std::size_t copies = clause.copies;
  if (slots == 0 && copies > 1) {
    warnings.push_back(fmt::format(
        "{}: every predicate is a relation, so that the {} copies would be equal; one is made",
        where, copies));
    copies = 1;
  }
  if (set.rules.size() + copies > kMaxRules) {
    fail_at(file, clause.line, "more than {} rules; ask for fewer copies", kMaxRules);
  }
  for (std::size_t copy = 0; copy < copies; ++copy) {
    set.rules.push_back(shifted(rule, relations.size(), set.slots));
    set.slots += slots;
  }
  set.templates.push_back({to_text(clause), copies});
}

void add_prolog(std::string_view line, std::size_t number, RuleFile& file) {
  if (Scanner(line, file.path, number).at_end()) return;
  file.clauses.push_back(parse_rule(line, file.path, number));
  if (file.clauses.back().body.empty()) {
    fail_at(file.path, number,
            "a clause without a body is a fact; facts belong in the training file");
  }
}

void add_anyburl(std::string_view line, std::size_t number, RuleFile& file) {
  if (std::optional<ClauseText> clause = parse_anyburl(line, file.path, number)) {
    file.clauses.push_back(std::move(*clause));
  } else {
    ++file.left_out;
  }
}

}  // namespace

RuleFile read_rules(const std::filesystem::path& path) {
  RuleFile file;
  file.path = path;
  LineReader lines(path);
  std::string_view line;
  std::optional<RuleFormat> format;  // open until the first line that is not empty
  if (path.extension() == kAnyburlExtension) format = RuleFormat::kAnyburl;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    if (!format) format = looks_like_anyburl(line) ? RuleFormat::kAnyburl : RuleFormat::kProlog;
    if (*format == RuleFormat::kAnyburl) {
      add_anyburl(line, lines.line_number(), file);
    } else {
      add_prolog(line, lines.line_number(), file);
    }
  }
  return file;
}

RuleSet resolve_rules(const std::vector<RuleFile>& files, const Vocabulary& entities,
                      const Vocabulary& relations, std::vector<std::string>& warnings) {
  RuleSet set;
  std::vector<std::pair<std::size_t, double>> confident;  // rules and their confidence
  for (const RuleFile& file : files) {
    for (const ClauseText& clause : file.clauses) {
      const std::size_t first = set.rules.size();
      add_clause(clause, file.path, entities, relations, set, warnings);
      if (!clause.confidence) continue;
      for (std::size_t rule = first; rule < set.rules.size(); ++rule) {
        confident.emplace_back(rule, *clause.confidence);
      }
    }
  }
  for (const auto& [rule, confidence] : confident) {
    PredicateId& head = set.rules[rule].head.predicate;
    set.anchors.push_back({static_cast<Id>(set.slots), head, confidence});
    head = static_cast<PredicateId>(relations.size() + set.slots++);
  }
  return set;
}

}  // namespace gntp
