// How badly vectors of new entities fit their facts, and the gradient: the two sums of
// new_vectors.h, for a few entities at a time.
//
// `ComparedEntities` is shared by all threads; each thread has its own `EntityLoss`.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "base/parallel.h"
#include "kb/step_graph.h"
#include "model/predictor.h"
#include "predict/predictor_query.h"

namespace gntp {

// The trained entities that answers are compared with: all, or some that stand for all.
struct ComparedEntities {
  // Requires: not all are new.
  ComparedEntities(const Predictor& predictor, const std::vector<bool>& is_new, std::size_t most);

  Matrix rows;                 // (compared, width)
  std::vector<EntityId> ids;   // of the rows, sorted
  std::vector<float> squares;  // for distances
  float stands_for = 0;        // how many entities each of them is, as a logarithm
};

// A fact of a new entity: the step that leads to the other.
struct EntityLink {
  Step step;
  EntityId other;
};

// Questions (o, s) that new entities answer, and the logarithm of the sum of the exponential scores
// of all trained entities with each.
class TrainedScores {
 public:
  TrainedScores(std::vector<PredictorQuery> questions, const Predictor& predictor,
                const std::vector<bool>& is_new, ThreadPool& threads);

  // Requires: it is one of the questions.
  double log_sum(const PredictorQuery& question) const;

 private:
  std::vector<PredictorQuery> questions_;  // sorted
  std::vector<double> log_sums_;
};

class EntityLoss {
 public:
  // Keeps references. `links` are those of each entity, by step.
  EntityLoss(const Predictor& predictor, const ComparedEntities& compared,
             const TrainedScores& trained, std::span<const std::vector<EntityLink>> links);

  // The loss of entity i with the vector vectors.row(i), for each i of `entities`; its gradient
  // goes to gradients.row(i).
  void find(const Matrix& vectors, std::span<const std::size_t> entities, std::span<double> losses,
            Matrix& gradients);

 private:
  // The other ends of the links of one entity and one step.
  struct Question {
    std::size_t entity;
    std::span<const EntityLink> links;
  };

  // Its answers, their scores and the gradient by these.
  struct Answers {
    std::span<const EntityLink> links;
    std::vector<float> scores;
    std::vector<float> gradients;
  };

  float to_gradient(std::span<float> scores, Answers& answers, double& loss) const;
  void ask(const Matrix& vectors, std::span<const Question> questions, std::span<double> losses,
           Matrix& gradients);
  void answer(const Matrix& vectors, std::size_t entity, double& loss, std::span<float> gradient);

  const Predictor& predictor_;
  const ComparedEntities& compared_;
  std::span<const std::vector<EntityLink>> links_;
  std::vector<std::size_t> first_answer_;  // of each entity
  Matrix answered_;                        // (links, width): the queries that entities answer
  std::vector<double> log_sums_;           // of them
  std::vector<Question> questions_;
  Matrix queries_;  // (kTogether, width)
  Matrix scores_;   // (kTogether, compared)
  Matrix by_query_;
};

}  // namespace gntp
