#include "kb/anyburl.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"

namespace gntp {
namespace {

constexpr std::string_view kArrow = "<=";
constexpr std::size_t kColumns = 4;

bool is_variable(std::string_view name) {
  return name.size() == 1 && name[0] >= 'A' && name[0] <= 'Z';
}

bool is_plain(std::string_view name) {
  const auto special = [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '(' || c == ')' || c == ',' || c == '\'' ||
           c == '"';
  };
  return !name.empty() && !is_variable(name) && std::ranges::none_of(name, special);
}

std::string name_text(const std::string& name) {
  return is_plain(name) ? name : in_quotes(name);
}

// Reads `r(X,c) <= b(X,A), d(A,e)` from the front.
class RuleParser {
 public:
  RuleParser(std::string_view text, const std::filesystem::path& file, std::size_t line)
      : text_(text), file_(file), line_(line) {}

  void parse(ClauseText& clause) {
    clause.head = read_atom();
    if (!accept(kArrow)) reject("'<=' after the head");
    skip_blanks();
    while (position_ < text_.size()) {
      clause.body.push_back(read_atom());
      skip_blanks();
      if (position_ == text_.size()) return;
      if (!accept(",")) reject("',' or the end of the rule");
      skip_blanks();
      if (position_ == text_.size()) reject("an atom after ','");
    }
  }

 private:
  [[noreturn]] void reject(std::string_view expected) const {
    const std::string_view rest = text_.substr(std::min(position_, text_.size()));
    fail_at(file_, line_, "expected {}, found {}; a rule is written r(X,Y) <= b(X,A), c(A,Y)",
            expected, rest.empty() ? "the end of the line" : "'" + excerpt(rest) + "'");
  }
  void skip_blanks() {
    while (position_ < text_.size() && text_[position_] == ' ') ++position_;
  }
  bool accept(std::string_view token) {
    skip_blanks();
    if (!text_.substr(position_).starts_with(token)) return false;
    position_ += token.size();
    return true;
  }

  AtomText read_atom() {
    AtomText atom;
    skip_blanks();
    atom.predicate = is_quoted() ? read_quoted() : read_plain("(");
    if (atom.predicate.empty()) reject("a relation");
    if (!accept("(")) reject("'(' after the relation");
    atom.arguments.push_back(read_argument());
    if (!accept(",")) reject("',' and a second argument");
    atom.arguments.push_back(read_argument());
    if (!accept(")")) reject("')' after the second argument");
    return atom;
  }

  ArgumentText read_argument() {
    skip_blanks();
    if (is_quoted()) return {ArgumentText::Kind::kConstant, read_quoted()};
    std::string name = read_plain("(,)");
    if (name.empty()) reject("an argument");
    const auto kind =
        is_variable(name) ? ArgumentText::Kind::kVariable : ArgumentText::Kind::kConstant;
    return {kind, std::move(name)};
  }

  bool is_quoted() const {
    return position_ < text_.size() && (text_[position_] == '\'' || text_[position_] == '"');
  }

  std::string read_plain(std::string_view ends) {
    const std::size_t end = std::min(text_.find_first_of(ends, position_), text_.size());
    const std::string_view name = trim(text_.substr(position_, end - position_));
    position_ = end;
    return std::string(name);
  }

  std::string read_quoted() {
    const char quote = text_[position_++];
    std::string name;
    for (; position_ < text_.size() && text_[position_] != quote; ++position_) {
      char c = text_[position_];
      if (c == '\\' && position_ + 1 < text_.size()) {
        c = text_[++position_];
        c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
      }
      name += c;
    }
    if (position_ == text_.size()) reject("the end of a quoted name");
    ++position_;
    if (name.empty()) reject("a name that is not empty");
    return name;
  }

  std::string_view text_;
  const std::filesystem::path& file_;
  std::size_t line_;
  std::size_t position_ = 0;
};

RuleCounts parse_counts(std::string_view predicted, std::string_view correct,
                        const std::filesystem::path& file, std::size_t line) {
  const auto all = parse_number<std::size_t>(trim(predicted));
  const auto right = parse_number<std::size_t>(trim(correct));
  if (all && right && *right <= *all) return RuleCounts::of(*right, *all);
  fail_at(file, line,
          "the first two columns must be whole numbers, predictions and how many of them are "
          "correct, found '{}' and '{}'",
          excerpt(predicted), excerpt(correct));
}

// AnyBURL writes r(a, me_myself_i) for r(a, a).
void replace_itself(AtomText& atom) {
  constexpr std::string_view kItself = "me_myself_i";
  ArgumentText& first = atom.arguments[0];
  ArgumentText& second = atom.arguments[1];
  if (first.name == kItself) {
    first = second;
  } else if (second.name == kItself) {
    second = first;
  }
}

// X and Y for the head's variables, then A, B, ...
class VariableNames {
 public:
  explicit VariableNames(const AtomText& head) {
    std::string_view next = "XY";
    for (const ArgumentText& argument : head.arguments) {
      if (argument.kind != ArgumentText::Kind::kVariable) continue;
      if (names_.try_emplace(argument.name, next.front()).second) next.remove_prefix(1);
    }
  }

  std::string of(const std::string& name) {
    if (name == "_") return {next_++};  // a new one each time
    const auto [place, is_new] = names_.try_emplace(name, next_);
    if (is_new) ++next_;
    return {place->second};
  }

 private:
  std::map<std::string, char> names_;
  char next_ = 'A';
};

std::string atom_text(const AtomText& atom, VariableNames& variables) {
  std::string text = name_text(atom.predicate);
  char separator = '(';
  for (const ArgumentText& argument : atom.arguments) {
    text += separator;
    text += argument.kind == ArgumentText::Kind::kVariable ? variables.of(argument.name)
                                                           : name_text(argument.name);
    separator = ',';
  }
  return text + ')';
}

}  // namespace

bool looks_like_anyburl(std::string_view line) {
  const std::vector<std::string_view> columns = split(line, '\t');
  return columns.size() == kColumns && parse_number<double>(trim(columns[2])) &&
         columns[3].find(kArrow) != std::string_view::npos;
}

ClauseText parse_anyburl(std::string_view text, const std::filesystem::path& file,
                         std::size_t line) {
  const std::vector<std::string_view> columns = split(text, '\t');
  if (columns.size() != kColumns) {
    fail_at(file, line,
            "expected 4 columns separated by tabs (predicted, correct, confidence, rule), found {}",
            columns.size());
  }
  const RuleCounts counts = parse_counts(columns[0], columns[1], file, line);
  const auto confidence = parse_number<double>(trim(columns[2]));
  if (!confidence || !(*confidence >= 0 && *confidence <= 1)) {
    fail_at(file, line, "the confidence must be from 0 to 1, found '{}'", excerpt(columns[2]));
  }
  ClauseText clause;
  clause.line = line;
  clause.confidence = *confidence;
  clause.counts = counts;
  RuleParser(columns[3], file, line).parse(clause);
  replace_itself(clause.head);
  for (AtomText& atom : clause.body) replace_itself(atom);
  return clause;
}

std::string to_anyburl(const ClauseText& clause) {
  VariableNames variables(clause.head);
  std::string text = fmt::format("{}\t{}\t{}\t{} <=", clause.counts.body, clause.counts.support,
                                 clause.confidence.value_or(1), atom_text(clause.head, variables));
  std::string_view separator = " ";
  for (const AtomText& atom : clause.body) {
    text += separator;
    text += atom_text(atom, variables);
    separator = ", ";
  }
  return text;
}

}  // namespace gntp
