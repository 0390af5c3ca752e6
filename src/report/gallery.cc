#include "report/gallery.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "engine/engine_state.h"
#include "engine/watch.h"
#include "kb/triple_set.h"

namespace gntp {
namespace {

constexpr std::size_t kAsked = 400;     // questions, evenly over the split
constexpr std::size_t kBlock = 50;      // of them between two looks at the clock
constexpr std::size_t kAnswers = 10;    // of each that are looked at
constexpr std::size_t kExplained = 60;  // right ones that are chosen from
constexpr std::size_t kShown = 6;       // of each kind
constexpr std::size_t kProofs = 2;      // of each fact
constexpr const char* kTask = "choosing predictions";

// An even choice of so many numbers below `all`.
std::vector<std::size_t> evenly(std::size_t count, std::size_t all) {
  std::vector<std::size_t> chosen;
  const std::size_t wanted = std::min(count, all);
  for (std::size_t i = 0; i < wanted; ++i) chosen.push_back(i * all / wanted);
  return chosen;
}

Fact fact_of(const Triple& triple, const KnowledgeBase& kb) {
  return {kb.entities.name(triple.head), kb.relations.name(triple.relation),
          kb.entities.name(triple.tail)};
}

// An answer to a question of the split that is not what the split says.
struct Mistake {
  Fact predicted;
  Fact truth;
  std::size_t truth_rank = 0;
  double sureness = 0;
};

struct Answered {
  std::size_t questions = 0;
  std::vector<Fact> right;
  std::vector<Mistake> wrong;
};

double sureness_of(const Answer& answer) {
  return answer.probability.value_or(answer.score);
}

class Examiner {
 public:
  Examiner(const ReportSource& source, const Split& split, const Observer& observer)
      : engine_(source.engine),
        kb_(source.engine.state().models.kb()),
        split_(split),
        observer_(observer) {
    for (const Split& each : source.loaded->splits) {
      true_.insert(each.triples.begin(), each.triples.end());
    }
  }

  Answered ask() {
    Answered answered;
    const std::vector<Triple> asked = triples_to_ask();
    answered.questions = asked.size();
    for (std::size_t first = 0; first < asked.size(); first += kBlock) {
      report(observer_, kTask, 0.5 * static_cast<double>(first) / static_cast<double>(asked.size()),
             [&] { return fmt::format("{} of {} questions", first, asked.size()); });
      const auto triples = std::span(asked).subspan(first, std::min(kBlock, asked.size() - first));
      std::vector<Question> questions;
      for (const Triple& triple : triples) {
        const Fact fact = fact_of(triple, kb_);
        questions.push_back({fact.head, fact.relation, std::nullopt});
      }
      const auto lists =
          engine_.predict(questions, {.count = kAnswers, .known = KnownFacts::kLeftOut}, observer_);
      for (std::size_t i = 0; i < triples.size(); ++i) judge(triples[i], lists[i], answered);
    }
    return answered;
  }

 private:
  // One for each question. A fact that the model knows is no prediction.
  std::vector<Triple> triples_to_ask() const {
    std::set<std::pair<EntityId, RelationId>> seen;
    std::vector<Triple> all;
    for (const Triple& triple : split_.triples) {
      if (kb_.facts.contains(triple)) continue;
      if (seen.emplace(triple.head, triple.relation).second) all.push_back(triple);
    }
    std::vector<Triple> asked;
    for (const std::size_t i : evenly(kAsked, all.size())) asked.push_back(all[i]);
    return asked;
  }

  bool is_true(const Triple& asked, const Answer& answer) const {
    Triple fact = asked;
    const auto entity = kb_.entities.find(answer.name);
    if (!entity) return false;
    fact.tail = *entity;
    return true_.contains(fact);
  }

  void judge(const Triple& asked, const std::vector<Answer>& answers, Answered& answered) const {
    // The best of the likely answers need not be the model's answer.
    if (answers.empty() || answers.front().among_likely) return;
    Fact truth = fact_of(asked, kb_);
    const auto wrong = std::ranges::find_if(
        answers, [&](const Answer& answer) { return answer.rank == 1 && !is_true(asked, answer); });
    const auto right = std::ranges::find_if(
        answers, [&](const Answer& answer) { return answer.rank == 1 && is_true(asked, answer); });
    if (wrong == answers.end()) {
      answered.right.push_back({truth.head, truth.relation, right->name});
    } else if (right == answers.end()) {
      const auto place = std::ranges::find(answers, truth.tail, &Answer::name);
      const Fact predicted{truth.head, truth.relation, wrong->name};
      answered.wrong.push_back({predicted, std::move(truth),
                                place == answers.end() ? 0 : place->rank, sureness_of(*wrong)});
    }
  }

