// nlohmann::json allocates in its destructor and is left without its value where operator[] runs
// out of memory, toml++ allocates in functions that are noexcept: the program ends, whatever we do.
// So their allocations, a few bytes each, do not fail here. Who allocates is found in the program's
// own table of symbols.
#include "allocation/unfailing.h"

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace gntp::testing {
namespace {

struct Range {
  std::uintptr_t begin;
  std::uintptr_t end;
};

// Where the program itself was loaded; it comes first.
std::uintptr_t load_address() {
  std::uintptr_t address = 0;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t /*size*/, void* to) {
        *static_cast<std::uintptr_t*>(to) = info->dlpi_addr;
        return 1;
      },
      &address);
  return address;
}

template <typename T>
T value_at(const std::string& bytes, std::size_t place) {
  T value;
  std::memcpy(&value, bytes.data() + place, sizeof(T));
  return value;
}

std::vector<Range> find_ranges() {
  const std::string program = read_file("/proc/self/exe");
  const std::uintptr_t base = load_address();
  const auto header = value_at<Elf64_Ehdr>(program, 0);
  const auto section = [&](std::size_t i) {
    return value_at<Elf64_Shdr>(program, header.e_shoff + i * header.e_shentsize);
  };
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr symbols = section(i);
    if (symbols.sh_type != SHT_SYMTAB) continue;
    const Elf64_Shdr names = section(symbols.sh_link);
    for (std::size_t at = 0; at < symbols.sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = value_at<Elf64_Sym>(program, symbols.sh_offset + at);
      const std::string_view name = program.c_str() + names.sh_offset + symbol.st_name;
      if (name.find("8nlohmann") == std::string_view::npos &&
          name.find("4toml") == std::string_view::npos) {
        continue;
      }
      ranges.push_back({base + symbol.st_value, base + symbol.st_value + symbol.st_size});
    }
  }
  return ranges;
}

bool is_of_toml_library(const void* address) {
  Dl_info info{};
  return ::dladdr(address, &info) != 0 && info.dli_fname != nullptr &&
         std::strstr(info.dli_fname, "tomlplusplus") != nullptr;
}

const std::vector<Range>& ranges() {
  static const std::vector<Range> kRanges = find_ranges();
  return kRanges;
}

}  // namespace

std::size_t prepare_unfailing() {
  std::array<void*, 1> first{};
  ::backtrace(first.data(), 1);  // which allocates, the first time
  return ranges().size();
}

bool must_not_fail() {
  constexpr int kFrames = 12;
  std::array<void*, kFrames> frames{};
  const int count = ::backtrace(frames.data(), kFrames);
  return std::any_of(frames.begin(), frames.begin() + count, [](const void* frame) {
    const auto address = reinterpret_cast<std::uintptr_t>(frame);
    return is_of_toml_library(frame) || std::ranges::any_of(ranges(), [&](const Range& range) {
             return address > range.begin && address <= range.end;
           });
  });
}

}  // namespace gntp::testing
