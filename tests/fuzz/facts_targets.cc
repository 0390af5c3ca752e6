// Files of facts: triples, Prolog and mentions. What was read can be written and read again.
#include <set>
#include <string>
#include <tuple>

#include "fuzz/targets.h"
#include "kb/mentions.h"
#include "kb/pattern.h"
#include "kb/reader.h"
#include "kb/triple_writer.h"

namespace gntp::fuzz {
namespace {

using Names = std::tuple<std::string, std::string, std::string>;  // head, relation, tail

// What was read can be written, but for what TripleWriter refuses, and comes back.
void write_again(TripleFormat format, std::string_view bytes) {
  ReadingOptions options;
  options.format = format;
  const bool rdf = format == TripleFormat::kNQuads || format == TripleFormat::kTurtle;
  if (rdf) options.literals = Literals::kKept;
  const auto read = [&](const std::filesystem::path& file, OnError on_error) {
    std::set<Names> facts;
    BadLines bad(on_error);
    const auto add = [&](std::string_view head, std::string_view relation, std::string_view tail,
                         std::size_t line) {
      expect(line > 0, "lines are counted from 1");
      facts.emplace(head, relation, tail);
    };
    read_triples(file, options, add, bad);
    return facts;
  };
  std::set<Names> facts;
  const std::filesystem::path file = input_file("in", bytes);
  refuses([&] { read(file, OnError::kSkip); });
  if (refuses([&] { facts = read(file, OnError::kStop); })) return;
  TripleWriter writer(format, "", {});
  std::set<Names> written;
  std::string text;
  writer.begin(text);
  for (const Names& names : facts) {
    const auto append = [&] {
      writer.append(std::get<0>(names), std::get<1>(names), std::get<2>(names), text);
    };
    if (!refuses(append)) written.insert(names);
  }
  if (refuses([&] { writer.finish(); })) return;
  expect(read(input_file("again", text), OnError::kStop) == written, "the same facts again");
}

}  // namespace

void triples(std::string_view bytes) {
  write_again(TripleFormat::kTsv, bytes);
}

void csv(std::string_view bytes) {
  write_again(TripleFormat::kCsv, bytes);
}

void json_lines(std::string_view bytes) {
  write_again(TripleFormat::kJsonLines, bytes);
}

void n_quads(std::string_view bytes) {
  write_again(TripleFormat::kNQuads, bytes);
}

void turtle(std::string_view bytes) {
  write_again(TripleFormat::kTurtle, bytes);
}

void prolog(std::string_view bytes) {
  write_again(TripleFormat::kProlog, bytes);
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
