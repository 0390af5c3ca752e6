#include "rank/shared_queries.h"

#include <map>
#include <tuple>
#include <utility>

namespace gntp {

std::vector<SharedQuery> shared_queries(std::span<const Triple> triples) {
  std::map<std::tuple<AskedSide, RelationId, EntityId>, SharedQuery> queries;
  for (std::size_t i = 0; i < triples.size(); ++i) {
    const auto& [head, relation, tail] = triples[i];
    for (const AskedSide asked : {AskedSide::kHead, AskedSide::kTail}) {
      const EntityId known = asked == AskedSide::kTail ? head : tail;
      SharedQuery& shared = queries[{asked, relation, known}];
      shared.query = {relation, asked, known};
      shared.triples.push_back(i);
      shared.answers.push_back(asked == AskedSide::kTail ? tail : head);
    }
  }
  std::vector<SharedQuery> list;
  list.reserve(queries.size());
  for (auto& [key, shared] : queries) list.push_back(std::move(shared));
  return list;
}

}  // namespace gntp
