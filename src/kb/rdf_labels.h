// What RDF files call things: by rdfs:label, else by the short form that a prefix gives an IRI. Of
// several labels those in the language asked for go first, then the first by its bytes: the order
// of statements does not matter. For one thread at a time.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "kb/labels.h"
#include "kb/reader.h"

namespace gntp {

class RdfLabels {
 public:
  void add(std::string_view name, std::string_view label, LabelLanguage language);
  void add_prefix(std::string_view prefix, std::string_view iri);

  // Calls use(name, label) for every label.
  template <typename Use>
  void for_each(const Use& use) const {
    for (const auto& [name, label] : labels_) use(name, label.text);
  }

  // Adds what is known of the names.
  template <typename Id>
  void give(const Vocabulary<Id>& names, LabelList& list) const;

 private:
  struct Label {
    LabelLanguage language;
    std::string text;

    friend auto operator<=>(const Label&, const Label&) = default;
  };
  std::map<std::string, Label, std::less<>> labels_;
  std::map<std::string, std::string, std::greater<>> prefixes_;  // by IRI, longer ones first
};

}  // namespace gntp
