// A trained model that answers questions: what fits, how likely a fact is, and why.
//
//   gntp::Engine engine = gntp::Engine::train(gntp::Dataset::load("data/countries/S2"),
//                                             gntp::Settings::preset("mined"));
//   for (const gntp::Answer& answer : engine.predict("locatedIn(syria, ?)", 3)) ...
//
// An engine owns its knowledge base, model, threads and a search index that is built when the first
// question needs it. No question changes it: it can be asked from many threads at once. A single
// question runs on its caller's thread; batches (many questions or facts, `evaluate`) share the
// engine's threads and wait for each other. An engine keeps the device that it was trained or
// opened with.
//
// Names are ids, as in the data set's files, or labels, where it has some, or 'LABEL (ID)' where
// several share a label; a name with special characters is quoted, as in "'capital (former)'(rome,
// ?)". An unknown name is an Error with the nearest ones, a label that several share one with what
// to write. What comes back has ids, and labels beside them.
#pragma once

#include <gntp/dataset.h>
#include <gntp/evaluation.h>
#include <gntp/explanation.h>
#include <gntp/export.h>
#include <gntp/facts.h>
#include <gntp/mining.h>
#include <gntp/observer.h>
#include <gntp/score_parts.h>
#include <gntp/settings.h>
#include <gntp/training.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

// What a fact is worth. Facts and answers are ordered by score, then by tie-breaker: numbers to
// compare one after the other, a higher one first, and a longer list before its own beginning. What
// is equal in both ties. The tie-breaker is empty where the best proof speaks alone.
struct Judgement {
  double score = 0;  // from 0 (no proof above the floor) to 1; no probability
  std::vector<double> tie_breaker;
  // That the fact is true, as an answer to 'rel(a, ?)', calibrated on the valid split; 1 for a
  // known fact. Nothing where the model was trained without a valid split, or by gntp before 0.3.
  std::optional<double> probability = {};
};

// What fits the '?' of a query.
struct Answer {
  enum class Kind : std::uint8_t { kEntity, kRelation };
  std::size_t rank = 0;  // from 1; answers that tie share the best of their places
  std::string name;
  double score = 0;
  std::vector<double> tie_breaker;  // as in Judgement
  bool known = false;               // a fact that the model was given
  // As in Judgement, but as an answer to the query; of '?(a, b)' as an answer to 'rel(a, ?)'. Among
  // the answers to one query about entities it never rises from one rank to the next.
  std::optional<double> probability = {};
  // What the score is made of, where the model has a link predictor.
  std::optional<ScoreParts> parts = {};
  Kind kind = Kind::kEntity;
  std::string label = {};  // empty where it has none
  // As people read it and may type it: the label where it is nobody else's, else 'LABEL (ID)'; the
  // name where there is no label.
  std::string display_name = {};
  // The question leads to too many entities to look at all of them: the rank is among likely
  // answers, and a better one may be missing (docs/theory.md, "Hubs"). Its score is exact.
  bool among_likely = false;
};

// Whether answers that are known facts are listed.
enum class KnownFacts : std::uint8_t { kListed, kLeftOut };

// What answers may be, in names. Lists restrict which answers are listed and ranked, not how they
// are judged. Types and lists of entities are for questions about entities.
struct AnswerLists {
  // Entities of one of these types, if any is named: a type of the data set, or 'REL:head' or
  // 'REL:tail', what the training facts show as head or tail of a relation.
  std::vector<std::string> types = {};
  // These entities.
  std::optional<std::vector<std::string>> among = {};
  // What makes none of these facts.
  std::vector<Fact> not_known = {};
};

// The same, looked up once for many questions (Engine::filter). Immutable and cheap to copy; it is
// for the engine that made it, and its answers are the same from any thread. By default everything
// passes.
class GNTP_API AnswerFilter {
 public:
  AnswerFilter() = default;

  // For the library itself.
  struct GNTP_INTERNAL State;
  explicit AnswerFilter(std::shared_ptr<const State> state);
  const State* state() const { return state_.get(); }

 private:
  std::shared_ptr<const State> state_;
};

// Which answers are wanted.
struct AnswerOptions {
  std::size_t count = 10;  // the best ones; of a hub's, of the likely ones (docs/theory.md, "Hubs")
  KnownFacts known = KnownFacts::kListed;
  AnswerFilter filter = {};
};

