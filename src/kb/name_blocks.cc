#include "kb/name_blocks.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/stop.h"

namespace gntp {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20U;
constexpr std::size_t kBuffer = std::size_t{1} << 20U;
constexpr std::size_t kFewNames = 16;

std::uint64_t hash_of(std::string_view name) {
  return XXH3_64bits(name.data(), name.size());
}

// Lengths take seven bits a byte, the lowest first; the highest bit says that more follow.
constexpr std::size_t kMostLengthBytes = 10;

std::size_t put_length(std::size_t length, char* to) {
  std::size_t count = 0;
  for (; length >= 0x80; length >>= 7U) to[count++] = static_cast<char>((length & 0x7FU) | 0x80U);
  to[count++] = static_cast<char>(length);
  return count;
}

// What stands behind its length.
std::string_view name_at(const char* from) {
  std::size_t length = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(*from++);
    length |= static_cast<std::size_t>(byte & 0x7FU) << shift;
    if ((byte & 0x80U) == 0) return {from, length};
  }
}

// Writes to a file in large pieces.
class Appender {
 public:
  explicit Appender(ScratchFile& file) : file_(file) { buffer_.reserve(kBuffer); }
  void append(std::string_view bytes) {
    if (buffer_.size() + bytes.size() > kBuffer) flush();
    if (bytes.size() > kBuffer) {
      file_.append(bytes);
    } else {
      buffer_ += bytes;
    }
  }
  void append(std::uint32_t number) {
    append({reinterpret_cast<const char*>(&number), sizeof(number)});
  }
  void flush() {
    stop_if_asked();
    file_.append(buffer_);
    buffer_.clear();
  }

 private:
  ScratchFile& file_;
  std::string buffer_;
};

}  // namespace

// Reads a block's names one after the other.
class NameBlocks::Reader {
 public:
  Reader(const Block& block, std::size_t number)
      : block_(block), number_(number), final_numbers_(*block.final_numbers) {}

  // Whether there is one.
  bool next() {
    if (read_ == block_.size) return false;
    ++read_;
    if (rest_.size() < kMostLengthBytes) fill(kMostLengthBytes);
    name_ = name_at(rest_.data());
    const auto length_bytes = static_cast<std::size_t>(name_.data() - rest_.data());
    if (rest_.size() - length_bytes < name_.size()) {
      fill(length_bytes + name_.size());
      name_ = name_at(rest_.data());
    }
    rest_.remove_prefix(length_bytes + name_.size());
    return true;
  }
  // Valid until the next.
  std::string_view name() const { return name_; }
  std::size_t number() const { return number_; }
  Appender& final_numbers() { return final_numbers_; }

 private:
  // So many bytes, as far as there are as many.
  void fill(std::size_t wanted) {
    std::string more(rest_);
    const std::uint64_t left = block_.names->size() - offset_;
    const auto size =
        static_cast<std::size_t>(std::min<std::uint64_t>(left, std::max(wanted, kBuffer)));
    const std::size_t before = more.size();
    more.resize(before + size);
    block_.names->read(offset_, more.data() + before, size);
    offset_ += size;
    buffer_ = std::move(more);
    rest_ = buffer_;
  }

  const Block& block_;
  std::size_t number_;
  Appender final_numbers_;
  std::uint32_t read_ = 0;    // names
  std::uint64_t offset_ = 0;  // of what has not been read
  std::string buffer_;
  std::string_view rest_;  // of the buffer
  std::string_view name_;
};

NameBlocks::NameBlocks(std::filesystem::path folder, std::uint64_t memory)
    : folder_(std::move(folder)), memory_(memory) {}

// The table of numbers is twice as large for a moment when it grows.
bool NameBlocks::is_full() const {
  const std::uint64_t table = numbers_.bytes() + numbers_.bytes() / 2;
  const std::uint64_t taken = bytes_ + names_.capacity() * sizeof(const char*) + table;
  return names_.size() >= kFewNames && taken > memory_;
}

std::uint32_t NameBlocks::add(std::string_view name) {
  const std::uint64_t hash = hash_of(name);
  const std::uint32_t known =
      numbers_.find(hash, [&](std::uint32_t number) { return name_at(names_[number]) == name; });
  if (known != PositionSet::kNone) return known;
  if (names_.size() + 1 == PositionSet::kNone) fail("too many names; use less memory");
  const auto number = static_cast<std::uint32_t>(names_.size());
  names_.push_back(store(name));
  numbers_.insert(hash, number);
  return number;
}

