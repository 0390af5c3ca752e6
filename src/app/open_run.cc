#include "app/open_run.h"

#include <fmt/format.h>

#include <optional>

#include "base/text.h"
#include "kb/pattern.h"
#include "kb/syntax.h"
#include "model/new_pattern.h"

namespace gntp {

void AskedPatterns::admit(std::string_view predicate, Checkpoint& checkpoint) {
  if (!is_pattern(predicate)) return;
  const std::string name = pattern_name(predicate);
  std::optional<Id> id = checkpoint.kb.relations.find(name);
  if (!id) {
    const std::vector<std::string> unknown = add_pattern(name, checkpoint.kb, checkpoint.model);
    if (!unknown.empty()) {
      notes.push_back(fmt::format("words that the model does not know are left out of '{}': {}",
                                  excerpt(name), join(unknown, ", ")));
    }
    id = checkpoint.kb.relations.find(name);
  }
  ids.insert(*id);
}

OpenRun open_run(const std::filesystem::path& folder, std::size_t thread_count,
                 std::string_view question) {
  const std::string predicate = parse_query(question).predicate;
  Run run = load_run(folder);
  AskedPatterns asked;
  asked.admit(predicate, run.checkpoint);
  return OpenRun(std::move(run), thread_count, std::move(asked));
}

}  // namespace gntp
