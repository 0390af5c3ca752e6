// Whole files: read, written so that a reader sees the old one or the new one, and hashed.
// Stateless; safe from several threads.
#pragma once

#include <gntp/if_exists.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace gntp {

// The whole file, as it is. Throws Error where it cannot be read.
std::string read_file(const std::filesystem::path& path);

// Writes all at once, as a StagedFile does: a link is followed, and what is no file (a pipe,
// /dev/stdout) is written to as it is. Throws Error where that fails.
void write_file(const std::filesystem::path& path, std::string_view bytes,
                IfExists if_exists = IfExists::kReplace);

// The xxHash64 of the file's bytes, as 16 hexadecimal digits.
std::string file_hash(const std::filesystem::path& path);

}  // namespace gntp
