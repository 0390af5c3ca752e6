#include "support/freebase_like.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>

#include "support/freebase_hash.h"

namespace gntp::bench {
namespace {

constexpr std::uint32_t kSourcesPerPart = 1024;
constexpr std::size_t kBlock = std::size_t{1} << 18U;  // of lines, in bytes
constexpr std::uint64_t kNamesKey = 0x6e616d6573U;
constexpr std::uint64_t kPartsKey = 0x7061727473U;

std::vector<std::uint32_t> parts_of(const std::vector<Relation>& relations) {
  std::vector<std::uint32_t> first{0};
  for (const Relation& relation : relations) {
    const std::uint32_t sources = relation.sources.size;
    first.push_back(first.back() + (sources + kSourcesPerPart - 1) / kSourcesPerPart);
  }
  return first;
}

unsigned bits_for(std::uint32_t number) {
  return std::max(1U, static_cast<unsigned>(std::bit_width(number)));
}

}  // namespace

FreebaseLike::FreebaseLike(const FreebaseLikeOptions& options)
    : plan_(make_plan(options)),
      planted_(planted_rules(plan_)),
      names_(plan_.kinds.things(), plan_.kind_names, hash_of(kNamesKey, options.seed)),
      first_part_(parts_of(plan_.relations)),
      order_(bits_for(first_part_.back()), hash_of(kPartsKey, options.seed)) {}

// Walks the cycle of the larger permutation until it is back among the parts.
std::uint32_t FreebaseLike::shuffled(std::size_t part) const {
  auto place = static_cast<std::uint32_t>(part);
  do {
    place = order_(place);
  } while (place >= parts());
  return place;
}

void FreebaseLike::append_facts(std::size_t part, std::vector<MadeFact>& facts) const {
  const std::uint32_t place = shuffled(part);
  const auto after = std::upper_bound(first_part_.begin(), first_part_.end(), place);
  const auto id = static_cast<std::uint32_t>(after - first_part_.begin()) - 1;
  const Relation& relation = plan_.relations[id];
  const std::uint32_t begin = relation.sources.begin + (place - first_part_[id]) * kSourcesPerPart;
  const std::uint32_t end = std::min(begin + kSourcesPerPart, relation.sources.end());
  const bool turned = relation.direction == Direction::kTurned;
  SourceFacts made(plan_.relations, plan_.kinds);
  for (std::uint32_t source = begin; source < end; ++source) {
    made.make(relation, source);
    for (const std::uint32_t target : made.targets()) {
      facts.push_back(turned ? MadeFact{target, id, source} : MadeFact{source, id, target});
    }
    for (const std::uint32_t target : made.counterparts()) facts.push_back({target, id, source});
  }
}

std::string FreebaseLike::entity_name(std::uint32_t entity) const {
  std::string name(kLongestName, '\0');
  name.resize(static_cast<std::size_t>(names_.write(entity, name.data()) - name.data()));
  return name;
}

void FactLines::append(const MadeFact& fact) {
  if (capacity_ - size_ < 3 * (kLongestName + 1)) grow();
  char* const begin = bytes_.get();
  char* to = kb_.names_.write(fact.head, begin + size_);
  *to++ = '\t';
  to = std::ranges::copy(kb_.relation_name(fact.relation), to).out;
  *to++ = '\t';
  to = kb_.names_.write(fact.tail, to);
  *to++ = '\n';
  size_ = static_cast<std::size_t>(to - begin);
}

void FactLines::grow() {
  capacity_ = std::max<std::size_t>(std::size_t{1} << 16U, 2 * capacity_);
  std::unique_ptr<char[]> larger(new char[capacity_]);
  std::copy_n(bytes_.get(), size_, larger.get());
  bytes_ = std::move(larger);
}

std::size_t write_lines(const FreebaseLike& kb,
                        const std::function<void(std::string_view)>& write) {
  FactLines lines(kb);
  std::vector<MadeFact> facts;
  std::size_t written = 0;
  for (std::size_t part = 0; part < kb.parts(); ++part) {
    facts.clear();
    kb.append_facts(part, facts);
    for (const MadeFact& fact : facts) lines.append(fact);
    written += facts.size();
    if (lines.text().size() < kBlock) continue;
    write(lines.text());
    lines.clear();
  }
  write(lines.text());
  return written;
}

std::string planted_table(std::span<const PlantedRule> rules) {
  std::string table = "rule\tkind\tconfidence\tsupport\tbody\n";
  for (const PlantedRule& rule : rules) {
    fmt::format_to(std::back_inserter(table), "{}\t{}\t{:.4f}\t{:.0f}\t{:.0f}\n", rule.rule,
                   rule.kind, rule.confidence, rule.support(), rule.body);
  }
  return table;
}

}  // namespace gntp::bench
