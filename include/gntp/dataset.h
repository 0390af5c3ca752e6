// A data set, a folder, one file or in memory, read and checked: training facts, the other splits,
// rules, mentions. docs/formats.md describes its files.
//
// Immutable and cheap to copy: copies share what was read. Safe to use from several threads.
#pragma once

#include <gntp/contents.h>
#include <gntp/error.h>
#include <gntp/export.h>
#include <gntp/reading.h>
#include <gntp/settings.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gntp {

struct DatasetOptions {
  // Rules to use instead of the folder's rules.pl.
  std::vector<std::filesystem::path> rules = {};
  // What given rules without a confidence start with and learn from; nothing = they are certain and
  // stay so.
  std::optional<double> rule_confidence = {};
  // What becomes of lines that cannot be read. Those that are skipped are counted in the
  // statistics, and the first ones are warnings.
  OnError on_error = OnError::kStop;
  // How the files of triples are read.
  ReadingOptions reading = {};
};

struct DatasetStatistics {
  struct Split {
    std::string name;
    std::size_t triples = 0;            // distinct
    std::size_t duplicates = 0;         // lines that repeated an earlier one
    std::size_t in_train = 0;           // triples that training has, too
    std::size_t reversed_in_train = 0;  // others that training has with head and tail exchanged
    std::size_t in_valid = 0;           // that the split valid has, too; 0 for that split itself
    std::size_t unseen = 0;             // with an entity or a relation that training never shows
    // That training has by a relation that says the same, or with head and tail exchanged by one
    // that says the inverse (Relation::same_as, Relation::inverse_of).
    std::size_t in_other_words = 0;
  };
  // A file of which lines were skipped (DatasetOptions::on_error).
  struct SkippedFile {
    std::string file;
    std::size_t lines = 0;
  };
  // A relation that has a share of another one's facts.
  struct OtherRelation {
    std::string name;
    double share = 0;
    std::string display_name = {};
  };
  // Entities with so many facts.
  struct Degree {
    std::size_t from = 0;
    std::size_t to = 0;
    std::size_t entities = 0;
  };
  struct Hub {
    std::string entity;
    std::size_t facts = 0;
    std::string display_name = {};  // as people read it: its label, if it has one
  };
  // A relation, or a pattern of texts, which has no more than its counts.
  struct Relation {
    std::string name;
    std::size_t facts = 0;
    std::size_t heads = 0;  // distinct
    std::size_t tails = 0;
    double tails_per_head = 0;  // means; of a function the first is 1
    double heads_per_tail = 0;
    double symmetric = 0;   // share of the facts that are there with head and tail exchanged, too
    std::size_t loops = 0;  // facts r(a, a)
    // The relation that has most of the facts, half of them or more, as they are or with head and
    // tail exchanged.
    std::optional<OtherRelation> same_as = {};
    std::optional<OtherRelation> inverse_of = {};
    std::string display_name = {};  // as people read it: its label, if it has one
  };

  std::size_t entities = 0;
  std::size_t unseen_entities = 0;  // that training never shows
  std::size_t unseen_relations = 0;
  std::size_t facts = 0;
  std::size_t duplicates = 0;  // training lines that repeated an earlier one
  std::size_t mentions = 0;
  std::size_t sentences = 0;
  std::size_t candidates = 0;
  std::size_t rules = 0;
  std::size_t learned_predicates = 0;         // of rules
  std::vector<Split> splits;                  // valid, test, then test-* by name; those that exist
  std::vector<std::string> templates;         // of rules, as text
  std::size_t given_rules = 0;                // with nothing but their confidence to learn
  std::vector<std::string> some_given_rules;  // the first ten of them, as text
  std::vector<SkippedFile> skipped;           // those of which lines were
  // Groups of names that differ only in Unicode normalisation or blanks.
  std::vector<std::vector<std::string>> similar_entities;
  std::vector<std::vector<std::string>> similar_relations;
  std::vector<Relation> by_relation;  // the most frequent first
  std::vector<Relation> by_pattern;   // the same for patterns
  // By powers of two, entities that training never shows first.
  std::vector<Degree> degrees;
  std::vector<Hub> hubs;  // the entities with most facts
  std::size_t labelled_entities = 0;
  std::size_t labelled_relations = 0;
  std::size_t shared_labels = 0;  // that several entities, or several relations, have
  std::size_t types = 0;
  std::size_t typed_entities = 0;
};

class GNTP_API Dataset {
 public:
  // A folder, or one file of triples, which are all for training; `-` is standard input, which
  // needs a format. Throws Error with file and line.
  static Dataset load(const std::filesystem::path& data, const DatasetOptions& options = {});
  // The same for a training with these settings: with the preset's rules, if it has rules of its
  // own and `options` names none, and without what the settings leave out.
  static Dataset load(const std::filesystem::path& data, const Settings& settings,
                      const DatasetOptions& options = {});

  // What is in memory already. Names are taken as they are; errors count facts from 1, as in
  // 'train:17'. Options about files have no effect.
  static Dataset make(DatasetContents contents, const DatasetOptions& options = {});
  static Dataset make(DatasetContents contents, const Settings& settings,
                      const DatasetOptions& options = {});

  // Or the file; '<memory>' where there is none.
  const std::filesystem::path& folder() const;
  // The names of the splits besides the training facts.
  std::vector<std::string> splits() const;
  DatasetStatistics statistics() const;
  // One line each: what may not be as intended.
  const std::vector<std::string>& warnings() const;

  // For the library itself.
  struct GNTP_INTERNAL State;
  explicit Dataset(std::shared_ptr<const State> state);
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace gntp
