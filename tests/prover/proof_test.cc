#include "prover/proof.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "prover/oracle_case.h"

namespace gntp {
namespace {

using Setting = std::tuple<Unification, TNorm>;
using Rows = std::vector<std::vector<double>>;

Rows rows_of(const Matrix& matrix) {
  Rows rows(matrix.rows());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    rows[row].assign(matrix.row(row).begin(), matrix.row(row).end());
  }
  return rows;
}

// The model's parameters in double precision, to be moved a little.
struct Vectors {
  Rows entities;
  Rows predicates;
  Rows rules;  // distances

  Rows& of(Link::Kind kind) {
    if (kind == Link::Kind::kConfidence) return rules;
    return kind == Link::Kind::kEntity ? entities : predicates;
  }
  const Rows& of(Link::Kind kind) const {
    if (kind == Link::Kind::kConfidence) return rules;
    return kind == Link::Kind::kEntity ? entities : predicates;
  }
};

double distance_between(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return std::sqrt(sum);
}

// The distance that the same proof has with these vectors.
double proof_distance(const Proof& proof, const Vectors& vectors, const Setting& setting) {
  const auto [unification, tnorm] = setting;
  double largest_step = 0;
  double sum_of_steps = 0;
  for (const ProofStep& step : proof.steps) {
    double largest = 0;
    double squares = 0;
    for (const Link& link : step.compared()) {
      const Rows& rows = vectors.of(link.kind);
      const double distance = distance_between(rows[link.goal], rows[link.other]);
      largest = std::max(largest, distance);
      squares += distance * distance;
    }
    double distance = unification == Unification::kPerTerm ? largest : std::sqrt(squares);
    if (step.has_confidence()) {
      const double confidence = vectors.rules[step.rule][0];
      distance = tnorm == TNorm::kMin ? std::max(distance, confidence) : distance + confidence;
    }
    largest_step = std::max(largest_step, distance);
    sum_of_steps += distance;
  }
  return tnorm == TNorm::kMin ? largest_step : sum_of_steps;
}

// d(proof distance) / d(vectors) by the chain rule: each link's weight times the direction between
// its two.
Vectors gradient_of(const Proof& proof, const Vectors& vectors, const Setting& setting) {
  Vectors gradient = vectors;
  for (Rows* rows : {&gradient.entities, &gradient.predicates, &gradient.rules}) {
    for (std::vector<double>& row : *rows) std::ranges::fill(row, 0.0);
  }
  std::vector<Sensitivity> sensitivities;
  append_sensitivities(proof, std::get<0>(setting), std::get<1>(setting), sensitivities);
  for (const auto& [link, weight] : sensitivities) {
    if (link.kind == Link::Kind::kConfidence) {
      gradient.rules[link.other][0] += weight;
      continue;
    }
    const std::vector<double>& x = vectors.of(link.kind)[link.goal];
    const std::vector<double>& y = vectors.of(link.kind)[link.other];
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double slope = weight * (x[i] - y[i]) / distance_between(x, y);
      gradient.of(link.kind)[link.goal][i] += slope;
      gradient.of(link.kind)[link.other][i] -= slope;
    }
  }
  return gradient;
}

// A proof whose distance has no derivative: something else is about to be the largest.
bool has_kink(const Proof& proof, const Setting& setting) {
  constexpr float kGap = 1e-3F;
  const auto two_largest_are_near = [](std::vector<float> values) {
    std::ranges::sort(values, std::greater{});
    return values.size() > 1 && values[0] - values[1] < kGap;
  };
  const auto [unification, tnorm] = setting;
  std::vector<float> steps;
  for (const ProofStep& step : proof.steps) {
    steps.push_back(step.distance);
    std::vector<float> links;
    if (tnorm == TNorm::kMin && step.has_confidence()) {
      const float confidence = step.links().back().distance;
      const float unified = unification_distance(step.compared(), unification);
      if (std::abs(confidence - unified) < kGap) return true;
    }
    for (const Link& link : step.compared()) {
      // A symbol compared with itself stays at distance zero.
      if (link.goal == link.other) continue;
      if (link.distance < kGap) return true;
      links.push_back(link.distance);
    }
    if (unification == Unification::kPerTerm && two_largest_are_near(links)) return true;
  }
  return tnorm == TNorm::kMin && two_largest_are_near(steps);
}

