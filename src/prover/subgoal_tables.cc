#include "prover/subgoal_tables.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "prover/min_max_product.h"

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr StepRoles kBindsBoth{Role::kBinds, Role::kBinds};
constexpr StepRoles kComparesFirst{Role::kCompares, Role::kBinds};
constexpr StepRoles kComparesSecond{Role::kBinds, Role::kCompares};
constexpr StepRoles kComparesBoth{Role::kCompares, Role::kCompares};

struct Product {
  const Matrix* left;
  const Matrix* right;
  Matrix* out;
};

// Row by row, shared out to the threads.
void multiply(std::span<const Product> products, float limit, ThreadPool& threads) {
  if (products.empty()) return;
  const std::size_t rows = products.front().out->rows();
  threads.for_each(products.size() * rows, [&](std::size_t item, std::size_t) {
    const Product& product = products[item / rows];
    const std::size_t row = item % rows;
    min_max_product(product.left->row(row), *product.right, limit, product.out->row(row));
  });
}

void transpose(Matrix& square) {
  for (std::size_t i = 0; i < square.rows(); ++i) {
    for (std::size_t j = 0; j < i; ++j) std::swap(square(i, j), square(j, i));
  }
}

}  // namespace

SubgoalTables::SubgoalTables(TablePaths paths, const KnowledgeBase& kb,
                             const SymbolDistances& symbols, const RuleIndex& rules,
                             std::size_t depth)
    : paths_(std::move(paths)), kb_(kb), symbols_(symbols), rules_(rules), levels_(depth) {}

const Matrix& SubgoalTables::after_first(std::size_t level, const TablePaths::Path& path,
                                         Role end) const {
  if (path.rest != TablePaths::kNoRest) return rest(level, path.rest, end);
  return step(level, path.steps[1], {path.roles[1].from, end});
}

float SubgoalTables::least(std::size_t level, PredicateId predicate, std::optional<EntityId> head,
                           std::optional<EntityId> tail) const {
  const std::uint32_t place = paths_.step_with(predicate);
  if (place == TablePaths::kNoStep || level >= levels_.size()) return 0;
  const bool back = paths_.steps()[place].direction == 1;
  const std::optional<EntityId> from = back ? tail : head;
  const std::optional<EntityId> to = back ? head : tail;
  if (from && to) return step(level, place, kComparesBoth)(*from, *to);
  if (from) return std::ranges::min(step(level, place, kComparesFirst).row(*from));
  if (!to) return 0;
  const Matrix& table = step(level, place, kComparesSecond);
  float least = kInfinity;
  for (std::size_t row = 0; row < table.rows(); ++row) least = std::min(least, table(row, *to));
  return least;
}

void SubgoalTables::refresh(float radius, ThreadPool& threads) {
  radius_ = radius;
  if (bodies_.empty()) allocate();
  fill_entities(threads);
  find_used_rules();
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    if (level > 0) multiply_bodies(levels_[level - 1], threads);
    fill_bound(level, threads);
    fill_compared(levels_[level], threads);
    fill_rests(level, threads);
  }
}

// When the tables are first needed.
void SubgoalTables::allocate() {
  const std::size_t size = kb_.entities.size();
  const std::size_t kinds = is_symbolic() ? 1 : StepRoles::kCount;
  for (Level& level : levels_) {
    level.steps.resize(paths_.steps().size());
    level.rests.resize(paths_.long_rules().size());
    for (auto& tables : level.steps) {
      for (std::size_t kind = 0; kind < kinds; ++kind) tables[kind] = Matrix(size, size);
    }
    for (auto& tables : level.rests) {
      for (std::size_t end = 0; end < (is_symbolic() ? 1U : 2U); ++end) {
        tables[end] = Matrix(size, size);
      }
    }
  }
  bodies_.resize(paths_.rules());
  for (RuleId rule{0}; rule < paths_.rules(); ++rule) {
    if (paths_[rule].size > 1) bodies_[rule] = Matrix(size, size);
  }
  if (!is_symbolic()) entities_ = Matrix(size, size);
}

