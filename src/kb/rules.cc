#include "kb/rules.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/error.h"
#include "base/line_reader.h"
#include "base/text.h"
#include "kb/amie.h"
#include "kb/anyburl.h"
#include "kb/pattern.h"
#include "kb/scanner.h"

namespace gntp {
namespace {

constexpr std::size_t kMaxCopies = 10'000'000;

// The position of `name`, which is added at the end if it is new.
std::uint32_t number(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  const auto position = static_cast<std::uint32_t>(found - names.begin());
  if (found == names.end()) names.push_back(name);
  return position;
}

// One clause's way into ids.
class ClauseResolver {
 public:
  // Whether messages name what may have been meant, which takes a look at all names.
  enum class Hints { kGiven, kNone };

  ClauseResolver(const ClauseText& clause, const std::filesystem::path& file,
                 const Vocabulary<EntityId>& entities, const Vocabulary<RelationId>& relations,
                 Hints hints = Hints::kGiven)
      : clause_(clause), file_(file), entities_(entities), relations_(relations), hints_(hints) {}

  // The rule with slots numbered from 0, as the first copy in a rule set would have them. Throws
  // LineError.
  Rule resolve() {
    if (clause_.body.size() > kMaxBodyAtoms) {
      reject("a body of {} atoms; at most {} can be proved in reasonable time, split the rule",
             clause_.body.size(), kMaxBodyAtoms);
    }
    Rule rule;
    rule.head = resolve(clause_.head);
    const std::size_t head_variables = variables_.size();
    for (const AtomText& atom : clause_.body) rule.body.push_back(resolve(atom));
    if (rule.body.empty()) {
      check_bodiless(rule);
    } else {
      for (std::uint32_t id = 0; id < head_variables; ++id) check_in_body(rule, id);
    }
    if (clause_.confidence && rule.head.predicate >= relations_.size()) {
      reject("a confidence belongs to a rule about a known relation, and {} is none",
             excerpt(clause_.head.predicate));
    }
    rule.variables = variables_.size();
    return rule;
  }

  // The names of the rule's variables, by number.
  const std::vector<std::string>& variables() const { return variables_; }

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
    if (const std::optional<RelationId> relation = relations_.find(name)) return *relation;
    if (is_pattern(name)) return pattern(name);
    return PredicateId(relations_.size() + number(slots_, name));
  }

  PredicateId pattern(const std::string& name) const {
    if (const std::optional<RelationId> known = relations_.find(pattern_name(name))) return *known;
    reject("no mention has the pattern '{}'; rules name those of mentions.tsv", excerpt(name));
  }

  Term term(const ArgumentText& argument) {
    if (argument.kind == ArgumentText::Kind::kVariable)
      return Term::variable(variable(argument.name));
    if (const std::optional<EntityId> entity = entities_.find(argument.name))
      return Term::entity(*entity);
    const std::string hint = hints_ == Hints::kNone ? "" : entities_.suggestion(argument.name);
    reject("unknown entity '{}'; {}", excerpt(argument.name),
           hint.empty() ? "a variable starts with an upper-case letter" : hint);
  }

  std::uint32_t variable(const std::string& name) {
    if (name != "_") return number(variables_, name);
    variables_.push_back(name);
    return static_cast<std::uint32_t>(variables_.size() - 1);
  }

  // `0.3 :: r(X, c)`: c is the answer that often, whatever X is.
  void check_bodiless(const Rule& rule) const {
    const auto& [first, second] = rule.head.arguments;
    if (first.is_variable() == second.is_variable()) {
      reject("a rule without a body has one variable and one constant, as in 0.3 :: r(X, c)");
    }
    if (!clause_.confidence || *clause_.confidence >= 1) {
      reject("a rule without a body needs a confidence below 1, as in 0.3 :: {}",
             atom_text(clause_.head.predicate, clause_.head.arguments[0].name,
                       clause_.head.arguments[1].name));
    }
  }

