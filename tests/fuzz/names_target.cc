// Tables of labels: whatever is shown can be typed, alone and in a fact.
#include "fuzz/targets.h"
#include "kb/name_table.h"
#include "kb/syntax.h"
#include "kb/typed_names.h"
#include "kb/wording.h"

namespace gntp::fuzz {

void names(std::string_view bytes) {
  const std::filesystem::path file = input_file("labels.tsv", bytes);
  for (const OnError on_error : {OnError::kStop, OnError::kSkip}) {
    BadLines bad(on_error);
    KnowledgeBase kb;
    LabelList labels;
    std::vector<std::string> warnings;
    const auto take = [&](const NameLine& line) {
      kb.entities.add(line.id);
      add_label(labels, line, file);
      return NamedId::kKnown;
    };
    if (refuses([&] { read_name_table({file}, take, bad, warnings); })) continue;
    kb.relations.add("r");
    kb.entity_labels = Labels(labels, kb.entities);
    Wording wording(kb);
    if (!wording.differs()) continue;  // labels of nothing but control characters
    for (EntityId id{0}; id < kb.entities.size(); ++id) {
      const std::string shown = wording.entity(id);
      expect(find_named(shown, kb.entities, kb.entity_labels) == std::vector<EntityId>{id},
             "what is shown finds its id");
      expect(parse_query(wording.fact({id, RelationId(0), id})).arguments[1].name == shown,
             "a fact in words can be typed");
    }
  }
}

}  // namespace gntp::fuzz
