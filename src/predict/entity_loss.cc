#include "predict/entity_loss.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "predict/compare_rows.h"
#include "predict/predictor_scores.h"
#include "predict/row_kernels.h"

namespace gntp {
namespace {

constexpr std::size_t kTogether = 128;  // questions of one product
constexpr float kNever = -std::numeric_limits<float>::infinity();

auto key_of(const PredictorQuery& question) {
  return std::tuple(question.entity, question.step);
}

float score_of(PredictorKind kind, Row query, Row entity) {
  float sum = 0;
  if (!is_distance(kind)) {
    for (std::size_t i = 0; i < query.size(); ++i) sum += query[i] * entity[i];
    return sum;
  }
  for (std::size_t i = 0; i < query.size(); ++i) {
    sum += (query[i] - entity[i]) * (query[i] - entity[i]);
  }
  return -std::sqrt(sum);
}

// Adds the gradient of the score of `at` with `other` by `at`, `times` as much.
void add_gradient(PredictorKind kind, float times, float score, Row at, Row other,
                  std::span<float> gradient) {
  if (!is_distance(kind)) {
    for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] += times * other[i];
    return;
  }
  if (score == 0) return;
  const float factor = times / score;  // the score is minus the distance
  for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] += factor * (at[i] - other[i]);
}

}  // namespace

ComparedEntities::ComparedEntities(const Predictor& predictor, const std::vector<bool>& is_new,
                                   std::size_t most) {
  std::vector<EntityId> all;
  for (EntityId id{0}; id < is_new.size(); ++id) {
    if (!is_new[id]) all.push_back(id);
  }
  assert(!all.empty());
  const std::size_t drawn = std::min(most, all.size());
  rows = Matrix(drawn, predictor.width());
  for (std::size_t i = 0; i < drawn; ++i) {
    ids.push_back(all[i * all.size() / drawn]);
    std::ranges::copy(predictor.entities.row(ids.back()), rows.row(i).begin());
    if (is_distance(predictor.kind)) squares.push_back(square_of(rows.row(i)));
  }
  stands_for =
      static_cast<float>(std::log(static_cast<double>(all.size()) / static_cast<double>(drawn)));
}

TrainedScores::TrainedScores(std::vector<PredictorQuery> questions, const Predictor& predictor,
                             const std::vector<bool>& is_new, ThreadPool& threads)
    : questions_(std::move(questions)) {
  std::ranges::sort(questions_, {}, key_of);
  const auto same = [](const PredictorQuery& a, const PredictorQuery& b) {
    return key_of(a) == key_of(b);
  };
  questions_.erase(std::unique(questions_.begin(), questions_.end(), same), questions_.end());
  log_sums_.resize(questions_.size());
  const PredictorScores scores(predictor);  // on the processor: the same everywhere
  const std::size_t together = PredictorScores::together(predictor.entities.rows());
  std::vector<Matrix> scratch(threads.size());
  const std::size_t blocks = (questions_.size() + together - 1) / together;
  threads.for_each(blocks, [&](std::size_t block, std::size_t worker) {
    Matrix& found = scratch[worker];
    if (found.rows() == 0) found = Matrix(together, predictor.entities.rows());
    const std::size_t first = block * together;
    const std::size_t count = std::min(together, questions_.size() - first);
    scores.find(std::span(questions_).subspan(first, count), found);
    for (std::size_t i = 0; i < count; ++i) {
      const std::span<float> row = found.row(i);
      for (std::size_t entity = 0; entity < row.size(); ++entity) {
        if (is_new[entity]) row[entity] = kNever;
      }
      log_sums_[first + i] = softmax(row);
    }
  });
}

double TrainedScores::log_sum(const PredictorQuery& question) const {
  const auto found = std::ranges::lower_bound(questions_, key_of(question), {}, key_of);
  assert(found != questions_.end() && key_of(*found) == key_of(question));
  return log_sums_[static_cast<std::size_t>(found - questions_.begin())];
}

EntityLoss::EntityLoss(const Predictor& predictor, const ComparedEntities& compared,
                       const TrainedScores& trained, std::span<const std::vector<EntityLink>> links)
    : predictor_(predictor),
      compared_(compared),
      links_(links),
      queries_(kTogether, predictor.width()),
      scores_(kTogether, compared.rows.rows()),
      by_query_(kTogether, predictor.width()) {
  std::size_t count = 0;
  for (const auto& own : links) {
    first_answer_.push_back(count);
    count += own.size();
  }
  answered_ = Matrix(count, predictor.width());
  std::size_t row = 0;
  for (const auto& own : links) {
    for (const EntityLink& link : own) {
      const PredictorQuery question{link.other, inverse(link.step)};
      make_query(predictor.kind, predictor.entities.row(link.other),
                 predictor.steps.row(question.step), answered_.row(row++));
      log_sums_.push_back(trained.log_sum(question));
    }
  }
}

