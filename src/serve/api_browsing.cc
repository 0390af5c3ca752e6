// What a run knows: names, facts, rules, vectors, counts.
#include <gntp/browsing.h>
#include <gntp/live.h>
#include <gntp/version.h>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "serve/api.h"
#include "serve/json_text.h"

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostListed = 1000;
constexpr std::size_t kMostPoints = 20'000;
constexpr std::size_t kFurthest = 1'000'000'000;  // offset

Json to_json(const NameInWords& names) {
  return {{"name", names.name}, {"display_name", names.display_name}, {"typed", names.typed}};
}

Json to_json(const Engine& engine, const FactInWords& fact) {
  return {{"fact", fact.text},
          {"in_words", fact.in_words},
          {"head", to_json(entity_in_words(engine, fact.fact.head))},
          {"relation", to_json(relation_in_words(engine, fact.fact.relation))},
          {"tail", to_json(entity_in_words(engine, fact.fact.tail))}};
}

Json to_json(const Engine& engine, const std::vector<FactInWords>& facts) {
  Json list = Json::array();
  for (const FactInWords& fact : facts) list.push_back(to_json(engine, fact));
  return list;
}

Json to_json(const Engine& engine, const std::vector<RuleExample>& examples) {
  Json list = Json::array();
  for (const RuleExample& example : examples) {
    list.push_back(
        {{"fact", to_json(engine, example.head)}, {"body", to_json(engine, example.body)}});
  }
  return list;
}

Json to_json(const Engine& engine, const ListedRule& rule) {
  return {{"text", rule.text},
          {"in_words", rule.in_words},
          {"relation", to_json(relation_in_words(engine, rule.relation))},
          {"confidence", rule.confidence},
          {"support", rule.support},
          {"body", rule.body},
          {"copies", rule.copies},
          {"decisive", rule.decisive}};
}

std::string_view text_of(Suggestion::Match match) {
  switch (match) {
    case Suggestion::Match::kExact:
      return "exact";
    case Suggestion::Match::kStart:
      return "start";
    case Suggestion::Match::kWord:
      return "word";
    case Suggestion::Match::kInside:
      return "inside";
    case Suggestion::Match::kSimilar:
      break;
  }
  return "similar";
}

}  // namespace

HttpResponse Api::runs(const Call& /*call*/) {
  Json list = Json::array();
  for (const Runs::Listed& listed : runs_.all()) {
    if (!listed.run) {
      list.push_back({{"name", listed.name}, {"state", "training"}});
      continue;
    }
    const Engine& engine = listed.run->engine();
    const EngineCounts& counts = listed.run->counts();
    Json relations = Json::array();
    for (const std::string& name : engine.relations()) {
      relations.push_back(to_json(relation_in_words(engine, name)));
    }
    list.push_back({{"name", listed.name},
                    {"state", "ready"},
                    {"facts", counts.facts},
                    {"entities", counts.entities},
                    {"relations", counts.relations},
                    {"rules", counts.rules},
                    {"vectors", counts.vectors},
                    {"probabilities", counts.probabilities},
                    {"labels", counts.labels},
                    {"types", engine.types()},
                    {"relation_list", relations}});
  }
  return json_response({{"runs", list}, {"marks", may_mark()}, {"version", version()}});
}

HttpResponse Api::suggest(const Call& call) {
  const std::shared_ptr<const ServedRun> run = run_of(call);
  const std::string kind = call.parameters.choice("kind", "", {"entity", "relation"});
  std::optional<Suggestion::Kind> wanted;
  if (kind == "entity") wanted = Suggestion::Kind::kEntity;
  if (kind == "relation") wanted = Suggestion::Kind::kRelation;
  const std::size_t count = call.parameters.number("count", 10, 1, 100);
  Json list = Json::array();
  for (const Suggestion& each : run->names().find(call.parameters.text("q"), count, wanted)) {
    const bool is_entity = each.kind == Suggestion::Kind::kEntity;
    Json json = to_json(is_entity ? entity_in_words(run->engine(), each.name)
                                  : relation_in_words(run->engine(), each.name));
    json["kind"] = is_entity ? "entity" : "relation";
    json["match"] = text_of(each.match);
    json["facts"] = each.facts;
    list.push_back(std::move(json));
  }
  return json_response({{"suggestions", list}});
}

