// Facts that are made up in one process and packed by another, through a pipe: what does not fit
// into memory need not fit on the disk as text, either.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "compare/child_process.h"
#include "support/freebase_like.h"
#include "support/growth_stages.h"
#include "support/program.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("no pipe for the facts: {}", last_reason());
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
  }
  Descriptor read;
  Descriptor write;
};

nlohmann::ordered_json make_facts(std::size_t facts, const fs::path& planted,
                                  const Descriptor& to) {
  const FreebaseLike kb({.facts = facts});
  write_file(planted, planted_table(kb.planted()));
  const std::size_t written = write_lines(kb, [&](std::string_view lines) {
    if (!to.write(lines)) fail("the facts are not read any more: {}", last_reason());
  });
  return {{"lines", written}, {"planted_rules", kb.planted().size()}};
}

// Until the first facts are there, or none will come.
void wait_for_facts(const Descriptor& facts) {
  pollfd ready{facts.number(), POLLIN, 0};
  while (::poll(&ready, 1, -1) < 0) {
  }
}

Json read_json(const fs::path& file) {
  const std::optional<Json> json = parse_json<Json>(read_file(file));
  if (!json) fail("{}: is no JSON", file.string());
  return *json;
}

}  // namespace

Json measure_pack(const GrowthFiles& files, std::size_t facts) {
  Pipe pipe;
  ChildProcess maker([&](const Observer&) {
    pipe.read.close();
    return make_facts(facts, files.planted(), pipe.write);
  });
  pipe.write.close();
  wait_for_facts(pipe.read);  // making the plan is no part of packing
  const fs::path summary = files.folder / "pack.out";
  const ProgramCost cost = run_program(
      gntp_program(),
      {"pack", "-", "--from", "tsv", "--out", files.store().string(), "--force", "--json"},
      {std::move(pipe.read), summary, files.folder / "pack.log"});
  while (maker.receive({})) {
  }
  const Json made(maker.result());
  const Json packed = read_json(summary);
  if (packed.at("facts").get<std::size_t>() + packed.at("duplicates").get<std::size_t>() !=
      made.at("lines").get<std::size_t>()) {
    fail("{} facts and {} duplicates were packed of {} lines", packed.at("facts").dump(),
         packed.at("duplicates").dump(), made.at("lines").dump());
  }
  return {{"facts", packed.at("facts")},         {"entities", packed.at("entities")},
          {"relations", packed.at("relations")}, {"planted_rules", made.at("planted_rules")},
          {"store_bytes", packed.at("bytes")},   {"seconds", cost.seconds},
          {"cpu_seconds", cost.cpu_seconds},     {"peak_bytes", cost.peak_bytes}};
}

}  // namespace gntp::bench