std::string name_of_setting(const testing::TestParamInfo<Setting>& setting) {
  return name_of(std::get<0>(setting.param), std::get<1>(setting.param));
}

class ProofSensitivity : public testing::TestWithParam<Setting> {};

INSTANTIATE_TEST_SUITE_P(All, ProofSensitivity,
                         testing::Combine(testing::Values(Unification::kPerTerm,
                                                          Unification::kJoint),
                                          testing::Values(TNorm::kMin, TNorm::kProduct)),
                         name_of_setting);

TEST_P(ProofSensitivity, IsTheDerivative) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 0; seed < 150 && !HasFailure(); ++seed) {
    Random random(seed, 7);
    const RandomCase made = make_random_case(seed, large_sizes_for(2));
    ProverOptions options{.depth = 2, .floor = 1e-12};
    std::tie(options.unification, options.tnorm) = GetParam();
    OracleCase it(made.kb, made.model, options);
    const Vectors vectors{rows_of(made.model.entities), rows_of(made.model.predicates),
                          rows_of(made.model.rule_distances)};
    for (const OracleQuestion& question : make_questions(made.kb, 1, random)) {
      SCOPED_TRACE(describe(seed, question));
      const Proof* proof = it.prover.prove(question.goal, question.excluded);
      if (proof == nullptr || has_kink(*proof, GetParam())) continue;
      ++checked;
      const Vectors gradient = gradient_of(*proof, vectors, GetParam());
      for (const Link::Kind kind :
           {Link::Kind::kEntity, Link::Kind::kPredicate, Link::Kind::kConfidence}) {
        for (std::size_t row = 0; row < vectors.of(kind).size(); ++row) {
          for (std::size_t i = 0; i < vectors.of(kind)[row].size(); ++i) {
            constexpr double kStep = 1e-5;
            Vectors up = vectors;
            Vectors down = vectors;
            up.of(kind)[row][i] += kStep;
            down.of(kind)[row][i] -= kStep;
            const double difference = (proof_distance(*proof, up, GetParam()) -
                                       proof_distance(*proof, down, GetParam())) /
                                      (2 * kStep);
            EXPECT_NEAR(gradient.of(kind)[row][i], difference, 1e-4)
                << "row " << row << ", component " << i;
          }
        }
      }
    }
  }
  EXPECT_GT(checked, 50U);
}

ProofStep step_with(const std::vector<float>& distances, float distance) {
  ProofStep step;
  step.distance = distance;
  for (const float value : distances) step.add({Link::Kind::kEntity, 0, 1, value});
  return step;
}

TEST(Proof, TheFirstOfEquallyWeakDecides) {
  const Proof proof{2, 5, {step_with({1}, 1), step_with({2, 1, 2}, 2), step_with({2}, 2)}};
  EXPECT_EQ(weakest_step(proof), 1U);
  EXPECT_EQ(weakest_link(proof.steps[1]), 0U);
}

TEST(Proof, APerfectProofHasNoSensitivity) {
  const Proof proof{0, 0, {step_with({0, 0, 0}, 0), step_with({0}, 0)}};
  std::vector<Sensitivity> out;
  for (const Unification unification : {Unification::kPerTerm, Unification::kJoint}) {
    for (const TNorm tnorm : {TNorm::kMin, TNorm::kProduct}) {
      append_sensitivities(proof, unification, tnorm, out);
    }
  }
  EXPECT_TRUE(out.empty());
}

TEST(Proof, SensitivitiesAreAppended) {
  const Proof proof{2, 3, {step_with({1}, 1), step_with({2}, 2)}};
  std::vector<Sensitivity> out(1);
  append_sensitivities(proof, Unification::kPerTerm, TNorm::kMin, out);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[1].link.distance, 2);
  EXPECT_EQ(out[1].weight, 1);
}

}  // namespace
}  // namespace gntp