HttpResponse Api::entity(const Call& call) {
  const std::shared_ptr<const ServedRun> run = run_of(call);
  const EntityProfile profile = entity_profile(run->engine(), call.parameters.text("name"));
  Json groups = Json::array();
  for (const EntityProfile::Group& group : profile.groups) {
    groups.push_back({{"relation", to_json(group.relation)},
                      {"direction", group.forwards ? "out" : "in"},
                      {"facts", group.facts}});
  }
  Json json = to_json(profile.names);
  json["label"] = profile.label;
  json["types"] = profile.types;
  json["facts"] = profile.facts;
  json["groups"] = groups;
  return json_response(json);
}

HttpResponse Api::facts(const Call& call) {
  const std::shared_ptr<const ServedRun> run = run_of(call);
  const Parameters& given = call.parameters;
  FactSelection selection;
  if (const std::string* relation = given.find("relation")) selection.relation = *relation;
  const std::string direction = given.choice("direction", "", {"out", "in"});
  if (!direction.empty()) selection.forwards = direction == "out";
  selection.offset = given.number("offset", 0, 0, kFurthest);
  selection.count = given.number("count", 50, 1, kMostListed);
  const FactPage page = facts_of(run->engine(), given.text("entity"), selection);
  return json_response({{"total", page.total},
                        {"offset", selection.offset},
                        {"facts", to_json(run->engine(), page.facts)}});
}

HttpResponse Api::graph(const Call& call) {
  const std::shared_ptr<const ServedRun> run = run_of(call);
  const Engine& engine = run->engine();
  const std::size_t count = call.parameters.number("count", 40, 1, kMostListed);
  const std::string& entity = call.parameters.text("entity");
  Json nodes = Json::array();
  std::set<std::string> listed;
  const auto add = [&](const std::string& name) {
    const EntityInBrief brief = entity_in_brief(engine, name);
    if (!listed.insert(brief.names.name).second) return;
    Json node = to_json(brief.names);
    if (!brief.types.empty()) node["type"] = brief.types.front();
    node["facts"] = brief.facts;
    nodes.push_back(std::move(node));
  };
  add(entity);
  Json edges = Json::array();
  for (const Fact& fact : neighbourhood(engine, entity, count)) {
    add(fact.head);
    add(fact.tail);
    edges.push_back({{"head", fact.head},
                     {"relation", to_json(relation_in_words(engine, fact.relation))},
                     {"tail", fact.tail}});
  }
  return json_response({{"nodes", nodes}, {"edges", edges}});
}

HttpResponse Api::rules(const Call& call) {
  const std::shared_ptr<const ServedRun> run = run_of(call);
  const Parameters& given = call.parameters;
  RuleList::Selection selection;
  if (const std::string* relation = given.find("relation")) {
    selection.relation = relation_in_words(run->engine(), *relation).name;
  }
  if (const std::string* text = given.find("text")) selection.text = *text;
  const std::string order =
      given.choice("sort", "confidence", {"confidence", "support", "decisive"});
  if (order == "support") selection.order = RuleList::Order::kSupport;
  if (order == "decisive") selection.order = RuleList::Order::kDecisive;
  selection.offset = given.number("offset", 0, 0, kFurthest);
  selection.count = given.number("count", 50, 1, kMostListed);
  const RuleList::Judged judged = run->rules().judged();
  const RuleList::Page page = run->rules().find(selection);
  Json list = Json::array();
  for (const ListedRule& rule : page.rules) list.push_back(to_json(run->engine(), rule));
  return json_response({{"total", page.total},
                        {"offset", selection.offset},
                        {"decisive", {{"facts", judged.facts}, {"ready", judged.is_over}}},
                        {"rules", list}});
}

