#include "model/safetensors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/checked_folder.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/staged_file.h"
#include "base/text.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

static_assert(std::endian::native == std::endian::little, "the data is copied as it is");

constexpr std::size_t kAlignment = 8;
constexpr std::string_view kMetadata = "__metadata__";

struct TypeName {
  Tensor::Type type;
  std::string_view name;
  std::size_t size;  // of one element
};
constexpr std::array kTypes{TypeName{Tensor::Type::kF32, "F32", 4},
                            TypeName{Tensor::Type::kF64, "F64", 8},
                            TypeName{Tensor::Type::kI32, "I32", 4}};

const TypeName& describe(Tensor::Type type) {
  return *std::ranges::find(kTypes, type, &TypeName::type);
}

// The bytes that a tensor of this shape takes; nothing if no file can be that large.
std::optional<std::size_t> byte_count(Tensor::Type type, const std::vector<std::size_t>& shape) {
  std::size_t count = describe(type).size;
  if (std::ranges::find(shape, std::size_t{0}) != shape.end()) return 0;
  for (const std::size_t extent : shape) {
    if (count > std::numeric_limits<std::size_t>::max() / extent) return std::nullopt;
    count *= extent;
  }
  return count;
}

// Reading ----------------------------------------------------------------------------------------

// The header's description of one tensor.
struct Entry {
  std::string name;
  Tensor::Type type;
  std::vector<std::size_t> shape;
  std::size_t begin;  // within the data
  std::size_t end;
};

class Reader {
 public:
  Reader(const fs::path& path, std::string_view bytes) : path_(path), file_(bytes) {}

  TensorMap read() {
    const std::string_view header = split_header();
    const std::optional<Json> json = parse_json<Json>(header);
    if (!json || !json->is_object()) damaged("the header is not valid JSON");
    std::vector<Entry> entries;
    for (const auto& [name, description] : json->items()) {
      if (name != kMetadata) entries.push_back(read_entry(name, description));
    }
    check_places(entries);
    TensorMap tensors;
    for (Entry& entry : entries) {
      Tensor tensor{entry.type, std::move(entry.shape), {}};
      tensor.bytes.resize(entry.end - entry.begin);
      // memcpy must not see the null pointer of an empty tensor.
      if (!tensor.bytes.empty()) {
        std::memcpy(tensor.bytes.data(), data_.data() + entry.begin, tensor.bytes.size());
      }
      tensors.emplace(std::move(entry.name), std::move(tensor));
    }
    return tensors;
  }

 private:
  template <typename... Args>
  [[noreturn]] void damaged(fmt::format_string<Args...> format, Args&&... args) const {
    fail("{}: {}; the file is damaged or truncated: {}", path_.string(),
         fmt::format(format, std::forward<Args>(args)...), kDamageRemedy);
  }

  // Divides the file into the header, which is returned, and data_.
  std::string_view split_header() {
    std::uint64_t length = 0;
    if (file_.size() < sizeof(length)) {
      damaged("{} bytes are too short for a safetensors file", file_.size());
    }
    std::memcpy(&length, file_.data(), sizeof(length));
    const std::string_view rest = file_.substr(sizeof(length));
    if (length > rest.size()) {
      damaged("the header should have {} bytes, but only {} follow", length, rest.size());
    }
    data_ = rest.substr(length);
    return rest.substr(0, length);
  }

