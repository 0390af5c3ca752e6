#include "serve/marks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "serve/json_text.h"
#include "serve/utc_time.h"

namespace gntp {
namespace {

bool concerns(const Mark& mark, const std::string& run, const Fact& fact) {
  return mark.run == run && mark.fact == fact;
}

Mark read_mark(std::string_view line, const std::filesystem::path& file, std::size_t number) {
  const auto json = parse_json<nlohmann::json>(line);
  try {
    if (json) {
      const auto kind = mark_named(json->at("mark").get<std::string>());
      if (kind) {
        return {json->at("run").get<std::string>(),
                {json->at("head").get<std::string>(), json->at("relation").get<std::string>(),
                 json->at("tail").get<std::string>()},
                *kind,
                json->at("time").get<std::string>()};
      }
    }
  } catch (const nlohmann::json::exception&) {
    // said below
  }
  fail_for_good(file, number,
                "is no mark; expected {{\"run\", \"head\", \"relation\", \"tail\", \"mark\": "
                "\"right\" or \"wrong\", \"time\"}}");
}

std::string text_of(const std::vector<Mark>& marks) {
  std::string text;
  for (const Mark& mark : marks) {
    text += json_text({{"run", mark.run},
                       {"head", mark.fact.head},
                       {"relation", mark.fact.relation},
                       {"tail", mark.fact.tail},
                       {"mark", name_of(mark.kind)},
                       {"time", mark.time}});
  }
  return text;
}

}  // namespace

std::string_view name_of(Mark::Kind kind) {
  return kind == Mark::Kind::kRight ? "right" : "wrong";
}

std::optional<Mark::Kind> mark_named(std::string_view name) {
  if (name == "right") return Mark::Kind::kRight;
  if (name == "wrong") return Mark::Kind::kWrong;
  return std::nullopt;
}

Marks::Marks(std::filesystem::path file) : file_(std::move(file)) {
  if (!std::filesystem::exists(file_)) {
    write_file(file_, "");  // an error now, not when somebody marks a fact
    return;
  }
  const std::string text = read_file(file_);
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (!trim(line).empty()) marks_.push_back(read_mark(line, file_, number));
  }
}

std::vector<Mark> Marks::all() const {
  const std::scoped_lock lock(mutex_);
  return marks_;
}

std::optional<Mark::Kind> Marks::find(const std::string& run, const Fact& fact) const {
  const std::scoped_lock lock(mutex_);
  for (const Mark& mark : marks_) {
    if (concerns(mark, run, fact)) return mark.kind;
  }
  return std::nullopt;
}

void Marks::set(const std::string& run, const Fact& fact, std::optional<Mark::Kind> kind) {
  const std::scoped_lock lock(mutex_);
  std::vector<Mark> changed = marks_;
  const auto found =
      std::ranges::find_if(changed, [&](const Mark& mark) { return concerns(mark, run, fact); });
  if (!kind) {
    if (found == changed.end()) return;
    changed.erase(found);
  } else if (found != changed.end()) {
    found->kind = *kind;
    found->time = utc_time();
  } else {
    changed.push_back({run, fact, *kind, utc_time()});
  }
  write_file(file_, text_of(changed));
  marks_ = std::move(changed);
}

}  // namespace gntp
