#include "base/line_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/stop.h"
#include "base/utf8.h"

namespace gntp {
namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 16U;
// Far above any line of names; a file without line ends is no text, and must not fill the memory.
constexpr std::size_t kLongestLine = std::size_t{1} << 26U;

}  // namespace

LineReader::LineReader(std::filesystem::path path) : source_(std::move(path)) {}

LineReader::LineReader(ByteSource source) : source_(std::move(source)) {}

LineReader LineReader::standard_input() {
  return LineReader(ByteSource::standard_input());
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = 0;  // bytes of the unread part that are known to hold no line end
  for (;;) {
    const char* unread = buffer_.data() + begin_;
    const std::size_t size = end_ - begin_;
    const void* found =
        size == searched ? nullptr : std::memchr(unread + searched, '\n', size - searched);
    if (found != nullptr) {
      const auto length = static_cast<std::size_t>(static_cast<const char*>(found) - unread);
      line = {unread, length};
      begin_ += length + 1;
      break;
    }
    searched = size;
    if (fill()) continue;
    if (size == 0) return false;
    line = {buffer_.data() + begin_, size};
    begin_ = end_;
    break;
  }
  ++line_number_;
  stop_if_asked();
  check(line);
  return true;
}

bool LineReader::has_next() const {
  return end_ > begin_ && std::memchr(buffer_.data() + begin_, '\n', end_ - begin_) != nullptr;
}

void LineReader::check(std::string_view& line) const {
  line.remove_prefix(line_number_ == 1 ? byte_order_mark(line, path()) : byte_order_mark(line));
  while (line.ends_with('\r')) line.remove_suffix(1);
  if (!is_utf8(line)) {
    fail_at(path(), line_number_,
            "not UTF-8; convert the text to UTF-8 (e.g. iconv -f LATIN1 -t UTF-8)");
  }
  if (line.find('\0') != std::string_view::npos) {
    fail_at(path(), line_number_,
            "a zero byte; the file is UTF-16 (convert it to UTF-8) or no text");
  }
  if (line.find('\r') != std::string_view::npos) reject_carriage_return(line);
}

// One may be a slip; where there are more, many lines would be taken for one.
void LineReader::reject_carriage_return(std::string_view line) const {
  if (std::ranges::count(line, '\r') > 1) {
    fail_for_good(path(), line_number_,
                  "the lines end in CR alone; put LF in its place (tr '\\r' '\\n' < OLD > NEW)");
  }
  fail_at(path(), line_number_,
          "a CR inside the line; if lines end in it, put LF in its place (tr '\\r' '\\n' < OLD > "
          "NEW), else remove it");
}

// Reads on behind the unread part, which moves to the front; false at the end.
bool LineReader::fill() {
  if (at_end_) return false;
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  end_ -= std::exchange(begin_, 0);
  if (end_ == buffer_.size()) {
    if (end_ >= kLongestLine) {
      fail_for_good(path(), line_number_ + 1, "a line of more than {} MiB; is this a text file?",
                    kLongestLine >> 20U);
    }
    buffer_.resize(std::max(kFirstBuffer, 2 * buffer_.size()));
  }
  const std::size_t count = source_.read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += count;
  at_end_ = count == 0;
  return !at_end_;
}

}  // namespace gntp
