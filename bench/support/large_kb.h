// A data set of any size, made up for measuring growth: degrees as in real data (few hubs, mostly
// tails; many small entities), and something to learn. Of the relations, r* are plain, a* come with
// an inverse b* nine times in ten, and c* is what two plain ones make one after the other.
//
// It goes to disk line by line, so that its size is no matter of memory. The same options give the
// same bytes.
#pragma once

#include <cstdint>
#include <filesystem>

namespace gntp::bench {

struct LargeKb {
  std::size_t facts = 20'000'000;  // lines: a few of them repeat an earlier one
  std::size_t entities = 2'000'000;
  std::size_t copies = 20;  // of each template: p :- q, p :- inverse of q, p :- q then r
  std::uint64_t seed = 1;

  // The n-th part of it, with as many facts an entity.
  LargeKb part(std::size_t n) const { return {facts / n, entities / n, copies, seed}; }
};

// Writes train.tsv and rules.pl into an existing folder.
void write_large_kb(const LargeKb& kb, const std::filesystem::path& folder);

}  // namespace gntp::bench
