#include "kb/rule_set.h"

#include <algorithm>
#include <cassert>

namespace gntp {

Rule RuleSet::operator[](RuleId rule) const {
  const RuleForm& shape = form(rule);
  const std::span<const std::uint32_t> all = symbols(rule);
  const std::span<const std::uint32_t> constants = all.subspan(shape.atoms.size());
  const auto filled = [&](std::size_t i) {
    Atom atom{PredicateId(all[i]), shape.atoms[i]};
    for (Term& term : atom.arguments) {
      if (!term.is_variable()) term.id = constants[term.id];
    }
    return atom;
  };
  Rule result;
  result.head = filled(0);
  for (std::size_t i = 1; i < shape.atoms.size(); ++i) result.body.push_back(filled(i));
  result.variables = shape.variables.size();
  return result;
}

std::optional<std::size_t> RuleSet::template_of(RuleId rule) const {
  const auto next = std::ranges::upper_bound(templates, rule, {}, &RuleTemplate::first);
  if (next == templates.begin()) return std::nullopt;
  const RuleTemplate& last = *(next - 1);
  if (rule >= last.first + last.copies) return std::nullopt;
  return static_cast<std::size_t>(next - 1 - templates.begin());
}

RuleSet::FormId RuleSet::add_form(const RuleForm& form) {
  const auto [place, is_new] = form_ids_.try_emplace(form, static_cast<FormId>(forms_.size()));
  if (is_new) forms_.push_back(form);
  return place->second;
}

RuleId RuleSet::append(FormId form, std::span<const std::uint32_t> symbols, float confidence,
                       RuleCounts counts) {
  assert(symbols.size() == forms_[form].symbols());
  forms_of_.push_back(form);
  begin_.push_back(symbols_.size());
  symbols_.insert(symbols_.end(), symbols.begin(), symbols.end());
  confidences_.push_back(confidence);
  counts_.push_back(counts);
  return RuleId(forms_of_.size() - 1);
}

RuleId RuleSet::append(const Rule& rule, const std::vector<std::string>& variables,
                       float confidence, RuleCounts counts) {
  assert(variables.size() == rule.variables);
  RuleForm form{{}, variables, 0};
  std::vector<std::uint32_t> predicates;
  std::vector<std::uint32_t> constants;
  const auto add = [&](const Atom& atom) {
    predicates.push_back(atom.predicate);
    form.atoms.push_back(atom.arguments);
    for (Term& term : form.atoms.back()) {
      if (term.is_variable()) continue;
      constants.push_back(term.id);
      term = Term::entity(EntityId(form.constants++));
    }
  };
  add(rule.head);
  std::ranges::for_each(rule.body, add);
  predicates.insert(predicates.end(), constants.begin(), constants.end());
  return append(add_form(form), predicates, confidence, counts);
}

void RuleSet::reserve(std::size_t rules, std::size_t symbols) {
  forms_of_.reserve(rules);
  begin_.reserve(rules);
  symbols_.reserve(symbols);
  confidences_.reserve(rules);
  counts_.reserve(rules);
}

void RuleSet::shift_slots(PredicateId first_slot) {
  for (RuleId rule{0}; rule < size(); ++rule) {
    for (std::size_t i = begin_[rule]; i < begin_[rule] + atoms(rule); ++i) {
      if (symbols_[i] >= first_slot) ++symbols_[i];
    }
  }
}

}  // namespace gntp
