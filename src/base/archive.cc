#include "base/archive.h"

#include <xxhash.h>

#include <utility>

#include "base/error.h"
#include "base/file.h"

namespace gntp {

struct ArchiveWriter::Hash {
  Hash() { XXH64_reset(state.get(), 0); }
  std::unique_ptr<XXH64_state_t, decltype(&XXH64_freeState)> state{XXH64_createState(),
                                                                   &XXH64_freeState};
};

ArchiveWriter::ArchiveWriter(const std::filesystem::path& path)
    : file_(path), hash_(std::make_unique<Hash>()) {}

ArchiveWriter::~ArchiveWriter() = default;

void ArchiveWriter::operator()(const std::string& text) {
  (*this)(std::uint64_t{text.size()});
  append(std::as_bytes(std::span(text)));
}

void ArchiveWriter::operator()(const Matrix& matrix) {
  (*this)(std::uint64_t{matrix.rows()});
  (*this)(std::uint64_t{matrix.columns()});
  append(std::as_bytes(matrix.values()));
}

void ArchiveWriter::append(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  XXH64_update(hash_->state.get(), bytes.data(), bytes.size());
  file_.append({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void ArchiveWriter::commit() {
  const std::uint64_t hash = XXH64_digest(hash_->state.get());
  file_.append({reinterpret_cast<const char*>(&hash), sizeof hash});
  file_.commit();
}

ArchiveReader::ArchiveReader(const std::filesystem::path& path)
    : ArchiveReader(path, read_file(path)) {}

ArchiveReader::ArchiveReader(std::filesystem::path path, std::string bytes)
    : path_(std::move(path)), bytes_(std::move(bytes)) {
  std::uint64_t hash = 0;
  if (bytes_.size() < sizeof hash) fail_damaged("it is too short");
  rest_ = std::string_view(bytes_).substr(0, bytes_.size() - sizeof hash);
  std::memcpy(&hash, rest_.end(), sizeof hash);
  if (XXH64(rest_.data(), rest_.size(), 0) != hash) fail_damaged("its checksum does not match");
}

void ArchiveReader::operator()(std::string& text) {
  text = take(count(1));
}

void ArchiveReader::operator()(Matrix& matrix) {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  (*this)(rows);
  (*this)(columns);
  if (rows != matrix.rows() || columns != matrix.columns())
    fail_damaged("a table has another size");
  const std::string_view bytes = take(std::as_bytes(matrix.values()).size());
  if (!bytes.empty()) std::memcpy(matrix.values().data(), bytes.data(), bytes.size());
}

void ArchiveReader::finish() const {
  if (!rest_.empty()) fail_damaged("it is too long");
}

void ArchiveReader::fail_damaged(std::string_view what) const {
  fail("{}: damaged: {}", path_.string(), what);
}

std::string_view ArchiveReader::take(std::uint64_t size) {
  if (size > rest_.size()) fail_damaged("it is too short");
  const std::string_view taken = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return taken;
}

std::uint64_t ArchiveReader::count(std::size_t item_size) {
  std::uint64_t size = 0;
  (*this)(size);
  if (size > rest_.size() / item_size) fail_damaged("it is too short");
  return size;
}

}  // namespace gntp
