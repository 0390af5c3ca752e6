// Triples as text of any format (triple_format.h) that read_triples reads again as the same
// triples.
//
// For one thread at a time.
#pragma once

#include <gntp/reading.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kb/rdf_names.h"

namespace gntp {

// A short name for the beginning of IRIs.
struct IriPrefix {
  std::string name;
  std::string iri;
};

class TripleWriter {
 public:
  // Throws UsageError for a base or prefixes that the format has no use for, or that are none.
  TripleWriter(TripleFormat format, std::string base, std::vector<IriPrefix> prefixes);

  // Appends what stands before the triples.
  void begin(std::string& to) const;
  // Appends one. Throws Error where the format cannot hold one of the names; nothing is appended
  // then.
  void append(std::string_view head, std::string_view relation, std::string_view tail,
              std::string& to);
  // From here on the prefix may be used. Only Turtle has any.
  void append_prefix(std::string_view name, std::string_view iri, std::string& to);
  // All have been appended. Throws Error where all of them would be read as column titles.
  void finish() const;

 private:
  void append_line(std::string_view head, std::string_view relation, std::string_view tail,
                   std::string& to);
  void append_rdf(std::string_view name, RdfNames::Place place, std::string& to);
  void check_name(std::string_view name) const;

  TripleFormat format_;
  RdfNames names_;
  std::vector<IriPrefix> prefixes_;
  bool begun_ = false;             // a triple has been written
  std::vector<std::string> held_;  // heads, relations and tails that read like titles
  std::string term_;               // scratch
  std::string line_;
};

}  // namespace gntp
