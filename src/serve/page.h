// The web page: the files of the folder web/, which the build puts into the program.
#pragma once

#include <span>
#include <string_view>

namespace gntp {

struct PageFile {
  std::string_view path;  // in web/, e.g. "views/rules.js"
  std::string_view bytes;
};

// By path. Made by cmake/embed.cmake.
std::span<const PageFile> page_files();

// Null where there is none.
const PageFile* find_page_file(std::string_view path);

// "text/css; charset=utf-8" of "style.css".
std::string_view media_type_of(std::string_view path);

// The description of the API: docs/openapi.json.
std::string_view api_description();

}  // namespace gntp
