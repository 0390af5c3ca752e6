// Raw text, in all formats: documents, sentences, words and mentions. The first byte chooses the
// format.
#include <string>
#include <vector>

#include "base/utf8.h"
#include "fuzz/targets.h"
#include "text/mention_extractor.h"
#include "text/name_automaton.h"
#include "text/text_file.h"

namespace gntp::fuzz {
namespace {

EntityNames some_names() {
  EntityNames names;
  for (const char* name : {"ada", "New York", "US", "bob.n.01", "\xC3\x89vora"}) {
    EntityName parsed = parse_name(name);
    parsed.entity = names.entities.add(name);
    names.names.push_back(std::move(parsed));
  }
  return names;
}

void check_segments(std::string_view text) {
  Segmenter segmenter;
  segmenter.set_text(text);
  std::vector<Token> tokens;
  segmenter.find_tokens(tokens);
  std::uint32_t end = 0;
  for (const Token& token : tokens) {
    expect(token.begin >= end && token.end > token.begin, "tokens follow each other");
    end = token.end;
  }
  expect(end <= text.size(), "tokens are in the text");
  std::vector<std::uint32_t> ends;
  segmenter.find_sentences(ends);
  std::uint32_t last = 0;
  for (const std::uint32_t sentence : ends) {
    expect(sentence > last, "sentences follow each other");
    last = sentence;
  }
  expect(last == text.size(), "the last sentence ends the text");
}

void read(std::string_view bytes, TextFormat format) {
  static const EntityNames kNames = some_names();
  static const NameAutomaton kAutomaton(kNames, Ambiguity::kAll);
  TextFile file(input_file("in.txt", bytes).string(), format);
  MentionExtractor extractor(kAutomaton, {});
  TextPiece piece;
  BadLines bad;
  while (file.next(piece)) {
    for_each_document(piece, format, file.path(), bad, [&](const Document& document) {
      expect(is_utf8(document.text), "documents are UTF-8");
      if (document.text.empty()) return;
      check_segments(document.text);
      MentionBatch batch;
      extractor.extract(document.text, {}, batch);
    });
  }
}

}  // namespace

void text(std::string_view bytes) {
  if (bytes.empty()) return;
  const auto format = static_cast<TextFormat>(static_cast<unsigned char>(bytes.front()) % 3);
  refuses([&] { read(bytes.substr(1), format); });
}

}  // namespace gntp::fuzz
