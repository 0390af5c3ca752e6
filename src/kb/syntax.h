// The text form of atoms, rules and queries: `p(X, Y) :- q(X, Z), r(Z, Y) <20>`, and with a
// confidence `0.8 :: p(X, Y) :- q(Y, X)`. Names only, no ids: what they mean is decided against a
// knowledge base (rules.h).
//
// A name is a quoted text ('...' or "...", with \n, \r, \t and \ before a quote or a backslash) or
// a run of characters other than blanks, ( ) , < > % ? and quotes; `:-` ends it and so does a
// comment. A full stop may be part of it; the one that ends a clause stands after its last
// parenthesis or its copies. An unquoted argument that starts with an upper-case letter A-Z or `_`
// is a variable (`_` alone: a new one each time), everything else a constant.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kb/rule.h"

namespace gntp {

struct ArgumentText {
  enum class Kind { kVariable, kConstant, kUnknown };  // kUnknown: the `?` of a query
  Kind kind;
  std::string name;
};

struct AtomText {
  std::string predicate;  // empty for the `?` of a query such as `?(a, b)`
  std::vector<ArgumentText> arguments;
};

struct ClauseText {
  AtomText head;
  std::vector<AtomText> body;        // empty: a fact
  std::size_t copies = 1;            // the <20> of a template
  std::optional<double> confidence;  // the 0.8 of `0.8 :: ...`, above 0 and at most 1
  RuleCounts counts;                 // where the file has them, as AnyBURL's do
  std::size_t line = 0;
};

// Parses one rule, `confidence :: head :- body <copies>`, with or without the confidence, the
// copies, a final full stop and a comment.
// Without a body it is a fact. Throws Error with file:line.
ClauseText parse_rule(std::string_view text, const std::filesystem::path& file, std::size_t line);

// Parses a query such as `locatedIn(france, ?)`; errors name the text itself. In a query an
// unquoted capital letter is no variable, and a name may have blanks inside: `capital of(New York,
// ?)` asks about New York.
AtomText parse_query(std::string_view text);

// The name as it must be written to be read again as a predicate or a constant: quoted only where
// needed. Requires: not empty. (A std::string_view would lose against std::quoted for a
// std::string.)
std::string quoted(const std::string& name);

// The same for a predicate alone, which needs no quotes for a capital letter or `_` at its start.
std::string quoted_predicate(const std::string& name);

// The name as it must be written in a query. Requires: not empty.
std::string query_name(const std::string& name);

// The name between quotes, in which a backslash stands before quotes, backslashes, n, r and t.
std::string in_quotes(std::string_view name, char quote = '\'');

// `relation(head, tail)` as it must be written to be read again.
std::string fact_text(const std::string& relation, const std::string& head,
                      const std::string& tail);
// The same with arguments that are texts already, variables for instance.
std::string atom_text(const std::string& predicate, std::string_view first,
                      std::string_view second);

// The clause as text that parses to the same clause.
std::string to_text(const ClauseText& clause);

}  // namespace gntp
