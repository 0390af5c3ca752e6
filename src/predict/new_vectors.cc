#include "predict/new_vectors.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "predict/descent.h"
#include "predict/entity_loss.h"
#include "predict/interaction.h"
#include "predict/vector_penalty.h"

namespace gntp {
namespace {

constexpr std::size_t kGroup = 64;  // entities that one thread fits together

// What all groups of entities share.
struct Fit {
  const Predictor& predictor;
  const ComparedEntities& compared;
  const std::vector<double>& scales;  // of the trained components
  const NewVectorOptions& options;
};

// The root of the mean square of each component of the trained vectors.
std::vector<double> scales_of(const Matrix& rows) {
  std::vector<double> scales(rows.columns());
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    for (std::size_t i = 0; i < scales.size(); ++i) {
      scales[i] += double{rows(row, i)} * rows(row, i) / static_cast<double>(rows.rows());
    }
  }
  for (double& scale : scales) scale = std::sqrt(scale);
  return scales;
}

void place(std::span<const double> scales, std::span<const double> z, std::span<float> x) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(scales[i] * z[i]);
}

// Fits the vectors of a group, given their links.
Matrix fit_group(const Fit& fit, const TrainedScores& trained,
                 std::span<const std::vector<EntityLink>> links) {
  const std::size_t width = fit.predictor.width();
  const VectorPenalty penalty(fit.predictor.kind, fit.options.penalty);
  EntityLoss loss(fit.predictor, fit.compared, trained, links);
  std::vector<Descent> descents(links.size(), Descent(width, fit.options.tolerance));
  Matrix vectors(links.size(), width);
  Matrix gradients(links.size(), width);
  std::vector<double> losses(links.size());
  std::vector<double> gradient(width);
  std::vector<std::size_t> active;
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (!links[i].empty()) active.push_back(i);
  }
  for (std::size_t times = 0; times < fit.options.evaluations && !active.empty(); ++times) {
    for (const std::size_t i : active) place(fit.scales, descents[i].trial(), vectors.row(i));
    loss.find(vectors, active, losses, gradients);
    for (const std::size_t i : active) {
      const double weight = fit.options.penalty_weight * static_cast<double>(links[i].size());
      const Row x = vectors.row(i);
      for (std::size_t k = 0; k < width; ++k) {
        gradient[k] = fit.scales[k] * (gradients(i, k) + weight * penalty.derivative(x, k));
      }
      descents[i].take(losses[i] + weight * penalty.value(x), gradient);
    }
    std::erase_if(active, [&](std::size_t i) { return descents[i].is_over(); });
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    place(fit.scales, descents[i].best(), vectors.row(i));
  }
  return vectors;
}

std::vector<PredictorQuery> questions_to(std::span<const std::vector<EntityLink>> links) {
  std::vector<PredictorQuery> questions;
  for (const auto& own : links) {
    for (const EntityLink& link : own) questions.push_back({link.other, inverse(link.step)});
  }
  return questions;
}

// Fits the vectors of these entities, which stay as they are for each other.
void fit_all(const Fit& fit, std::span<const EntityId> entities,
             std::span<const std::vector<EntityLink>> links, const std::vector<bool>& is_new,
             ThreadPool& threads, Predictor& predictor) {
  const TrainedScores trained(questions_to(links), predictor, is_new, threads);
  const std::size_t groups = (entities.size() + kGroup - 1) / kGroup;
  std::vector<Matrix> fitted(groups);
  threads.for_each(groups, [&](std::size_t group, std::size_t) {
    const std::size_t first = group * kGroup;
    fitted[group] =
        fit_group(fit, trained, links.subspan(first, std::min(kGroup, links.size() - first)));
  });
  for (std::size_t i = 0; i < entities.size(); ++i) {
    std::ranges::copy(fitted[i / kGroup].row(i % kGroup),
                      predictor.entities.row(entities[i]).begin());
  }
}

// The facts of an entity with those that have a vector, and with others than itself.
std::vector<EntityLink> links_of(const StepGraph& facts, EntityId entity,
                                 const std::vector<bool>& has_vector) {
  std::vector<EntityLink> links;
  for (const StepGraph::Segment& segment : facts.segments(entity)) {
    for (const EntityId other : facts.targets(segment)) {
      if (other != entity && has_vector[other]) links.push_back({segment.step, other});
    }
  }
  return links;
}

