#include "base/front_coded_names.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/visible.h"

namespace gntp {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16U;
constexpr unsigned kBitsInByte = 7;  // of a number; the eighth says that more follow
constexpr unsigned kMore = 1U << kBitsInByte;

void append_number(std::string& bytes, std::size_t number) {
  for (; number >= kMore; number >>= kBitsInByte) {
    bytes += static_cast<char>((number & (kMore - 1)) | kMore);
  }
  bytes += static_cast<char>(number);
}

// Takes a number off the front; nothing where there is none.
std::optional<std::size_t> take_number_of(std::string_view& bytes) {
  std::size_t number = 0;
  for (unsigned shift = 0; shift < std::numeric_limits<std::size_t>::digits && !bytes.empty();
       shift += kBitsInByte) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number |= static_cast<std::size_t>(byte & (kMore - 1)) << shift;
    if (byte < kMore) return number;
  }
  return std::nullopt;
}

std::size_t shared_length(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

}  // namespace

void FrontCodedWriter::add(std::string_view name) {
  if (size_ > 0 && name <= last_) {
    fail("names must come in the order of their bytes, each once, but '{}' came after '{}'",
         visible(name), visible(last_));
  }
  if (size_ == std::numeric_limits<std::uint32_t>::max()) {
    fail("there are more than {} names; a dictionary cannot hold more", size_);
  }
  std::size_t shared = 0;
  if (size_ % kNamesInBlock == 0) {
    if (buffer_.size() >= kBuffer) flush();
    blocks_.push_back(written_ + buffer_.size());
  } else {
    shared = shared_length(name, last_);
    append_number(buffer_, shared);
  }
  append_number(buffer_, name.size() - shared);
  buffer_ += name.substr(shared);
  last_.resize(shared);
  last_ += name.substr(shared);
  ++size_;
}

void FrontCodedWriter::flush() {
  if (buffer_.empty()) return;
  sink_(buffer_);
  written_ += buffer_.size();
  buffer_.clear();
}

std::vector<std::uint64_t> FrontCodedWriter::finish() {
  flush();
  blocks_.push_back(written_);
  return std::move(blocks_);
}

FrontCodedNames::FrontCodedNames(std::span<const char> bytes, std::span<const std::uint64_t> blocks,
                                 std::string place)
    : bytes_(bytes.data(), bytes.size()), blocks_(blocks), place_(std::move(place)) {
  constexpr std::uint64_t kMostBlocks =
      std::numeric_limits<std::uint32_t>::max() / kNamesInBlock + 1;
  if (blocks_.empty() || blocks_.front() != 0 || blocks_.back() != bytes_.size() ||
      block_count() > kMostBlocks) {
    fail_damaged();
  }
  if (block_count() == 0) return;
  Cursor cursor(*this, block_count() - 1);
  std::uint64_t size = (block_count() - 1) * std::uint64_t{kNamesInBlock} + 1;
  for (; !cursor.is_at_end_of_block(); ++size) cursor.advance();
  if (size > std::numeric_limits<std::uint32_t>::max()) fail_damaged();
  size_ = static_cast<std::uint32_t>(size);
}

std::string FrontCodedNames::name(std::uint32_t index) const {
  Cursor cursor(*this, index / kNamesInBlock);
  for (std::uint32_t i = 0; i < index % kNamesInBlock; ++i) cursor.advance();
  return cursor.name();
}

std::optional<std::uint32_t> FrontCodedNames::find(std::string_view name) const {
  const Place place = locate(name);
  return place.found ? std::optional(place.index) : std::nullopt;
}

FrontCodedNames::Place FrontCodedNames::locate(std::string_view name) const {
  // The last block that does not begin after the name.
  std::size_t begin = 0;
  std::size_t end = block_count();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (head(middle) <= name) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  if (begin == 0) return {};
  const auto first = static_cast<std::uint32_t>((begin - 1) * kNamesInBlock);
  Cursor cursor(*this, begin - 1);
  for (std::uint32_t index = first;; ++index) {
    const int order = cursor.name().compare(name);
    if (order >= 0) return {index, order == 0};
    if (cursor.is_at_end_of_block()) return {index + 1, false};
    cursor.advance();
  }
}

std::string_view FrontCodedNames::block(std::size_t index) const {
  const std::uint64_t begin = blocks_[index];
  const std::uint64_t end = blocks_[index + 1];
  if (begin >= end || end > bytes_.size()) fail_damaged();
  return bytes_.substr(begin, end - begin);
}

std::string_view FrontCodedNames::head(std::size_t index) const {
  std::string_view bytes = block(index);
  const std::optional<std::size_t> size = take_number_of(bytes);
  if (!size || *size > bytes.size()) fail_damaged();
  return bytes.substr(0, *size);
}

void FrontCodedNames::fail_damaged() const {
  fail("{}: damaged: its names cannot be read; make it anew, or copy it again", place_);
}

FrontCodedNames::Cursor::Cursor(const FrontCodedNames& names, std::size_t block)
    : names_(names), block_(block) {
  start_block();
}

void FrontCodedNames::Cursor::start_block() {
  rest_ = names_.block(block_);
  in_block_ = 0;
  name_ = take(take_number());
}

void FrontCodedNames::Cursor::advance() {
  if (++in_block_ == kNamesInBlock) {
    if (!rest_.empty() || ++block_ == names_.block_count()) names_.fail_damaged();
    start_block();
    return;
  }
  const std::size_t shared = take_number();
  if (shared > name_.size()) names_.fail_damaged();
  const std::string_view ending = take(take_number());
  name_.resize(shared);
  name_ += ending;
}

std::size_t FrontCodedNames::Cursor::take_number() {
  const std::optional<std::size_t> number = take_number_of(rest_);
  if (!number) names_.fail_damaged();
  return *number;
}

std::string_view FrontCodedNames::Cursor::take(std::size_t size) {
  if (size > rest_.size()) names_.fail_damaged();
  const std::string_view taken = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return taken;
}

}  // namespace gntp