void SubgoalTables::fill_entities(ThreadPool& threads) {
  threads.for_each(entities_.rows(), [&](std::size_t row, std::size_t) {
    for (std::size_t other = 0; other < entities_.columns(); ++other) {
      entities_(row, other) = symbols_.entity(EntityId(row), EntityId(other));
    }
  });
}

void SubgoalTables::find_used_rules() {
  is_used_.assign(paths_.rules(), 0);
  for (const TablePaths::TableStep& step : paths_.steps()) {
    for (const RuleMatch& match : rules_.nearest(step.predicate)) is_used_[match.rule] = 1;
  }
}

// Of the rules that subgoals of the next level may use.
void SubgoalTables::multiply_bodies(const Level& below, ThreadPool& threads) {
  const auto level = static_cast<std::size_t>(&below - levels_.data());
  std::vector<Product> products;
  products.reserve(bodies_.size());
  for (RuleId rule{0}; rule < paths_.rules(); ++rule) {
    const TablePaths::Path& path = paths_[rule];
    if (is_used_[rule] == 0 || path.size == 1) continue;
    const Matrix& first = step(level, path.steps[0], path.roles_of(0, kBindsBoth));
    products.push_back({&first, &after_first(level, path, Role::kBinds), &bodies_[rule]});
  }
  multiply(products, radius_, threads);
}

const Matrix& SubgoalTables::body(RuleId rule, const Level& below) const {
  const TablePaths::Path& path = paths_[rule];
  return path.size == 1 ? below.steps[path.steps[0]][kBindsBoth.index()] : bodies_[rule];
}

// The tables where both arguments bind.
void SubgoalTables::fill_bound(std::size_t level, ThreadPool& threads) {
  Level& it = levels_[level];
  threads.for_each(it.steps.size(), [&](std::size_t place, std::size_t) {
    const TablePaths::TableStep& step = paths_.steps()[place];
    Matrix& table = it.steps[place][kBindsBoth.index()];
    fill_nearest(step.predicate, level, table);
    if (step.direction == 1) transpose(table);
  });
}

void SubgoalTables::fill_nearest(PredicateId predicate, std::size_t level, Matrix& out) const {
  std::ranges::fill(out.values(), kInfinity);
  const std::span<const float> to_relations = symbols_.to_relations(predicate);
  for (const Triple& fact : kb_.facts) {
    float& nearest = out(fact.head, fact.tail);
    nearest = std::min(nearest, to_relations[fact.relation]);
  }
  if (level == 0) return;
  for (const RuleMatch& match : rules_.nearest(predicate)) {
    const float* from = body(match.rule, levels_[level - 1]).values().data();
    float* to = out.values().data();
    for (std::size_t i = 0; i < out.values().size(); ++i) {
      to[i] = std::min(to[i], std::max(match.distance, from[i]));
    }
  }
}

// The tables where arguments are compared.
void SubgoalTables::fill_compared(Level& level, ThreadPool& threads) const {
  if (is_symbolic()) return;
  std::vector<Product> products;
  products.reserve(2 * level.steps.size());
  for (auto& tables : level.steps) {
    const Matrix& bound = tables[kBindsBoth.index()];
    products.push_back({&entities_, &bound, &tables[kComparesFirst.index()]});
    products.push_back({&bound, &entities_, &tables[kComparesSecond.index()]});
  }
  multiply(products, radius_, threads);
  products.clear();
  for (auto& tables : level.steps) {
    products.push_back(
        {&entities_, &tables[kComparesSecond.index()], &tables[kComparesBoth.index()]});
  }
  multiply(products, radius_, threads);
}

void SubgoalTables::fill_rests(std::size_t level, ThreadPool& threads) {
  std::vector<Product> products;
  products.reserve(2 * paths_.long_rules().size());
  for (const RuleId rule : paths_.long_rules()) {
    const TablePaths::Path& path = paths_[rule];
    for (const Role end : {Role::kBinds, Role::kCompares}) {
      if (end == Role::kCompares && is_symbolic()) continue;
      const std::size_t place = end == Role::kBinds ? 0 : 1;
      products.push_back({&step(level, path.steps[1], path.roles[1]),
                          &step(level, path.steps[2], {path.roles[2].from, end}),
                          &levels_[level].rests[path.rest][place]});
    }
  }
  multiply(products, radius_, threads);
}

}  // namespace gntp
