// Texts out of files, in pieces that threads can share out: a piece holds whole documents. See
// docs/formats.md for the formats.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/bad_lines.h"
#include "base/byte_source.h"

namespace gntp {

enum class TextFormat {
  kText,   // paragraphs with empty lines between; a line may end anywhere
  kLines,  // a document a line
  kJsonl,  // a JSON object a line, with the document as its `text`
};

// Of the extension, without .gz and the like: .jsonl and .ndjson are kJsonl, all others kText.
TextFormat text_format_of(const std::filesystem::path& path);

struct TextPiece {
  std::uint64_t first_line = 1;
  std::string bytes;
};

// Cuts a file into pieces, the same ones however its bytes arrive. A document of more than 16 MiB
// is cut at a blank; as a line of JSON cannot be cut, 256 MiB of it are an error.
class TextFile {
 public:
  // `-` is standard input. Throws Error where the file cannot be opened.
  TextFile(const std::string& path, TextFormat format);

  // Whether there was a further piece. Throws Error.
  bool next(TextPiece& piece);

  const std::filesystem::path& path() const { return source_.path(); }
  TextFormat format() const { return format_; }
  std::uint64_t position() const { return source_.position(); }

 private:
  void fill(std::size_t size);
  // How many bytes of `bytes_` make whole documents; 0 where there is no end in sight.
  std::size_t whole_documents() const;
  std::size_t cut() const;

  ByteSource source_;
  TextFormat format_;
  std::string bytes_;
  std::uint64_t line_ = 1;
  bool at_start_ = true;
  bool at_end_ = false;
};

// A document of a piece, made UTF-8 where it was not.
struct Document {
  std::string text;
  std::uint64_t line = 0;
  std::size_t malformed = 0;  // how often
};

// Calls use(document) for each document of a piece; `file` is for errors. What is not JSON with a
// text goes to `bad`.
void for_each_document(const TextPiece& piece, TextFormat format, const std::filesystem::path& file,
                       BadLines& bad, const std::function<void(const Document& document)>& use);

}  // namespace gntp