  Entry read_entry(const std::string& name, const Json& description) const {
    const std::string shown = excerpt(name);
    if (!description.is_object()) damaged("tensor '{}' has no description", shown);
    const auto field = [&](const char* key) -> const Json& {
      const auto found = description.find(key);
      if (found == description.end()) damaged("tensor '{}' has no \"{}\"", shown, key);
      return *found;
    };
    const Json& dtype = field("dtype");
    const auto type =
        std::ranges::find_if(kTypes, [&](const TypeName& known) { return dtype == known.name; });
    if (type == kTypes.end()) {
      fail("{}: tensor '{}' has the unknown dtype {}; expected F32, F64 or I32", path_.string(),
           shown, excerpt(dtype.dump(-1, ' ', false, Json::error_handler_t::replace)));
    }
    const std::vector<std::size_t> places = read_numbers(shown, "data_offsets", field);
    if (places.size() != 2) damaged("tensor '{}': \"data_offsets\" are not two numbers", shown);
    Entry entry{name, type->type, read_numbers(shown, "shape", field), places[0], places[1]};
    if (entry.begin > entry.end) {
      damaged("tensor '{}' ends at {}, before it begins at {}", shown, entry.end, entry.begin);
    }
    const std::optional<std::size_t> size = byte_count(entry.type, entry.shape);
    if (size != entry.end - entry.begin) {
      damaged("tensor '{}' of shape ({}) has {} bytes", shown, fmt::join(entry.shape, ", "),
              entry.end - entry.begin);
    }
    return entry;
  }

  template <typename Field>
  std::vector<std::size_t> read_numbers(const std::string& shown, const char* key,
                                        const Field& field) const {
    const Json& list = field(key);
    if (!list.is_array() || !std::ranges::all_of(list, &Json::is_number_unsigned)) {
      damaged("tensor '{}': \"{}\" is not a list of whole numbers", shown, key);
    }
    return list.template get<std::vector<std::size_t>>();
  }

  // The tensors lie side by side and fill the data: no overlap, no gap, nothing missing or left.
  void check_places(std::vector<Entry>& entries) const {
    std::ranges::sort(entries, {},
                      [](const Entry& entry) { return std::tuple(entry.begin, entry.end); });
    std::size_t filled = 0;
    for (const Entry& entry : entries) {
      if (entry.begin != filled) {
        damaged("tensor '{}' begins at {} of the data, where {} is expected", excerpt(entry.name),
                entry.begin, filled);
      }
      if (entry.end > data_.size()) {
        damaged("tensor '{}' should end at {} of the data, which has {} bytes", excerpt(entry.name),
                entry.end, data_.size());
      }
      filled = entry.end;
    }
    if (filled != data_.size()) {
      damaged("{} bytes follow the last tensor", data_.size() - filled);
    }
  }

  const fs::path& path_;
  std::string_view file_;
  std::string_view data_;  // within file_
};

}  // namespace

TensorMap read_safetensors(const fs::path& path) {
  return read_safetensors(path, read_file(path));
}

TensorMap read_safetensors(const fs::path& path, std::string_view bytes) {
  return Reader(path, bytes).read();
}

// Writing ----------------------------------------------------------------------------------------

void write_safetensors(const fs::path& path, const TensorMap& tensors) {
  // The largest elements first, so that every tensor is aligned in a mapped file.
  std::vector<const TensorMap::value_type*> order;
  for (const auto& item : tensors) order.push_back(&item);
  std::ranges::stable_sort(order, std::greater<>{}, [](const TensorMap::value_type* item) {
    return describe(item->second.type).size;
  });

  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  std::size_t begin = 0;
  for (const auto* item : order) {
    const auto& [name, tensor] = *item;
    assert(name != kMetadata && byte_count(tensor.type, tensor.shape) == tensor.bytes.size());
    const std::size_t end = begin + tensor.bytes.size();
    header[name] = {{"dtype", describe(tensor.type).name},
                    {"shape", tensor.shape},
                    {"data_offsets", {begin, end}}};
    begin = end;
  }
  std::string text = header.dump();
  text.append((kAlignment - text.size() % kAlignment) % kAlignment, ' ');

  const std::uint64_t length = text.size();
  StagedFile file(path);
  file.append({reinterpret_cast<const char*>(&length), sizeof(length)});
  file.append(text);
  for (const auto* item : order) {
    const std::vector<std::byte>& bytes = item->second.bytes;
    file.append({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  file.commit();
}

}  // namespace gntp
