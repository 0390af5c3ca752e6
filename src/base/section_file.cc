#include "base/section_file.h"

#include <fcntl.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/stop.h"

namespace gntp {
namespace {

constexpr std::size_t kMaxKind = 16;
// Of the layout that section_file.h describes.
constexpr std::uint32_t kLayout = 1;
// Line ends and a byte that is no text: what a transfer as text would change.
constexpr std::array<char, 8> kMagic{'\x89', 'g', 'n', 't', 'p', '\r', '\n', '\x1a'};
constexpr std::array<char, 8> kEndMagic{'g', 'n', 't', 'p', ' ', 'e', 'n', 'd'};
// Between two of these a reader asks whether to stop.
constexpr std::size_t kPiece = std::size_t{4} << 20U;

// The start of the file; stays as it is in all layouts, so that every version can say what a file
// is.
struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t layout = kLayout;
  std::uint32_t version = 0;
  std::array<char, kMaxKind> kind{};
};

struct HeaderPage {
  Header header;
  std::array<char, kSectionAlignment - sizeof(Header)> zeros{};
};

// The end of the file.
struct Footer {
  std::uint64_t table_offset = 0;
  std::uint64_t sections = 0;
  std::uint64_t file_size = 0;
  std::array<char, 8> magic = kEndMagic;
  std::uint64_t checksum = 0;  // of header page, table and what is above
};
constexpr std::size_t kHashedFooter = offsetof(Footer, checksum);

static_assert(sizeof(HeaderPage) == kSectionAlignment && sizeof(SectionEntry) == 64 &&
              sizeof(Footer) == 40);

// How many bytes fill the last page of this many.
constexpr std::uint64_t filling(std::uint64_t size) {
  return (kSectionAlignment - size % kSectionAlignment) % kSectionAlignment;
}

template <std::size_t Size>
std::array<char, Size> padded(std::string_view text) {
  assert(text.size() <= Size);
  std::array<char, Size> result{};
  std::ranges::copy(text, result.begin());
  return result;
}

template <std::size_t Size>
std::string_view without_zeros(const std::array<char, Size>& text) {
  return {text.data(), static_cast<std::size_t>(std::ranges::find(text, '\0') - text.begin())};
}

template <typename T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

}  // namespace

std::string_view name_of(const SectionEntry& section) {
  return without_zeros(section.name);
}

SectionWriter::SectionWriter(const std::filesystem::path& path, const SectionFormat& format,
                             IfExists if_exists)
    : path_(path), format_(format), file_(path, if_exists) {
  HeaderPage page;
  page.header.version = format.version;
  page.header.kind = padded<kMaxKind>(format.kind);
  table_checksum_.add(bytes_of(page));
  write(bytes_of(page));
}

void SectionWriter::begin(std::string_view name, std::size_t item_size) {
  assert(!name.empty() && name.find('\0') == name.npos);
  assert(std::ranges::find(sections_, name, name_of) == sections_.end());
  end_section();
  sections_.push_back(
      {.name = padded<SectionEntry::kMaxName>(name), .offset = size_, .item_size = item_size});
  section_checksum_.reset();
}

void SectionWriter::append(std::span<const std::byte> bytes,
                           [[maybe_unused]] std::size_t item_size) {
  assert(!sections_.empty() && sections_.back().item_size == item_size);
  section_checksum_.add(bytes);
  sections_.back().size += bytes.size();
  write(bytes);
}

void SectionWriter::end_section() {
  if (sections_.empty()) return;
  static constexpr std::array<std::byte, kSectionAlignment> kZeros{};
  const auto zeros = std::span(kZeros).first(filling(size_));
  section_checksum_.add(zeros);
  write(zeros);
  sections_.back().checksum = section_checksum_.value();
}

std::shared_ptr<const SectionFile> SectionWriter::written() {
  end_section();
  return std::shared_ptr<const SectionFile>(
      new SectionFile(path_, format_.version, file_.map(), sections_));
}

void SectionWriter::commit() {
  end_section();
  Footer footer{.table_offset = size_, .sections = sections_.size()};
  const auto table = std::as_bytes(std::span(sections_));
  footer.file_size = size_ + table.size() + sizeof footer;
  table_checksum_.add(table);
  table_checksum_.add(bytes_of(footer).first(kHashedFooter));
  footer.checksum = table_checksum_.value();
  write(table);
  write(bytes_of(footer));
  file_.commit();
}