  void check_in_body(const Rule& rule, std::uint32_t id) const {
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
  const Vocabulary<EntityId>& entities_;
  const Vocabulary<RelationId>& relations_;
  Hints hints_;
  std::vector<std::string> variables_;
  std::vector<std::string> slots_;
};

// Moves every slot up by `offset`; relations, the predicates below `first_slot`, stay.
Rule shifted(const Rule& rule, std::size_t first_slot, std::size_t offset) {
  const auto shift = [&](Atom atom) {
    if (atom.predicate >= first_slot) atom.predicate = PredicateId(atom.predicate + offset);
    return atom;
  };
  Rule result{shift(rule.head), {}, rule.variables};
  for (const Atom& atom : rule.body) result.body.push_back(shift(atom));
  return result;
}

void warn_of_likely_mistakes(const std::vector<std::string>& slots,
                             const Vocabulary<RelationId>& relations, const std::string& where,
                             std::vector<std::string>& warnings) {
  for (const std::string& name : slots) {
    const std::string hint = relations.suggestion(name);
    if (hint.empty()) continue;
    warnings.push_back(fmt::format("{}: '{}' is no relation, so that its vector is learned; {}",
                                   where, name, hint));
  }
}

// Appends the clause's copies to the set.
void add_clause(const ClauseText& clause, const std::filesystem::path& file,
                const Vocabulary<EntityId>& entities, const Vocabulary<RelationId>& relations,
                RuleSet& set, std::vector<std::string>& warnings) {
  ClauseResolver resolver(clause, file, entities, relations);
  const Rule rule = resolver.resolve();
  const auto confidence = static_cast<float>(clause.confidence.value_or(RuleSet::kCertain));
  const std::size_t slots = resolver.slots().size();
  const auto where = [&] { return fmt::format("{}:{}", file.string(), clause.line); };
  if (slots == 0) {
    if (clause.copies > 1) {
      warnings.push_back(fmt::format(
          "{}: every predicate is a relation, so that the {} copies would be equal; one is made",
          where(), clause.copies));
    }
    set.append(rule, resolver.variables(), confidence, clause.counts);
    return;
  }
  warn_of_likely_mistakes(resolver.slots(), relations, where(), warnings);
  if (set.slots + slots * clause.copies > kMaxCopies) {
    fail_at(file, clause.line, "more than {} predicates to learn; ask for fewer copies",
            kMaxCopies);
  }
  set.templates.push_back({to_text(clause), clause.copies, RuleId(set.size())});
  for (std::size_t copy = 0; copy < clause.copies; ++copy) {
    set.append(shifted(rule, relations.size(), set.slots), resolver.variables(), confidence);
    set.slots += slots;
  }
}

// The counts that `gntp mine` leaves in a comment, `% support 123 of 148`; none in any other line.
RuleCounts counts_in_comment(std::string_view line) {
  constexpr std::string_view kMark = "% support ";
  constexpr std::string_view kOf = " of ";
  const std::size_t mark = line.rfind(kMark);
  if (mark == std::string_view::npos) return {};
  const char* at = line.data() + mark + kMark.size();
  const char* const end = line.data() + line.size();
  std::size_t support = 0;
  std::size_t body = 0;
  const auto [after_support, no_support] = std::from_chars(at, end, support);
  const std::string_view rest(after_support, end);
  if (no_support != std::errc() || !rest.starts_with(kOf)) return {};
  const auto [after_body, no_body] = std::from_chars(after_support + kOf.size(), end, body);
  if (no_body != std::errc() || support > body) return {};
  return RuleCounts::of(support, body);
}

void add_prolog(std::string_view line, std::size_t number, RuleFile& file) {
  if (Scanner(line, file.path, number).at_end()) return;
  ClauseText clause = parse_rule(line, file.path, number);
  clause.counts = counts_in_comment(line);
  const auto is_variable = [](const ArgumentText& argument) {
    return argument.kind == ArgumentText::Kind::kVariable;
  };
  if (clause.body.empty() && std::ranges::none_of(clause.head.arguments, is_variable)) {
    fail_at(file.path, number,
            "a clause without a body is a fact; facts belong in the training file");
  }
  file.clauses.push_back(std::move(clause));
}

// A rule that another program has found.
void add_found(ClauseText clause, RuleFile& file) {
  const auto variables =
      std::ranges::count(clause.head.arguments, ArgumentText::Kind::kVariable, &ArgumentText::kind);
  if (*clause.confidence == 0) {
    ++file.passed_over.impossible;
  } else if (clause.body.empty() && (variables != 1 || *clause.confidence == 1)) {
    ++file.passed_over.empty;
  } else {
    file.clauses.push_back(std::move(clause));
  }
}

std::optional<RuleFile::Format> format_by_name(const std::filesystem::path& path) {
  if (path.extension() == ".anyburl") return RuleFile::Format::kAnyburl;
  if (path.extension() == ".amie") return RuleFile::Format::kAmie;
  return std::nullopt;
}

RuleFile::Format format_by_line(std::string_view line) {
  if (looks_like_anyburl(line)) return RuleFile::Format::kAnyburl;
  if (AmieTable::looks_like(line)) return RuleFile::Format::kAmie;
  return RuleFile::Format::kProlog;
}

}  // namespace

namespace {

RuleFile read_rules(LineReader lines, BadLines& bad) {
  RuleFile file;
  file.path = lines.path();
  const std::filesystem::path& path = file.path;
  using Format = RuleFile::Format;
  std::optional<Format> format = format_by_name(path);  // open until the first line that is a rule
  AmieTable amie;
  for_each_line(lines, bad, [&](std::string_view line) {
    if (trim(line).empty()) return;
    file.format = format ? *format : format_by_line(line);
    const std::size_t number = lines.line_number();
    switch (file.format) {
      case Format::kProlog:
        add_prolog(line, number, file);
        break;
      case Format::kAnyburl:
        add_found(parse_anyburl(line, path, number), file);
        break;
      case Format::kAmie:
        if (!amie.take_header(line)) add_found(amie.parse(line, path, number), file);
        break;
    }
    format = file.format;
  });
  return file;
}

}  // namespace

RuleFile read_rules(const std::filesystem::path& path, BadLines& bad) {
  return read_rules(LineReader(path), bad);
}

RuleFile read_rules(const std::filesystem::path& path, std::string_view text, BadLines& bad) {
  return read_rules(LineReader(ByteSource(path, text)), bad);
}

void pass_over_unknown(RuleFile& file, const Vocabulary<EntityId>& entities,
                       const Vocabulary<RelationId>& relations) {
  if (file.format == RuleFile::Format::kProlog) return;
  const auto is_unknown = [&](const AtomText& atom) {
    return !relations.find(atom.predicate) ||
           std::ranges::any_of(atom.arguments, [&](const ArgumentText& argument) {
             return argument.kind == ArgumentText::Kind::kConstant && !entities.find(argument.name);
           });
  };
  file.passed_over.unknown += std::erase_if(file.clauses, [&](const ClauseText& clause) {
    return is_unknown(clause.head) || std::ranges::any_of(clause.body, is_unknown);
  });
}

void pass_over_bodiless(RuleFile& file) {
  if (file.format == RuleFile::Format::kProlog) return;
  file.passed_over.empty +=
      std::erase_if(file.clauses, [](const ClauseText& clause) { return clause.body.empty(); });
}

void drop_unresolved(RuleFile& file, const Vocabulary<EntityId>& entities,
                     const Vocabulary<RelationId>& relations, BadLines& bad) {
  std::erase_if(file.clauses, [&](const ClauseText& clause) {
    using Hints = ClauseResolver::Hints;
    const Hints hints = bad.wants_message(file.path) ? Hints::kGiven : Hints::kNone;
    bool resolved = false;
    bad.attempt(file.path, [&] {
      ClauseResolver(clause, file.path, entities, relations, hints).resolve();
      resolved = true;
    });
    return !resolved;
  });
}

RuleSet resolve_rules(const std::vector<RuleFile>& files, const Vocabulary<EntityId>& entities,
                      const Vocabulary<RelationId>& relations, std::vector<std::string>& warnings) {
  RuleSet set;
  for (const RuleFile& file : files) {
    for (const ClauseText& clause : file.clauses) {
      add_clause(clause, file.path, entities, relations, set, warnings);
    }
  }
  return set;
}

}  // namespace gntp
