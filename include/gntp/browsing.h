// What an engine knows, to look at: names while they are typed, the facts of an entity, what a rule
// says of the facts, vectors on a plane. For programs that show an engine to people, the server
// among them.
//
// Names are given as everywhere (gntp/engine.h): ids, labels, 'LABEL (ID)'; for an unknown one the
// functions throw Error with the nearest names. Facts are those that the engine knows, mentions in
// texts among them. The functions use the index that questions use, and make it where none was
// asked yet; no work grows with all facts, unless it says so. All are safe for any number of
// threads, and what they return depends on the engine and on the arguments alone.
#pragma once

#include <gntp/engine.h>
#include <gntp/export.h>
#include <gntp/facts.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gntp {

// Names -----------------------------------------------------------------------------------------

struct NameInWords {
  std::string name;          // the id
  std::string display_name;  // as people read it and may type it; the id where there is no label
  std::string typed;         // the same, quoted where a query needs it
};
GNTP_API NameInWords entity_in_words(const Engine& engine, std::string_view name);
GNTP_API NameInWords relation_in_words(const Engine& engine, std::string_view name);

// What a name may mean while it is being typed.
struct Suggestion {
  enum class Kind : std::uint8_t { kEntity, kRelation };
  // Best first: the whole name, its beginning, the beginning of a word in it, anything in it, and
  // what differs by a typing mistake or two from a name or its beginning.
  enum class Match : std::uint8_t { kExact, kStart, kWord, kInside, kSimilar };
  Kind kind = Kind::kEntity;
  Match match = Match::kExact;
  std::string name;
  std::string display_name;
  std::size_t facts = 0;  // that it occurs in
};

// All names and labels, for many searches: made once for an engine, which may then go away. Capital
// letters, accents, and what is between words ('_' and blanks) do not matter. Its memory and the
// time of a search grow with the names. Relations are those of the data set; patterns of text are
// none.
class GNTP_API NameSearch {
 public:
  explicit NameSearch(const Engine& engine);
  NameSearch(NameSearch&&) noexcept;
  NameSearch& operator=(NameSearch&&) noexcept;
  ~NameSearch();

  // At most `count`, by match, then by number of facts, then by name (an entity before a relation).
  // Similar ones are looked for where others are fewer, and come by number of mistakes first: one
  // in a text of at least four characters, two of at least six. Nothing for a blank text; only of
  // one kind where it is named.
  std::vector<Suggestion> find(std::string_view text, std::size_t count = 10,
                               std::optional<Suggestion::Kind> kind = {}) const;

 private:
  struct GNTP_INTERNAL Index;
  std::unique_ptr<const Index> index_;
};

// Facts -----------------------------------------------------------------------------------------

// A fact p(a, a) is in two groups of a.
struct EntityProfile {
  struct Group {
    NameInWords relation;
    bool forwards = true;  // the entity is the head
    std::size_t facts = 0;
  };
  NameInWords names;
  std::string label;               // empty where it has none
  std::vector<std::string> types;  // of the data set, by name
  std::vector<Group> groups;       // the largest first, then by name, forwards before backwards
  std::size_t facts = 0;           // of all groups together, each counted once
};
GNTP_API EntityProfile entity_profile(const Engine& engine, std::string_view name);

// The same without groups and label, for a list of many.
struct EntityInBrief {
  NameInWords names;
  std::vector<std::string> types;
  std::size_t facts = 0;
};
GNTP_API EntityInBrief entity_in_brief(const Engine& engine, std::string_view name);

struct FactInWords {
  Fact fact;             // in ids
  std::string text;      // 'rel(a, b)' in ids, as it is typed
  std::string in_words;  // the same with display names; equal to the text where there are no labels
};
// The fact need not be known. Throws Error where a name is.
GNTP_API FactInWords fact_in_words(const Engine& engine, const Fact& fact);

// Which facts of an entity, and which page of them.
struct FactSelection {
  std::optional<std::string> relation = {};  // a pattern of text may be named, too
  std::optional<bool> forwards = {};         // whether the entity is the head
  std::size_t offset = 0;
  std::size_t count = 50;
};
struct FactPage {
  std::size_t total = 0;  // of all pages
  std::vector<FactInWords> facts;
};
// In the order of the profile's groups, then by the other entity (those of the training by name,
// then those that came later). Without a direction, a fact p(a, a) is listed once, forwards.
GNTP_API FactPage facts_of(const Engine& engine, std::string_view entity,
                           const FactSelection& selection = {});

// At most `count` facts of an entity, for a drawing: one of each group, then another of each, and
// so on, each fact once.
GNTP_API std::vector<Fact> neighbourhood(const Engine& engine, std::string_view entity,
                                         std::size_t count = 40);

// Rules -----------------------------------------------------------------------------------------

// Facts that a rule's body can stand for, and what its head says then.
struct RuleExample {
  FactInWords head;
  std::vector<FactInWords> body;
};
struct RuleExamples {
  std::vector<RuleExample> right;  // the head is a known fact
  std::vector<RuleExample> wrong;  // it is not, which need not mean that it is false
  // Where fewer than wanted are listed, there are no others; false: the work was cut off before.
  bool complete = false;
};
// At most `count` of each, no head twice, and those about different entities first. `rule` as
// LearnedRule::text has it, or as a line of a rule file of gntp or AnyBURL does; names may be
// labels. As where rules are counted, different variables stand for different entities, none of
// them for one that the rule names. Without a body, 'r(X, c)' is about whatever has a fact of r.
// The work is bounded: some tenths of a second. Throws Error for what is no rule of known names.
GNTP_API RuleExamples rule_examples(const Engine& engine, std::string_view rule,
                                    std::size_t count = 5);

// The engine as a whole -------------------------------------------------------------------------

struct VectorMap {
  struct Point {
    std::string name;
    double x = 0;
    double y = 0;
  };
  std::vector<Point> points;             // most facts first, then by name
  std::array<double, 2> explained = {};  // the share of the variance that each axis shows
  std::size_t entities = 0;              // that there are
};
// The vectors of the entities with the most facts, at most `count`, on the plane of their first two
// principal components; x and y are scaled to [-1, 1] by one factor. The same bytes for any number
// of threads. Work that grows with the facts. Throws Error where entities have no vectors.
GNTP_API VectorMap vector_map(const Engine& engine, std::size_t count = 2000);

struct EngineCounts {
  std::size_t facts = 0;  // mentions in texts among them
  std::size_t entities = 0;
  std::size_t relations = 0;  // of the data set, without patterns of text
  std::size_t rules = 0;      // copies that read the same counted one by one
  bool vectors = false;       // entities have some
  bool probabilities = false;
  bool labels = false;
};
// Little work; needs no index.
GNTP_API EngineCounts counts_of(const Engine& engine);

struct RelationCounts {
  NameInWords relation;
  std::size_t facts = 0;
  std::size_t heads = 0;  // different ones
  std::size_t tails = 0;
};
// Of all relations of the data set, most facts first, then by name.
GNTP_API std::vector<RelationCounts> relation_counts(const Engine& engine);

// What a run folder says of the engine (docs/formats.md).
struct RunRecord {
  std::string metrics_json;  // the text of the file
  std::string trace_jsonl;   // likewise
  std::string data;          // the place of the data set of the training
  std::uint64_t seed = 0;
  std::string version;  // of gntp, that made it
  // By 'section.key', in the order of the file, the values as the file has them.
  std::vector<std::pair<std::string, std::string>> settings;
};
GNTP_API RunRecord record_of(const Engine& engine);

}  // namespace gntp
