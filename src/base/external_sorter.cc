#include "base/external_sorter.h"

#include <string_view>

#include "base/error.h"

namespace gntp {
namespace {

constexpr std::uint64_t kLeastBuffer = std::uint64_t{1} << 16U;  // in bytes
constexpr std::uint64_t kMostBuffer = std::uint64_t{1} << 22U;

[[noreturn]] void fail_with_advice(const Error& error) {
  fail(
      "{}; what is sorted and does not fit into memory goes there: free some space, choose "
      "another folder or allow more memory",
      error.what());
}

}  // namespace

SpillFile::SpillFile(const std::filesystem::path& folder) {
  try {
    file_ = std::make_shared<ScratchFile>(folder / "");
  } catch (const Error& error) {
    fail_with_advice(error);
  }
}

void SpillFile::append(std::span<const std::byte> bytes) {
  try {
    file_->append({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } catch (const Error& error) {
    fail_with_advice(error);
  }
}

MergePlan plan_merge(std::uint64_t memory, std::uint64_t runs, std::size_t record_size) {
  MergePlan plan;
  plan.runs = std::max<std::uint64_t>(2, memory / kLeastBuffer);
  const std::uint64_t buffers = std::min<std::uint64_t>(runs, plan.runs) + 1;
  plan.buffer = std::max<std::uint64_t>(1, std::min(kMostBuffer, memory / buffers) / record_size);
  return plan;
}

}  // namespace gntp
