#include "kb/json_reader.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "kb/columns.h"
#include "kb/weights.h"

namespace gntp {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 4> kNames = {"head", "relation", "tail", "weight"};

class JsonTriples {
 public:
  JsonTriples(const LineReader& lines, const ReadingOptions& options, const TripleSink& sink,
              const SideSinks& side)
      : lines_(lines), given_(options.columns), weights_(options.min_weight, side), sink_(sink) {}

  void take(std::string_view line) {
    const std::string_view text = trim(line);
    if (text.empty()) return;
    const std::optional<Json> json = parse_json<Json>(text);
    if (!json || (!json->is_object() && !json->is_array())) {
      reject("not a JSON object or list: {}", excerpt(text));
    }
    const std::array<const Json*, 4> values = json->is_object() ? in_object(*json) : in_list(*json);
    std::array<std::string, 3> triple;
    for (std::size_t i = 0; i < triple.size(); ++i) {
      if (values[i] == nullptr) {
        reject("the {} is missing; expected {{\"head\": ..., \"relation\": ..., \"tail\": ...}}",
               kNames[i]);
      }
      triple[i] = name_in(*values[i], kNames[i]);
    }
    if (values[3] != nullptr &&
        weights_.leave_out(
            values[3]->is_string() ? values[3]->get<std::string>() : values[3]->dump(),
            lines_.path(), lines_.line_number())) {
      return;
    }
    sink_(triple[0], triple[1], triple[2], lines_.line_number());
  }

  std::size_t left_out() const { return weights_.left_out(); }

 private:
  template <typename... Args>
  [[noreturn]] void reject(fmt::format_string<Args...> format, Args&&... args) const {
    fail_at(lines_.path(), lines_.line_number(), format, std::forward<Args>(args)...);
  }

  std::array<const Json*, 4> in_object(const Json& object) const {
    std::array<const Json*, 4> values{};
    for (const auto& item : object.items()) {
      std::optional<std::size_t> column;
      if (given_.are_titles()) {
        const auto found = std::ranges::find(given_.titles(), item.key());
        if (found != given_.titles().end()) {
          column = static_cast<std::size_t>(found - given_.titles().begin());
        }
      } else {
        column = column_of(item.key());
      }
      if (!column) continue;
      if (values[*column] != nullptr) {
        reject("two keys for the {}; say which with --columns", kNames[*column]);
      }
      values[*column] = &item.value();
    }
    return values;
  }

  std::array<const Json*, 4> in_list(const Json& list) const {
    if (given_.are_titles()) reject("a list, which has no titles; give columns by number");
    const ColumnPlaces places = given_.by_number().value_or(ColumnPlaces());
    const bool fits = given_.by_number() ? list.size() >= places.least() : list.size() == 3;
    if (!fits) {
      reject("a list of {}, where {}{} are expected: head, relation, tail", list.size(),
             given_.by_number() ? "at least " : "", places.least());
    }
    return {&list[places.triple[0]], &list[places.triple[1]], &list[places.triple[2]],
            places.weight ? &list[*places.weight] : nullptr};
  }

  std::string name_in(const Json& value, std::string_view what) const {
    if (value.is_number_integer()) return value.dump();
    if (!value.is_string() || value.get_ref<const std::string&>().empty()) {
      reject("the {} must be a name, not {}", what, excerpt(value.dump()));
    }
    const auto& name = value.get_ref<const std::string&>();
    if (name.find('\0') != std::string::npos) reject("the {} has a zero byte; remove it", what);
    return name;
  }

  const LineReader& lines_;
  GivenColumns given_;
  Weights weights_;
  const TripleSink& sink_;
};

}  // namespace

ReadCounts read_json_lines(LineReader& lines, const ReadingOptions& options, const TripleSink& sink,
                           const SideSinks& side, BadLines& bad) {
  JsonTriples triples(lines, options, sink, side);
  for_each_line(lines, bad, [&](std::string_view line) { triples.take(line); });
  ReadCounts counts;
  counts.light = triples.left_out();
  return counts;
}

}  // namespace gntp
