#include "kb/prolog_reader.h"

#include <fmt/format.h>

#include "base/stop.h"
#include "base/text.h"
#include "kb/scanner.h"

namespace gntp {
namespace {

void read_fact(Scanner& scanner, AtomText& fact) {
  if (scanner.at(":-")) scanner.fail("a directive (:- ...), where only facts are read; remove it");
  scanner.read_atom(fact);
  const std::size_t line = scanner.line();
  if (scanner.at(":-"))
    scanner.fail(line, "a rule, where only facts are read; rules belong in rules.pl");
  if (!scanner.accept(".")) {
    scanner.fail(line, fmt::format("missing full stop after {}(...), found {}",
                                   excerpt(fact.predicate), scanner.upcoming()));
  }
}

void check_fact(const Scanner& scanner, std::size_t line, const AtomText& fact) {
  if (fact.arguments.size() != 2) {
    scanner.fail(line, fmt::format("{} has {} arguments; only facts with 2 can be read",
                                   excerpt(fact.predicate), fact.arguments.size()));
  }
  for (const ArgumentText& argument : fact.arguments) {
    if (argument.kind == ArgumentText::Kind::kVariable) {
      scanner.fail(
          line, fmt::format("{} is a variable, and a fact has none; quote it if it is a name: '{}'",
                            excerpt(argument.name), excerpt(argument.name)));
    }
  }
}

}  // namespace

void read_prolog(LineReader& lines, const TripleSink& sink, BadLines& bad) {
  Scanner scanner(lines);
  AtomText fact;  // outside the loop, so that its strings are allocated once
  bool more = true;
  std::size_t line = 0;  // where the clause at hand begins
  bool inside = false;   // it was not read to its end
  while (more) {
    stop_if_asked();
    bad.attempt(lines.path(), [&] {
      if (inside) scanner.skip_clause(line);
      inside = false;
      more = !scanner.at_end();
      if (!more) return;
      line = scanner.line();
      inside = true;
      read_fact(scanner, fact);
      inside = false;
      check_fact(scanner, line, fact);
      sink(fact.arguments[0].name, fact.predicate, fact.arguments[1].name, line);
    });
  }
}

}  // namespace gntp
