#include "model/store_file.h"

#include <optional>
#include <system_error>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/numbers.h"
#include "kb/store.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::optional<std::uint64_t> parse_digest(const std::string& text) {
  constexpr std::size_t kDigits = 16;
  constexpr std::string_view kHex = "0123456789abcdef";
  if (text.size() != kDigits) return std::nullopt;
  std::uint64_t digest = 0;
  for (const char c : text) {
    const std::size_t digit = kHex.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    digest = digest << 4U | digit;
  }
  return digest;
}

}  // namespace

void write_store_file(const fs::path& folder, const StoreOrigin& store) {
  const Json object{{"path", store.path.string()}, {"digest", digest_text(store.digest)}};
  write_file(folder / kStoreFile,
             object.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
}

StoreOrigin read_store_file(CheckedFolder& folder) {
  const std::optional<Json> object = parse_json<Json>(folder.read(kStoreFile));
  try {
    if (object) {
      const auto digest = parse_digest(object->at("digest").get<std::string>());
      if (digest) return {object->at("path").get<std::string>(), *digest};
    }
  } catch (const Json::exception&) {
    // Told below.
  }
  fail("{}: is damaged; {}", (folder.path() / kStoreFile).string(), folder.remedy());
}

KnowledgeBase open_store_of(const StoreOrigin& store, const fs::path& moved,
                            const fs::path& folder) {
  const fs::path& path = moved.empty() ? store.path : moved;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    fail("{}: the store that the run {} is on is gone; --data PATH says where it is now",
         path.string(), folder.string());
  }
  const Store opened(path);
  if (opened.digest() != store.digest) {
    fail(
        "{}: is not the store that the run {} was trained on (its checksum is {}, not {}); --data "
        "PATH says where that one is",
        path.string(), folder.string(), digest_text(opened.digest()), digest_text(store.digest));
  }
  KnowledgeBase kb = opened.knowledge_base();
  kb.store = StoreOrigin{fs::absolute(path), store.digest};
  return kb;
}

}  // namespace gntp
