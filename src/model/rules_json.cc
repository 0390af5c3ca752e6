#include "model/rules_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "base/checked_folder.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"

namespace gntp {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kRemedy = kDamageRemedy;

// The variables' names, by number; those that repeat (the `_` of a clause) or have none get one of
// their own: in the file the name is all that tells variables apart.
std::vector<std::string> distinct_names(const std::vector<std::string>& variables) {
  std::unordered_set<std::string> taken(variables.begin(), variables.end());
  std::unordered_set<std::string> used;
  std::vector<std::string> names;
  std::size_t number = 0;
  for (std::string name : variables) {
    if (name.empty() || name == "_" || used.contains(name)) {
      do {
        name = fmt::format("_{}", ++number);
      } while (taken.contains(name));
    }
    used.insert(name);
    names.push_back(std::move(name));
  }
  return names;
}

OrderedJson to_json(const RuleForm& form) {
  const std::vector<std::string> names = distinct_names(form.variables);
  const auto argument = [&](const Term& term) {
    return term.is_variable() ? OrderedJson(names[term.id]) : OrderedJson(term.id);
  };
  const auto atom = [&](const std::array<Term, 2>& arguments) {
    return OrderedJson::array({argument(arguments[0]), argument(arguments[1])});
  };
  OrderedJson json{{"head", atom(form.atoms[0])}, {"body", OrderedJson::array()}};
  for (std::size_t i = 1; i < form.atoms.size(); ++i) json["body"].push_back(atom(form.atoms[i]));
  return json;
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : file_(file) {}

  RuleDescription read(std::string_view text) {
    const Json json = parse(text);
    if (!json.is_object() || !json.contains("forms") || !json["forms"].is_array() ||
        !json.contains("templates") || !json["templates"].is_array()) {
      fail("{}: has no lists of \"forms\" and \"templates\"; {}", file_.string(), kRemedy);
    }
    RuleDescription description;
    for (const Json& form : json["forms"]) {
      where_ = fmt::format("form {}", description.forms.size());
      description.forms.push_back(read_form(form));
    }
    for (const Json& each : json["templates"]) {
      where_ = fmt::format("template {}", description.templates.size());
      description.templates.push_back(read_template(each));
    }
    return description;
  }

 private:
  template <typename... Args>
  [[noreturn]] void wrong(fmt::format_string<Args...> format, Args&&... args) const {
    fail("{}: {}: {}; {}", file_.string(), where_, fmt::format(format, std::forward<Args>(args)...),
         kRemedy);
  }

  static std::string shown(const Json& json) {
    return excerpt(json.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  Json parse(std::string_view text) const {
    std::optional<Json> json = parse_json<Json>(text);
    if (!json) fail("{}: not the JSON of a checkpoint's rules; {}", file_.string(), kRemedy);
    return *std::move(json);
  }

  const Json& field(const Json& json, const char* key) const {
    if (!json.is_object()) wrong("is {}, not an object", shown(json));
    const auto found = json.find(key);
    if (found == json.end()) wrong("has no \"{}\"", key);
    return *found;
  }

  RuleForm read_form(const Json& json) const {
    RuleForm form;
    form.atoms.push_back(read_atom(field(json, "head"), "the head", form));
    const std::size_t head_variables = form.variables.size();
    const Json& body = field(json, "body");
    if (!body.is_array() || body.size() > kMaxBodyAtoms) {
      wrong("\"body\" is {}, not a list of up to {} atoms", shown(body), kMaxBodyAtoms);
    }
    if (body.empty() && (head_variables != 1 || form.constants != 1)) {
      wrong("the head of a rule without a body has no constant, or no variable");
    }
    for (const Json& atom : body) {
      form.atoms.push_back(read_atom(atom, fmt::format("body atom {}", form.atoms.size()), form));
    }
    for (std::uint32_t variable = 0; variable < head_variables && !body.empty(); ++variable) {
      const auto has_it = [&](const std::array<Term, 2>& arguments) {
        return std::ranges::count(arguments, Term::variable(variable)) > 0;
      };
      if (std::none_of(form.atoms.begin() + 1, form.atoms.end(), has_it)) {
        wrong("the head's variable {} is not in the body", excerpt(form.variables[variable]));
      }
    }
    return form;
  }

  std::array<Term, 2> read_atom(const Json& json, const std::string& atom, RuleForm& form) const {
    if (!json.is_array() || json.size() != 2) {
      wrong("{} is {}, not [argument, argument]", atom, shown(json));
    }
    const Term first = read_argument(json[0], atom, form);
    return {first, read_argument(json[1], atom, form)};
  }

  Term read_argument(const Json& json, const std::string& atom, RuleForm& form) const {
    if (json.is_number_unsigned() && json.get<std::uint64_t>() == form.constants) {
      return Term::entity(EntityId(form.constants++));
    }
    const auto* name = json.get_ptr<const std::string*>();
    if (name == nullptr || name->empty()) {
      wrong("{} has the argument {}, neither a variable's name nor the next constant, {}", atom,
            shown(json), form.constants);
    }
    const auto place = std::ranges::find(form.variables, *name);
    const auto variable = static_cast<std::uint32_t>(place - form.variables.begin());
    if (place == form.variables.end()) form.variables.push_back(*name);
    return Term::variable(variable);
  }

  RuleTemplate read_template(const Json& json) const {
    const Json& text = field(json, "text");
    if (!text.is_string()) wrong("\"text\" is {}, not a text", shown(text));
    return {text.get<std::string>(), number(json, "copies"), RuleId(number(json, "first"))};
  }

  std::size_t number(const Json& json, const char* key) const {
    const Json& value = field(json, key);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > RuleId::none()) {
      wrong("\"{}\" is {}, not the number of a rule", key, shown(value));
    }
    return value.get<std::size_t>();
  }

  const std::filesystem::path& file_;
  std::string where_;
};

}  // namespace

std::string rules_to_json(const RuleSet& rules) {
  std::string text = "{\n \"forms\": [";
  const auto add = [&text](const OrderedJson& json, std::size_t place) {
    text += (place == 0 ? "\n  " : ",\n  ") + json.dump();
  };
  for (std::size_t i = 0; i < rules.forms().size(); ++i) add(to_json(rules.forms()[i]), i);
  text += "\n ],\n \"templates\": [";
  for (std::size_t i = 0; i < rules.templates.size(); ++i) {
    const RuleTemplate& each = rules.templates[i];
    add({{"text", each.text}, {"first", std::uint32_t{each.first}}, {"copies", each.copies}}, i);
  }
  return text + "\n ]\n}\n";
}

RuleDescription rules_from_json(std::string_view text, const std::filesystem::path& file) {
  return Reader(file).read(text);
}

}  // namespace gntp
