#include "kb/scanner.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"

namespace gntp {
namespace {

// The bytes that may stand in an unquoted name. Those above ASCII are parts of letters.
constexpr std::array<bool, 256> kNameBytes = [] {
  std::array<bool, 256> allowed{};
  for (std::size_t byte = '!'; byte < allowed.size(); ++byte) allowed[byte] = byte != 0x7F;
  for (const char special : {'(', ')', ',', '<', '>', '%', '?', '\'', '"'}) {
    allowed[static_cast<unsigned char>(special)] = false;
  }
  return allowed;
}();

bool is_name_byte(char c) {
  return kNameBytes[static_cast<unsigned char>(c)];
}

bool is_blank(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == '\x7F';
}

bool is_quote(char c) {
  return c == '\'' || c == '"';
}

}  // namespace

std::string_view bare_name(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && is_name_byte(text[length])) {
    const std::string_view pair = text.substr(length, 2);
    if (pair == ":-" || pair == "/*") break;
    ++length;
  }
  return text.substr(0, length);
}

std::string_view bare_query_name(std::string_view text) {
  std::size_t end = bare_name(text).size();
  for (std::size_t begin = end; end > 0;) {
    while (begin < text.size() && is_blank(text[begin])) ++begin;
    const std::size_t word = bare_name(text.substr(begin)).size();
    if (begin == end || word == 0) break;
    end = begin += word;
  }
  return text.substr(0, end);
}

bool is_variable_name(std::string_view name) {
  return (name.front() >= 'A' && name.front() <= 'Z') || name.front() == '_';
}

Scanner::Scanner(std::string_view query) : text_(query) {}

Scanner::Scanner(std::string_view text, const std::filesystem::path& file, std::size_t line)
    : text_(text), line_(line), file_(&file) {}

Scanner::Scanner(LineReader& lines)
    : line_(lines.line_number()), file_(&lines.path()), lines_(&lines) {}

bool Scanner::at_end() {
  skip_blanks();
  return position_ == text_.size();
}

bool Scanner::at(std::string_view token) {
  skip_blanks();
  return text_.substr(position_).starts_with(token);
}

bool Scanner::accept(std::string_view token) {
  if (!at(token)) return false;
  position_ += token.size();
  return true;
}

std::string_view Scanner::read_bare_name() {
  skip_blanks();
  const std::string_view rest = text_.substr(position_);
  const std::string_view name = is_query() ? bare_query_name(rest) : bare_name(rest);
  position_ += name.size();
  return name;
}

void Scanner::read_atom(AtomText& atom) {
  if (is_query() && accept("?")) {
    atom.predicate.clear();
  } else {
    read_name(atom.predicate, "a predicate");
  }
  const std::size_t first_line = line_;
  if (!accept("(")) {
    fail(fmt::format(
        "expected '(' after '{}', found {}; an atom is written predicate(argument, argument)",
        excerpt(atom.predicate), upcoming()));
  }
  std::size_t count = 0;
  do {
    if (count == atom.arguments.size()) atom.arguments.emplace_back();
    read_argument(atom.arguments[count++]);
  } while (accept(","));
  atom.arguments.resize(count);
  if (accept(")")) return;
  const ArgumentText& argument = atom.arguments.back();
  const std::string last =
      argument.kind == ArgumentText::Kind::kUnknown ? "?" : excerpt(argument.name);
  if (at_end() || at(":-")) {
    fail(first_line, fmt::format("unclosed parenthesis, found {} after '{}'", upcoming(), last));
  }
  fail(first_line,
       fmt::format("expected ',' or ')' after '{}', found {}; quote a name that has blanks or "
                   "special characters",
                   last, upcoming()));
}

void Scanner::read_argument(ArgumentText& argument) {
  using Kind = ArgumentText::Kind;
  if (at("?")) {
    if (!is_query()) fail("'?' has a meaning in queries only; quote it if it is a name");
    accept("?");
    argument.kind = Kind::kUnknown;
    argument.name.clear();
    return;
  }
  const Quoting quoting = read_name(argument.name, "an argument");
  argument.kind = Kind::kConstant;
  if (quoting == Quoting::kQuoted || !is_variable_name(argument.name)) return;
  if (!is_query()) {
    argument.kind = Kind::kVariable;
  } else if (argument.name == "_") {
    fail("write ? for what is asked; quote '_' if it is a name");
  }
}

