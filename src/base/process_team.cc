#include "base/process_team.h"

#include <dlfcn.h>
#include <fmt/ranges.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "base/communicator_plugin.h"
#include "base/error.h"
#include "base/numbers.h"
#include "base/plugin_places.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPluginName = "libgntp_mpi.so";
constexpr std::uint64_t kLargestMessage = std::uint64_t{1} << 30U;

std::optional<std::size_t> number_in(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  return parse_number<std::size_t>(text);
}

std::string_view switch_value() {
  const char* text = std::getenv("GNTP_MPI");
  return text == nullptr ? std::string_view() : std::string_view(text);
}

class ProcessTeam final : public Communicator {
 public:
  explicit ProcessTeam(const GntpCommunicatorPlugin& plugin) : plugin_(plugin) {
    const std::size_t largest = number_in("GNTP_MPI_LARGEST_MESSAGE").value_or(kLargestMessage);
    if (plugin.start(largest) != 0) fail("the processes that were started together did not meet");
  }
  ~ProcessTeam() override {
    if (!is_broken()) plugin_.finish();
  }

  std::size_t rank() const override { return plugin_.rank(); }
  std::size_t size() const override { return plugin_.size(); }
  std::size_t neighbours() const override { return plugin_.neighbours(); }

  void abort(int status) override {
    plugin_.abort(status);
    std::_Exit(status);
  }

 private:
  // Of each message, before its bytes.
  struct Header {
    std::uint64_t kind;
    std::uint64_t bytes;
  };

  // First how long messages are and what they say, then the messages.
  std::vector<Message> exchange(const Message& own, Receivers receivers) override {
    const Header header{static_cast<std::uint64_t>(own.kind), own.bytes.size()};
    std::vector<Header> headers(size());
    looks_ = 0;
    check(plugin_.gather(&header, sizeof header, headers.data(), &ProcessTeam::idle, this));
    std::vector<std::uint64_t> sizes;
    std::uint64_t sum = 0;
    bool are_results = true;
    for (const Header& each : headers) {
      sizes.push_back(each.bytes);
      sum += each.bytes;
      are_results = are_results && each.kind == static_cast<std::uint64_t>(Kind::kResult);
    }
    const bool first_only = receivers == Receivers::kFirst && are_results;
    const bool receives = is_first() || !first_only;
    std::string all(receives ? sum : 0, '\0');
    if (sum > 0) {
      looks_ = 0;
      check(plugin_.gather_varied(own.bytes.data(), sizes.data(), first_only ? 1 : 0,
                                  receives ? all.data() : nullptr, &ProcessTeam::idle, this));
    }
    std::vector<Message> messages;
    std::string_view rest = all;
    for (const Header& each : headers) {
      messages.push_back({static_cast<Kind>(each.kind), {}});
      if (!receives) continue;
      messages.back().bytes = rest.substr(0, each.bytes);
      rest.remove_prefix(each.bytes);
    }
    return messages;
  }

  void tell_stop() override { plugin_.tell_stop(); }
  bool hears_stop() override { return plugin_.hears_stop() != 0; }

  void check(int result) {
    if (result != 0) std::rethrow_exception(std::exchange(gave_up_, nullptr));
  }

  // Soon over, as a rule: it looks again at once, then sleeps, for others may need the core.
  static int idle(void* self) {
    constexpr std::size_t kAtOnce = 200;
    constexpr std::chrono::microseconds kSleep{50};
    constexpr std::size_t kLong = 2000;  // looks after which it sleeps longer
    ProcessTeam& team = *static_cast<ProcessTeam*>(self);
    try {
      team.keep_waiting();
    } catch (...) {
      team.gave_up_ = std::current_exception();
      return 1;
    }
    if (++team.looks_ < kAtOnce) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(team.looks_ < kLong ? kSleep : 10 * kSleep);
    }
    return 0;
  }

  const GntpCommunicatorPlugin& plugin_;
  std::size_t looks_ = 0;
  std::exception_ptr gave_up_;
};

// The launchers' own names for the number of processes and for that of this one.
struct LaunchVariables {
  const char* size;
  const char* rank;
};
constexpr std::array<LaunchVariables, 3> kLaunchers{{
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"PMI_SIZE", "PMI_RANK"},
    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
}};

const GntpCommunicatorPlugin& load_plugin() {
  std::vector<std::string> missing;
  for (const fs::path& place : plugin_places(kPluginName, "GNTP_MPI_PLUGIN")) {
    std::error_code ignored;
    if (!fs::exists(place, ignored)) {
      missing.push_back(place.string());
      continue;
    }
    // Global, because MPI loads parts of itself that look for others.
    void* library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) {
      fail("{}; install Open MPI (Debian: libopenmpi3), or start gntp without mpirun", ::dlerror());
    }
    void* symbol = ::dlsym(library, "gntp_communicator_plugin");
    const auto entry = reinterpret_cast<GntpCommunicatorEntry>(symbol);
    const GntpCommunicatorPlugin* plugin = entry == nullptr ? nullptr : entry();
    if (plugin == nullptr || plugin->version != kGntpCommunicatorVersion) {
      fail("{}: is not of this version of gntp; install the one that came with it", place.string());
    }
    return *plugin;
  }
  fail(
      "started as one of several processes, but {} is not there (looked for {}); install the "
      "package "
      "gntp-mpi, or build gntp where Open MPI is (Debian: libopenmpi-dev), or set GNTP_MPI=off to "
      "have each process work by itself",
      kPluginName, fmt::join(missing, ", "));
}

}  // namespace

std::optional<Launch> find_launch() {
  const std::string_view wish = switch_value();
  if (wish == "off") return std::nullopt;
  if (!wish.empty() && wish != "on") fail("GNTP_MPI must be on or off");
  for (const auto& [size, rank] : kLaunchers) {
    const std::optional<std::size_t> processes = number_in(size);
    const std::optional<std::size_t> own = number_in(rank);
    if (!processes || !own) continue;
    if (*processes < 2 && wish != "on") return std::nullopt;
    return Launch{*own, *processes};
  }
  return std::nullopt;
}

std::unique_ptr<Communicator> join_processes() {
  return std::make_unique<ProcessTeam>(load_plugin());
}

}  // namespace gntp
