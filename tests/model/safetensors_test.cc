#include "model/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <span>

#include "base/file.h"
#include "support/errors.h"
#include "support/fuzz.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempFolder;

template <typename T>
Tensor make_tensor(Tensor::Type type, std::vector<std::size_t> shape,
                   const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {type, std::move(shape), {bytes.begin(), bytes.end()}};
}

TensorMap example() {
  return {
      {"a", make_tensor<float>(Tensor::Type::kF32, {2, 3}, {0, -1.5F, 1e-30F, 3, 4, 0.1F})},
      {"b", make_tensor<std::int32_t>(Tensor::Type::kI32, {3}, {1, -2, 2147483647})},
      {"empty", make_tensor<float>(Tensor::Type::kF32, {0, 5}, {})},
      {"scalar", make_tensor<double>(Tensor::Type::kF64, {}, {0.1})},
  };
}

void expect_equal(const TensorMap& a, const TensorMap& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [name, tensor] : a) {
    ASSERT_TRUE(b.contains(name)) << name;
    EXPECT_EQ(tensor.type, b.at(name).type) << name;
    EXPECT_EQ(tensor.shape, b.at(name).shape) << name;
    EXPECT_EQ(tensor.bytes, b.at(name).bytes) << name;
  }
}

// A file with this header, whatever it says, and `data_size` bytes of data.
std::string file_with(std::string_view header, std::size_t data_size) {
  const std::uint64_t length = header.size();
  std::string file(sizeof(length), '\0');
  std::memcpy(file.data(), &length, sizeof(length));
  return file + std::string(header) + std::string(data_size, '\0');
}

std::string error_for(std::string_view bytes) {
  const TempFolder folder;
  const std::filesystem::path path = folder.write("model.safetensors", bytes);
  std::string error = error_of([&] { read_safetensors(path); });
  EXPECT_THAT(error, AllOf(HasSubstr(path.string() + ": "), Not(HasSubstr("\n"))));
  return error;
}

TEST(Safetensors, ReadsWhatItWrote) {
  const TempFolder folder;
  for (const TensorMap& tensors : {example(), TensorMap{}}) {
    write_safetensors(folder.path() / "x", tensors);
    expect_equal(read_safetensors(folder.path() / "x"), tensors);
  }
}

TEST(Safetensors, AlignsTheDataAndEveryTensor) {
  const TempFolder folder;
  write_safetensors(folder.path() / "x", example());
  const std::string file = read_file(folder.path() / "x");
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof(length));
  EXPECT_EQ(length % 8, 0U);
  EXPECT_EQ(file[8], '{');
  const auto header = nlohmann::json::parse(file.substr(8, length));
  EXPECT_EQ(header["scalar"]["data_offsets"], nlohmann::json({0, 8}));
}

TEST(Safetensors, ReadsMetadataAndAnyOrderOfTensors) {
  const TempFolder folder;
  const auto path = folder.write("x", file_with(R"({"__metadata__": {"format": "pt"},
        "a": {"dtype": "F32", "shape": [1], "data_offsets": [8, 12]},
        "b": {"dtype": "I32", "shape": [1, 2], "data_offsets": [0, 8]}}   )",
                                                12));
  const TensorMap tensors = read_safetensors(path);
  EXPECT_EQ(tensors.size(), 2U);
  EXPECT_EQ(tensors.at("b").shape, (std::vector<std::size_t>{1, 2}));
}

TEST(Safetensors, ErrorsSayWhatIsWrong) {
  const auto with_a = [](std::string_view description, std::size_t data_size) {
    return error_for(file_with(R"({"a": )" + std::string(description) + "}", data_size));
  };
  EXPECT_THAT(error_for("1234567"), HasSubstr("7 bytes are too short"));
  EXPECT_THAT(error_for(""), HasSubstr("0 bytes are too short"));
  EXPECT_THAT(error_for(std::string(16, '\xFF')), HasSubstr("but only 8 follow"));
  EXPECT_THAT(error_for(file_with("{\"a\": ", 4)), HasSubstr("not valid JSON"));
  EXPECT_THAT(error_for(file_with("[1]", 4)), HasSubstr("not valid JSON"));
  EXPECT_THAT(error_for(file_with("", 0)), HasSubstr("not valid JSON"));
  EXPECT_THAT(with_a("3", 4), HasSubstr("tensor 'a' has no description"));
  EXPECT_THAT(with_a(R"({"shape": [1], "data_offsets": [0, 4]})", 4),
              HasSubstr("tensor 'a' has no \"dtype\""));
  EXPECT_THAT(with_a(R"({"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]})", 4),
              HasSubstr("tensor 'a' has the unknown dtype \"BF16\"; expected F32, F64 or I32"));
  EXPECT_THAT(with_a(R"({"dtype": 7, "shape": [2], "data_offsets": [0, 4]})", 4),
              HasSubstr("unknown dtype 7"));
  for (const char* bad : {"[-1]", "[1.5]", "[\"1\"]", "1", "null", "[18446744073709551616]"}) {
    EXPECT_THAT(
        with_a(fmt::format(R"({{"dtype": "F32", "shape": {}, "data_offsets": [0, 4]}})", bad), 4),
        HasSubstr("tensor 'a': \"shape\" is not a list of whole numbers"))
        << bad;
  }
  EXPECT_THAT(with_a(R"({"dtype": "F32", "shape": [1], "data_offsets": [4]})", 4),
              HasSubstr("\"data_offsets\" are not two numbers"));
  EXPECT_THAT(with_a(R"({"dtype": "F32", "shape": [1], "data_offsets": [4, 0]})", 4),
              HasSubstr("ends at 0, before it begins at 4"));
  EXPECT_THAT(with_a(R"({"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 4]})", 4),
              HasSubstr("tensor 'a' of shape (2, 3) has 4 bytes"));
  EXPECT_THAT(with_a(R"({"dtype": "F32", "shape": [2], "data_offsets": [0, 8]})", 4),
              HasSubstr("should end at 8 of the data, which has 4 bytes"));
  EXPECT_THAT(with_a(R"({"dtype": "F32", "shape": [1], "data_offsets": [4, 8]})", 8),
              HasSubstr("begins at 4 of the data, where 0 is expected"));
  EXPECT_THAT(with_a(R"({"dtype": "F32", "shape": [1], "data_offsets": [0, 4]})", 9),
              HasSubstr("5 bytes follow the last tensor"));
  EXPECT_THAT(error_for("1"), HasSubstr("damaged or truncated: train again or restore a copy"));
}

