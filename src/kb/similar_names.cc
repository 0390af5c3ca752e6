#include "kb/similar_names.h"

#include <fmt/format.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include "base/error.h"
#include "base/utf8.h"

namespace gntp {
namespace {

// The first two are no-break spaces of no width.
constexpr std::array<UChar32, 4> kUnseen{0xFEFF, 0x2060, 0x200B, 0x00AD};

const icu::Normalizer2& composition() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFCInstance(status);
  if (U_FAILURE(status)) {
    fail("ICU has no normalisation ({}); install its data", u_errorName(status));
  }
  return *normalizer;
}

bool is_unseen(UChar32 c) {
  return std::ranges::find(kUnseen, c) != kUnseen.end();
}

// What a name looks like: composed, one blank for several, none at the ends.
std::string look_of(const std::string& name) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString composed =
      composition().normalize(icu::UnicodeString::fromUTF8(name), status);
  if (U_FAILURE(status)) return name;
  icu::UnicodeString look;
  for (std::int32_t i = 0; i < composed.length(); i = composed.moveIndex32(i, 1)) {
    const UChar32 c = composed.char32At(i);
    if (is_unseen(c)) continue;
    if (u_isUWhiteSpace(c) == 0) {
      look.append(c);
    } else if (!look.isEmpty() && !look.endsWith(u" ", 0, 1)) {
      look.append(u' ');
    }
  }
  if (look.endsWith(u" ", 0, 1)) look.truncate(look.length() - 1);
  std::string text;
  look.toUTF8String(text);
  return text;
}

// Most names: nothing to look at.
bool is_plain(std::string_view name) {
  return is_ascii(name) && name.find("  ") == std::string_view::npos &&
         name.find_first_of("\t\v\f") == std::string_view::npos && !name.starts_with(' ') &&
         !name.ends_with(' ');
}

}  // namespace

std::vector<SimilarNames> similar_names(std::span<const std::string> names) {
  return similar_names([&](const NameVisit& visit) {
    for (const std::string& name : names) visit(name);
  });
}

std::vector<SimilarNames> similar_names(const std::function<void(const NameVisit&)>& for_each) {
  std::map<std::string, SimilarNames, std::less<>> by_look;
  for_each([&](std::string_view name) {
    if (!is_plain(name)) by_look[look_of(std::string(name))].emplace_back(name);
  });
  if (by_look.empty()) return {};
  for_each([&](std::string_view name) {
    if (!is_plain(name)) return;
    const auto found = by_look.find(name);
    if (found != by_look.end()) found->second.emplace_back(name);
  });
  std::vector<SimilarNames> groups;
  for (auto& [look, group] : by_look) {
    if (group.size() < 2) continue;
    std::ranges::sort(group);
    groups.push_back(std::move(group));
  }
  return groups;
}

std::string spelled_out(std::string_view name) {
  const icu::UnicodeString text = icu::UnicodeString::fromUTF8(
      icu::StringPiece(name.data(), static_cast<std::int32_t>(name.size())));
  std::string result;
  for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    const UChar32 c = text.char32At(i);
    if (c >= ' ' && c < 0x7F) {
      result += static_cast<char>(c);
    } else {
      fmt::format_to(std::back_inserter(result), "\\u{{{:X}}}", static_cast<std::uint32_t>(c));
    }
  }
  return result;
}

}  // namespace gntp