// A question in names: the place that is asked for is empty. Where none is, it is a fact.
struct GNTP_API Question {
  std::optional<std::string> head = {};
  std::optional<std::string> relation = {};
  std::optional<std::string> tail = {};

  // 'rel(a, ?)', as it must be typed.
  std::string to_text() const;
};

struct ExplainOptions {
  // Whether a known fact may prove itself, or how it would be inferred without it.
  enum class Itself : std::uint8_t { kUsed, kExcluded };
  std::size_t proofs = 0;  // 0 = the best one, or all that count where several do
  Itself itself = Itself::kUsed;
};

struct LearnedRule {
  std::string text;  // learned predicates are named by the nearest relation
  double confidence = 0;
  std::size_t copies = 1;   // how many rules read like this one
  std::size_t support = 0;  // the counts that it was found with; 0 where there are none
  std::size_t body = 0;
  std::vector<ExplainedAtom> atoms;  // head, then body
  // As a line of a rule file; empty where such a file cannot express it, because a body's predicate
  // is learned or the confidence is 0.
  std::string prolog;
  std::string anyburl;
  std::string in_words = {};  // the text with labels; empty where the data set has none
};

// Tables for a page or a notebook: pieces of HTML, in words where there are labels.
GNTP_API std::string to_html(std::span<const Answer> answers);
GNTP_API std::string to_html(std::span<const LearnedRule> rules);

// A model's vectors, a row for each name, where they lie in memory: valid as long as `owner` is
// kept. Those of a link predictor have a row for each relation and direction; the backward one is
// named 'inverse of REL'.
struct VectorTable {
  std::vector<std::string> names;
  std::size_t width = 0;
  std::span<const float> values;  // names.size() * width, row by row
  std::shared_ptr<const void> owner;

  std::span<const float> row(std::size_t number) const {
    return values.subspan(number * width, width);
  }
};

struct OpenOptions {
  std::size_t threads = 0;  // as for training; 0 = all
  // Where the store is now that the run was trained on, if it has moved ('gntp pack').
  std::filesystem::path data = {};
  std::string device = "auto";  // as for training; all questions and evaluations use it
};

class GNTP_API Engine {
 public:
  // Learns from the data set. Throws UsageError where settings do not go together or the device's
  // name is none, Error where that GPU is not there, Interrupted if the observer asks to stop.
  static Engine train(const Dataset& dataset, const Settings& settings = {},
                      const RunOptions& options = {}, const Observer& observer = {});
  // What `train` would cost.
  static TrainingEstimate estimate(const Dataset& dataset, const Settings& settings = {},
                                   const RunOptions& options = {}, const Observer& observer = {});
  // A model that `save` or the program gntp has written. Throws Error with the file at fault.
  static Engine open(const std::filesystem::path& folder, std::size_t threads = 0);
  // The same. Throws Error where `data` is not the store of the run or the device is not there, and
  // UsageError where the run has facts of its own or the device's name is none.
  static Engine open(const std::filesystem::path& folder, const OpenOptions& options);

  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;
  ~Engine();

  // The same model with some facts more and some fewer; this one stays as it is. Rules use the new
  // facts at once, and new entities get vectors from their facts where the model has vectors. What
  // was learned stays: rules, their confidences and counts, vectors, probabilities. Facts that are
  // known already, or given twice, are counted in a note. Throws Error for a relation that the
  // model does not know, and for a fact to remove that it does not have.
  Engine with(const FactChanges& changes, const Observer& observer = {}) const;

  // Writes a run folder, whole or not at all; it must not exist yet. The evaluations go into
  // metrics.json; without any, those that the engine was opened with.
  void save(const std::filesystem::path& folder,
            std::span<const Evaluation> evaluations = {}) const;