TEST(Safetensors, OverlapIsAnError) {
  EXPECT_THAT(error_for(file_with(
                  R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]},
                      "b": {"dtype": "F32", "shape": [2], "data_offsets": [4, 12]}})",
                  12)),
              HasSubstr("tensor 'b' begins at 4 of the data, where 8 is expected"));
}

// 2^62 * 4 elements of 4 bytes are 2^66 bytes, which is 0 in 64 bits.
TEST(Safetensors, SizesThatOverflowAreErrors) {
  for (const char* shape :
       {"[4611686018427387904, 4]", "[4611686018427387904]", "[4294967296, 4294967296]",
        "[18446744073709551615, 18446744073709551615]"}) {
    EXPECT_THAT(
        error_for(file_with(
            fmt::format(R"({{"a": {{"dtype": "F32", "shape": {}, "data_offsets": [0, 0]}}}})",
                        shape),
            0)),
        HasSubstr("has 0 bytes"));
  }
  EXPECT_THAT(
      error_for(file_with(
          R"({"a": {"dtype": "F32", "shape": [0], "data_offsets": [18446744073709551615, 18446744073709551615]}})",
          0)),
      HasSubstr("begins at"));
}

TEST(Safetensors, EveryTruncationIsAnError) {
  const TempFolder folder;
  write_safetensors(folder.path() / "x", example());
  const std::string file = read_file(folder.path() / "x");
  for (std::size_t size = 0; size < file.size(); ++size) {
    EXPECT_NE(error_for(file.substr(0, size)), "no error") << size;
  }
  EXPECT_NE(error_for(file + '\0'), "no error");
}

TEST(Safetensors, DamageNeverCrashes) {
  const TempFolder folder;
  const std::filesystem::path path = folder.path() / "x";
  write_safetensors(path, example());
  const std::string file = read_file(path);
  std::mt19937 random(1);
  testing::FuzzTally tally;
  for (int i = 0; i < 1000; ++i) {
    std::string damaged = file;
    for (auto flips = 1 + random() % 3; flips > 0; --flips) {
      damaged[random() % damaged.size()] = static_cast<char>(random() & 0xFFU);
    }
    folder.write("x", damaged);
    tally.add(error_of([&] { read_safetensors(path); }));
  }
  EXPECT_GT(tally.accepted, 50);
  EXPECT_GT(tally.refused, 200);
}

TEST(Safetensors, MissingFileIsAnError) {
  EXPECT_THAT(error_of([] { read_safetensors("/nowhere/x.safetensors"); }),
              HasSubstr("/nowhere/x.safetensors: cannot open"));
}

// Reads the file with nothing but Python's standard library and prints what is in it.
constexpr std::string_view kPythonReader = R"(
import json, struct, sys
with open(sys.argv[1], "rb") as file:
    length, = struct.unpack("<Q", file.read(8))
    header = json.loads(file.read(length))
    data = file.read()
letters = {"F32": "f", "F64": "d", "I32": "i"}
tensors = {}
for name, tensor in header.items():
    begin, end = tensor["data_offsets"]
    letter = letters[tensor["dtype"]]
    count = (end - begin) // struct.calcsize(letter)
    values = struct.unpack_from("<%d%s" % (count, letter), data, begin)
    tensors[name] = {"shape": tensor["shape"], "values": values}
print(json.dumps(tensors))
)";

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"),
                                                             &::pclose);
  std::string output;
  std::array<char, 4096> block{};
  while (pipe != nullptr) {
    const std::size_t count = std::fread(block.data(), 1, block.size(), pipe.get());
    if (count == 0) break;
    output.append(block.data(), count);
  }
  return output;
}

TEST(Safetensors, PythonReadsTheSameValues) {
  if (std::system("python3 -c '' >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "there is no python3 to read the file with";
  }
  const TempFolder folder;
  write_safetensors(folder.path() / "x", example());
  const auto script = folder.write("read.py", kPythonReader);
  const auto read = nlohmann::json::parse(
      output_of(fmt::format("python3 '{}' '{}'", script.string(), (folder.path() / "x").string())));
  ASSERT_EQ(read.size(), 4U);
  EXPECT_EQ(read["a"]["shape"], nlohmann::json({2, 3}));
  EXPECT_EQ(read["a"]["values"], nlohmann::json({0.0F, -1.5F, 1e-30F, 3.0F, 4.0F, 0.1F}));
  EXPECT_EQ(read["b"]["shape"], nlohmann::json({3}));
  EXPECT_EQ(read["b"]["values"], nlohmann::json({1, -2, 2147483647}));
  EXPECT_EQ(read["empty"]["shape"], nlohmann::json({0, 5}));
  EXPECT_TRUE(read["empty"]["values"].empty());
  EXPECT_EQ(read["scalar"]["shape"], nlohmann::json::array());
  EXPECT_EQ(read["scalar"]["values"], nlohmann::json({0.1}));
}

}  // namespace
}  // namespace gntp
