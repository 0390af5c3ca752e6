// Writes a knowledge base like Freebase with planted rules (bench/support/freebase_like.h), as a
// stream of any length.
//
// usage: bench_generate [--facts N] [--entities N] [--relations N] [--seed N] [--planted FILE]
//                       [--out FOLDER]
// Facts go to stdout as TSV or, with --out, to train.tsv, valid.tsv and test.tsv of the folder,
// beside planted.tsv. The table of planted rules is written before the first fact. Held out are
// up to 10,000 facts each, at most 0.5 % of all and none that says of which kind something is:
// confidences in train.tsv are lower by that.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/staged_file.h"
#include "base/stopwatch.h"
#include "support/freebase_hash.h"
#include "support/freebase_like.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = std::size_t{1} << 18U;
constexpr double kHeldOut = 10'000;  // facts in valid.tsv, and in test.tsv
constexpr double kHeldOutShare = 0.005;

struct Arguments {
  FreebaseLikeOptions kb;
  fs::path planted;
  fs::path out;
};

void write_to_stdout(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    fail("cannot write to stdout; does somebody read it?");
  }
}

std::size_t stream(const FreebaseLike& kb) {
  std::setvbuf(stdout, nullptr, _IONBF, 0);  // blocks are large already
  return write_lines(kb, write_to_stdout);
}

class Split {
 public:
  Split(const FreebaseLike& kb, const fs::path& path) : lines_(kb), file_(path) {}

  void add(const MadeFact& fact) {
    lines_.append(fact);
    if (lines_.text().size() >= kBlock) flush();
  }
  void commit() {
    flush();
    file_.commit();
  }

 private:
  void flush() {
    file_.append(lines_.text());
    lines_.clear();
  }

  FactLines lines_;
  StagedFile file_;
};

std::size_t write_folder(const FreebaseLike& kb, const fs::path& folder) {
  Split train(kb, folder / "train.tsv");
  Split valid(kb, folder / "valid.tsv");
  Split test(kb, folder / "test.tsv");
  const double share = std::min(kHeldOutShare, kHeldOut / kb.expected_facts());
  std::vector<MadeFact> facts;
  std::size_t written = 0;
  for (std::size_t part = 0; part < kb.parts(); ++part) {
    facts.clear();
    kb.append_facts(part, facts);
    written += facts.size();
    for (const MadeFact& fact : facts) {
      const std::uint64_t ends = hash_of(hash_of(kb.options().seed, fact.head), fact.tail);
      const double u = fact.relation == kKindRelation ? 1 : uniform(hash_of(ends, fact.relation));
      Split& split = u < share ? valid : u < 2 * share ? test : train;
      split.add(fact);
    }
  }
  train.commit();
  valid.commit();
  test.commit();
  return written;
}

void run(const Arguments& arguments) {
  const Stopwatch watch;
  const FreebaseLike kb(arguments.kb);
  const double planning = watch.seconds();
  const std::string table = planted_table(kb.planted());
  if (!arguments.planted.empty()) write_file(arguments.planted, table);
  if (!arguments.out.empty()) {
    make_folders(arguments.out);
    write_file(arguments.out / "planted.tsv", table);
  }
  const std::size_t facts = arguments.out.empty() ? stream(kb) : write_folder(kb, arguments.out);
  fmt::print(stderr,
             "bench_generate: {} facts, {} entities, {} relations, {} planted rules; planned in "
             "{:.1f} s, written in {:.1f} s\n",
             facts, kb.options().entities, kb.options().relations, kb.planted().size(), planning,
             watch.seconds() - planning);
}

}  // namespace
}  // namespace gntp::bench

int main(int argc, char** argv) {
  gntp::bench::Arguments arguments;
  CLI::App app("Makes up a knowledge base like Freebase, with planted rules.", "bench_generate");
  app.add_option("--facts", arguments.kb.facts, "as many lines, within 1 %");
  app.add_option("--entities", arguments.kb.entities, "by default 0.135 for each fact");
  app.add_option("--relations", arguments.kb.relations,
                 "by default 2000 for a million facts, 15000 for 637 million");
  app.add_option("--seed", arguments.kb.seed, "another one is another knowledge base");
  app.add_option("--planted", arguments.planted, "file to write the planted rules to");
  app.add_option("--out", arguments.out, "folder to write to, instead of stdout");
  CLI11_PARSE(app, argc, argv);
  try {
    gntp::bench::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_generate: {}\n", error.what());
    return 1;
  }
}
