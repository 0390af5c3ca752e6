// The formats of triples: their names, and the extensions that choose them.
#pragma once

#include <gntp/reading.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

// As `format_named` takes it.
std::string_view name_of(TripleFormat format);
// All names in one text.
std::string format_names(std::string_view separator = ", ");

// N-Triples, N-Quads or Turtle.
bool is_rdf(TripleFormat format);

// Nothing if the extension is not that of a format. `.gz` and the like are not looked at.
std::optional<TripleFormat> format_of(const std::filesystem::path& file);
// The one that files of the format are written with, e.g. ".tsv".
std::string_view extension_of(TripleFormat format);

// The extensions that can be read, e.g. ".tsv", without ".gz" and the like.
std::vector<std::string> triple_extensions();

// "test-I" of test-I.tsv.gz; nothing if the extension is not that of a format.
std::optional<std::string> triple_stem(const std::filesystem::path& file);

// The file or a packed one, such as its .gz; nothing if there is none. Throws Error if there are
// several.
std::optional<std::filesystem::path> find_packed(const std::filesystem::path& folder,
                                                 std::string_view name);

// `folder/stem` with the one extension it exists with; nothing if there is no such file. Throws
// Error if the same stem is there twice (train.tsv and train.pl).
std::optional<std::filesystem::path> find_triples(const std::filesystem::path& folder,
                                                  std::string_view stem);

}  // namespace gntp
