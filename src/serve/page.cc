#include "serve/page.h"

#include <algorithm>
#include <array>

namespace gntp {

const PageFile* find_page_file(std::string_view path) {
  const std::span<const PageFile> files = page_files();
  const auto found = std::ranges::find(files, path, &PageFile::path);
  return found == files.end() ? nullptr : &*found;
}

std::string_view media_type_of(std::string_view path) {
  struct MediaType {
    std::string_view extension;
    std::string_view name;
  };
  static constexpr std::array kTypes{
      MediaType{".html", "text/html; charset=utf-8"},
      MediaType{".css", "text/css; charset=utf-8"},
      MediaType{".js", "text/javascript; charset=utf-8"},
      MediaType{".svg", "image/svg+xml"},
      MediaType{".json", "application/json"},
  };
  const auto* found = std::ranges::find_if(
      kTypes, [&](const MediaType& type) { return path.ends_with(type.extension); });
  return found == kTypes.end() ? "text/plain; charset=utf-8" : found->name;
}

}  // namespace gntp
