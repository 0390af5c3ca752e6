#include "model/checkpoint.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/line_reader.h"
#include "base/text.h"
#include "kb/triple_set.h"
#include "model/answer_choice.h"
#include "model/mixture_weights.h"
#include "model/name_files.h"
#include "model/rule_tensors.h"
#include "model/rules_json.h"
#include "model/store_file.h"
#include "model/tensors.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTensorFile = "model.safetensors";
constexpr const char* kEntityFile = "entities.tsv";
constexpr const char* kRelationFile = "relations.tsv";
constexpr const char* kRuleFile = "rules.json";
// These are there only where mentions are.
constexpr const char* kPatternFile = "patterns.tsv";
constexpr const char* kTokenFile = "tokens.tsv";
constexpr const char* kSentenceFile = "mentions.sources.tsv";

constexpr std::string_view kRemedy = kDamageRemedy;

// Writing ----------------------------------------------------------------------------------------

Tensor make_tensor(const FactList& facts) {
  std::vector<std::int32_t> values;
  values.reserve(3 * facts.size());
  const auto add = [&values](std::uint32_t id) { values.push_back(static_cast<std::int32_t>(id)); };
  for (const Triple& fact : facts) {
    add(fact.head);
    add(fact.relation);
    add(fact.tail);
  }
  return make_tensor(Tensor::Type::kI32, {facts.size(), 3}, std::span<const std::int32_t>(values));
}

template <typename Id>
Tensor make_tensor(const SharedArray<Id>& ids) {
  std::vector<std::int32_t> values;
  values.reserve(ids.size());
  for (const Id id : ids) values.push_back(static_cast<std::int32_t>(std::uint32_t{id}));
  return make_tensor(Tensor::Type::kI32, {ids.size()}, std::span<const std::int32_t>(values));
}

void write_names(const fs::path& path, std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) {
    assert(!name.empty() && name.find('\n') == std::string::npos);  // the readers see to it
    text += name + '\n';
  }
  write_file(path, text);
}

void add_encoder(const Encoder& encoder, TensorMap& tensors) {
  if (!encoder.is_used()) return;
  tensors.emplace("tokens", make_tensor(encoder.vectors, 0, encoder.vectors.rows()));
  if (encoder.kind == EncoderKind::kNgrams) {
    tensors.emplace("token_logits", make_tensor(encoder.logits, 0, encoder.logits.rows()));
  }
}

// What only a model with mentions has.
void add_mentions(const KnowledgeBase& kb, TensorMap& tensors) {
  std::vector<std::int32_t> counts(kb.mention_counts.begin(), kb.mention_counts.end());
  tensors.emplace("mention_counts", make_tensor(Tensor::Type::kI32, {counts.size()},
                                                std::span<const std::int32_t>(counts)));
}

void write_mentions(const fs::path& folder, const KnowledgeBase& kb) {
  const std::vector<std::string> relations = kb.relations.names();
  write_names(folder / kPatternFile, std::span(relations).subspan(kb.first_pattern()));
  if (!kb.sentences.empty()) write_file(folder / kSentenceFile, sentences_text(kb));
}

// Names, facts and all that is known of them.
void save_knowledge(const fs::path& folder, const KnowledgeBase& kb, TensorMap& tensors) {
  if (kb.store) {
    write_store_file(folder, *kb.store);
    return;
  }
  tensors.emplace("facts", make_tensor(kb.facts));
  if (!kb.candidates.entities.empty()) {
    tensors.emplace("candidates", make_tensor(kb.candidates.entities));
    tensors.emplace("candidate_relations", make_tensor(kb.candidates.relations));
  }
  if (kb.patterns > 0) {
    add_mentions(kb, tensors);
    write_mentions(folder, kb);
  }
  const std::vector<std::string> relations = kb.relations.names();
  write_names(folder / kEntityFile, kb.entities.names());
  write_names(folder / kRelationFile, std::span(relations).first(kb.first_pattern()));
  write_name_files(folder, kb);
}

// Reading ----------------------------------------------------------------------------------------

