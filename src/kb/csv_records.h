// Comma-separated values (RFC 4180): a record is a line, unless a field in double quotes goes on in
// the next. A quote inside such a field is doubled. Blanks around fields without quotes are not
// part of them. For one thread at a time.
#pragma once

#include <optional>
#include <string>

#include "base/line_reader.h"
#include "kb/columns.h"

namespace gntp {

class CsvRecords {
 public:
  // The separator, or nothing: a comma, unless the first record has none but semicolons. Keeps a
  // reference.
  CsvRecords(LineReader& lines, std::optional<char> separator);

  // Whether there was a further record; its fields are valid until the next call. Throws LineError
  // for a record that is none, and Error where a quote is not closed.
  bool next(Fields& fields);
  // Where the record last read begins.
  std::size_t line_number() const { return line_number_; }

 private:
  bool read_more();
  std::size_t read_quoted(std::size_t at);

  LineReader& lines_;
  std::optional<char> separator_;
  std::string record_;
  std::string unquoted_;  // the fields of the record that had quotes, one after the other
  std::size_t line_number_ = 0;
};

}  // namespace gntp
