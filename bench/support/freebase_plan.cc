#include "support/freebase_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/random.h"
#include "support/freebase_hash.h"
#include "support/freebase_kinds.h"
#include "support/freebase_names.h"

namespace gntp::bench {
namespace {

constexpr double kZipf = 1.1;            // relation sizes
constexpr double kLeastSupport = 80;     // of a planted rule
constexpr double kMostPairs = 200;       // a source's pairs in the body of a composition
constexpr double kLargestRule = 0.02;    // its facts of all
constexpr double kConcluded = 0.4;       // of all facts, at most about
constexpr std::uint32_t kHubShare = 60;  // no relation gives an entity more than things / kHubShare

// How many relations are what, of a hundred; the rest is drawn or paired. (Symmetric ones are fewer
// where few relations are large enough.)
constexpr std::size_t kSymmetricShare = 8;
constexpr std::size_t kInverseShare = 12;
constexpr std::size_t kSubrelationShare = 12;
constexpr std::size_t kComposedShare = 14;

FreebaseLikeOptions completed(FreebaseLikeOptions options) {
  const auto facts = static_cast<double>(options.facts);
  if (options.entities == 0) options.entities = static_cast<std::size_t>(facts * 86 / 637);
  if (options.relations == 0) {
    options.relations = std::min(static_cast<std::size_t>(2000 * std::pow(facts / 1e6, 0.312)),
                                 options.facts / 100);
  }
  if (options.facts < 20'000) {
    fail("{} facts are too few for something like Freebase; make it 20000 or more", options.facts);
  }
  if (options.entities < 500 || options.entities > (std::size_t{1} << 28U) ||
      options.entities > options.facts / 4 || options.entities < options.facts / 50) {
    fail(
        "{} entities do not go with {} facts; make it 4 to 50 facts an entity, and 500 entities or"
        " more",
        options.entities, options.facts);
  }
  if (options.relations < 50 || options.relations > options.facts / 100 ||
      options.relations > 400'000) {
    fail(
        "{} relations do not go with {} facts; make it 100 facts a relation or more, and 50"
        " relations or more",
        options.relations, options.facts);
  }
  return options;
}

double mean_targets(Spread spread) {
  return spread == Spread::kOne ? 1 : spread == Spread::kFew ? 1.63 : 5.19;
}

class Planner {
 public:
  explicit Planner(const FreebaseLikeOptions& options) : random_(options.seed, 1) {
    plan_.options = completed(options);
    const std::size_t entities = plan_.options.entities;
    kinds_ = make_kinds(
        entities, std::clamp<std::size_t>(plan_.options.relations / 12, 8, entities / 20), random_);
    for (std::uint32_t i = 0; i < kinds_.count(); ++i) plan_.kind_names.push_back(kind_name(i));
  }

  // The sizes of what is concluded are known only when it is planned: so it is planned again until
  // the sum is near, and then relations that take part in no rule make up for the rest.
  FreebasePlan make() {
    const auto wanted = static_cast<double>(plan_.options.facts);
    const auto kinds = static_cast<double>(kinds_.things());
    double base = (wanted - kinds) / 2;
    for (int i = 0; i < 8; ++i) {
      plan_relations(base);
      const double sum = total();
      if (std::abs(sum / wanted - 1) < 0.05) break;
      base *= std::clamp((wanted - kinds) / (sum - kinds), 0.3, 3.0);
    }
    estimate_finely();
    for (int i = 0; i < 3; ++i) resize_plain_relations(wanted);
    name_relations();
    plan_.expected_facts = total();
    plan_.kinds = kinds_;
    plan_.relations = relations_;
    return std::move(plan_);
  }

 private:
  double total() const { return std::accumulate(facts_.begin(), facts_.end(), 0.0); }
  std::uint32_t things() const { return kinds_.things(); }

  // A kind, a domain or all: the first that has room, and not all the same one.
  Window region_for(double size) {
    constexpr int kTries = 8;
    for (int i = 0; i < 2 * kTries; ++i) {
      const std::uint32_t kind = kinds_.kind_of(random_.below(things()));
      const Window region = i < kTries ? kinds_.window(kind) : kinds_.domain_of(kind);
      if (region.size * 0.9 >= size) return region;
    }
    return {0, things()};
  }

