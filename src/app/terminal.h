// What the reader of a drawing can show. A file or a pipe gets Unicode without colours, whatever
// the environment says, so that it holds the same bytes everywhere; a terminal gets colours and, if
// its locale is no UTF-8, ASCII.
#pragma once

#include <gntp/explanation.h>

#include <cstdint>
#include <functional>

#include "app/console.h"

namespace gntp {

enum class OutputKind : std::uint8_t { kFile, kTerminal };
// What standard output is.
OutputKind output_kind(const Console& console);

// The value of a variable of the environment; null where it has none.
using Environment = std::function<const char*(const char* name)>;
const char* system_environment(const char* name);

// None where NO_COLOR has a value, or where the terminal is dumb or unnamed.
Colors colors_for(OutputKind output, const Environment& environment = system_environment);
// By LC_ALL, LC_CTYPE and LANG, the first that says something.
Drawing drawing_for(OutputKind output, const Environment& environment = system_environment);

}  // namespace gntp
