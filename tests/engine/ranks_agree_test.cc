// predict, judge (what `gntp score` prints), evaluate and explain say the same about the same
// facts: scores, tie-breakers, ranks and ties; over random knowledge bases, every aggregate and
// every kind of search.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gntp/engine.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "base/random.h"
#include "base/text.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::TempFolder;

constexpr std::size_t kEntities = 9;
constexpr std::size_t kRelations = 3;

struct Line {
  std::size_t head, relation, tail;
  auto operator<=>(const Line&) const = default;
};

std::string entity(std::size_t id) {
  return fmt::format("e{}", id);
}
std::string relation(std::size_t id) {
  return fmt::format("r{}", id);
}
std::string text_of(const std::set<Line>& lines) {
  std::string text;
  for (const auto& [head, rel, tail] : lines) {
    text += fmt::format("{}\t{}\t{}\n", entity(head), relation(rel), entity(tail));
  }
  return text;
}

// A data set of random facts, with two rules that say the same, so that there are ties.
struct RandomData {
  std::set<Line> train, valid, test;
  std::set<std::size_t> candidates;  // none: no candidates.txt

  explicit RandomData(std::uint64_t seed) {
    Random random(seed, 11);
    const auto draw = [&](std::set<Line>& lines, std::size_t count) {
      while (lines.size() < count) {
        lines.insert({random.below(kEntities), random.below(kRelations), random.below(kEntities)});
      }
    };
    draw(train, 22);
    for (std::size_t id = 0; id < kEntities; ++id) train.insert({id, 2, (id + 1) % kEntities});
    draw(valid, 2);
    draw(test, 3);
    if (seed % 2 == 0) {
      for (std::size_t id = 0; id < kEntities; id += 2) candidates.insert(id);
    }
  }

  void write(const TempFolder& folder, const std::string& name,
             const std::set<Line>& test_lines) const {
    folder.write(name + "/train.tsv", text_of(train));
    folder.write(name + "/valid.tsv", text_of(valid));
    folder.write(name + "/test.tsv", text_of(test_lines));
    folder.write(name + "/rules.pl",
                 "0.8 :: r0(X, Y) :- r1(X, Z), r2(Z, Y)\n0.8 :: r0(X, Y) :- r2(X, Z), r1(Z, Y)\n"
                 "0.6 :: r1(X, Y) :- r0(Y, X)\n0.6 :: r1(X, Y) :- r2(X, Y)\n"
                 "0.6 :: r1(X, Y) :- r2(Y, X)\n0.5 :: r2(X, Y) :- r1(X, Z), r0(Z, Y)\n");
    std::string names;
    for (const std::size_t id : candidates) names += entity(id) + '\n';
    if (!names.empty()) folder.write(name + "/candidates.txt", names);
  }

  bool limits(std::size_t rel) const {
    if (candidates.empty()) return false;
    for (const std::set<Line>& split : {valid, test}) {
      for (const Line& line : split) {
        if (line.relation == rel) return true;
      }
    }
    return false;
  }
};

// Settings, blanks between them.
std::vector<std::string> choices_of_search() {
  return {"model.entities=symbolic model.relations=symbolic",
          "model.entities=symbolic model.relations=symbolic rank.groundings=share",
          "model.entities=symbolic model.relations=symbolic rank.competing_facts=weigh",
          "model.relations=symbolic",
          "model.relations=symbolic rank.competing_facts=weigh",
          "prover.tnorm=product",
          "prover.unification=joint",
          "prover.depth=2 model.entities=symbolic",
          "prover.depth=2 prover.tnorm=product prover.unification=joint model.entities=symbolic"};
}

class RanksAgree : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {
 protected:
  Engine train(const std::string& data) const {
    Settings settings;
    settings.set("learn.epochs", "1");
    settings.set("rank.aggregate", std::get<0>(GetParam()));
    if (std::get<0>(GetParam()) != "max") settings.set("rank.proofs", "4");
    for (const std::string_view each : split(std::get<1>(GetParam()), ' ')) settings.assign(each);
    return Engine::train(Dataset::load(folder_.path() / data), settings, {.threads = 1});
  }

  TempFolder folder_;
};

enum class Asked { kHead, kTail };

// What `judge` says of every answer to a question, and what follows from it.
class Judged {
 public:
  Judged(const Engine& engine, const Line& line, Asked asked) : asked_(asked), line_(line) {
    std::vector<Fact> facts;
    for (std::size_t id = 0; id < kEntities; ++id) {
      const Line each = with(id);
      facts.push_back({entity(each.head), relation(each.relation), entity(each.tail)});
    }
    judgements_ = engine.judge(facts);
  }

