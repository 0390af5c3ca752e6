#include "kb/rdf_names.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"

namespace gntp {
namespace {

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// What no IRI of N-Triples has.
constexpr std::array<bool, 256> make_barred() {
  std::array<bool, 256> barred{};
  for (std::size_t c = 0; c <= ' '; ++c) barred[c] = true;
  for (const char c : {'<', '>', '"', '{', '}', '|', '^', '`', '\\'}) {
    barred[static_cast<unsigned char>(c)] = true;
  }
  return barred;
}
constexpr std::array<bool, 256> kBarred = make_barred();

bool is_barred(char c) {
  return kBarred[static_cast<unsigned char>(c)];
}

// Whether IRIs may have this character beyond ASCII (RFC 3987, ucschar).
bool is_iri_character(std::int32_t c) {
  if (c < 0xA0 || (c >= 0xE000 && c < 0xF900) || (c >= 0xFDD0 && c < 0xFDF0)) return false;
  if (c >= 0xFFF0 && c < 0x10000) return false;
  return c < 0xE0000 && (c & 0xFFFE) != 0xFFFE;
}

// The bytes of the character that begins at `at`, and whether an IRI may have it.
struct Character {
  std::size_t bytes;
  bool is_allowed;
};
Character character_at(std::string_view text, std::size_t at) {
  const char first = text[at];
  if (static_cast<unsigned char>(first) < 0x80) {
    return {1, !is_barred(first) && first != '%' && first != 0x7F};
  }
  std::int32_t c = 0;
  auto next = static_cast<std::int32_t>(0);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data() + at);
  const auto length = static_cast<std::int32_t>(std::min<std::size_t>(4, text.size() - at));
  U8_NEXT(bytes, next, length, c);
  return {static_cast<std::size_t>(next), c >= 0 && is_iri_character(c)};
}

std::string encoded(std::string_view name) {
  std::string text;
  for (std::size_t at = 0; at < name.size();) {
    const auto [bytes, is_allowed] = character_at(name, at);
    for (const char c : name.substr(at, bytes)) {
      if (is_allowed) {
        text += c;
      } else {
        fmt::format_to(std::back_inserter(text), "%{:02X}", static_cast<unsigned char>(c));
      }
    }
    at += bytes;
  }
  return text;
}

// Of a hexadecimal digit in capitals; nothing where it is none.
std::optional<unsigned> value_of(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return std::nullopt;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      name += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const std::optional<unsigned> high = value_of(text[i + 1]);
    const std::optional<unsigned> low = value_of(text[i + 2]);
    if (!high || !low) return std::nullopt;
    name += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return name;
}

bool is_blank_node(std::string_view name) {
  if (!name.starts_with("_:") || name.size() < 3) return false;
  const std::string_view label = name.substr(2);
  const auto is_plain = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  return is_plain(label.front()) && !label.ends_with('.') &&
         std::ranges::all_of(label, [&](char c) { return is_plain(c) || c == '-' || c == '.'; });
}

bool is_language(std::string_view tag) {
  if (tag.empty() || !is_letter(tag.front()) || tag.ends_with('-')) return false;
  bool first = true;
  for (std::size_t i = 0; i < tag.size(); ++i) {
    const char c = tag[i];
    if (c == '-') {
      if (tag[i + 1] == '-') return false;
      first = false;
    } else if (!is_letter(c) && (first || !is_digit(c))) {
      return false;
    }
  }
  return true;
}

// Whether it is a literal just as append_literal writes it.
bool is_literal(std::string_view name) {
  if (!name.starts_with('"')) return false;
  std::size_t i = 1;
  for (; i < name.size() && name[i] != '"'; ++i) {
    if (name[i] == '\n' || name[i] == '\r' || name[i] == '\t') return false;
    if (name[i] != '\\') continue;
    ++i;
    if (i == name.size() || std::string_view("\"\\nrt").find(name[i]) == std::string_view::npos) {
      return false;
    }
  }
  if (i >= name.size()) return false;
  const std::string_view rest = name.substr(i + 1);
  if (rest.empty()) return true;
  if (rest.starts_with('@')) return is_language(rest.substr(1));
  return rest.starts_with("^^<") && rest.ends_with('>') && is_iri(rest.substr(3, rest.size() - 4));
}

}  // namespace

bool is_iri(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_letter(text.front())) return false;
  const auto in_scheme = [](char c) {
    return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
  };
  return std::ranges::all_of(text.substr(0, colon), in_scheme) &&
         std::ranges::none_of(text, is_barred);
}

void append_literal(std::string_view text, std::string_view language, std::string_view datatype,
                    std::string& to) {
  to += '"';
  for (const char c : text) {
    switch (c) {
      case '\n':
        to += "\\n";
        break;
      case '\r':
        to += "\\r";
        break;
      case '\t':
        to += "\\t";
        break;
      default:
        if (c == '\\' || c == '"') to += '\\';
        to += c;
    }
  }
  to += '"';
  if (!language.empty()) {
    to += '@';
    to += language;
  } else if (!datatype.empty()) {
    to += "^^<";
    to += datatype;
    to += '>';
  }
}

RdfNames::RdfNames(std::string base) : base_(std::move(base)) {
  if (base_.empty() || is_iri(base_)) return;
  throw UsageError(fmt::format("the base must be an IRI, such as http://example.org/, not '{}'",
                               excerpt(base_)));
}

std::optional<std::string> RdfNames::decoded(std::string_view iri) const {
  if (base_.empty() || !iri.starts_with(base_) || iri.size() == base_.size()) return std::nullopt;
  const std::string_view rest = iri.substr(base_.size());
  std::optional<std::string> name = percent_decoded(rest);
  if (!name || !is_utf8(*name) || name->find('\0') != std::string::npos || encoded(*name) != rest) {
    return std::nullopt;
  }
  // What stands for a term by itself is written as that.
  if (is_blank_node(*name) || is_literal(*name) || (is_iri(*name) && !decoded(*name))) {
    return std::nullopt;
  }
  return name;
}

std::string_view RdfNames::name_of_iri(std::string_view iri, std::string& scratch) const {
  std::optional<std::string> name = decoded(iri);
  if (!name) return iri;
  scratch = std::move(*name);
  return scratch;
}

void RdfNames::append_term(std::string_view name, Place place, std::string& to) const {
  if (name.starts_with('"') && is_literal(name)) {
    if (place != Place::kObject) {
      fail("the literal {} is a {}; in RDF only tails can be literals", excerpt(name),
           place == Place::kSubject ? "head" : "relation");
    }
    to += name;
    return;
  }
  if (name.starts_with('_') && is_blank_node(name)) {
    if (place == Place::kPredicate) {
      fail("the blank node '{}' is a relation; in RDF relations are IRIs", excerpt(name));
    }
    to += name;
    return;
  }
  const bool has_iri = is_iri(name);
  if (!has_iri && base_.empty()) {
    fail("'{}' is no IRI; --base IRI makes one of every name", excerpt(name));
  }
  to += '<';
  if (has_iri && !decoded(name)) {
    to += name;
  } else {
    to += base_;
    to += encoded(name);
  }
  to += '>';
}

}  // namespace gntp