  // Rather in front, where those are that everybody knows.
  Window window_in(const Window& region, double size) {
    const auto taken = static_cast<std::uint32_t>(std::clamp<double>(size, 1, region.size));
    const double u = random_.uniform();
    return {region.begin + static_cast<std::uint32_t>((region.size - taken) * u * u * u), taken};
  }

  void plan_relations(double base) {
    random_ = Random(plan_.options.seed, 2);
    relations_.clear();
    facts_.clear();
    plan_.bodies.clear();
    used_.clear();
    Relation kind;
    kind.recipe = Recipe::kKind;
    kind.sources = {0, things()};
    add(kind);
    const std::size_t all = plan_.options.relations;
    const std::size_t inverses = all * kInverseShare / 100;
    const std::size_t subrelations = all * kSubrelationShare / 100;
    const std::size_t composed = all * kComposedShare / 100;
    conclusions_left_ = inverses + subrelations + composed;
    facts_left_ = kConcluded * static_cast<double>(plan_.options.facts);
    plan_base(all - 1 - conclusions_left_, base);
    list_by_kind();
    for (std::size_t i = 0; i < inverses; ++i) add_copy(confidence(i), Direction::kTurned);
    for (std::size_t i = 0; i < subrelations; ++i) add_copy(confidence(i), Direction::kForward);
    for (std::size_t i = 0; i < composed; ++i) add_composed(confidence(i));
  }

  // Spread evenly over .1 to .95.
  static double confidence(std::size_t i) {
    const double turn = (static_cast<double>(i) + 0.5) * 0.6180339887498949;
    return 0.1 + 0.85 * (turn - std::floor(turn));
  }

  void add(Relation relation) {
    relation.key = hash_of(hash_of(plan_.options.seed, 3), relations_.size());
    relations_.push_back(std::move(relation));
    const Relation& added = relations_.back();
    const Estimate size = estimate(relations_, kinds_, added, 256 + added.sources.size / 1000);
    facts_.push_back(size.facts);
    plan_.bodies.push_back(size.body);
    used_.push_back(0);
  }

  void plan_base(std::size_t number, double facts) {
    std::vector<double> shares;
    const double stride =
        static_cast<double>(plan_.options.relations) / static_cast<double>(number);
    for (std::size_t i = 0; i < number; ++i) {
      shares.push_back(std::pow(1 + static_cast<double>(i) * stride, -kZipf));
    }
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    const std::size_t symmetric = plan_.options.relations * kSymmetricShare / 100;
    std::size_t symmetric_made = 0;
    for (std::size_t i = 0; i < number; ++i) {
      const double wanted = std::max(20.0, facts * shares[i] / sum);
      const double sure = confidence(random_.below(1000));
      if (symmetric_made < symmetric && may_conclude(sure * wanted) && random_.below(3) == 0) {
        add_symmetric(wanted, sure);
        ++symmetric_made;
      } else {
        add_base(wanted);
      }
    }
  }

