#include "base/error.h"

namespace gntp {

Error::Error(const std::string& file, std::size_t line, const std::string& what)
    : std::runtime_error(fmt::format("{}:{}: {}", file, line, what)),
      file_(std::make_shared<const std::string>(file)),
      line_(line) {}

}  // namespace gntp
