// One file of named sections, made to be mapped into memory: opening it reads a few pages, whatever
// its size. A section is an array of plain values. Written as a stream, so that a file may be
// larger than memory, and under its name only when it is whole (staged_file.h).
//
// The file: a page with the header; the sections, each from the start of a page, filled up with
// zeros to whole pages; the table of sections; the footer. A section's checksum (XXH3, 64 bits)
// covers its pages, the footer's covers header, table and footer: no byte is outside of both.
// Numbers are little-endian, values are those of this kind of machine.
#pragma once

#include <gntp/if_exists.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/checksum.h"
#include "base/mapped_file.h"
#include "base/plain_value.h"
#include "base/staged_file.h"

namespace gntp {

static_assert(std::endian::native == std::endian::little, "files of sections are little-endian");

class SectionFile;
class ThreadPool;

constexpr std::size_t kSectionAlignment = 4096;

// What the sections together are. A reader takes files of its kind with a version from `oldest` to
// `version`.
struct SectionFormat {
  std::string_view kind;  // at most 16 bytes, as "knowledge base"
  std::uint32_t version = 1;
  std::uint32_t oldest = 1;
};

// A row of the table, as it is in the file.
struct SectionEntry {
  static constexpr std::size_t kMaxName = 32;

  std::array<char, kMaxName> name{};  // filled up with zeros
  std::uint64_t offset = 0;           // in bytes, from the start of the file
  std::uint64_t size = 0;             // in bytes, without what fills its last page
  std::uint64_t checksum = 0;
  std::uint64_t item_size = 0;  // in bytes
};

class SectionWriter {
 public:
  // As a StagedFile. Requires: `format.kind` is short enough.
  SectionWriter(const std::filesystem::path& path, const SectionFormat& format,
                IfExists if_exists = IfExists::kReplace);
  SectionWriter(const SectionWriter&) = delete;
  SectionWriter& operator=(const SectionWriter&) = delete;

  // Starts a section of items of type T; the one before is complete. Requires: the name is new and
  // has 1 to 32 bytes, none of them zero.
  template <PlainValue T>
  void begin(std::string_view name) {
    begin(name, sizeof(T));
  }
  // More of the section's items. Requires: they are of its type.
  template <PlainValue T>
  void append(std::span<const T> items) {
    append(std::as_bytes(items), sizeof(T));
  }
  // A whole section at once.
  template <PlainValue T>
  void add(std::string_view name, std::span<const T> items) {
    begin<T>(name);
    append(items);
  }

  // What has been written, to be read while more is; the section at hand is complete. Requires: the
  // file is no stream.
  std::shared_ptr<const SectionFile> written();
  // Whether the file is a pipe or a device, which cannot be read.
  bool is_stream() const { return file_.is_stream(); }

  // Writes what is left and gives the file its name. To be called once, last.
  void commit();

  // Of the whole file, once it is committed (SectionFile::digest).
  std::uint64_t digest() const { return table_checksum_.value(); }
  std::uint64_t size() const { return size_; }

 private:
  void begin(std::string_view name, std::size_t item_size);
  void append(std::span<const std::byte> bytes, std::size_t item_size);
  void end_section();
  void write(std::span<const std::byte> bytes);

  std::filesystem::path path_;
  SectionFormat format_;
  StagedFile file_;
  Checksum section_checksum_;
  Checksum table_checksum_;
  std::vector<SectionEntry> sections_;
  std::uint64_t size_ = 0;
};

// Safe from several threads.
class SectionFile {
 public:
  // Throws Error where the file is of another kind or of a version that this program does not know,
  // and where its size, its table or its footer is damaged. Sections are not looked at.
  SectionFile(std::filesystem::path path, const SectionFormat& format);

  const std::filesystem::path& path() const { return path_; }
  std::uint32_t version() const { return version_; }
  // Tells this file from others: depends on the bytes of every section.
  std::uint64_t digest() const { return digest_; }
  // In the order of the file.
  std::span<const SectionEntry> sections() const { return sections_; }

  std::uint64_t size() const { return file_.bytes().size(); }
  bool has(std::string_view name) const { return find(name) != nullptr; }
  // The items of a section; valid as long as this is. Throws Error where there is no such section
  // or its items have another size.
  template <PlainValue T>
  std::span<const T> section(std::string_view name) const {
    static_assert(kSectionAlignment % alignof(T) == 0);
    const std::span<const std::byte> bytes = section(name, sizeof(T));
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

  // Reads all sections; throws Error that names those with damaged bytes. Asks between pieces
  // whether to stop.
  void verify() const;
  // The same, each thread a section at a time.
  void verify(ThreadPool& threads) const;

 private:
  friend SectionWriter;
  SectionFile(std::filesystem::path path, std::uint32_t version, MappedFile file,
              std::vector<SectionEntry> sections);
  void read_header(const SectionFormat& format);
  void read_table();
  void check_table() const;
  const SectionEntry* find(std::string_view name) const;
  std::span<const std::byte> section(std::string_view name, std::size_t item_size) const;
  bool is_whole(const SectionEntry& section) const;
  void fail_if_damaged(std::span<const char> damaged) const;
  [[noreturn]] void fail_damaged(std::string_view what) const;

  std::filesystem::path path_;
  MappedFile file_;
  std::uint32_t version_ = 0;
  std::uint64_t digest_ = 0;
  std::vector<SectionEntry> written_;  // of a file that is not complete
  std::span<const SectionEntry> sections_;
};

// Whether a file begins as those of sections do, of whatever kind; false where it cannot be read.
bool is_section_file(const std::filesystem::path& path);

// The name of a section.
std::string_view name_of(const SectionEntry& section);

}  // namespace gntp
