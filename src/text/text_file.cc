#include "text/text_file.h"

#include <algorithm>

#include "base/compression.h"
#include "base/error.h"
#include "base/utf8.h"

namespace gntp {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18U;
constexpr std::size_t kLongestDocument = std::size_t{1} << 24U;
constexpr std::size_t kLongestJson = std::size_t{1} << 28U;

ByteSource open(const std::string& path) {
  return path == "-" ? ByteSource::standard_input() : ByteSource(path);
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

// Behind the last empty line; 0 where there is none.
std::size_t last_paragraph(std::string_view text) {
  for (std::size_t end = text.rfind('\n'); end != std::string_view::npos && end > 0;) {
    std::size_t before = end;
    while (before > 0 && is_blank(text[before - 1])) --before;
    if (before > 0 && text[before - 1] == '\n') return end + 1;
    end = text.rfind('\n', end - 1);
  }
  return 0;
}

}  // namespace

TextFormat text_format_of(const std::filesystem::path& path) {
  const std::filesystem::path name = unpacked_name(path);
  const bool json = name.extension() == ".jsonl" || name.extension() == ".ndjson";
  return json ? TextFormat::kJsonl : TextFormat::kText;
}

TextFile::TextFile(const std::string& path, TextFormat format)
    : source_(open(path)), format_(format) {}

bool TextFile::next(TextPiece& piece) {
  const std::size_t limit = format_ == TextFormat::kJsonl ? kLongestJson : kLongestDocument;
  std::size_t size = 0;
  for (std::size_t wanted = kPiece; size == 0; wanted *= 2) {
    fill(std::min(wanted, limit));
    if (bytes_.empty()) return false;
    size = at_end_ ? bytes_.size() : whole_documents();
    if (size != 0 || bytes_.size() < limit) continue;
    if (format_ == TextFormat::kJsonl) {
      fail_at(path(), line_, "a line of more than {} MiB; is this JSON, an object a line?",
              kLongestJson >> 20U);
    }
    size = cut();
  }
  piece.first_line = line_;
  piece.bytes.assign(bytes_, 0, size);
  bytes_.erase(0, size);
  line_ += static_cast<std::uint64_t>(std::ranges::count(piece.bytes, '\n'));
  return true;
}

// Reads until there are `size` bytes, so that pipes give the same pieces as files.
void TextFile::fill(std::size_t size) {
  while (!at_end_ && bytes_.size() < size) {
    const std::size_t old = bytes_.size();
    bytes_.resize(size);
    const std::size_t count = source_.read(bytes_.data() + old, size - old);
    bytes_.resize(old + count);
    at_end_ = count == 0;
  }
  if (!at_start_) return;
  at_start_ = false;
  bytes_.erase(0, byte_order_mark(bytes_, path()));
}

std::size_t TextFile::whole_documents() const {
  if (format_ == TextFormat::kText) return last_paragraph(bytes_);
  const std::size_t end = bytes_.rfind('\n');
  return end == std::string::npos ? 0 : end + 1;
}

// Behind the last blank, else between two characters.
std::size_t TextFile::cut() const {
  const std::size_t blank = bytes_.find_last_of(" \t\n");
  if (blank != std::string::npos) return blank + 1;
  constexpr std::size_t kLongestCharacter = 4;
  std::size_t end = bytes_.size();
  while (end + kLongestCharacter > bytes_.size() && is_continuation(bytes_[end - 1])) {
    --end;
  }
  return end > 1 && static_cast<unsigned char>(bytes_[end - 1]) >= 0xC0U ? end - 1 : end;
}

}  // namespace gntp