  Line with(std::size_t id) const {
    return asked_ == Asked::kHead ? Line{id, line_.relation, line_.tail}
                                  : Line{line_.head, line_.relation, id};
  }
  const Judgement& of(std::size_t id) const { return judgements_[id]; }
  bool better(std::size_t a, std::size_t b) const {
    return std::tie(of(a).score, of(a).tie_breaker) > std::tie(of(b).score, of(b).tie_breaker);
  }

 private:
  Asked asked_;
  Line line_;
  std::vector<Judgement> judgements_;
};

std::string question(const Line& line, Asked asked) {
  return asked == Asked::kHead
             ? fmt::format("{}(?, {})", relation(line.relation), entity(line.tail))
             : fmt::format("{}({}, ?)", relation(line.relation), entity(line.head));
}

void expect_predictions(const Engine& engine, const RandomData& data, const Line& line,
                        Asked asked) {
  SCOPED_TRACE(question(line, asked));
  const Judged judged(engine, line, asked);
  const bool limited = asked == Asked::kTail && data.limits(line.relation);
  std::vector<std::size_t> possible;
  for (std::size_t id = 0; id < kEntities; ++id) {
    if (judged.of(id).score > 0 && (!limited || data.candidates.contains(id))) {
      possible.push_back(id);
    }
  }
  const std::vector<Answer> answers = engine.predict(question(line, asked), 100);
  ASSERT_EQ(answers.size(), possible.size());
  for (const Answer& answer : answers) {
    const std::size_t id = std::stoul(answer.name.substr(1));
    EXPECT_EQ(answer.score, judged.of(id).score) << answer.name;
    EXPECT_EQ(answer.tie_breaker, judged.of(id).tie_breaker) << answer.name;
    const auto rank = 1 + std::ranges::count_if(possible, [&](std::size_t other) {
                        return judged.better(other, id);
                      });
    EXPECT_EQ(answer.rank, static_cast<std::size_t>(rank)) << answer.name;
    EXPECT_EQ(answer.known, data.train.contains(judged.with(id))) << answer.name;
  }
}

void expect_explanation(const Engine& engine, const Line& line) {
  const Fact fact{entity(line.head), relation(line.relation), entity(line.tail)};
  const Judgement judgement = engine.judge(std::vector<Fact>{fact}).front();
  const Explanation explanation =
      engine.explain(fmt::format("{}({}, {})", fact.relation, fact.head, fact.tail));
  EXPECT_EQ(explanation.score, judgement.score);
  EXPECT_EQ(explanation.tie_breaker, judgement.tie_breaker);
}

// The rank of a test triple among the answers that are not known from any split.
void expect_rank(const Engine& engine, const RandomData& data, const Line& line, Asked asked,
                 const RankingQuality& quality) {
  SCOPED_TRACE(question(line, asked));
  const Judged judged(engine, line, asked);
  const std::size_t own = asked == Asked::kHead ? line.head : line.tail;
  const bool limited = asked == Asked::kTail && data.limits(line.relation);
  double better = 0;
  double equal = 0;
  for (std::size_t id = 0; id < kEntities; ++id) {
    const Line other = judged.with(id);
    const bool known = data.train.contains(other) || data.valid.contains(other);
    if (id == own || known || (limited && !data.candidates.contains(id))) continue;
    better += judged.better(id, own) ? 1 : 0;
    equal += !judged.better(id, own) && !judged.better(own, id) ? 1 : 0;
  }
  EXPECT_EQ(quality.optimistic.mean_rank, 1 + better);
  EXPECT_EQ(quality.realistic.mean_rank, 1 + better + equal / 2);
  EXPECT_EQ(quality.pessimistic.mean_rank, 1 + better + equal);
}

TEST_P(RanksAgree, OnEverything) {
  for (std::uint64_t seed = 0; seed < 6 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const RandomData data(seed);
    const std::string name = fmt::format("data{}", seed);
    data.write(folder_, name, data.test);
    const Engine engine = train(name);
    std::size_t number = 0;
    for (const Line& line : data.test) {
      for (const Asked asked : {Asked::kHead, Asked::kTail}) {
        expect_predictions(engine, data, line, asked);
      }
      expect_explanation(engine, line);
      const std::string alone = fmt::format("{}-test{}", name, number++);
      data.write(folder_, alone, {line});
      const Evaluation evaluation = engine.evaluate(folder_.path() / alone, "test").front();
      expect_rank(engine, data, line, Asked::kHead, evaluation.head);
      expect_rank(engine, data, line, Asked::kTail, evaluation.tail);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, RanksAgree,
                         ::testing::Combine(::testing::Values("max", "max_plus", "noisy_or"),
                                            ::testing::ValuesIn(choices_of_search())),
                         [](const auto& tested) {
                           std::string name =
                               std::get<0>(tested.param) + "_" + std::get<1>(tested.param);
                           std::ranges::replace_if(
                               name, [](char c) { return !std::isalnum(c); }, '_');
                           return name;
                         });

}  // namespace
}  // namespace gntp
