// All rules of a knowledge base, compactly: millions of mined rules have few forms, so that a rule
// is the number of its form and the symbols that fill it.
//
// A rule may own a confidence, which training refines (model.h keeps it as a distance), and the
// counts that it was found with.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kb/rule.h"

namespace gntp {

// What rules have in common that differ in predicates and constants only. An argument is a variable
// of the rule, or an entity: then its id numbers the form's constants in the order of the atoms.
struct RuleForm {
  std::vector<std::array<Term, 2>> atoms;  // the head first
  std::vector<std::string> variables;      // names, by number
  std::size_t constants = 0;

  std::size_t symbols() const { return atoms.size() + constants; }
  friend auto operator<=>(const RuleForm&, const RuleForm&) = default;
};

// One line of a rule file with predicates to learn; its copies are neighbours in the rule set.
struct RuleTemplate {
  std::string text;  // as the user wrote it, blanks normalised
  std::size_t copies;
  RuleId first;
};

class RuleSet {
 public:
  using FormId = std::uint32_t;
  // A rule that is certain has no confidence to learn.
  static constexpr float kCertain = 1;

  std::size_t size() const { return forms_of_.size(); }
  bool empty() const { return forms_of_.empty(); }

  Rule operator[](RuleId rule) const;
  PredicateId head_predicate(RuleId rule) const { return predicate(rule, 0); }
  // Of an atom: the head's is 0, then come the body's.
  PredicateId predicate(RuleId rule, std::size_t atom) const {
    return PredicateId(symbols_[begin_[rule] + atom]);
  }
  // How many atoms there are, the head among them.
  std::size_t atoms(RuleId rule) const { return form(rule).atoms.size(); }
  // The predicates, then the constants in the order of the atoms.
  std::span<const std::uint32_t> symbols(RuleId rule) const {
    return std::span(symbols_).subspan(begin_[rule], form(rule).symbols());
  }
  FormId form_id(RuleId rule) const { return forms_of_[rule]; }
  const RuleForm& form(RuleId rule) const { return forms_[forms_of_[rule]]; }
  std::span<const RuleForm> forms() const { return forms_; }
  // What training starts with; kCertain: there is nothing to train.
  float confidence(RuleId rule) const { return confidences_[rule]; }
  bool is_certain(RuleId rule) const { return confidences_[rule] == kCertain; }
  RuleCounts counts(RuleId rule) const { return counts_[rule]; }

  // The place of the rule's template in `templates`; nothing for a rule without predicates to
  // learn.
  std::optional<std::size_t> template_of(RuleId rule) const;

  // The number of the form, which is added if it is new.
  FormId add_form(const RuleForm& form);
  // Requires: as many symbols as the form has, 0 < confidence <= 1.
  RuleId append(FormId form, std::span<const std::uint32_t> symbols, float confidence = kCertain,
                RuleCounts counts = {});
  // Requires: a name for each variable.
  RuleId append(const Rule& rule, const std::vector<std::string>& variables,
                float confidence = kCertain, RuleCounts counts = {});
  void reserve(std::size_t rules, std::size_t symbols);

  // Makes room for one more relation, the `first_slot`-th predicate: slots move up.
  void shift_slots(PredicateId first_slot);

  std::vector<RuleTemplate> templates;
  std::size_t slots = 0;  // learned predicate vectors over all rules

 private:
  std::vector<RuleForm> forms_;
  std::map<RuleForm, FormId> form_ids_;
  std::vector<FormId> forms_of_;        // by rule
  std::vector<std::size_t> begin_;      // by rule, in symbols_
  std::vector<std::uint32_t> symbols_;  // of all rules
  std::vector<float> confidences_;      // by rule
  std::vector<RuleCounts> counts_;      // by rule
};

}  // namespace gntp
