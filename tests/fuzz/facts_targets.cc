// Files of facts: triples, Prolog and mentions. What was read can be written and read again.
#include <fmt/format.h>

#include <set>
#include <string>
#include <tuple>

#include "fuzz/targets.h"
#include "kb/mentions.h"
#include "kb/pattern.h"
#include "kb/reader.h"
#include "kb/syntax.h"

namespace gntp::fuzz {
namespace {

using Names = std::tuple<std::string, std::string, std::string>;  // head, relation, tail

std::set<Names> facts_of(const std::filesystem::path& file, OnError on_error) {
  std::set<Names> facts;
  BadLines bad(on_error);
  const auto add = [&](std::string_view head, std::string_view relation, std::string_view tail,
                       std::size_t line) {
    expect(line > 0, "lines are counted from 1");
    facts.emplace(head, relation, tail);
  };
  read_triples(file, add, bad);
  return facts;
}

template <typename ToLine>
void read_twice(const std::string& extension, std::string_view bytes, ToLine to_line) {
  std::set<Names> facts;
  const std::filesystem::path file = input_file("in" + extension, bytes);
  refuses([&] { facts_of(file, OnError::kSkip); });
  if (refuses([&] { facts = facts_of(file, OnError::kStop); })) return;
  if (facts.empty()) return;
  // The first one twice: should it read like column titles, it is a fact even so.
  std::string again = std::apply(to_line, *facts.begin());
  for (const auto& [head, relation, tail] : facts) again += to_line(head, relation, tail);
  expect(facts_of(input_file("again" + extension, again), OnError::kStop) == facts,
         "the same facts again");
}

}  // namespace

void triples(std::string_view bytes) {
  read_twice(".tsv", bytes, [](const auto& head, const auto& relation, const auto& tail) {
    return fmt::format("{}\t{}\t{}\n", head, relation, tail);
  });
}

void prolog(std::string_view bytes) {
  read_twice(".pl", bytes, [](const auto& head, const auto& relation, const auto& tail) {
    return fmt::format("{}.\n", fact_text(relation, head, tail));
  });
}

void mentions(std::string_view bytes) {
  const auto check = [](const MentionLine& mention) {
    expect(pattern_name(mention.pattern) == mention.pattern, "a pattern's name is its own");
    expect(pattern_tokens(mention.pattern).size() >= 2, "head and tail are there");
    expect(mention.count > 0, "what was read was there");
  };
  for (const OnError on_error : {OnError::kStop, OnError::kSkip}) {
    BadLines bad(on_error);
    refuses([&] { read_mentions(input_file("mentions.tsv", bytes), check, bad); });
  }
}

}  // namespace gntp::fuzz
