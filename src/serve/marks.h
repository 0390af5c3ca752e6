// What people say of facts, right or wrong, kept in a file of JSON Lines: one object a fact. Every
// change writes the whole file anew, so that it is never half written. Thread-safe.
#pragma once

#include <gntp/facts.h>

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gntp {

struct Mark {
  enum class Kind { kRight, kWrong };
  std::string run;  // whose names the fact has
  Fact fact;        // in ids
  Kind kind = Kind::kRight;
  std::string time;  // when, UTC: 2026-11-17T20:18:06Z
};

std::string_view name_of(Mark::Kind kind);
// Nothing for other texts than "right" and "wrong".
std::optional<Mark::Kind> mark_named(std::string_view name);

class Marks {
 public:
  // Reads the file; where there is none, there are no marks yet. Throws Error with file and line.
  explicit Marks(std::filesystem::path file);

  // In the order in which facts were first marked.
  std::vector<Mark> all() const;
  std::optional<Mark::Kind> find(const std::string& run, const Fact& fact) const;
  // Nothing takes a mark away. Throws Error where the file cannot be written; then nothing changes.
  void set(const std::string& run, const Fact& fact, std::optional<Mark::Kind> kind);

 private:
  std::filesystem::path file_;
  mutable std::mutex mutex_;
  std::vector<Mark> marks_;
};

}  // namespace gntp
