// The facts of an entity (gntp/browsing.h), from the graph that questions walk.
#include <gntp/browsing.h>

#include <algorithm>
#include <cstddef>

#include "engine/engine_state.h"
#include "engine/names.h"
#include "engine/names_in_words.h"

namespace gntp {
namespace {

// The facts of an entity with one relation and direction. A fact p(a, a) is in two groups; where
// both are listed together, the second one leaves it out.
class FactGroup {
 public:
  FactGroup(const StepGraph& graph, EntityId entity, const StepGraph::Segment& segment)
      : entity_(entity),
        step_(segment.step),
        others_(graph.targets(segment)),
        end_(others_.size()) {
    const auto place = std::ranges::lower_bound(others_, entity);
    if (place != others_.end() && *place == entity) {
      loop_ = static_cast<std::size_t>(place - others_.begin());
    } else {
      loop_ = end_;
    }
  }

  Step step() const { return step_; }
  // All of them; and those that are listed.
  std::size_t facts() const { return others_.size(); }
  std::size_t size() const { return end_; }
  bool has_loop() const { return loop_ < others_.size(); }
  void leave_out_loop() {
    if (has_loop()) end_ = others_.size() - 1;
  }
  // Requires: place < size().
  Triple operator[](std::size_t place) const {
    const bool is_behind = end_ < others_.size() && place >= loop_;
    return fact_of(entity_, step_, others_[place + (is_behind ? 1 : 0)]);
  }

 private:
  EntityId entity_;
  Step step_;
  std::span<const EntityId> others_;
  std::size_t end_;
  std::size_t loop_;  // the place of p(a, a); others_.size() where there is none
};

// The largest first, then by name, forwards first.
std::vector<FactGroup> groups_of(const KnowledgeBase& kb, const StepGraph& graph, EntityId entity) {
  std::vector<FactGroup> groups;
  for (const StepGraph::Segment& segment : graph.segments(entity)) {
    groups.emplace_back(graph, entity, segment);
  }
  std::ranges::sort(groups, [&](const FactGroup& a, const FactGroup& b) {
    if (a.facts() != b.facts()) return a.facts() > b.facts();
    const RelationId left = relation_of(a.step());
    const RelationId right = relation_of(b.step());
    if (left == right) return is_forwards(a.step()) && !is_forwards(b.step());
    return kb.relations.name(left) < kb.relations.name(right);
  });
  return groups;
}

// Each fact once.
std::vector<FactGroup> distinct(std::vector<FactGroup> groups) {
  for (FactGroup& group : groups) {
    if (!is_forwards(group.step())) group.leave_out_loop();
  }
  return groups;
}

std::size_t size_of(std::span<const FactGroup> groups) {
  std::size_t size = 0;
  for (const FactGroup& group : groups) size += group.size();
  return size;
}

// What an engine is asked about here.
struct Asked {
  Asked(const Engine& engine, std::string_view name)
      : model(engine.state().models.own()), entity(entity_named(name, kb())) {}
  const KnowledgeBase& kb() const { return model->kb(); }
  std::vector<FactGroup> groups() const { return groups_of(kb(), model->index().graph(), entity); }

  std::shared_ptr<const IndexedModel> model;
  EntityId entity;
};

// By name, as types are numbered by it.
std::vector<std::string> types_of(const KnowledgeBase& kb, EntityId entity) {
  std::vector<std::string> types;
  for (TypeId type{0}; type < kb.types.size(); ++type) {
    if (std::ranges::binary_search(kb.types.entities_of(type), entity)) {
      types.push_back(kb.types.names().name(type));
    }
  }
  return types;
}

}  // namespace

EntityProfile entity_profile(const Engine& engine, std::string_view name) {
  const Asked asked(engine, name);
  const KnowledgeBase& kb = asked.kb();
  EntityProfile profile;
  profile.names = in_words(kb, asked.entity);
  profile.label = kb.entity_labels[asked.entity];
  profile.types = types_of(kb, asked.entity);
  const std::vector<FactGroup> groups = asked.groups();
  for (const FactGroup& group : groups) {
    profile.groups.push_back(
        {in_words(kb, relation_of(group.step())), is_forwards(group.step()), group.facts()});
  }
  profile.facts = size_of(distinct(groups));
  return profile;
}

EntityInBrief entity_in_brief(const Engine& engine, std::string_view name) {
  const Asked asked(engine, name);
  return {in_words(asked.kb(), asked.entity), types_of(asked.kb(), asked.entity),
          size_of(distinct(asked.groups()))};
}

FactPage facts_of(const Engine& engine, std::string_view entity, const FactSelection& selection) {
  const Asked asked(engine, entity);
  std::vector<FactGroup> groups = asked.groups();
  if (selection.relation) {
    const RelationId relation = relation_named(*selection.relation, asked.kb());
    std::erase_if(groups, [&](const auto& group) { return relation_of(group.step()) != relation; });
  }
  if (selection.forwards) {
    std::erase_if(groups, [&](const auto& group) {
      return is_forwards(group.step()) != *selection.forwards;
    });
  } else {
    groups = distinct(std::move(groups));
  }
  FactPage page;
  page.total = size_of(groups);
  std::size_t passed_over = 0;
  for (const FactGroup& group : groups) {
    const std::size_t first = std::min(selection.offset - passed_over, group.size());
    passed_over += first;
    for (std::size_t i = first; i < group.size() && page.facts.size() < selection.count; ++i) {
      page.facts.push_back(in_words(asked.kb(), group[i]));
    }
  }
  return page;
}

std::vector<Fact> neighbourhood(const Engine& engine, std::string_view entity, std::size_t count) {
  const Asked asked(engine, entity);
  std::vector<FactGroup> groups = distinct(asked.groups());
  std::vector<Fact> facts;
  for (std::size_t round = 0; !groups.empty(); ++round) {
    std::erase_if(groups, [&](const FactGroup& group) { return group.size() <= round; });
    for (const FactGroup& group : groups) {
      if (facts.size() == count) return facts;
      facts.push_back(named(asked.kb(), group[round]));
    }
  }
  return facts;
}

}  // namespace gntp