const char* NameBlocks::store(std::string_view name) {
  const std::size_t most = name.size() + kMostLengthBytes;
  if (most > room_) {
    room_ = std::max(most, kPiece);
    pieces_.push_back(std::make_unique_for_overwrite<char[]>(room_));
    bytes_ += room_;
    next_ = pieces_.back().get();
  }
  const char* stored = next_;
  const std::size_t length_bytes = put_length(name.size(), next_);
  std::memcpy(next_ + length_bytes, name.data(), name.size());
  next_ += length_bytes + name.size();
  room_ -= length_bytes + name.size();
  return stored;
}

// The first eight bytes decide most comparisons, without access to the names.
std::vector<std::uint32_t> NameBlocks::sorted() const {
  struct Item {
    std::uint64_t bytes = 0;  // the first of them highest
    std::uint32_t number = 0;
  };
  std::vector<Item> items(names_.size());
  for (std::uint32_t number = 0; number < items.size(); ++number) {
    const std::string_view name = name_at(names_[number]);
    items[number].number = number;
    for (std::size_t i = 0; i < sizeof(Item::bytes); ++i) {
      const char c = i < name.size() ? name[i] : '\0';
      items[number].bytes = (items[number].bytes << 8U) | static_cast<unsigned char>(c);
    }
  }
  std::ranges::sort(items, [&](const Item& a, const Item& b) {
    return a.bytes != b.bytes ? a.bytes < b.bytes
                              : name_at(names_[a.number]) < name_at(names_[b.number]);
  });
  std::vector<std::uint32_t> order;
  order.reserve(items.size());
  for (const Item& item : items) order.push_back(item.number);
  return order;
}

std::unique_ptr<ScratchFile> NameBlocks::scratch() const {
  return std::make_unique<ScratchFile>(folder_ / "names");
}

void NameBlocks::end_block() {
  numbers_ = PositionSet(0.8F);
  Block block{scratch(), scratch(), scratch(), static_cast<std::uint32_t>(names_.size())};
  Appender names(*block.names);
  Appender numbers(*block.numbers);
  for (const std::uint32_t number : sorted()) {
    const std::string_view name = name_at(names_[number]);
    names.append({names_[number], static_cast<std::size_t>(name.end() - names_[number])});
    numbers.append(number);
  }
  names.flush();
  numbers.flush();
  blocks_.push_back(std::move(block));
  names_ = {};
  pieces_.clear();
  room_ = 0;
  bytes_ = 0;
}

std::uint32_t NameBlocks::merge(const std::function<void(std::string_view name)>& visit) {
  std::vector<std::unique_ptr<Reader>> heap;  // the least name first
  const auto later = [](const std::unique_ptr<Reader>& a, const std::unique_ptr<Reader>& b) {
    return a->name() > b->name();
  };
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    auto reader = std::make_unique<Reader>(blocks_[i], i);
    if (reader->next()) heap.push_back(std::move(reader));
  }
  std::ranges::make_heap(heap, later);
  std::uint64_t count = 0;
  std::string last;
  while (!heap.empty()) {
    std::ranges::pop_heap(heap, later);
    Reader& reader = *heap.back();
    if (count == 0 || reader.name() != last) {
      last = reader.name();
      if (++count == PositionSet::kNone) {
        fail("{} different names and more; ids cannot number them", PositionSet::kNone);
      }
      visit(last);
    }
    reader.final_numbers().append(static_cast<std::uint32_t>(count - 1));
    if (reader.next()) {
      std::ranges::push_heap(heap, later);
    } else {
      reader.final_numbers().flush();
      heap.pop_back();
    }
  }
  return static_cast<std::uint32_t>(count);
}

std::vector<std::uint32_t> NameBlocks::numbers_of(std::size_t number) const {
  const Block& block = blocks_[number];
  std::vector<std::uint32_t> numbers(block.size);
  constexpr std::size_t kMany = kBuffer / sizeof(std::uint32_t);
  std::vector<std::uint32_t> places(kMany);
  std::vector<std::uint32_t> values(kMany);
  for (std::size_t done = 0; done < block.size;) {
    stop_if_asked();
    const std::size_t count = std::min(kMany, block.size - done);
    const auto read = [&](const ScratchFile& file, std::vector<std::uint32_t>& to) {
      file.read(done * sizeof(std::uint32_t), reinterpret_cast<char*>(to.data()),
                count * sizeof(std::uint32_t));
    };
    read(*block.numbers, places);
    read(*block.final_numbers, values);
    for (std::size_t i = 0; i < count; ++i) numbers[places[i]] = values[i];
    done += count;
  }
  return numbers;
}

}  // namespace gntp
