// Why a fact holds: its proofs as trees that a person can read. For every goal the rule or fact
// that proves it, the score of every comparison, and the weakest link, which is what the score is
// (with the t-norm `product`, what lowers it most). Plain values.
//
// Texts have the ids of the data set. Where it has labels, what is called `in_words` says the same
// with them, as people read it and may type it; elsewhere it is empty.
#pragma once

#include <gntp/export.h>
#include <gntp/score_parts.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gntp {

struct ExplainedSymbol {
  std::string name;      // as it is; a learned predicate is named by its nearest relation
  bool learned = false;  // a predicate of a rule that was learned as a vector
  std::string in_words = {};
};

// Two symbols that were compared, or the confidence of a rule.
struct ExplainedLink {
  // kConfidence: a rule's own, which compares nothing.
  enum class Kind : std::uint8_t { kPredicate, kEntity, kConfidence };
  Kind kind = Kind::kPredicate;
  ExplainedSymbol goal;
  ExplainedSymbol other;
  bool same = false;  // a symbol compared with itself, which says nothing
  double score = 0;
  bool weakest = false;  // the link that decides the proof's score; one in each proof
};

// An atom of a rule.
struct ExplainedAtom {
  std::string text;
  std::string relation;
  double similarity = 1;
  bool learned = false;  // then the relation is the nearest one
  std::string in_words = {};
};

// Where a text says so.
struct Quotation {
  std::string file;
  std::size_t line = 0;    // of the file
  std::size_t number = 0;  // of the file's sentences
  std::string text;
};

struct ExplanationNode {
  enum class Kind : std::uint8_t { kFact, kRule };
  std::string goal;  // the atom to prove
  double score = 0;  // of the goal's comparison with the fact or with the rule's head
  Kind kind = Kind::kFact;
  std::string source;                     // the fact or the rule as text
  std::uint32_t mentioned = 0;            // how often texts mention it; 0 for other facts
  std::vector<Quotation> sentences;       // where, as far as it is known
  std::vector<ExplainedAtom> rule;        // head and body, for a rule
  std::vector<ExplainedLink> links;       // predicate, head and tail as far as compared; confidence
  std::vector<ExplanationNode> children;  // the body's atoms, for a rule
  std::string goal_in_words = {};
  std::string source_in_words = {};
};

struct ExplainedProof {
  double score = 0;
  ExplanationNode root;
  // What the proof counts among others: less than its score where only a share of the rule's
  // groundings agree, or where known facts speak against the fact.
  double share = 1;
  // Whether it stands behind proofs by rules without constants, and counts a thousandth.
  bool stands_back = false;
  double counts = 0;
};

// Known facts that speak against a fact, because they have its relation and its head, or its tail,
// or, with another relation, both.
struct CounterEvidence {
  enum class Shared : std::uint8_t { kHead, kTail, kBoth };
  Shared shared = Shared::kHead;
  double factor = 1;  // on the odds of each proof, or of the answer where vectors have a say
  std::vector<std::string> facts;  // at least one
  std::vector<std::string> facts_in_words = {};
};

struct SimilarEntity {
  std::string name;
  double similarity = 0;  // the cosine of both vectors
  std::string in_words = {};
};
struct SimilarFact {
  std::string fact;
  double similarity = 0;  // the product of the heads' and the tails'
  std::string in_words = {};
};

// What the vectors of a link predictor say for a fact, the most similar first.
struct SimilarityEvidence {
  std::vector<SimilarEntity> like_head;
  std::vector<SimilarEntity> like_tail;
  std::vector<SimilarFact> facts;  // known ones of the same relation
};

enum class Drawing : std::uint8_t { kUnicode, kAscii };
// kTerminal: with the escape sequences that terminals know as colours.
enum class Colors : std::uint8_t { kNone, kTerminal };

struct Explanation {
  std::string fact;
  bool known = false;               // a fact that the model was given
  double score = 0;                 // 0 where there is no proof
  std::vector<double> tie_breaker;  // what orders facts of equal score, as in Judgement
  double floor = 0;                 // proofs that score below this do not count
  // How several proofs make the score; empty where one proof decides and nothing speaks against it.
  std::string verdict;
  std::vector<CounterEvidence> against;
  std::vector<ExplainedProof> proofs;  // the best first
  std::optional<double> probability;   // as in Judgement; of a known fact 1, unless it is excluded
  // Where the model has a link predictor: what the score is made of, and what is similar.
  std::optional<ScoreParts> parts = {};
  std::optional<SimilarityEvidence> similar = {};
  std::string in_words = {};  // the fact
  // Of every name that occurs and has one, by id.
  std::map<std::string, std::string> labels = {};

  // Everything for a terminal, in words where there are labels, ending in a line end.
  GNTP_API std::string to_text(Drawing drawing = Drawing::kUnicode,
                               Colors colors = Colors::kNone) const;
  // Everything as one line of JSON, with the keys of 'gntp explain --json' (docs/formats.md).
  GNTP_API std::string to_json() const;
  // For a page or a notebook: a piece of HTML with trees to open and close.
  GNTP_API std::string to_html() const;
  // A graph for Graphviz: a cluster for each proof, an arrow from each goal to what it takes.
  GNTP_API std::string to_dot() const;
  // A picture: proofs as trees, one below the other. It follows the reader's choice of light or
  // dark.
  GNTP_API std::string to_svg() const;
};

}  // namespace gntp
