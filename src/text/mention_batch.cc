#include "text/mention_batch.h"

#include <xxhash.h>

namespace gntp {
namespace {

template <typename Header>
void append(std::string& bytes, const Header& header) {
  char raw[sizeof(Header)];
  std::memcpy(raw, &header, sizeof(Header));
  bytes.append(raw, sizeof(Header));
}

}  // namespace

void MentionBatch::add_source(const SentencePlace& place, std::string_view sentence) {
  source_ = sources_.size();
  SourceHeader header{};
  header.place = place;
  header.size = static_cast<std::uint32_t>(sentence.size());
  append(sources_, header);
  sources_ += sentence;
}

void MentionBatch::add(const Mention& mention) {
  const std::uint64_t pair = (std::uint64_t{mention.first} << 32U) | mention.second;
  const std::uint64_t hash = XXH3_64bits_withSeed(mention.words.data(), mention.words.size(), pair);
  std::string& shard = shards_[hash % kMentionShards];
  Header header{};
  header.hash = hash;
  header.source = source_;
  header.first = mention.first;
  header.second = mention.second;
  header.size = static_cast<std::uint32_t>(mention.words.size());
  append(shard, header);
  shard += mention.words;
}

void MentionBatch::clear() {
  for (std::string& shard : shards_) shard.clear();
  sources_.clear();
}

}  // namespace gntp
