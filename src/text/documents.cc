#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "text/folding.h"
#include "text/text_file.h"

namespace gntp {
namespace {

// Calls use(line, number) for each line of the piece, without its end.
template <typename Use>
void for_each_line_of(const TextPiece& piece, Use use) {
  std::string_view rest = piece.bytes;
  for (std::uint64_t number = piece.first_line; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    use(line, number);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

using DocumentSink = std::function<void(const Document& document)>;

// The lines of a paragraph become one text.
void for_each_paragraph(const TextPiece& piece, const DocumentSink& use) {
  Document paragraph;
  const auto finish = [&] {
    if (paragraph.text.empty()) return;
    paragraph.malformed = repair_utf8(paragraph.text);
    use(paragraph);
    paragraph.text.clear();
  };
  for_each_line_of(piece, [&](std::string_view line, std::uint64_t number) {
    if (trim(line).empty()) {
      finish();
      return;
    }
    if (paragraph.text.empty()) paragraph.line = number;
    if (!paragraph.text.empty()) paragraph.text += ' ';
    paragraph.text += line;
  });
  finish();
}

std::string text_of(std::string_view line, const std::filesystem::path& file,
                    std::uint64_t number) {
  std::optional<nlohmann::json> object = parse_json<nlohmann::json>(line);
  if (!object) {
    fail_at(file, number,
            "not JSON: '{}'; write an object a line, {{\"text\": \"...\"}}, or say what it is with "
            "--format",
            excerpt(line));
  }
  const auto found = object->is_object() ? object->find("text") : object->end();
  if (found == object->end() || !found->is_string()) {
    fail_at(file, number, "no object with a \"text\" that is a string: '{}'", excerpt(line));
  }
  return std::move(found->get_ref<std::string&>());
}

}  // namespace

void for_each_document(const TextPiece& piece, TextFormat format, const std::filesystem::path& file,
                       BadLines& bad, const DocumentSink& use) {
  if (format == TextFormat::kText) {
    for_each_paragraph(piece, use);
    return;
  }
  Document document;
  for_each_line_of(piece, [&](std::string_view line, std::uint64_t number) {
    if (trim(line).empty()) return;
    document.text = line;
    document.line = number;
    document.malformed = repair_utf8(document.text);
    if (format == TextFormat::kLines) {
      use(document);
      return;
    }
    bad.attempt(file, [&] {
      document.text = text_of(document.text, file, number);
      use(document);
    });
  });
}

}  // namespace gntp