void require_files(const CheckedFolder& folder) {
  if (!fs::is_directory(folder.path())) {
    fail("{}: no such folder; name a run folder that 'gntp train' has written",
         folder.path().string());
  }
  const bool is_on_store = folder.has(kStoreFile);
  for (const char* name : {kTensorFile, kEntityFile, kRelationFile, kRuleFile}) {
    const bool is_in_store = is_on_store && (name == kEntityFile || name == kRelationFile);
    if (!is_in_store && !folder.has(name)) {
      fail("{}: {} is missing, so this is no complete run folder; {}", folder.path().string(), name,
           folder.remedy());
    }
  }
}

// Appends the names to the vocabulary.
template <typename Id>
void read_names(const fs::path& path, Vocabulary<Id>& vocabulary) {
  const std::size_t before = vocabulary.size();
  LineReader lines(path);
  std::string_view line;
  while (lines.next(line)) {
    if (line.empty()) fail_at(path, lines.line_number(), "a name is empty; {}", kRemedy);
    if (const std::optional<Id> first = vocabulary.find(line)) {
      const std::string where =
          *first < before ? "a relation" : fmt::format("line {}", *first + 1 - before);
      fail_at(path, lines.line_number(), "'{}' is the name of {} already; {}", excerpt(line), where,
              kRemedy);
    }
    vocabulary.add(line);
  }
  if (vocabulary.size() == before) fail("{}: has no names; {}", path.string(), kRemedy);
}

// The first that repeats an earlier one.
std::optional<std::size_t> repeated_row(const std::vector<Triple>& facts) {
  if (TripleSet(facts.begin(), facts.end()).size() == facts.size()) return std::nullopt;
  std::set<Triple> seen;
  const auto repeated =
      std::ranges::find_if(facts, [&](const Triple& fact) { return !seen.insert(fact).second; });
  return static_cast<std::size_t>(repeated - facts.begin());
}

std::vector<Triple> read_facts(const Tensors& tensors, const KnowledgeBase& kb) {
  const std::vector<std::uint32_t> values = tensors.integers("facts", 3);
  std::vector<Triple> facts;
  facts.reserve(values.size() / 3);
  for (std::size_t i = 0; i < values.size(); i += 3) {
    const auto id = [&]<typename Id>(std::size_t column, const Vocabulary<Id>& vocabulary) {
      const std::uint32_t value = values[i + column];
      if (value >= vocabulary.size()) {
        tensors.wrong("facts", "row {} has the id {}, where 0 to {} are known", i / 3, value,
                      vocabulary.size() - 1);
      }
      return Id(value);
    };
    facts.push_back({id(0, kb.entities), id(1, kb.relations), id(2, kb.entities)});
  }
  if (const std::optional<std::size_t> row = repeated_row(facts)) {
    tensors.wrong("facts", "row {} repeats a fact", *row);
  }
  return facts;
}

// Sorted ids of the vocabulary.
template <typename Id>
std::vector<Id> read_ids(const Tensors& tensors, const std::string& name,
                         const Vocabulary<Id>& vocabulary) {
  std::vector<Id> ids;
  for (const std::uint32_t value : tensors.integers(name)) {
    if (value >= vocabulary.size()) {
      tensors.wrong(name, "has the id {}, where 0 to {} are known", value, vocabulary.size() - 1);
    }
    if (!ids.empty() && Id(value) <= ids.back()) tensors.wrong(name, "is not in order");
    ids.push_back(Id(value));
  }
  return ids;
}

void check_choices(const Tensors& tensors, const Matrix& choices) {
  for (std::size_t row = 0; row < choices.rows(); ++row) {
    if (AnswerChoice::is_valid(choices.row(row))) continue;
    tensors.wrong("answer_choices", "row {} is none", row);
  }
}

// The kinds by the names of their tensors.
constexpr std::array<std::pair<const char*, PredictorKind>, 3> kPredictors{
    {{"transe", PredictorKind::kTransE},
     {"distmult", PredictorKind::kDistMult},
     {"complex", PredictorKind::kComplEx}}};

void add_predictor(const Model& model, TensorMap& tensors) {
  for (const auto& [name, kind] : kPredictors) {
    if (model.predictor.kind != kind) continue;
    const auto add = [&](const std::string& part, const Matrix& matrix) {
      tensors.emplace(part, make_tensor(matrix, 0, matrix.rows()));
    };
    add(fmt::format("{}.entities", name), model.predictor.entities);
    add(fmt::format("{}.steps", name), model.predictor.steps);
    add("mixture", model.mixture);
  }
}

