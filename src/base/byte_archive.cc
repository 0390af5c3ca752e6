#include "base/byte_archive.h"

#include "base/error.h"

namespace gntp {
namespace {

[[noreturn]] void fail_unlike() {
  fail("a message of another process has an unexpected form; run the same program everywhere");
}

}  // namespace

void ByteWriter::operator()(const std::string& text) {
  (*this)(std::uint64_t{text.size()});
  bytes_ += text;
}

void ByteWriter::operator()(const Matrix& matrix) {
  (*this)(std::uint64_t{matrix.rows()});
  (*this)(std::uint64_t{matrix.columns()});
  append(std::as_bytes(matrix.values()));
}

void ByteReader::operator()(std::string& text) {
  text = take(count(1));
}

void ByteReader::operator()(Matrix& matrix) {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  (*this)(rows);
  (*this)(columns);
  if (columns > 0 && rows > rest_.size() / sizeof(float) / columns) fail_unlike();
  matrix = Matrix(rows, columns);
  block(matrix.values());
}

void ByteReader::finish() const {
  if (!rest_.empty()) fail_unlike();
}

std::string_view ByteReader::take(std::uint64_t size) {
  if (size > rest_.size()) fail_unlike();
  const std::string_view taken = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return taken;
}

std::uint64_t ByteReader::count(std::size_t item_size) {
  std::uint64_t size = 0;
  (*this)(size);
  if (size > rest_.size() / item_size) fail_unlike();
  return size;
}

}  // namespace gntp
