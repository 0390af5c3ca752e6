// A random model in which rules and vectors judge answers together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "model/mixture_weights.h"
#include "predict/predictor_case.h"
#include "prover/answer_case.h"

namespace gntp {

// A random case with mined rules, a predictor of random vectors and random weights.
struct MixedCase {
  explicit MixedCase(std::uint64_t seed)
      : MixedCase(seed, mined_case(seed, {.min_facts = 10, .max_facts = 40}, mine_options())) {}

  static MineOptions mine_options() {
    MineOptions options;
    options.max_body = 2;
    options.constants = 1;
    return options;
  }

  MixedCase(std::uint64_t seed, const AnswerCase& it) : kb(it.kb), model(it.model) {
    options = it.reasoner.options();
    options.aggregation.aggregate = Aggregate::kNoisyOr;
    predictor_options.kind = std::array{PredictorKind::kTransE, PredictorKind::kDistMult,
                                        PredictorKind::kComplEx}[seed % 3];
    predictor_options.dim = 4;
    predictor_options.scale = 0.8;
    model.predictor =
        make_predictor(predictor_options, kb.entities.size(), 2 * kb.relations.size(), seed);
    model.mixture = Matrix(2 * kb.relations.size(), MixtureWeights::kColumns);
    Random random(seed, 9);
    for (std::size_t row = 0; row < model.mixture.rows(); ++row) {
      const auto number = [&] { return static_cast<float>(random.uniform()); };
      MixtureWeights{2 * number(), 0.01F + number(), number(), number() - 0.5F, 2 * number()}.write(
          model.mixture.row(row));
    }
    reasoner.emplace(kb, model, options);
    reasoner->refresh(threads);
    index.emplace(*reasoner, threads);
  }

  KnowledgeBase kb;
  Model model;
  ProverOptions options;
  PredictorOptions predictor_options;
  ThreadPool threads{2};
  std::optional<Reasoner> reasoner;
  std::optional<AnswerIndex> index;
};

}  // namespace gntp
