// What a piece of text says, on its way from the thread that read it to the tables that count it:
// pairs of entities with the words between them, distributed to shards by their hash, and the
// sentences they were found in. For one thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "kb/vocabulary.h"

namespace gntp {

// Equal mentions are always in the same shard.
constexpr std::size_t kMentionShards = 32;

// Two entities in the order of the text. The words between them each have a ':' behind them:
// "is:located:in:".
struct Mention {
  EntityId first;
  EntityId second;
  std::string_view words;
};

// Where a sentence stands.
struct SentencePlace {
  std::uint64_t line = 0;
  std::uint32_t sentence = 0;  // of the line's document, from 1
  std::uint32_t file = 0;
};

class MentionBatch {
 public:
  // Keeps a sentence for the mentions that follow.
  void add_source(const SentencePlace& place, std::string_view sentence);
  // A mention in the sentence last kept. Requires: its words are shorter than 2^16 bytes.
  void add(const Mention& mention);
  void clear();

  // Calls use(mention, hash, source) for each mention of a shard, in order; `source` is where the
  // sentence stands in sources().
  template <typename Use>
  void for_each(std::size_t shard, Use use) const;

  // The sentences, each behind its SourceHeader.
  const std::string& sources() const { return sources_; }

 private:
  struct Header {
    std::uint64_t hash;
    std::uint64_t source;
    EntityId first;
    EntityId second;
    std::uint32_t size;  // of the words that follow
  };

  std::array<std::string, kMentionShards> shards_;
  std::string sources_;
  std::uint64_t source_ = 0;
};

// Stands before each sentence's text in sources().
struct SourceHeader {
  SentencePlace place;
  std::uint32_t size;  // of the text
};

template <typename Use>
void MentionBatch::for_each(std::size_t shard, Use use) const {
  const std::string& bytes = shards_[shard];
  for (std::size_t at = 0; at < bytes.size();) {
    Header header{};
    std::memcpy(&header, bytes.data() + at, sizeof(header));
    at += sizeof(header);
    use(Mention{header.first, header.second, {bytes.data() + at, header.size}}, header.hash,
        header.source);
    at += header.size;
  }
}

}  // namespace gntp