std::vector<bool> marks_of(std::span<const EntityId> entities, std::size_t count) {
  std::vector<bool> marks(count);
  for (const EntityId id : entities) marks[id] = true;
  return marks;
}

// Some entities with facts, evenly drawn: so many that their facts tell, and never all.
std::vector<EntityId> drawn_examples(const StepGraph& facts) {
  constexpr std::size_t kFacts = 512;
  constexpr std::size_t kMostFacts = 64;  // of one entity
  constexpr std::size_t kPart = 8;        // one of so many, at most
  std::vector<EntityId> able;
  for (EntityId id{0}; id < facts.entities(); ++id) {
    const std::size_t degree = facts.degree(id);
    if (degree > 0 && degree <= kMostFacts) able.push_back(id);
  }
  std::size_t all = 0;
  for (const EntityId id : able) all += facts.degree(id);
  const std::size_t most = able.size() / kPart;
  const std::size_t count = all == 0 ? 0 : std::min(most, kFacts * able.size() / all + 1);
  std::vector<EntityId> drawn;
  drawn.reserve(count);
  for (std::size_t i = 0; i < count; ++i) drawn.push_back(able[i * able.size() / count]);
  return drawn;
}

}  // namespace

double fit_penalty(const StepGraph& facts, const NewVectorOptions& options,
                   const Predictor& predictor, ThreadPool& threads) {
  constexpr double kLeast = 1e-6;
  const std::vector<EntityId> examples = drawn_examples(facts);
  if (examples.empty()) return std::max(options.penalty_weight, kLeast);
  const std::vector<bool> is_example = marks_of(examples, facts.entities());
  std::vector<bool> has_vector = is_example;
  has_vector.flip();
  std::vector<std::vector<EntityLink>> links;
  links.reserve(examples.size());
  for (const EntityId id : examples) links.push_back(links_of(facts, id, has_vector));
  const ComparedEntities compared(predictor, is_example, options.competitors);
  const TrainedScores trained(questions_to(links), predictor, is_example, threads);
  EntityLoss loss(predictor, compared, trained, links);
  Matrix vectors(examples.size(), predictor.width());
  Matrix gradients(examples.size(), predictor.width());
  std::vector<double> losses(examples.size());
  std::vector<std::size_t> all(examples.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const std::size_t i : all) {
    std::ranges::copy(predictor.entities.row(examples[i]), vectors.row(i).begin());
  }
  loss.find(vectors, all, losses, gradients);
  const VectorPenalty penalty(predictor.kind, options.penalty);
  double shorter = 0;  // what the penalty of weight 1 takes away, going outward
  double longer = 0;   // what the facts give
  for (const std::size_t i : all) {
    const Row x = vectors.row(i);
    for (std::size_t k = 0; k < x.size(); ++k) {
      longer -= gradients(i, k) * x[k];
      shorter += static_cast<double>(links[i].size()) * penalty.derivative(x, k) * x[k];
    }
  }
  return std::max(shorter > 0 ? longer / shorter : 0, kLeast);
}

void fit_new_vectors(const StepGraph& facts, std::span<const EntityId> entities,
                     const NewVectorOptions& options, Predictor& predictor, ThreadPool& threads) {
  if (entities.empty()) return;
  assert(std::ranges::is_sorted(entities));
  const std::vector<bool> is_new = marks_of(entities, facts.entities());
  std::vector<bool> has_vector = is_new;
  has_vector.flip();
  const ComparedEntities compared(predictor, is_new, options.competitors);
  const std::vector<double> scales = scales_of(compared.rows);
  const Fit fit{predictor, compared, scales, options};

  std::vector<std::vector<EntityLink>> links;
  links.reserve(entities.size());
  for (const EntityId id : entities) links.push_back(links_of(facts, id, has_vector));
  fit_all(fit, entities, links, is_new, threads, predictor);

  for (std::size_t i = 0; i < entities.size(); ++i) has_vector[entities[i]] = !links[i].empty();
  std::vector<EntityId> again;  // those that have more facts now
  std::vector<std::vector<EntityLink>> more;
  for (std::size_t i = 0; i < entities.size(); ++i) {
    std::vector<EntityLink> all = links_of(facts, entities[i], has_vector);
    if (all.size() == links[i].size()) continue;
    again.push_back(entities[i]);
    more.push_back(std::move(all));
  }
  if (!again.empty()) fit_all(fit, again, more, is_new, threads, predictor);
}

}  // namespace gntp
