#include "text/mention_run.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace gntp {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 16U;

// As "[YYY]" or "[XXX]" follows the words: where one text begins with the other, what follows it
// decides.
int compare_words(std::string_view a, std::string_view b, Direction direction) {
  const std::size_t common = std::min(a.size(), b.size());
  const int order = a.substr(0, common).compare(b.substr(0, common));
  if (order != 0 || a.size() == b.size()) return order;
  const std::string_view end = direction == Direction::kForward ? "[YYY]" : "[XXX]";
  return a.size() < b.size() ? end.compare(b.substr(common)) : a.substr(common).compare(end);
}

template <typename Number>
int compare_numbers(Number a, Number b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

class SortedTable final : public MentionRun {
 public:
  SortedTable(const MentionTable& table, Directions directions) : table_(table) {
    const std::size_t size = table.entries().size();
    order_.reserve(directions == Directions::kBoth ? 2 * size : size);
    for (std::uint32_t i = 0; i < size; ++i) {
      add(i, Direction::kForward);
      if (directions == Directions::kBoth) add(i, Direction::kBackward);
    }
    std::ranges::sort(order_, [this](const Item& a, const Item& b) { return is_before(a, b); });
  }

  bool next(CountedMention& mention) override {
    if (at_ == order_.size()) return false;
    const Item& item = order_[at_++];
    const MentionTable::Entry& entry = table_.entries()[item.entry];
    mention.head = head(item);
    mention.tail = tail(item);
    mention.count = entry.count;
    mention.direction = item.direction;
    mention.words = table_.words(entry);
    mention.sources.clear();
    table_.append_sources(entry, mention.sources);
    return true;
  }

 private:
  // The key has head, direction and the first three bytes of the words: most comparisons need no
  // access to the table.
  struct Item {
    std::uint64_t key;
    std::uint32_t entry;
    Direction direction;
  };

  void add(std::uint32_t entry, Direction direction) {
    Item item{0, entry, direction};
    const std::string_view words = table_.words(table_.entries()[entry]);
    item.key = (std::uint64_t{head(item)} << 32U) | (static_cast<std::uint64_t>(direction) << 24U);
    constexpr std::size_t kBytes = 3;
    const std::string_view end = direction == Direction::kForward ? "[YYY]" : "[XXX]";
    for (std::size_t i = 0; i < kBytes; ++i) {
      const char c = i < words.size() ? words[i] : end[i - words.size()];
      item.key |= std::uint64_t{static_cast<unsigned char>(c)} << (8 * (kBytes - 1 - i));
    }
    order_.push_back(item);
  }

  EntityId head(const Item& item) const {
    const MentionTable::Entry& entry = table_.entries()[item.entry];
    return item.direction == Direction::kForward ? entry.first : entry.second;
  }
  EntityId tail(const Item& item) const {
    const MentionTable::Entry& entry = table_.entries()[item.entry];
    return item.direction == Direction::kForward ? entry.second : entry.first;
  }
  bool is_before(const Item& a, const Item& b) const {
    if (a.key != b.key) return a.key < b.key;
    const int order = compare_words(table_.words(table_.entries()[a.entry]),
                                    table_.words(table_.entries()[b.entry]), a.direction);
    return order != 0 ? order < 0 : tail(a) < tail(b);
  }

  const MentionTable& table_;
  std::vector<Item> order_;
  std::size_t at_ = 0;
};

struct StoredHeader {
  EntityId head;
  EntityId tail;
  std::uint32_t count;
  std::uint32_t direction;
  std::uint32_t words;    // bytes
  std::uint32_t sources;  // of 8 bytes each
};

void append_bytes(std::string& to, const void* from, std::size_t size) {
  to.append(static_cast<const char*>(from), size);
}

class StoredRun final : public MentionRun {
 public:
  StoredRun(const ScratchFile& file, std::uint64_t begin, std::uint64_t end)
      : file_(file), position_(begin), end_(end) {}

  bool next(CountedMention& mention) override {
    if (at_ == buffer_.size() && position_ == end_) return false;
    StoredHeader header{};
    take(&header, sizeof(header));
    mention.head = header.head;
    mention.tail = header.tail;
    mention.count = header.count;
    mention.direction = static_cast<Direction>(header.direction);
    mention.words.resize(header.words);
    take(mention.words.data(), header.words);
    mention.sources.resize(header.sources);
    take(mention.sources.data(), header.sources * sizeof(std::uint64_t));
    return true;
  }

 private:
  void take(void* to, std::size_t size) {
    while (buffer_.size() - at_ < size) refill();
    std::memcpy(to, buffer_.data() + at_, size);
    at_ += size;
  }

  void refill() {
    buffer_.erase(0, at_);
    at_ = 0;
    const std::size_t count = std::min<std::uint64_t>(kBlock, end_ - position_);
    const std::size_t old = buffer_.size();
    buffer_.resize(old + count);
    file_.read(position_, buffer_.data() + old, count);
    position_ += count;
  }

  const ScratchFile& file_;
  std::uint64_t position_;
  std::uint64_t end_;
  std::string buffer_;
  std::size_t at_ = 0;
};

}  // namespace

int compare(const CountedMention& a, const CountedMention& b) {
  if (const int order = compare_numbers(a.head, b.head); order != 0) return order;
  if (a.direction != b.direction) return a.direction < b.direction ? -1 : 1;
  const int order = compare_words(a.words, b.words, a.direction);
  return order != 0 ? order : compare_numbers(a.tail, b.tail);
}

std::unique_ptr<MentionRun> sort_table(const MentionTable& table, Directions directions) {
  return std::make_unique<SortedTable>(table, directions);
}

void spill(MentionRun& run, ScratchFile& file) {
  CountedMention mention;
  std::string block;
  while (run.next(mention)) {
    const StoredHeader header{mention.head,
                              mention.tail,
                              mention.count,
                              static_cast<std::uint32_t>(mention.direction),
                              static_cast<std::uint32_t>(mention.words.size()),
                              static_cast<std::uint32_t>(mention.sources.size())};
    append_bytes(block, &header, sizeof(header));
    block += mention.words;
    append_bytes(block, mention.sources.data(), mention.sources.size() * sizeof(std::uint64_t));
    if (block.size() < kBlock) continue;
    file.append(block);
    block.clear();
  }
  file.append(block);
}

std::unique_ptr<MentionRun> read_back(const ScratchFile& file, std::uint64_t begin,
                                      std::uint64_t end) {
  return std::make_unique<StoredRun>(file, begin, end);
}

}  // namespace gntp
