#include "support/large_kb.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include "base/error.h"
#include "base/file.h"
#include "base/random.h"

namespace gntp::bench {
namespace {

constexpr std::size_t kPlain = 20;   // r0 ...
constexpr std::size_t kPairs = 20;   // a0, b0 ...
constexpr std::size_t kChains = 10;  // c0 ...
constexpr double kInverseShown = 0.9;
constexpr std::size_t kBlock = std::size_t{1} << 20U;

// The density falls with the id as x^(1 / power - 1): 1 is uniform, more makes hubs of low ids.
std::size_t draw(Random& random, std::size_t n, double power) {
  return static_cast<std::size_t>(static_cast<double>(n) * std::pow(random.uniform(), power));
}

class Writer {
 public:
  Writer(const LargeKb& kb, const std::filesystem::path& path)
      : kb_(kb), path_(path), file_(path, std::ios::binary), random_(kb.seed) {}

  void write() {
    while (lines_ < kb_.facts) add_some();
    flush();
    file_.close();
    if (!file_) fail("{}: cannot write; is the disk full?", path_.string());
  }

 private:
  void add_some() {
    const std::size_t kind = random_.below(kPlain + kPairs + kChains);
    const std::size_t head = small();
    const std::size_t tail = hub();
    if (kind < kPlain) {
      add(head, 'r', draw(random_, kPlain, 2), tail);
    } else if (kind < kPlain + kPairs) {
      const std::size_t pair = draw(random_, kPairs, 2);
      add(head, 'a', pair, tail);
      if (random_.uniform() < kInverseShown) add(tail, 'b', pair, head);
    } else {
      const std::size_t chain = draw(random_, kChains, 2);
      const std::size_t middle = small();
      add(head, 'r', chain, middle);
      add(middle, 'r', (chain + 7) % kPlain, tail);
      add(head, 'c', chain, tail);
    }
  }

  std::size_t small() { return draw(random_, kb_.entities, 1.3); }
  std::size_t hub() { return draw(random_, kb_.entities, 2.2); }

  void add(std::size_t head, char kind, std::size_t relation, std::size_t tail) {
    if (lines_ == kb_.facts) return;
    ++lines_;
    fmt::format_to(std::back_inserter(block_), "e{}\t{}{}\te{}\n", head, kind, relation, tail);
    if (block_.size() >= kBlock) flush();
  }

  void flush() {
    file_.write(block_.data(), static_cast<std::streamsize>(block_.size()));
    block_.clear();
  }

  LargeKb kb_;
  std::filesystem::path path_;
  std::ofstream file_;
  Random random_;
  std::string block_;
  std::size_t lines_ = 0;
};

}  // namespace

void write_large_kb(const LargeKb& kb, const std::filesystem::path& folder) {
  std::string rules;
  for (const char* text :
       {"p(X, Y) :- q(X, Y)", "p(X, Y) :- q(Y, X)", "p(X, Y) :- q(X, Z), r(Z, Y)"}) {
    rules += fmt::format("{} <{}>\n", text, kb.copies);
  }
  write_file(folder / "rules.pl", rules);
  Writer(kb, folder / "train.tsv").write();
}

}  // namespace gntp::bench
