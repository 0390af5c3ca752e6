#include "rank/known_answers.h"

#include <algorithm>
#include <utility>

namespace gntp {
namespace {

std::uint64_t key_of(Id relation, Id entity) {
  return (std::uint64_t{relation} << 32U) | entity;
}

}  // namespace

KnownAnswers::KnownAnswers(const TripleSet& known) {
  std::vector<std::pair<std::uint64_t, Id>> items(known.size());
  const auto fill = [&](Sorted& sorted, auto item_of) {
    std::ranges::transform(known, items.begin(), item_of);
    std::ranges::sort(items);
    sorted.keys.reserve(items.size());
    sorted.answers.reserve(items.size());
    for (const auto& [key, answer] : items) {
      sorted.keys.push_back(key);
      sorted.answers.push_back(answer);
    }
  };
  fill(heads_, [](const Triple& triple) {
    return std::pair(key_of(triple.relation, triple.tail), triple.head);
  });
  fill(tails_, [](const Triple& triple) {
    return std::pair(key_of(triple.relation, triple.head), triple.tail);
  });
}

std::span<const Id> KnownAnswers::to(const AnswerQuery& query) const {
  const Sorted& sorted = query.asked == AskedSide::kHead ? heads_ : tails_;
  const auto [begin, end] = std::equal_range(sorted.keys.begin(), sorted.keys.end(),
                                             key_of(query.predicate, query.known));
  return std::span(sorted.answers)
      .subspan(static_cast<std::size_t>(begin - sorted.keys.begin()),
               static_cast<std::size_t>(end - begin));
}

}  // namespace gntp
