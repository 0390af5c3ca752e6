// The exact lists of NeighbourLists, made from those by anchors when somebody asks for them.
#include <algorithm>
#include <tuple>

#include "index/neighbour_lists.h"
#include "model/kernel.h"

namespace gntp {

// Where nothing drifts the lists themselves are exact, as far as the radius.
void NeighbourLists::forget_exact(ThreadPool& threads) {
  if (largest_drift_ == 0) {
    within_.resize(lists_.size());
    threads.for_each(lists_.size(), [this](std::size_t entity, std::size_t) {
      const std::span<const Neighbour> list = lists_[entity];
      const auto end = std::ranges::upper_bound(list, radius_, {}, &Neighbour::distance);
      within_[entity] = static_cast<std::uint32_t>(end - list.begin());
    });
  }
  ++generation_;
  if (exact_.size() == lists_.size()) return;
  exact_.resize(lists_.size());
  made_ = std::make_unique<std::atomic<std::uint64_t>[]>(lists_.size());
}

std::span<const Neighbour> NeighbourLists::within(EntityId entity) const {
  if (largest_drift_ == 0) return std::span(lists_[entity]).first(within_[entity]);
  const std::uint64_t done = 2 * generation_;
  std::atomic<std::uint64_t>& made = made_[entity];
  std::uint64_t seen = made.load(std::memory_order_acquire);
  while (seen != done) {
    if (seen == done + 1) {
      made.wait(seen, std::memory_order_acquire);
      seen = made.load(std::memory_order_acquire);
    } else if (made.compare_exchange_strong(seen, done + 1, std::memory_order_acquire)) {
      make_exact(entity);
      made.store(done, std::memory_order_release);
      made.notify_all();
      seen = done;
    }
  }
  return exact_[entity];
}

void NeighbourLists::make_exact(EntityId entity) const {
  std::vector<Neighbour>& list = exact_[entity];
  list.assign(1, {0.0F, entity});
  const float own = drifts_[entity];
  for (const Neighbour& item : std::span(lists_[entity]).subspan(1)) {
    if (item.distance - own - largest_drift_ > radius_) break;
    const float drift = own + drifts_[item.entity];
    if (item.distance - drift > radius_) continue;
    const float apart =
        drift == 0 ? item.distance : distance(entities_.row(entity), entities_.row(item.entity));
    if (apart <= radius_) list.push_back({apart, item.entity});
  }
  std::ranges::sort(std::span(list).subspan(1), {},
                    [](const Neighbour& item) { return std::tuple(item.distance, item.entity); });
}

}  // namespace gntp
