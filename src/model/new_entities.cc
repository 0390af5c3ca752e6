#include "model/new_entities.h"

#include <algorithm>
#include <cmath>

namespace gntp {
namespace {

// The first rows, and room for more.
Matrix first_rows(const Matrix& rows, std::size_t count, std::size_t all) {
  Matrix copy(all, rows.columns());
  std::ranges::copy(rows.values().first(count * rows.columns()), copy.values().begin());
  return copy;
}

// The least base in which `digits` digits count so far.
std::size_t base_for(std::size_t count, std::size_t digits) {
  std::size_t base = 2;
  const auto reaches = [&] {
    std::size_t numbers = 1;
    for (std::size_t i = 0; i < digits && numbers < count; ++i) numbers *= base;
    return numbers >= count;
  };
  while (!reaches()) ++base;
  return base;
}

}  // namespace

// The first number of a row sets it apart from the old ones; the others are the digits of its
// place, so that new ones differ in at least one. Few dimensions take more digits: numbers stay
// small, and distances exact.
void place_apart(Matrix& rows, std::size_t first, double reach) {
  if (rows.columns() == 0 || first == rows.rows()) return;
  float edge = 0;
  for (std::size_t row = 0; row < first; ++row) edge = std::max(edge, std::abs(rows(row, 0)));
  const auto apart = static_cast<float>(2 * reach + 1);
  const std::size_t count = rows.rows() - first;
  const std::size_t digits = rows.columns() - 1;
  const std::size_t base = digits == 0 ? 1 : base_for(count, digits);
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<float> row = rows.row(first + i);
    std::ranges::fill(row, 0.0F);
    row[0] = edge + apart * static_cast<float>(digits == 0 ? i + 1 : 1);
    std::size_t rest = digits == 0 ? 0 : i;
    for (std::size_t digit = 1; rest > 0; ++digit, rest /= base) {
      row[digit] = apart * static_cast<float>(rest % base);
    }
  }
}

Model with_entities(const Model& model, std::size_t trained, std::span<const EntityId> old_ids,
                    double reach) {
  const std::size_t all = trained + old_ids.size();
  Model changed = model;
  changed.entities = first_rows(model.entities, trained, all);
  place_apart(changed.entities, trained, reach);
  if (!model.predictor.is_used()) return changed;
  changed.predictor.entities = first_rows(model.predictor.entities, trained, all);
  for (std::size_t i = 0; i < old_ids.size(); ++i) {
    if (old_ids[i] == EntityId::none()) continue;
    std::ranges::copy(model.predictor.entities.row(old_ids[i]),
                      changed.predictor.entities.row(trained + i).begin());
  }
  return changed;
}

}  // namespace gntp