HttpResponse Api::rule(const Call& call) {
  const std::shared_ptr<const ServedRun> run = run_of(call);
  const Engine& engine = run->engine();
  const std::string& text = call.parameters.text("text");
  const RuleExamples examples =
      rule_examples(engine, text, call.parameters.number("count", 5, 1, 100));
  Json json = Json::object();
  if (const auto rule = run->rules().find(text)) json["rule"] = to_json(engine, *rule);
  json["right"] = to_json(engine, examples.right);
  json["wrong"] = to_json(engine, examples.wrong);
  json["complete"] = examples.complete;
  return json_response(json);
}

HttpResponse Api::map(const Call& call) {
  const std::shared_ptr<const ServedRun> run = run_of(call);
  const VectorMap map =
      vector_map(run->engine(), call.parameters.number("count", 2000, 2, kMostPoints));
  Json points = Json::array();
  for (const VectorMap::Point& point : map.points) {
    const EntityInBrief brief = entity_in_brief(run->engine(), point.name);
    Json json = to_json(brief.names);
    if (!brief.types.empty()) json["type"] = brief.types.front();
    json["x"] = point.x;
    json["y"] = point.y;
    points.push_back(std::move(json));
  }
  return json_response(
      {{"points", points}, {"explained", map.explained}, {"entities", map.entities}});
}

HttpResponse Api::stats(const Call& call) {
  const std::shared_ptr<const ServedRun> run = run_of(call);
  const EngineCounts& counts = run->counts();
  const RunRecord record = record_of(run->engine());
  Json relations = Json::array();
  for (const RelationCounts& each : relation_counts(run->engine())) {
    Json json = to_json(each.relation);
    json["facts"] = each.facts;
    json["heads"] = each.heads;
    json["tails"] = each.tails;
    relations.push_back(std::move(json));
  }
  Json trace = Json::array();
  for (const std::string_view line : split(record.trace_jsonl, '\n')) {
    if (auto epoch = parse_json<Json>(line)) trace.push_back(std::move(*epoch));
  }
  Json settings = Json::object();
  for (const auto& [name, value] : record.settings) settings[name] = value;
  return json_response({{"run", run->name()},
                        {"facts", counts.facts},
                        {"entities", counts.entities},
                        {"rules", counts.rules},
                        {"probabilities", counts.probabilities},
                        {"relations", relations},
                        {"metrics", parse_json<Json>(record.metrics_json).value_or(Json::object())},
                        {"trace", trace},
                        {"settings", settings},
                        {"data", record.data},
                        {"seed", record.seed},
                        {"version", record.version}});
}

HttpResponse Api::training(const Call& call) {
  const std::string* name = call.parameters.find("run");
  const Runs::Listed listed = runs_.find(name == nullptr ? std::string_view() : *name);
  const LiveTraining live = read_live(listed.folder);
  Json epochs = Json::array();
  for (const LiveTraining::Epoch& epoch : live.epochs) {
    const bool is_rules = epoch.part == LiveTraining::Epoch::Part::kRules;
    Json json{{"part", is_rules ? "rules" : "vectors"},
              {"restart", epoch.restart},
              {"epoch", epoch.epoch}};
    if (epoch.loss) json["loss"] = *epoch.loss;
    if (epoch.valid) json["valid"] = *epoch.valid;
    if (epoch.proved) json["proved"] = *epoch.proved;
    if (epoch.newly_proved) json["newly_proved"] = *epoch.newly_proved;
    epochs.push_back(std::move(json));
  }
  const char* state = live.state == LiveTraining::State::kTraining   ? "training"
                      : live.state == LiveTraining::State::kFinished ? "ready"
                                                                     : "stopped";
  return json_response({{"run", listed.name},
                        {"state", state},
                        {"task", live.task},
                        {"fraction", live.fraction},
                        {"details", live.details},
                        {"seconds", live.seconds},
                        {"epochs", epochs},
                        {"notes", live.notes}});
}

}  // namespace gntp