void EntityLoss::find(const Matrix& vectors, std::span<const std::size_t> entities,
                      std::span<double> losses, Matrix& gradients) {
  questions_.clear();
  for (const std::size_t entity : entities) {
    losses[entity] = 0;
    std::ranges::fill(gradients.row(entity), 0.0F);
    answer(vectors, entity, losses[entity], gradients.row(entity));
    const std::span<const EntityLink> own = links_[entity];
    for (std::size_t i = 0; i < own.size();) {
      std::size_t end = i;
      while (end < own.size() && own[end].step == own[i].step) ++end;
      questions_.push_back({entity, own.subspan(i, end - i)});
      i = end;
    }
  }
  for (std::size_t first = 0; first < questions_.size(); first += kTogether) {
    const std::size_t count = std::min(kTogether, questions_.size() - first);
    ask(vectors, std::span(questions_).subspan(first, count), losses, gradients);
  }
}

// -log softmax of x among the trained and itself, for each query that it answers.
void EntityLoss::answer(const Matrix& vectors, std::size_t entity, double& loss,
                        std::span<float> gradient) {
  const Row own = vectors.row(entity);
  for (std::size_t i = 0; i < links_[entity].size(); ++i) {
    const std::size_t row = first_answer_[entity] + i;
    const float score = score_of(predictor_.kind, answered_.row(row), own);
    const double margin = log_sums_[row] - score;  // log-odds against it
    loss += std::max(margin, 0.0) + std::log1p(std::exp(-std::abs(margin)));
    const auto by_score = static_cast<float>(-1 / (1 + std::exp(-margin)));
    add_gradient(predictor_.kind, by_score, score, own, answered_.row(row), gradient);
  }
}

// The scores become their gradients, and so do those of the answers. Returns the sum of the first,
// for distances.
float EntityLoss::to_gradient(std::span<float> scores, Answers& answers, double& loss) const {
  std::vector<float> distances;
  if (is_distance(predictor_.kind)) distances.assign(scores.begin(), scores.end());
  for (float& score : scores) score += compared_.stands_for;
  for (const EntityLink& link : answers.links) {  // they stand for themselves
    const auto found = std::ranges::lower_bound(compared_.ids, link.other);
    if (found == compared_.ids.end() || *found != link.other) continue;
    scores[static_cast<std::size_t>(found - compared_.ids.begin())] = kNever;
  }
  const double most = *std::ranges::max_element(answers.scores);
  double own = 0;
  for (const float score : answers.scores) own += std::exp(score - most);
  own = most + std::log(own);
  const double others = softmax(scores);
  const double all = std::max(own, others) + std::log1p(std::exp(-std::abs(own - others)));
  const auto count = static_cast<double>(answers.links.size());
  const auto share = static_cast<float>(count * std::exp(others - all));
  for (float& score : scores) score *= share;
  for (const float score : answers.scores) {
    loss += all - score;
    answers.gradients.push_back(static_cast<float>(count * std::exp(score - all) - 1));
  }
  return distances.empty() ? 0 : by_distance(scores, distances);
}

// -log softmax of the others among those that are compared and themselves.
void EntityLoss::ask(const Matrix& vectors, std::span<const Question> questions,
                     std::span<double> losses, Matrix& gradients) {
  const PredictorKind kind = predictor_.kind;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    make_query(kind, vectors.row(questions[i].entity),
               predictor_.steps.row(questions[i].links.front().step), queries_.row(i));
  }
  const Block<const float> queries = rows_of(std::as_const(queries_), 0, questions.size());
  const Block<const float> rows = rows_of(compared_.rows, 0, compared_.rows.rows());
  compare_rows(kind, queries, rows, compared_.squares, rows_of(scores_, 0, questions.size()));

  std::vector<Answers> answers(questions.size());
  std::vector<float> sums(questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    answers[i].links = questions[i].links;
    for (const EntityLink& link : questions[i].links) {
      const Row other = predictor_.entities.row(link.other);
      answers[i].scores.push_back(score_of(kind, queries_.row(i), other));
    }
    sums[i] = to_gradient(scores_.row(i), answers[i], losses[questions[i].entity]);
  }
  pass_to_queries(kind, rows_of(std::as_const(scores_), 0, questions.size()), sums, rows, queries,
                  rows_of(by_query_, 0, questions.size()));
  std::vector<float> by_step(predictor_.width());  // nobody reads it
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Answers& own = answers[i];
    for (std::size_t k = 0; k < own.links.size(); ++k) {
      add_gradient(kind, own.gradients[k], own.scores[k], queries_.row(i),
                   predictor_.entities.row(own.links[k].other), by_query_.row(i));
    }
    const std::size_t entity = questions[i].entity;
    pass_back_query(kind, by_query_.row(i), vectors.row(entity),
                    predictor_.steps.row(own.links.front().step), gradients.row(entity), by_step);
  }
}

}  // namespace gntp
