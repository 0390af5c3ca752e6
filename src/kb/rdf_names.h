// How names stand for RDF terms, and the other way round: an IRI is its own name, a blank node is
// `_:label`, a literal is what N-Triples writes, `"text"@en`, with \" \\ \n \r and \t escaped.
//
// With a base, every other name has an IRI, too: the base and the name, in which a percent code
// stands for each byte that an IRI cannot have. An IRI that begins with the base is read as the
// name; both ways lead back to where one came from.
//
// Immutable; safe for any number of threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gntp {

class RdfNames {
 public:
  // Where a term stands, which decides what it may be.
  enum class Place : std::uint8_t { kSubject, kPredicate, kObject };

  // Throws UsageError unless the base is empty or an IRI.
  explicit RdfNames(std::string base = {});

  // The name of an IRI: a view of it, or of `scratch`.
  std::string_view name_of_iri(std::string_view iri, std::string& scratch) const;
  // Appends the term that a name stands for, as N-Triples writes it. Throws Error where it stands
  // for none, or for one that cannot stand there.
  void append_term(std::string_view name, Place place, std::string& to) const;

 private:
  // The name whose IRI this is by the base; nothing where there is none.
  std::optional<std::string> decoded(std::string_view iri) const;

  std::string base_;
};

// Whether it is a whole IRI as N-Triples writes it between < and >.
bool is_iri(std::string_view text);

// Appends a literal as N-Triples writes it; of language and datatype, an IRI, one is empty at
// least.
void append_literal(std::string_view text, std::string_view language, std::string_view datatype,
                    std::string& to);

}  // namespace gntp
