// Where the questions of a command come from: one from the command line, or many from a file, a
// relation or a split.
#pragma once

#include <gntp/engine.h>

#include <functional>
#include <span>
#include <string>

#include "app/command_line.h"
#include "app/console.h"
#include "app/question_lines.h"

namespace gntp {

class Asked {
 public:
  // `what` the verb asks about; only questions come from relations and splits. The argument is
  // called `name`.
  Asked(CommandLine& line, LinesOf what, const std::string& name, const std::string& description);
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  // Whether there are many.
  bool is_batch() const { return !file_.empty() || !relation_.empty() || !split_.empty(); }
  // The one. Requires: not is_batch().
  const std::string& text() const { return text_; }

  // What becomes of bad lines.
  OnError on_error() const { return on_error_; }
  bool reads_standard_input() const { return file_ == "-"; }
  // Lines that ask for a relation are bad from now on.
  void require_entities() { what_ = LinesOf::kQuestionsForEntities; }

  // After parsing. Throws UsageError unless there is one source, and what goes with it alone.
  void check(const std::string& verb, const std::string& run) const;

  // Calls answer(questions) for one block after the other; what it prints is flushed at once.
  // What --data says.
  const std::string& data() const { return data_; }

  using Answer = std::function<void(std::span<const Question> questions, const Observer& observer)>;
  void for_each_block(const Engine& engine, const Console& console, const Answer& answer) const;

 private:
  void answer_lines(const Engine& engine, const Console& console, const Answer& answer) const;
  void answer_list(std::span<const Question> questions, const Console& console,
                   const Answer& answer) const;

  const CommandLine& line_;
  LinesOf what_;
  std::string text_;
  std::string file_;
  std::string relation_;
  std::string split_;
  std::string data_;
  OnError on_error_ = OnError::kStop;
};

}  // namespace gntp
