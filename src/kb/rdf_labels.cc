#include "kb/rdf_labels.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gntp {
namespace {

// What everybody calls so, declared or not.
struct UsualPrefix {
  std::string_view name;
  std::string_view iri;
};
constexpr std::array kUsual{UsualPrefix{"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
                            UsualPrefix{"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
                            UsualPrefix{"owl", "http://www.w3.org/2002/07/owl#"},
                            UsualPrefix{"skos", "http://www.w3.org/2004/02/skos/core#"}};

}  // namespace

void RdfLabels::add(std::string_view name, std::string_view label, LabelLanguage language) {
  Label own{language, std::string(label)};
  const auto found = labels_.find(name);
  if (found == labels_.end()) {
    labels_.emplace(std::string(name), std::move(own));
  } else {
    found->second = std::min(found->second, own);
  }
}

void RdfLabels::add_prefix(std::string_view prefix, std::string_view iri) {
  const auto [place, is_new] = prefixes_.try_emplace(std::string(iri), prefix);
  if (!is_new && prefix < place->second) place->second = prefix;
}

template <typename Id>
void RdfLabels::give(const Vocabulary<Id>& names, LabelList& list) const {
  if (labels_.empty() && prefixes_.empty()) return;
  names.for_each([&](Id, std::string_view bytes) {
    const std::string name(bytes);
    if (const auto label = labels_.find(name); label != labels_.end()) {
      list.add(name, label->second.text);
      return;
    }
    // Where one IRI begins another, the longer is greater.
    const auto prefix = std::ranges::find_if(prefixes_, [&](const auto& each) {
      return name.size() > each.first.size() && name.starts_with(each.first);
    });
    if (prefix != prefixes_.end()) {
      list.add(name, prefix->second + ':' + name.substr(prefix->first.size()));
      return;
    }
    const auto* usual = std::ranges::find_if(
        kUsual, [&](const UsualPrefix& each) { return name.starts_with(each.iri); });
    if (usual == kUsual.end()) return;
    list.add(name, std::string(usual->name) + ':' + name.substr(usual->iri.size()));
  });
}

template void RdfLabels::give(const Vocabulary<EntityId>&, LabelList&) const;
template void RdfLabels::give(const Vocabulary<RelationId>&, LabelList&) const;

}  // namespace gntp