void read_predictor(const Tensors& tensors, const KnowledgeBase& kb, Model& model) {
  for (const auto& [name, kind] : kPredictors) {
    const std::string entities = fmt::format("{}.entities", name);
    const std::string steps = fmt::format("{}.steps", name);
    if (!tensors.has(entities)) continue;
    const std::size_t width = tensors.columns(entities);
    if (width == 0 || (kind == PredictorKind::kComplEx && width % 2 != 0)) {
      tensors.wrong(entities, "has {} columns", width);
    }
    const std::size_t rows = 2 * kb.first_pattern();
    model.predictor = {kind, tensors.matrix(entities, kb.entities.size(), width),
                       tensors.matrix(steps, rows, width)};
    model.mixture = tensors.matrix("mixture", rows, MixtureWeights::kColumns);
    for (std::size_t row = 0; row < rows; ++row) {
      if (MixtureWeights::is_valid(model.mixture.row(row))) continue;
      tensors.wrong("mixture", "row {} is none", row);
    }
    return;
  }
}

Model read_model(const Tensors& tensors, const KnowledgeBase& kb) {
  Model model;
  model.relations = kb.relations.size();
  const std::size_t dim = tensors.columns("relations");  // 0: relations are symbolic
  const std::size_t entity_dim = tensors.columns("entities");
  if (dim > 0 && entity_dim > 0 && entity_dim != dim) {
    tensors.wrong("entities", "has {} columns, where relations have {}", entity_dim, dim);
  }
  model.entities = tensors.matrix("entities", kb.entities.size(), entity_dim);

  const Matrix relations = tensors.matrix("relations", model.relations, dim);
  const std::size_t slots = tensors.rows("rule_predicates");
  if (dim == 0 && slots > 0) {
    tensors.wrong("rule_predicates", "has {} rows, but relations have no vectors", slots);
  }
  const Matrix rule_predicates = tensors.matrix("rule_predicates", slots, dim);
  model.predicates = Matrix(model.relations + slots, dim);
  const auto rest = std::ranges::copy(relations.values(), model.predicates.values().begin()).out;
  std::ranges::copy(rule_predicates.values(), rest);

  if (tensors.has("attention")) {
    const std::size_t attending = tensors.rows("attention");
    if (attending > slots) {
      tensors.wrong("attention", "has {} rows for {} rule predicates", attending, slots);
    }
    model.attention = tensors.matrix("attention", attending, model.relations);
  }
  if (tensors.has("answer_choices")) {
    model.answer_choices =
        tensors.matrix("answer_choices", 2 * model.relations, AnswerChoice::kColumns);
    check_choices(tensors, model.answer_choices);
  }
  read_predictor(tensors, kb, model);
  model.slope = tensors.number("slope");
  if (!(model.slope > 0) || !std::isfinite(model.slope)) {
    tensors.wrong("slope", "is {}, not a positive number", model.slope);
  }
  return model;
}

// Mentions stand last among the facts; their patterns are the last relations.
void read_mentions(CheckedFolder& folder, const Tensors& tensors, const std::vector<Triple>& facts,
                   KnowledgeBase& kb) {
  const std::vector<std::uint32_t> counts = tensors.integers("mention_counts");
  if (counts.size() > facts.size()) {
    tensors.wrong("mention_counts", "has {} numbers for {} facts", counts.size(), facts.size());
  }
  const std::size_t first = facts.size() - counts.size();
  for (std::size_t row = 0; row < facts.size(); ++row) {
    const bool mention = row >= first;
    if (mention == (facts[row].relation >= kb.first_pattern())) continue;
    tensors.wrong("mention_counts", "fact {} is {} mention", row, mention ? "no" : "a");
  }
  // Facts of old runs may not be in order.
  std::vector<std::uint32_t> in_order(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    in_order[*kb.facts.place_of(facts[first + i]) - first] = counts[i];
  }
  kb.mention_counts = std::move(in_order);
  if (!folder.has(kSentenceFile)) return;
  BadLines none(OnError::kStop);
  read_sentences(folder.file(kSentenceFile), kb, none);
}