void SectionWriter::write(std::span<const std::byte> bytes) {
  file_.append({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  size_ += bytes.size();
}

SectionFile::SectionFile(std::filesystem::path path, std::uint32_t version, MappedFile file,
                         std::vector<SectionEntry> sections)
    : path_(std::move(path)),
      file_(std::move(file)),
      version_(version),
      written_(std::move(sections)),
      sections_(written_) {}

bool is_section_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  const Descriptor file = open_file(path, O_RDONLY);
  std::array<char, kMagic.size()> begin{};
  return file.is_open() &&
         file.read(begin.data(), begin.size()) == static_cast<ssize_t>(begin.size()) &&
         begin == kMagic;
}

SectionFile::SectionFile(std::filesystem::path path, const SectionFormat& format)
    : path_(std::move(path)), file_(path_) {
  read_header(format);
  read_table();
  check_table();
}

void SectionFile::read_header(const SectionFormat& format) {
  Header header;
  const auto bytes = file_.bytes();
  const std::size_t magic_size = std::min(bytes.size(), sizeof header.magic);
  if (std::memcmp(bytes.data(), kMagic.data(), magic_size) != 0) {
    fail("{}: is no {} of gntp", path_.string(), format.kind);
  }
  if (bytes.size() < sizeof header) fail_damaged("it is cut short");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.kind != padded<kMaxKind>(format.kind)) {
    fail("{}: is another kind of file, not a {}", path_.string(), format.kind);
  }
  if (header.layout > kLayout || header.version > format.version) {
    fail(
        "{}: its format, version {}.{}, is newer than this program, which knows {}.{}; use a "
        "newer gntp or make the file anew with this one",
        path_.string(), header.layout, header.version, kLayout, format.version);
  }
  if (header.layout < kLayout || header.version < format.oldest) {
    fail(
        "{}: its format, version {}.{}, is too old for this program, which reads {}.{} and later; "
        "make the file anew",
        path_.string(), header.layout, header.version, kLayout, format.oldest);
  }
  version_ = header.version;
}

void SectionFile::read_table() {
  const auto bytes = file_.bytes();
  Footer footer;
  if (bytes.size() < kSectionAlignment + sizeof footer) fail_damaged("it is cut short");
  const auto footer_bytes = bytes.last(sizeof footer);
  std::memcpy(&footer, footer_bytes.data(), sizeof footer);
  if (footer.magic != kEndMagic || footer.file_size != bytes.size()) {
    fail_damaged("it is cut short or something was added");
  }
  const std::uint64_t before_footer = bytes.size() - sizeof footer;
  if (footer.table_offset > before_footer ||
      footer.sections != (before_footer - footer.table_offset) / sizeof(SectionEntry) ||
      (before_footer - footer.table_offset) % sizeof(SectionEntry) != 0 ||
      footer.table_offset < kSectionAlignment || footer.table_offset % kSectionAlignment != 0) {
    fail_damaged("its table is not where it should be");
  }
  const auto table = bytes.subspan(footer.table_offset, before_footer - footer.table_offset);
  Checksum checksum;
  checksum.add(bytes.first(kSectionAlignment));
  checksum.add(table);
  checksum.add(footer_bytes.first(kHashedFooter));
  if (checksum.value() != footer.checksum) {
    fail_damaged("the checksum of its table does not match");
  }
  digest_ = footer.checksum;
  sections_ = {reinterpret_cast<const SectionEntry*>(table.data()), footer.sections};
}

// What a writer cannot have written, though the checksum matches.
void SectionFile::check_table() const {
  std::uint64_t begin = kSectionAlignment;
  const auto end = static_cast<std::uint64_t>(reinterpret_cast<const std::byte*>(sections_.data()) -
                                              file_.bytes().data());
  for (const SectionEntry& section : sections_) {
    const std::uint64_t room = end - begin;  // whole pages
    if (section.offset != begin || section.size > room || section.item_size == 0 ||
        section.size % section.item_size != 0 || name_of(section).empty() ||
        section.name != padded<SectionEntry::kMaxName>(name_of(section)) ||
        find(name_of(section)) != &section) {
      fail_damaged("its table makes no sense");
    }
    begin += section.size + filling(section.size);
  }
  if (begin != end) fail_damaged("its table makes no sense");
}

const SectionEntry* SectionFile::find(std::string_view name) const {
  const auto found = std::ranges::find(sections_, name, name_of);
  return found == sections_.end() ? nullptr : &*found;
}

std::span<const std::byte> SectionFile::section(std::string_view name,
                                                std::size_t item_size) const {
  const SectionEntry* section = find(name);
  if (section == nullptr) fail_damaged(fmt::format("there is no section '{}'", name));
  if (section->item_size != item_size) {
    fail_damaged(fmt::format("the items of section '{}' have {} bytes, not {}", name,
                             section->item_size, item_size));
  }
  return file_.bytes().subspan(section->offset, section->size);
}

bool SectionFile::is_whole(const SectionEntry& section) const {
  auto rest = file_.bytes().subspan(section.offset, section.size + filling(section.size));
  Checksum checksum;
  while (!rest.empty()) {
    stop_if_asked();
    const auto piece = rest.first(std::min(rest.size(), kPiece));
    checksum.add(piece);
    rest = rest.subspan(piece.size());
  }
  return checksum.value() == section.checksum;
}

void SectionFile::verify() const {
  std::vector<char> damaged(sections_.size());
  for (std::size_t i = 0; i < sections_.size(); ++i) damaged[i] = is_whole(sections_[i]) ? 0 : 1;
  fail_if_damaged(damaged);
}

void SectionFile::verify(ThreadPool& threads) const {
  std::vector<char> damaged(sections_.size());
  threads.for_each(sections_.size(), [&](std::size_t i, std::size_t) {
    damaged[i] = is_whole(sections_[i]) ? 0 : 1;
  });
  fail_if_damaged(damaged);
}

void SectionFile::fail_if_damaged(std::span<const char> damaged) const {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < damaged.size(); ++i) {
    if (damaged[i] != 0) names.push_back(name_of(sections_[i]));
  }
  if (names.empty()) return;
  fail_damaged(fmt::format("the checksum does not match in: {}", fmt::join(names, ", ")));
}

void SectionFile::fail_damaged(std::string_view what) const {
  fail("{}: damaged: {}; make the file anew, or copy it again", path_.string(), what);
}

}  // namespace gntp
