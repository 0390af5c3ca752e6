// UTF-8: whether bytes are it, and how many columns they take on a terminal.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace gntp {

// Whether all bytes are ASCII.
bool is_ascii(std::string_view text);

// Whether the bytes are well-formed UTF-8.
bool is_utf8(std::string_view text);

// Whether a byte is one of the further bytes of a character.
inline bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// How many characters (code points) there are.
std::size_t character_count(std::string_view text);

// How many columns a terminal needs: two for the wide characters of East Asia, none for marks that
// are drawn over the character before them.
std::size_t display_width(std::string_view text);

// How many bytes at the start of a line are a byte-order mark.
std::size_t byte_order_mark(std::string_view line);

// The same at the start of a file's text. Throws Error where it says that the text is UTF-16.
std::size_t byte_order_mark(std::string_view text, const std::filesystem::path& file);

}  // namespace gntp
