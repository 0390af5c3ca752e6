#include "report/statistics_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace gntp {
namespace {

constexpr double kWorthSaying = 0.1;  // a share of a relation's facts

std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

}  // namespace

std::string_view kind_of(const DatasetStatistics::Relation& relation) {
  constexpr double kSeveral = 1.5;
  const bool heads = relation.heads_per_tail >= kSeveral;
  const bool tails = relation.tails_per_head >= kSeveral;
  return heads ? (tails ? "n-n" : "n-1") : (tails ? "1-n" : "1-1");
}

std::string remark_on(const DatasetStatistics::Relation& relation) {
  std::string text;
  const auto add = [&](const std::string& what) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", what);
  };
  if (relation.symmetric >= kWorthSaying) {
    add(fmt::format("symmetric: {}", percent(relation.symmetric)));
  }
  if (relation.inverse_of) {
    add(fmt::format("inverse of {}: {}", relation.inverse_of->display_name,
                    percent(relation.inverse_of->share)));
  }
  if (relation.same_as) {
    add(fmt::format("same as {}: {}", relation.same_as->display_name,
                    percent(relation.same_as->share)));
  }
  if (relation.loops > 0) {
    add(fmt::format("{} from an entity to itself", relation.loops));
  }
  return text;
}

std::string remark_on(const DatasetStatistics::Split& split) {
  std::string text;
  const auto add = [&](std::size_t count, std::string_view what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(split.duplicates, "repeated lines left out");
  add(split.in_train, "also in train");
  add(split.reversed_in_train, "turned round in train");
  add(split.in_valid, "also in valid");
  add(split.unseen, "with names that train lacks");
  add(split.in_other_words, "that train says by another relation");
  return text;
}

std::string remark_on_labels(const DatasetStatistics& counted) {
  const std::size_t relations = counted.by_relation.size();
  std::string text = fmt::format(
      "of {} entities, {} have none, and of {} relations, {} have none", counted.labelled_entities,
      counted.entities - counted.labelled_entities, counted.labelled_relations,
      relations - std::min(relations, counted.labelled_relations));
  if (counted.shared_labels > 0) {
    text += fmt::format("; {} {} shared by several", counted.shared_labels,
                        counted.shared_labels == 1 ? "is" : "are");
  }
  return text;
}

}  // namespace gntp
