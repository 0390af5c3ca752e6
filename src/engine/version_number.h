// A version of gntp as three numbers that can be compared.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace gntp {

struct VersionNumber {
  unsigned major_part = 0;
  unsigned minor_part = 0;
  unsigned patch_part = 0;

  auto operator<=>(const VersionNumber&) const = default;
};

// Of a text such as "0.3.0"; nothing where it is something else.
std::optional<VersionNumber> parse_version(std::string_view text);

std::string to_text(const VersionNumber& version);

// Of this program.
VersionNumber own_version();

}  // namespace gntp