  const Engine& engine_;
  const KnowledgeBase& kb_;
  const Split& split_;
  const Observer& observer_;
  TripleSet true_;  // what any split says
};

// How much a reader learns from an explanation: rules that chain facts tell more than one fact.
double telling(const Explanation& explanation) {
  if (explanation.proofs.empty()) return 0;
  const ExplanationNode& root = explanation.proofs.front().root;
  if (root.kind != ExplanationNode::Kind::kRule) return 1;
  constexpr std::size_t kEnough = 3;
  const double facts = static_cast<double>(std::min(root.children.size(), kEnough));
  return 2 + facts + 3 * explanation.probability.value_or(explanation.score);
}

std::string first_rule(const Explanation& explanation) {
  return explanation.proofs.empty() ? std::string() : explanation.proofs.front().root.source;
}

// The most telling ones, of different relations and rules where there are some.
std::vector<GalleryCase> most_telling(const std::vector<Fact>& facts,
                                      std::vector<Explanation> explanations) {
  constexpr double kSameRelation = 2;
  constexpr double kSameRule = 3;
  std::map<std::string, std::size_t> by_relation;
  std::map<std::string, std::size_t> by_rule;
  std::vector<bool> taken(facts.size());
  std::vector<GalleryCase> chosen;
  while (chosen.size() < std::min(kShown, facts.size())) {
    std::size_t best = facts.size();
    double most = 0;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (taken[i]) continue;
      const double value = telling(explanations[i]) -
                           kSameRelation * static_cast<double>(by_relation[facts[i].relation]) -
                           kSameRule * static_cast<double>(by_rule[first_rule(explanations[i])]);
      if (best == facts.size() || value > most) {
        best = i;
        most = value;
      }
    }
    taken[best] = true;
    ++by_relation[facts[best].relation];
    ++by_rule[first_rule(explanations[best])];
    chosen.push_back({.predicted = facts[best], .why = std::move(explanations[best])});
  }
  return chosen;
}

std::vector<Fact> evenly_of(const std::vector<Fact>& facts, std::size_t count) {
  std::vector<Fact> chosen;
  for (const std::size_t i : evenly(count, facts.size())) chosen.push_back(facts[i]);
  return chosen;
}

// The surest first, at most two of a relation unless there are no others.
std::vector<Mistake> surest(std::vector<Mistake> mistakes) {
  constexpr std::size_t kOfRelation = 2;
  std::ranges::stable_sort(mistakes, std::greater<>{}, &Mistake::sureness);
  std::map<std::string, std::size_t> by_relation;
  std::vector<Mistake> chosen;
  std::vector<Mistake> others;
  std::vector<Fact> seen;
  for (Mistake& mistake : mistakes) {
    if (std::ranges::find(seen, mistake.predicted) != seen.end()) continue;
    seen.push_back(mistake.predicted);
    const bool many = by_relation[mistake.truth.relation]++ >= kOfRelation;
    (many ? others : chosen).push_back(std::move(mistake));
  }
  std::ranges::move(others, std::back_inserter(chosen));
  chosen.resize(std::min(chosen.size(), kShown));
  return chosen;
}

std::vector<GalleryCase> explained(const Engine& engine, std::vector<Mistake> mistakes,
                                   const Observer& observer) {
  std::vector<Fact> facts;
  for (const Mistake& mistake : mistakes) {
    facts.push_back(mistake.predicted);
    facts.push_back(mistake.truth);
  }
  std::vector<Explanation> explanations = engine.explain(facts, {.proofs = kProofs}, observer);
  std::vector<GalleryCase> cases;
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    cases.push_back({.predicted = std::move(mistakes[i].predicted),
                     .why = std::move(explanations[2 * i]),
                     .truth = std::move(mistakes[i].truth),
                     .truth_rank = mistakes[i].truth_rank,
                     .why_truth = std::move(explanations[2 * i + 1])});
  }
  return cases;
}

// The split that predictions are taken from; null: none.
const Split* asked_split(const ReportSource& source) {
  if (!source.loaded) return nullptr;
  const auto has_triples = [](const Split& split) { return !split.triples.empty(); };
  for (const std::string_view name : {"test", "valid"}) {
    const Split* split = source.loaded->find_split(name);
    if (split != nullptr && has_triples(*split)) return split;
  }
  const auto any = std::ranges::find_if(source.loaded->splits, has_triples);
  return any == source.loaded->splits.end() ? nullptr : &*any;
}

// Facts that the model knows, as it would infer them.
Gallery from_training(const ReportSource& source, const Observer& observer) {
  const KnowledgeBase& kb = source.engine.state().models.kb();
  Gallery gallery;
  gallery.split = "train";
  gallery.of = kb.first_mention();
  std::vector<Fact> facts;
  for (const std::size_t i : evenly(kExplained, gallery.of)) {
    facts.push_back(fact_of(kb.facts[i], kb));
  }
  gallery.asked = facts.size();
  report(observer, kTask, 0.5, [] { return std::string(); });
  std::vector<Explanation> explanations = source.engine.explain(
      facts, {.proofs = kProofs, .itself = ExplainOptions::Itself::kExcluded}, observer);
  std::vector<Fact> proved;
  std::vector<Explanation> why;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    if (explanations[i].proofs.empty()) continue;
    proved.push_back(facts[i]);
    why.push_back(std::move(explanations[i]));
  }
  gallery.right_ones = proved.size();
  gallery.wrong_ones = gallery.asked - proved.size();
  gallery.right = most_telling(proved, std::move(why));
  return gallery;
}

}  // namespace

Gallery choose_gallery(const ReportSource& source, const Observer& observer) {
  const Split* split = asked_split(source);
  if (split == nullptr) return from_training(source, observer);
  Answered answered = Examiner(source, *split, observer).ask();
  Gallery gallery;
  gallery.split = split->name;
  gallery.of = split->triples.size();
  gallery.asked = answered.questions;
  gallery.right_ones = answered.right.size();
  gallery.wrong_ones = answered.wrong.size();
  report(observer, kTask, 0.6, [] { return std::string(); });
  const std::vector<Fact> right = evenly_of(answered.right, kExplained);
  gallery.right = most_telling(right, source.engine.explain(right, {.proofs = kProofs}, observer));
  report(observer, kTask, 0.9, [] { return std::string(); });
  gallery.wrong = explained(source.engine, surest(std::move(answered.wrong)), observer);
  return gallery;
}

}  // namespace gntp
