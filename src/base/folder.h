// Folders, made and removed. Safe from several threads.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gntp {

// Makes the folder and those above it that are missing, so that they last through a crash. Throws
// Error, and removes what it has made.
void make_folders(const std::filesystem::path& folder);

// Whether something has this name, be it a link that leads nowhere.
bool is_taken(const std::filesystem::path& path);

// The names of what is in the folder, sorted. Throws Error where it cannot be read.
std::vector<std::string> names_in(const std::filesystem::path& folder);

// Removes the folder and those above it, as far up as `outermost`, until one has something in it or
// memory is short.
void remove_empty_folders(const std::filesystem::path& folder,
                          const std::filesystem::path& outermost) noexcept;

// Removes the folder with all that is in it, as far as that works and memory allows; links are not
// followed.
void remove_tree(const std::filesystem::path& folder) noexcept;

}  // namespace gntp
