// gntp cache: the stores that gntp has made of large data by itself.
#include <gntp/packing.h>

#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/verbs.h"

namespace gntp {
namespace {

constexpr double kMegabyte = 1e6;

double megabytes_of(std::uint64_t bytes) {
  return static_cast<double>(bytes) / kMegabyte;
}

nlohmann::ordered_json to_json(const std::vector<CachedStore>& stores) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const CachedStore& store : stores) {
    list.push_back(
        {{"path", store.path.string()}, {"data", store.data.string()}, {"bytes", store.bytes}});
  }
  return list;
}

}  // namespace

void run_cache(Arguments arguments, const Console& console) {
  bool clear = false;
  bool json = false;
  CommandLine line(
      "cache",
      "List the stores that gntp has made of large data by itself, so that they open at once the\n"
      "next time: in $XDG_CACHE_HOME/gntp, or ~/.cache/gntp. Nothing depends on them. The "
      "environment\nvariable GNTP_CACHE says from which size of the files on they are made (64M), "
      "or off.");
  line.flag("--clear", clear, "remove all of them");
  line.json_flag(json);
  line.example("cache");
  line.example("cache --clear");
  if (!line.parse(arguments, console)) return;

  const std::vector<CachedStore> stores = cached_stores();
  std::uint64_t bytes = 0;
  for (const CachedStore& store : stores) bytes += store.bytes;
  if (clear) clear_cached_stores();
  if (json) {
    console.print_json(to_json(stores));
    return;
  }
  if (!clear) {
    for (const CachedStore& store : stores) {
      console.print(fmt::format("{:10.1f} MB  {}\n", megabytes_of(store.bytes),
                                store.data.empty() ? store.path.string() : store.data.string()));
    }
  }
  console.note(fmt::format("{} store{}, {:.1f} MB{}", stores.size(), stores.size() == 1 ? "" : "s",
                           megabytes_of(bytes), clear ? ", removed" : ""));
}

}  // namespace gntp
