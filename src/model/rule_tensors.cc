#include "model/rule_tensors.h"

#include <numeric>

#include "base/text.h"
#include "model/kernel.h"

namespace gntp {
namespace {

constexpr const char* kForms = "rule_forms";
constexpr const char* kSymbols = "rule_symbols";
constexpr const char* kCounts = "rule_counts";
constexpr const char* kDistances = "rule_distances";

Tensor make_list(const std::vector<std::uint32_t>& values, std::vector<std::size_t> shape) {
  return make_tensor(Tensor::Type::kI32, std::move(shape), std::span<const std::uint32_t>(values));
}

void check_symbols(const Tensors& tensors, const RuleForm& form,
                   std::span<const std::uint32_t> symbols, std::size_t rule,
                   const KnowledgeBase& kb, std::size_t predicates) {
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const bool is_predicate = i < form.atoms.size();
    const std::size_t known = is_predicate ? predicates : kb.entities.size();
    if (symbols[i] < known) continue;
    tensors.wrong(kSymbols, "rule {} has the {} {}, where 0 to {} are known", rule,
                  is_predicate ? "predicate" : "entity", symbols[i], known - 1);
  }
}

// Templates come one after the other and are rules that are there.
void check_templates(const Tensors& tensors, const RuleSet& rules) {
  std::size_t next = 0;
  for (const RuleTemplate& each : rules.templates) {
    if (each.first < next || each.copies == 0 || each.first + each.copies > rules.size()) {
      tensors.wrong(kForms, "has no rules {} to {} for the template {}", each.first,
                    each.first + each.copies, excerpt(each.text));
    }
    next = each.first + each.copies;
  }
}

}  // namespace

void add_rules(const RuleSet& rules, const Model& model, TensorMap& tensors) {
  std::vector<std::uint32_t> values;
  values.reserve(rules.size());
  for (RuleId rule{0}; rule < rules.size(); ++rule) values.push_back(rules.form_id(rule));
  tensors.emplace(kForms, make_list(values, {rules.size()}));
  values.clear();
  for (RuleId rule{0}; rule < rules.size(); ++rule) {
    const std::span<const std::uint32_t> symbols = rules.symbols(rule);
    values.insert(values.end(), symbols.begin(), symbols.end());
  }
  tensors.emplace(kSymbols, make_list(values, {values.size()}));
  values.clear();
  for (RuleId rule{0}; rule < rules.size(); ++rule) {
    values.push_back(rules.counts(rule).support);
    values.push_back(rules.counts(rule).body);
  }
  tensors.emplace(kCounts, make_list(values, {rules.size(), 2}));
  tensors.emplace(kDistances, make_tensor(model.rule_distances, 0, rules.size()));
}

void read_rules(const Tensors& tensors, RuleDescription description, KnowledgeBase& kb,
                Model& model) {
  const std::vector<std::uint32_t> forms = tensors.integers(kForms);
  const std::vector<std::uint32_t> symbols = tensors.integers(kSymbols);
  const std::vector<std::uint32_t> counts = tensors.integers(kCounts, 2);
  if (counts.size() != 2 * forms.size()) {
    tensors.wrong(kCounts, "has {} rows for {} rules", counts.size() / 2, forms.size());
  }
  model.rule_distances = tensors.matrix(kDistances, forms.size(), 1);
  RuleSet& rules = kb.rules;
  rules.slots = model.slots();
  rules.templates = std::move(description.templates);
  rules.reserve(forms.size(), symbols.size());
  std::vector<RuleSet::FormId> form_ids;
  for (const RuleForm& form : description.forms) form_ids.push_back(rules.add_form(form));
  std::span<const std::uint32_t> rest = symbols;
  for (std::size_t rule = 0; rule < forms.size(); ++rule) {
    if (forms[rule] >= form_ids.size()) {
      tensors.wrong(kForms, "rule {} has the form {}, where rules.json has {}", rule, forms[rule],
                    form_ids.size());
    }
    const RuleForm& form = description.forms[forms[rule]];
    if (rest.size() < form.symbols()) tensors.wrong(kSymbols, "ends within rule {}", rule);
    const std::span<const std::uint32_t> own = rest.first(form.symbols());
    rest = rest.subspan(form.symbols());
    check_symbols(tensors, form, own, rule, kb, model.relations + model.slots());
    const float distance = model.rule_distances(rule, 0);
    if (distance < 0) tensors.wrong(kDistances, "rule {} has a distance below 0", rule);
    rules.append(form_ids[forms[rule]], own, static_cast<float>(score_of(distance, model.slope)),
                 {counts[2 * rule], counts[2 * rule + 1]});
  }
  if (!rest.empty()) tensors.wrong(kSymbols, "{} numbers follow the last rule", rest.size());
  check_templates(tensors, rules);
}

}  // namespace gntp
