#include "base/compression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <string>
#include <vector>

#include "base/file.h"
#include "base/line_reader.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::TempFolder;

std::string packed(Compression compression, const std::string& text) {
  if (compression == Compression::kGzip) {
    const TempFolder folder;
    return read_file(folder.write_gz("a.gz", text));
  }
  std::string bytes(text.size() + 1000, '\0');
  if (compression == Compression::kZstd) {
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);  // as the program zstd does
    bytes.resize(ZSTD_compress2(context, bytes.data(), bytes.size(), text.data(), text.size()));
    ZSTD_freeCCtx(context);
    return bytes;
  }
  std::size_t size = 0;
  const lzma_ret code = lzma_easy_buffer_encode(
      6, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
      reinterpret_cast<std::uint8_t*>(bytes.data()), &size, bytes.size());
  EXPECT_EQ(code, LZMA_OK);
  bytes.resize(size);
  return bytes;
}

std::string text_of(const fs::path& file) {
  LineReader lines(file);
  std::string text;
  for (std::string_view line; lines.next(line);) text += std::string(line) + '\n';
  return text;
}

class Packed : public ::testing::TestWithParam<std::string> {
 protected:
  Compression compression() const { return compression_of_name("a" + GetParam()); }
  fs::path write(const std::string& bytes) const { return folder_.write("a" + GetParam(), bytes); }

  TempFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(All, Packed, ::testing::Values(".gz", ".zst", ".xz"),
                         [](const auto& each) { return each.param.substr(1); });

TEST_P(Packed, TextsOfAllSizesAreReadAgain) {
  std::string text;
  for (int i = 0; i < 100000; ++i) {
    text += "line " + std::to_string(i * 2654435761U) + "\n";
    if (i > 3 && i % 20011 != 0) continue;
    EXPECT_TRUE(text_of(write(packed(compression(), text))) == text) << i;
    // Whatever the name, the bytes tell.
    EXPECT_TRUE(text_of(folder_.write("plain", packed(compression(), text))) == text) << i;
  }
  EXPECT_EQ(text_of(write(packed(compression(), ""))), "");
}

TEST_P(Packed, StreamsFollowOneAnother) {
  const std::string one = packed(compression(), "one\n");
  EXPECT_EQ(text_of(write(one + packed(compression(), "two\n") + one)), "one\ntwo\none\n");
  EXPECT_EQ(text_of(write(one + std::string(512, '\0'))), "one\n");
  EXPECT_THAT(error_of([&] { text_of(write(one + "two\n")); }), HasSubstr("damaged"));
}

TEST_P(Packed, CutAnywhereTheyAreAnError) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "line " + std::to_string(i * i) + "\n";
  const std::string whole = packed(compression(), text);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const fs::path file = write(whole.substr(0, size));
    ASSERT_THAT(error_of([&] { text_of(file); }),
                ::testing::AllOf(StartsWith(file.string() + ": "),
                                 AnyOf(HasSubstr("unexpected end of file"), HasSubstr("is not "))))
        << size;
  }
}

TEST_P(Packed, ADamagedByteIsAnErrorOrChangesNothing) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "line " + std::to_string(i * i) + "\n";
  const std::string whole = packed(compression(), text);
  std::size_t errors = 0;
  for (std::size_t place = 0; place < whole.size(); ++place) {
    std::string bytes = whole;
    bytes[place] = static_cast<char>(bytes[place] ^ 0x10);
    const fs::path file = write(bytes);
    try {
      ASSERT_EQ(text_of(file), text) << place;
    } catch (const Error& error) {
      ++errors;
      ASSERT_THAT(error.what(), StartsWith(file.string()));
    }
  }
  EXPECT_GT(errors, whole.size() / 2);
}

TEST_P(Packed, TheNameMustNotSayOtherwise) {
  const fs::path file = write("one\ntwo\n");
  EXPECT_EQ(error_of([&] { text_of(file); }),
            file.string() + ": is not " + std::string(name_of(compression())) +
                " data, though its name ends in " + GetParam() + "; rename or compress it");
}

TEST(PackedNames, LoseTheirLastExtension) {
  EXPECT_EQ(unpacked_name("data/train.tsv.zst"), "train.tsv");
  EXPECT_EQ(unpacked_name("data/train.tsv"), "train.tsv");
  EXPECT_EQ(unpacked_name("train.xz"), "train");
  EXPECT_EQ(compression_of_name("a.gz"), Compression::kGzip);
  EXPECT_EQ(compression_of_name("a.bz2"), Compression::kNone);
}

}  // namespace
}  // namespace gntp