Scanner::Quoting Scanner::read_name(std::string& name, std::string_view what) {
  skip_blanks();
  if (position_ < text_.size() && is_quote(text_[position_])) {
    read_quoted(name);
    return Quoting::kQuoted;
  }
  name = read_bare_name();
  if (name.empty()) fail(fmt::format("expected {}, found {}", what, upcoming()));
  return Quoting::kBare;
}

void Scanner::read_quoted(std::string& name) {
  const std::size_t opened = position_;
  const char quote = text_[position_++];
  name.clear();
  while (position_ < text_.size()) {
    char c = text_[position_++];
    if (c == '\\') {
      c = read_escape();
    } else if (c == quote) {
      // Prolog also writes a quote inside a name twice.
      if (!text_.substr(position_).starts_with(quote)) {
        if (name.empty()) fail(fmt::format("an empty name at column {}", column(opened)));
        return;
      }
      ++position_;
    }
    name += c;
  }
  position_ = opened + 1;  // the clause may end in this line
  fail(fmt::format("unclosed quote {} at column {}", quote, column(opened)));
}

char Scanner::read_escape() {
  const std::string_view rest = text_.substr(position_++);
  switch (rest.empty() ? '\0' : rest.front()) {
    case '\\':
      return '\\';
    case '\'':
      return '\'';
    case '"':
      return '"';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      break;
  }
  fail(fmt::format("unknown escape at column {}; write a backslash in quotes as \\\\",
                   column(position_ - 2)));
}

void Scanner::skip_blanks() {
  for (;;) {
    while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
    if (position_ == text_.size()) {
      if (!next_line()) return;
    } else if (!is_query() && text_[position_] == '%') {
      position_ = text_.size();
    } else if (!is_query() && text_.substr(position_).starts_with("/*")) {
      skip_block_comment();
    } else {
      return;
    }
  }
}

void Scanner::skip_block_comment() {
  const std::size_t first_line = line_;
  position_ += 2;
  std::size_t end = text_.find("*/", position_);
  while (end == std::string_view::npos) {
    if (!next_line()) {
      // Nobody can tell how much of the file was not meant to be in it.
      gntp::fail_for_good(*file_, first_line, "unclosed comment; end it with */");
    }
    end = text_.find("*/");
  }
  position_ = end + 2;
  if (line_ > first_line) begin_ = position_;
}

bool Scanner::next_line() {
  if (lines_ == nullptr) return false;
  text_ = {};
  position_ = begin_ = 0;
  std::string_view line;
  const bool found = lines_->next(line);
  if (found) text_ = line;
  line_ = lines_->line_number();
  return found;
}

bool Scanner::at_clause_end() const {
  if (text_[position_] != '.') return false;
  const bool closed = position_ > 0 && text_[position_ - 1] == ')';
  const bool last = position_ + 1 == text_.size();
  return closed || last || is_blank(text_[position_ + 1]) || text_[position_ + 1] == '%';
}

// A quote without an end is a character like any other.
void Scanner::skip_quoted() {
  const char quote = text_[position_++];
  for (std::size_t end = position_; end < text_.size(); ++end) {
    if (text_[end] == '\\') {
      ++end;
    } else if (text_[end] == quote) {
      position_ = end + 1;
      return;
    }
  }
}

void Scanner::skip_clause(std::size_t first_line) {
  if (text_.empty()) return;  // the end, or a line that cannot be read
  if (line_ > first_line) {
    position_ = begin_;
    return;
  }
  for (;;) {
    while (position_ < text_.size()) {
      if (at_clause_end()) {
        ++position_;
        return;
      }
      if (is_quote(text_[position_])) {
        skip_quoted();
      } else if (text_[position_] == '%') {
        position_ = text_.size();
      } else {
        ++position_;
      }
    }
    if (!next_line()) return;
  }
}

std::string Scanner::upcoming() {
  if (at_end()) {
    if (is_query()) return "the end of the query";
    return lines_ == nullptr ? "the end of the line" : "the end of the file";
  }
  const std::string text = excerpt(text_.substr(position_));
  if (lines_ == nullptr) return fmt::format("'{}' at column {}", text, column(position_));
  return fmt::format("'{}' at line {}, column {}", text, line_, column(position_));
}

void Scanner::fail(std::size_t line, const std::string& message) const {
  if (is_query()) gntp::fail("query '{}': {}", excerpt(text_), message);
  fail_at(*file_, line, "{}", message);
}

// Counts characters, not bytes.
std::size_t Scanner::column(std::size_t position) const {
  return 1 + character_count(text_.substr(0, position));
}

}  // namespace gntp
