// The settings of link predictors.
#include "engine/setting_kinds.h"

namespace gntp {

std::vector<Setting> predictor_settings() {
  using Options = PredictorOptions;
  std::vector<Setting> all{
      setting("predictor.kind", &Options::kind,
              {{"none", PredictorKind::kNone},
               {"transe", PredictorKind::kTransE},
               {"distmult", PredictorKind::kDistMult},
               {"complex", PredictorKind::kComplEx}},
              "a link predictor that judges answers beside the rules"),
      setting("predictor.dim", &Options::dim, from_to(1, 4096),
              "components of a vector; of complex, complex numbers"),
      setting("predictor.epochs", &Options::epochs, from_to(1, 1e6),
              "passes over the training facts"),
      setting("predictor.batch_size", &Options::batch_size, from_to(0, kMany),
              "questions 'rel(a, ?)' of a step, each with all its answers; 0 = by the data's size"),
      setting("predictor.optimizer", &Options::optimizer,
              {{"adagrad", RowOptimizer::kAdagrad}, {"adam", RowOptimizer::kAdam}},
              "how the gradient moves vectors"),
      setting("predictor.learning_rate", &Options::learning_rate, above(0, 10), "step size"),
      setting("predictor.schedule", &Options::schedule,
              {{"constant", PredictorSchedule::kConstant}, {"linear", PredictorSchedule::kLinear}},
              "the learning rate stays, or falls towards zero over the epochs"),
      setting("predictor.penalty", &Options::penalty, {{"n3", Penalty::kN3}, {"l2", Penalty::kL2}},
              "what keeps vectors short: the cubes of their components, or the squares"),
      setting("predictor.penalty_weight", &Options::penalty_weight, from_to(0, 100),
              "of the penalty"),
      setting("predictor.relation_weight", &Options::relation_weight, from_to(0, 1000),
              "of a second objective, which asks for the relation of two entities; 0 = none"),
      setting("predictor.samples", &Options::samples, from_to(0, kMany),
              "entities that the answers of a step are compared with, at random; 0 = all"),
      setting("predictor.scale", &Options::scale, above(0, 1000),
              "vectors start uniform in [-scale, scale]"),
      setting(
          "predictor.starts", &Options::starts, from_to(0, 100),
          "trainings from different random starts, whose vectors are put side by side; 0 = four "
          "where data are small"),
      setting("predictor.choose", &Options::choose,
              "the two weights and the rate are chosen on the valid split, by short trainings"),
      setting("predictor.validate_every", &Options::validate_every, from_to(0, 1e6),
              "epochs between validations; the best vectors are kept; 0 = never"),
  };
  constexpr VersionNumber kWithPredictors{0, 5, 0};
  for (Setting& each : all) each.since = kWithPredictors;
  constexpr VersionNumber kWithGpus{0, 9, 0};
  all.push_back(new_in(
      kWithGpus, setting("predictor.precision", &Options::precision,
                         {{"auto", Precision::kAuto},
                          {"fp32", Precision::kFull},
                          {"tf32", Precision::kTensorFloat}},
                         "products in training: tf32 is faster, for GPUs alone, and what these "
                         "take by themselves")));
  return all;
}

}  // namespace gntp