Encoder read_encoder(CheckedFolder& folder, const Tensors& tensors, const KnowledgeBase& kb) {
  Encoder encoder;
  if (!tensors.has("tokens")) return encoder;
  read_names(folder.file(kTokenFile), encoder.features);
  const std::size_t tokens = encoder.features.size();
  encoder.vectors = tensors.matrix("tokens", tokens, tensors.columns("relations"));
  if (tensors.has("token_logits")) {
    encoder.kind = EncoderKind::kNgrams;
    encoder.logits = tensors.matrix("token_logits", tokens, 1);
  }
  for (RelationId id(kb.first_pattern()); id < kb.relations.size(); ++id) {
    encoder.add_pattern(kb.relations.name(id));
    if (encoder.features.size() == tokens) continue;
    fail("{}: lacks '{}', which a pattern has; {}", (folder.path() / kTokenFile).string(),
         encoder.features.names().back(), kRemedy);
  }
  return encoder;
}

}  // namespace

void save_checkpoint(const fs::path& folder, const KnowledgeBase& kb, const Model& model) {
  TensorMap tensors{
      {"entities", make_tensor(model.entities, 0, model.entities.rows())},
      {"relations", make_tensor(model.predicates, 0, model.relations)},
      {"rule_predicates", make_tensor(model.predicates, model.relations, model.predicates.rows())},
      {"slope", make_tensor(Tensor::Type::kF64, {1}, std::span<const double>(&model.slope, 1))},
  };
  if (model.attends()) {
    tensors.emplace("attention", make_tensor(model.attention, 0, model.attention.rows()));
  }
  if (model.answer_choices.rows() > 0) {
    tensors.emplace("answer_choices",
                    make_tensor(model.answer_choices, 0, model.answer_choices.rows()));
  }
  add_predictor(model, tensors);
  if (kb.patterns > 0) {
    add_encoder(model.encoder, tensors);
    if (model.encoder.is_used()) write_names(folder / kTokenFile, model.encoder.features.names());
  }
  save_knowledge(folder, kb, tensors);
  add_rules(kb.rules, model, tensors);
  write_file(folder / kRuleFile, rules_to_json(kb.rules));
  write_safetensors(folder / kTensorFile, tensors);
}

namespace {

void read_all_names(CheckedFolder& folder, KnowledgeBase& kb) {
  read_names(folder.file(kEntityFile), kb.entities);
  read_names(folder.file(kRelationFile), kb.relations);
  if (folder.has(kPatternFile)) {
    const std::size_t relations = kb.relations.size();
    read_names(folder.file(kPatternFile), kb.relations);
    kb.patterns = kb.relations.size() - relations;
  }
  read_name_files(folder, kb);
}

void read_all_facts(CheckedFolder& folder, const Tensors& tensors, KnowledgeBase& kb) {
  const std::vector<Triple> facts = read_facts(tensors, kb);
  kb.set_facts(facts);
  if (tensors.has("candidates")) {
    kb.candidates = {read_ids(tensors, "candidates", kb.entities),
                     read_ids(tensors, "candidate_relations", kb.relations)};
  }
  if (kb.patterns > 0) read_mentions(folder, tensors, facts, kb);
}

}  // namespace

std::optional<StoreOrigin> store_of(CheckedFolder& folder) {
  if (!folder.has(kStoreFile)) return std::nullopt;
  return read_store_file(folder);
}

Checkpoint load_checkpoint(CheckedFolder& folder, const fs::path& store) {
  require_files(folder);
  Checkpoint checkpoint;
  KnowledgeBase& kb = checkpoint.kb;
  const std::optional<StoreOrigin> origin = store_of(folder);
  if (origin) {
    kb = open_store_of(*origin, store, folder.path());
  } else {
    if (!store.empty()) {
      throw UsageError(
          fmt::format("{}: has facts of its own, and needs no store", folder.path().string()));
    }
    read_all_names(folder, kb);
  }
  const Tensors tensors(folder.path() / kTensorFile, folder.read(kTensorFile));
  checkpoint.model = read_model(tensors, kb);
  if (!origin) read_all_facts(folder, tensors, kb);
  if (kb.patterns > 0) checkpoint.model.encoder = read_encoder(folder, tensors, kb);
  const std::string rules = folder.read(kRuleFile);
  read_rules(tensors, rules_from_json(rules, folder.path() / kRuleFile), kb, checkpoint.model);
  return checkpoint;
}

Checkpoint load_checkpoint(const fs::path& folder) {
  CheckedFolder files(folder);
  return load_checkpoint(files);
}

}  // namespace gntp