  void add_base(double wanted) {
    Relation relation;
    const std::uint32_t kind = random_.below(100);
    relation.recipe = kind < 12 ? Recipe::kPaired : Recipe::kDrawn;
    relation.spread = kind < 50 ? Spread::kOne : kind < 75 ? Spread::kFew : Spread::kMany;
    relation.direction = random_.below(2) == 0 ? Direction::kForward : Direction::kTurned;
    relation.degrees = random_.below(3) == 0 ? Degrees::kOwn : Degrees::kByFame;
    relation.coverage = 0.2 + 0.8 * random_.uniform();
    const double sources = wanted / relation.coverage / mean_targets(relation.spread);
    relation.sources = window_in(region_for(sources), sources);
    if (relation.recipe == Recipe::kPaired) {
      // Primes above any number of entities.
      constexpr std::array<std::uint64_t, 3> kPrimes{2'147'483'647, 2'147'483'629, 2'147'483'587};
      relation.factor = kPrimes[random_.below(kPrimes.size())];
      relation.targets = window_in(region_for(sources), relation.sources.size);
    } else {
      choose_targets(wanted, relation);
    }
    add(std::move(relation));
  }

  // Few targets, as countries are, or most of a kind; the best known gets no more than a hub may.
  void choose_targets(double wanted, Relation& relation) {
    const bool few = relation.spread == Spread::kOne && random_.below(3) == 0;
    double size = few ? 10 * std::pow(100.0, random_.uniform()) : 0;
    Window region = region_for(std::max(size, wanted / 50));
    if (!few) size = region.size * (0.3 + 0.7 * random_.uniform());
    constexpr std::array<std::uint8_t, 8> kSkews{1, 3, 4, 4, 5, 5, 6, 6};
    relation.skew = kSkews[random_.below(kSkews.size())];
    if (few) size = std::max(size, 2 * wanted / most_facts());
    if (size > region.size) region = {0, things()};
    relation.targets = window_in(region, size);
    relation.smear = smear_for(wanted, relation);
  }

  double most_facts() const { return std::max(100.0, static_cast<double>(things()) / kHubShare); }

  // The first n of w targets have the share (n / w)^(1 / skew). They are taken together, as many as
  // it takes to give none of them more than a hub may have.
  std::uint32_t smear_for(double wanted, const Relation& relation) const {
    const double size = relation.targets.size;
    if (relation.skew == 1) return 1;
    const double skew = relation.skew;
    const double first = wanted / most_facts() * std::pow(size, -1 / skew);
    return static_cast<std::uint32_t>(std::clamp(std::pow(first, skew / (skew - 1)), 1.0, size));
  }

  // With the confidence c, a pair has its counterpart with the probability q: c = 2 q / (1 + q).
  void add_symmetric(double wanted, double confidence) {
    Relation relation;
    relation.recipe = Recipe::kSymmetric;
    relation.spread = random_.below(3) == 0 ? Spread::kOne : Spread::kFew;
    relation.probability = confidence / (2 - confidence);
    relation.coverage = 0.5 + 0.5 * random_.uniform();
    const double sources =
        wanted / relation.coverage / mean_targets(relation.spread) / (1 + relation.probability);
    const Window region = region_for(sources);
    relation.sources = window_in(region, sources);
    relation.targets = relation.sources;
    relation.skew = static_cast<std::uint8_t>(1 + random_.below(4));
    relation.smear = smear_for(wanted, relation);
    add(std::move(relation));
  }

  // What others may conclude from, by the kinds of their sources: half of those that there are. The
  // largest one is free to make up for what is missing.
  void list_by_kind() {
    bodies_.clear();
    by_kind_.assign(kinds_.count(), {});
    for (std::uint32_t i = 0; i < relations_.size(); ++i) {
      const Relation& relation = relations_[i];
      if (relation.recipe != Recipe::kDrawn && relation.recipe != Recipe::kPaired) continue;
      if (i == 1 || random_.below(2) == 0) continue;
      bodies_.push_back(i);
      const std::uint32_t last = kinds_.kind_of(relation.sources.end() - 1);
      for (std::uint32_t k = kinds_.kind_of(relation.sources.begin); k <= last; ++k) {
        by_kind_[k].push_back(i);
      }
    }
  }

  void add_copy(double confidence, Direction turn) {
    std::uint32_t of = bodies_[random_.below(bodies_.size())];
    for (int i = 0; i < 200 && !may_conclude(confidence * facts_[of]); ++i) {
      of = bodies_[random_.below(bodies_.size())];
    }
    if (!may_conclude(confidence * facts_[of])) return add_base(kLeastSupport);
    Relation relation;
    relation.recipe = Recipe::kCopied;
    relation.probability = confidence;
    relation.first = relation.second = of;
    relation.sources = relations_[of].sources;
    relation.targets = relations_[of].targets;
    const bool turned =
        (relations_[of].direction == Direction::kTurned) != (turn == Direction::kTurned);
    relation.direction = turned ? Direction::kTurned : Direction::kForward;
    add_conclusion(std::move(relation));
  }

  // Sizes differ a lot, but all together they must not be too many.
  bool may_conclude(double facts) const {
    const double share =
        facts_left_ / static_cast<double>(std::max<std::size_t>(conclusions_left_, 1));
    const double most =
        std::min(8 * share, kLargestRule * static_cast<double>(plan_.options.facts));
    return facts >= kLeastSupport && facts <= std::max(most, 2 * kLeastSupport);
  }

  void add_conclusion(Relation relation) {
    used_[relation.first] = used_[relation.second] = 1;
    add(std::move(relation));
    facts_left_ = std::max(0.0, facts_left_ - facts_.back());
    --conclusions_left_;
  }

  void add_composed(double confidence) {
    for (int i = 0; i < 100; ++i) {
      Relation relation;
      relation.recipe = Recipe::kComposed;
      relation.probability = confidence;
      relation.first = bodies_[random_.below(bodies_.size())];
      const Relation& first = relations_[relation.first];
      const auto& onward = by_kind_[kinds_.kind_of(first.targets.begin)];
      if (onward.empty()) continue;
      relation.second = onward[random_.below(onward.size())];
      relation.sources = first.sources;
      relation.targets = relations_[relation.second].targets;
      if (!is_worth_composing(relation)) continue;
      relation.direction = random_.below(2) == 0 ? Direction::kForward : Direction::kTurned;
      return add_conclusion(std::move(relation));
    }
    add_copy(confidence, Direction::kForward);
  }

  // A rough look first: most are not.
  bool is_worth_composing(const Relation& relation) const {
    for (const std::uint32_t sample : {24U, 1000U}) {
      const double body = estimate(relations_, kinds_, relation, sample).body;
      if (body > kMostPairs * relation.sources.size) return false;
      if (!may_conclude(body * relation.probability)) return false;
    }
    return true;
  }

  void resize_plain_relations(double wanted) {
    const auto is_plain = [&](std::size_t i) {
      const Recipe recipe = relations_[i].recipe;
      return used_[i] == 0 && (recipe == Recipe::kDrawn || recipe == Recipe::kPaired);
    };
    double plain = 0;
    for (std::size_t i = 0; i < relations_.size(); ++i) plain += is_plain(i) ? facts_[i] : 0;
    const double factor = std::clamp((wanted - (total() - plain)) / plain, 0.5, 2.0);
    for (std::size_t i = 0; i < relations_.size(); ++i) {
      if (!is_plain(i)) continue;
      Relation& relation = relations_[i];
      const double room = things() - relation.sources.begin;
      relation.sources.size = static_cast<std::uint32_t>(
          std::clamp(std::round(relation.sources.size * factor), 1.0, room));
      if (relation.recipe == Recipe::kPaired) {
        relation.targets.size = relation.sources.size;
        relation.targets.begin = std::min(relation.targets.begin, things() - relation.targets.size);
      }
      facts_[i] = estimate(relations_, kinds_, relation, fine_sample(relation)).facts;
    }
  }

  // All together some millions of sources; compositions take the longest.
  std::uint32_t fine_sample(const Relation& relation) const {
    const auto each = static_cast<std::uint32_t>(10'000'000 / plan_.options.relations);
    const std::uint32_t share = relation.recipe == Recipe::kComposed ? 200 : 20;
    return std::clamp(each, 1000U, 30'000U) + relation.sources.size / share;
  }

  void estimate_finely() {
    for (std::size_t i = 0; i < relations_.size(); ++i) {
      const Estimate size = estimate(relations_, kinds_, relations_[i], fine_sample(relations_[i]));
      facts_[i] = size.facts;
      plan_.bodies[i] =
          relations_[i].recipe == Recipe::kCopied ? facts_[relations_[i].first] : size.body;
    }
  }

  // By where their heads are, and a word that no other relation has.
  void name_relations() {
    relations_[0].name = "/kind/thing/kind";
    for (std::uint32_t i = 1; i < relations_.size(); ++i) {
      Relation& relation = relations_[i];
      const bool turned = relation.direction == Direction::kTurned;
      const Window& heads = turned ? relation.targets : relation.sources;
      const std::uint32_t kind = kinds_.kind_of(heads.begin);
      const Window domain = kinds_.domain_of(kind);
      relation.name = heads.end() <= kinds_.window(kind).end() ? plan_.kind_names[kind]
                      : heads.end() <= domain.end()            ? domain_name(kind) + "/thing"
                                                               : "/common/thing";
      relation.name += "/" + invented_word(i);
      if (random_.below(3) == 0) relation.name += "_" + invented_word(random_.below(400'000));
    }
  }

  Random random_;
  FreebasePlan plan_;
  Kinds kinds_;
  std::vector<Relation> relations_;
  std::vector<double> facts_;                        // by relation, estimated
  std::size_t conclusions_left_ = 0;                 // relations to be planned
  double facts_left_ = 0;                            // for them
  std::vector<std::uint8_t> used_;                   // by relation: some rule concludes from it
  std::vector<std::uint32_t> bodies_;                // relations
  std::vector<std::vector<std::uint32_t>> by_kind_;  // relations
};

}  // namespace

FreebasePlan make_plan(const FreebaseLikeOptions& options) {
  return Planner(options).make();
}

}  // namespace gntp::bench