  // The best answers to 'rel(a, ?)', 'rel(?, b)' or '?(a, b)', by score, then by tie-breaker, then
  // by name. Where the data set has candidates.txt, they are the only answers to 'rel(a, ?)' for
  // the relations of its valid and test splits.
  std::vector<Answer> predict(std::string_view query, std::size_t count = 10) const;
  // Throws UsageError where the filter is for entities and the question for a relation.
  std::vector<Answer> predict(std::string_view query, const AnswerOptions& options,
                              const Observer& observer = {}) const;
  // The same for each of many questions, shared out to the engine's threads. Each must ask for one
  // place.
  std::vector<std::vector<Answer>> predict(std::span<const Question> questions,
                                           std::size_t count = 10) const;
  std::vector<std::vector<Answer>> predict(std::span<const Question> questions,
                                           const AnswerOptions& options,
                                           const Observer& observer = {}) const;
  // What `predict` needs to restrict answers. Throws Error where a name or a type is unknown.
  AnswerFilter filter(const AnswerLists& lists) const;
  // The best proofs of 'rel(a, b)'.
  Explanation explain(std::string_view fact, const ExplainOptions& options = {},
                      const Observer& observer = {}) const;
  // The same for each of many facts, shared out to the engine's threads.
  std::vector<Explanation> explain(std::span<const Fact> facts, const ExplainOptions& options = {},
                                   const Observer& observer = {}) const;
  // From 0 (no proof above the floor) to 1, for 'rel(a, b)'.
  double score(std::string_view fact, const Observer& observer = {}) const;
  // The same for many facts, shared out to the engine's threads.
  std::vector<double> score(std::span<const Fact> facts, const Observer& observer = {}) const;
  // The same with tie-breakers and probabilities.
  std::vector<Judgement> judge(std::span<const Fact> facts, const Observer& observer = {}) const;
  // The fact with names as the model has them. Throws Error if a name is unknown; little work.
  Fact resolve(const Fact& fact) const;
  // The same for 'rel(a, b)'.
  Fact parse(std::string_view fact) const;
  // The same for questions.
  Question resolve_question(const Question& question) const;
  Question parse_question(std::string_view query) const;

  // All entities: those of the training by name, then those that came later.
  std::vector<std::string> entities() const;
  // The relations of the data set, by name; patterns of text are none.
  std::vector<std::string> relations() const;
  // The types of the data set, by name.
  std::vector<std::string> types() const;
  // Of the entity or the relation with this name; empty where it has none.
  std::string label(std::string_view name) const;
  // 'rel(a, ?)' for every a that the facts have the relation of, by name. Throws Error where it is
  // unknown.
  std::vector<Question> questions_about(std::string_view relation) const;
  // What the triples of a split ask, 'rel(a, ?)' and 'rel(?, b)', each once; splits as for
  // `evaluate`, of the data set of the training or, where it is given, of another folder.
  std::vector<Question> questions_of_split(std::string_view split,
                                           const std::filesystem::path& data = {},
                                           const Observer& observer = {}) const;

  // Ranks the true answers of a split among all entities, or the data set's candidates where it
  // has them, other known answers left out: "test"
  // (with every test-*), "valid", "all" or a split's own name. On the data set of the training,
  // which is read again as it was read then, on another folder, or on a data set; a name that the
  // model does not know makes a line bad. Throws UsageError with the splits that there are. Where
  // the model has probabilities, it is measured how well they hold.
  std::vector<Evaluation> evaluate(std::string_view split = "test",
                                   const Observer& observer = {}) const;
  std::vector<Evaluation> evaluate(const std::filesystem::path& data, std::string_view split,
                                   const Observer& observer = {},
                                   OnError on_error = OnError::kStop) const;
  std::vector<Evaluation> evaluate(const Dataset& dataset, std::string_view split = "test",
                                   const Observer& observer = {}) const;

  // The rules, the most confident first; those that read the same are one. At most `count` of those
  // that are at least so confident.
  std::vector<LearnedRule> rules(std::size_t count = std::numeric_limits<std::size_t>::max(),
                                 double min_confidence = 0) const;

  // The vectors of all entities, or of all relations: the link predictor's, else those that soft
  // unification compares; none where symbols have none.
  VectorTable entity_vectors() const;
  VectorTable relation_vectors() const;

  Settings settings() const;
  // Nothing for a model that was opened.
  const std::optional<TrainingSummary>& training() const;

  // For the library itself.
  struct GNTP_INTERNAL State;
  explicit Engine(std::unique_ptr<const State> state);
  const State& state() const { return *state_; }

 private:
  std::unique_ptr<const State> state_;
};

}  // namespace gntp
