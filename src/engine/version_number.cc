#include "engine/version_number.h"

#include <fmt/format.h>
#include <gntp/version.h>

#include "base/numbers.h"
#include "base/text.h"

namespace gntp {

std::optional<VersionNumber> parse_version(std::string_view text) {
  const auto parts = split(text, '.');
  if (parts.size() != 3) return std::nullopt;
  const auto major_part = parse_number<unsigned>(parts[0]);
  const auto minor_part = parse_number<unsigned>(parts[1]);
  const auto patch_part = parse_number<unsigned>(parts[2]);
  if (!major_part || !minor_part || !patch_part) return std::nullopt;
  return VersionNumber{*major_part, *minor_part, *patch_part};
}

std::string to_text(const VersionNumber& version) {
  return fmt::format("{}.{}.{}", version.major_part, version.minor_part, version.patch_part);
}

VersionNumber own_version() {
  return parse_version(GNTP_VERSION).value();
}

}  // namespace gntp
