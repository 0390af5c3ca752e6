#include "serve/rule_list.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "base/stop.h"
#include "engine/engine_state.h"

namespace gntp {
namespace {

constexpr std::size_t kSample = 1000;  // facts that are judged
constexpr std::size_t kBlock = 20;     // at a time

const KnowledgeBase& kb_of(const Engine& engine) {
  return engine.state().models.kb();
}

// Evenly spread over all relations, as facts are sorted by relation.
std::vector<Fact> sample_of_facts(const KnowledgeBase& kb) {
  const std::size_t all = kb.first_mention();
  const std::size_t count = std::min(kSample, all);
  std::vector<Fact> facts;
  facts.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Triple fact = kb.facts[i * all / count];
    facts.push_back({kb.entities.name(fact.head), kb.relations.name(fact.relation),
                     kb.entities.name(fact.tail)});
  }
  return facts;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

RuleList::RuleList(const Engine& engine)
    : engine_(engine),
      rules_(decode_rules(kb_of(engine), *engine.state().models.model())),
      decisive_(rules_.size()) {}

ListedRule RuleList::shown(std::size_t number) const {
  const KnowledgeBase& kb = kb_of(engine_);
  const DecodedRule& rule = rules_[number];
  const RuleCounts counts = to_clause(kb, rule).counts;
  ListedRule listed;
  listed.text = to_text(kb, rule);
  Wording wording(kb);
  listed.in_words = wording.differs() ? joined_atoms(atom_texts(kb, rule, wording)) : listed.text;
  listed.relation = kb.relations.name(rule.head.relation);
  listed.confidence = rule.confidence;
  listed.support = counts.support;
  listed.body = counts.body;
  listed.copies = rule.copies;
  listed.decisive = decisive_[number];
  return listed;
}

bool RuleList::passes(std::size_t number, const Selection& selection) const {
  const KnowledgeBase& kb = kb_of(engine_);
  const DecodedRule& rule = rules_[number];
  if (selection.relation && kb.relations.name(rule.head.relation) != *selection.relation) {
    return false;
  }
  if (selection.text.empty() || has(to_text(kb, rule), selection.text)) return true;
  Wording wording(kb);
  return wording.differs() && has(joined_atoms(atom_texts(kb, rule, wording)), selection.text);
}

RuleList::Page RuleList::find(const Selection& selection) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    if (i % 1024 == 0) stop_if_asked();
    if (passes(i, selection)) found.push_back(i);
  }
  if (selection.order != Order::kConfidence) {
    std::vector<std::size_t> by(rules_.size());
    const KnowledgeBase& kb = kb_of(engine_);
    for (const std::size_t i : found) {
      by[i] = selection.order == Order::kDecisive ? decisive_[i].load()
                                                  : to_clause(kb, rules_[i]).counts.support;
    }
    std::ranges::stable_sort(found, std::greater<>{}, [&](std::size_t i) { return by[i]; });
  }
  Page page;
  page.total = found.size();
  const std::size_t begin = std::min(selection.offset, found.size());
  const std::size_t end = begin + std::min(selection.count, found.size() - begin);
  for (std::size_t i = begin; i < end; ++i) page.rules.push_back(shown(found[i]));
  return page;
}

std::optional<ListedRule> RuleList::find(std::string_view text) const {
  const KnowledgeBase& kb = kb_of(engine_);
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    if (i % 1024 == 0) stop_if_asked();
    if (to_text(kb, rules_[i]) == text) return shown(i);
  }
  return std::nullopt;
}

RuleList::Judged RuleList::judged() {
  std::call_once(started_, [this] {
    judge_ = std::jthread([this](const std::stop_token& stop) { judge(stop); });
  });
  return {judged_, is_over_};
}

void RuleList::judge(const std::stop_token& stop) {
  try {
    const KnowledgeBase& kb = kb_of(engine_);
    std::unordered_map<std::string, std::size_t> number_of;
    for (std::size_t i = 0; i < rules_.size(); ++i) number_of.emplace(to_text(kb, rules_[i]), i);
    ExplainOptions options;
    options.proofs = 1;
    options.itself = ExplainOptions::Itself::kExcluded;
    Observer observer;
    observer.stop = stop;
    const std::vector<Fact> facts = sample_of_facts(kb);
    for (std::size_t begin = 0; begin < facts.size(); begin += kBlock) {
      const std::span<const Fact> block =
          std::span(facts).subspan(begin, std::min(kBlock, facts.size() - begin));
      for (const Explanation& each : engine_.explain(block, options, observer)) {
        if (each.proofs.empty()) continue;
        const auto found = number_of.find(each.proofs.front().root.source);
        if (found != number_of.end()) ++decisive_[found->second];
      }
      judged_ += block.size();
    }
    is_over_ = true;
  } catch (const Error&) {
    is_over_ = true;  // asked to stop
  }
}

}  // namespace gntp
