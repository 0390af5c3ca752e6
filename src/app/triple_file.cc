#include "app/triple_file.h"

#include <system_error>

#include "base/error.h"

namespace gntp {

std::filesystem::path shown_path(const std::string& file) {
  return file == "-" ? "<stdin>" : file;
}

void read_triple_file(const std::string& file, const TripleSink& sink, BadLines& bad,
                      TripleNames names) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    fail("{}: is a folder; give a file of triples, such as its test.tsv", file);
  }
  if (file == "-") {
    LineReader lines = LineReader::standard_input();
    read_tsv(lines, sink, bad, names);
  } else if (std::filesystem::is_other(file, ignored)) {
    LineReader lines(file);  // a pipe has no extension
    read_tsv(lines, sink, bad, names);
  } else {
    read_triples(file, sink, bad, names);
  }
}

}  // namespace gntp
