// Questions and facts from a file or standard input, one a line, in any of three spellings:
//
//   rel(a, ?)                        as on the command line
//   a <TAB> rel <TAB> ?              head, relation, tail
//   {"head": "a", "relation": "rel"} what is missing or null is asked for
//   {"query": "rel(a, ?)"}
//
// Blank lines are passed over. What has arrived is handed out, without waiting for more: who pipes
// one question at a time gets one answer at a time.
#pragma once

#include <gntp/engine.h>

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "base/bad_lines.h"
#include "base/line_reader.h"

namespace gntp {

// What a line must be: a question that asks for one place, or for an entity, or a fact, which asks
// for none.
enum class LinesOf : std::uint8_t { kQuestions, kQuestionsForEntities, kFacts };

class QuestionLines {
 public:
  // Reads standard input for `-`. Names must be known to the engine; other lines go to `bad`. Keeps
  // references. Throws Error where the file cannot be opened.
  QuestionLines(const std::string& file, LinesOf what, const Engine& engine, BadLines& bad);

  // The next ones, a few thousand at most; none at the end. A bad line that ends the reading is
  // thrown once what came before it has been handed out.
  std::vector<Question> next();
  // All lines have been handed out. Throws Error where all of them were bad.
  void finish() const;

 private:
  LineReader lines_;
  LinesOf what_;
  const Engine& engine_;
  BadLines& bad_;
  std::size_t taken_ = 0;
  bool at_end_ = false;
  std::exception_ptr error_;  // to be thrown next
};

// One line, not blank; the names may be unknown. Throws Error.
Question parse_question_line(std::string_view line, LinesOf what);

// With names as the model has them; errors are those of a line of the file. Throws LineError.
Question resolve_line(const Engine& engine, const Question& question,
                      const std::filesystem::path& file, std::size_t line, const BadLines& bad);

}  // namespace gntp
