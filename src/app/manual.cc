#include "app/manual.h"

#include <fmt/format.h>
#include <gntp/version.h>

#include <string_view>
#include <vector>

#include "base/text.h"

namespace gntp {
namespace {

// What the characters mean to people, not to roff.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char each : text) {
    switch (each) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '~':
        result += "\\(ti";
        break;
      default:
        result += each;
    }
  }
  return result;
}

// Lines of text; one that begins with a dot is no request.
std::string paragraph(std::string_view text) {
  std::string result;
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with('.')) result += "\\&";
    result += escaped(trim(line)) + '\n';
  }
  return result;
}

std::string bold(std::string_view text) {
  return fmt::format("\\fB{}\\fR", escaped(text));
}

std::string italic(std::string_view text) {
  return fmt::format("\\fI{}\\fR", escaped(text));
}

// Choices are typed as they are, other kinds stand for something.
std::string value(const std::string& kind) {
  if (offer_for(kind) != Offer::kChoices) return italic(kind);
  std::string text;
  for (const std::string& choice : choices_of(kind)) {
    text += (text.empty() ? "" : "|") + bold(choice);
  }
  return text;
}

// RUN, [FACTS], TEXT...
std::string in_synopsis(const VerbHelp::Argument& argument) {
  const std::string name =
      italic(argument.name) + (argument.times == VerbHelp::Times::kMany ? "..." : "");
  return argument.need == VerbHelp::Need::kRequired ? name : "[" + name + "]";
}

std::string synopsis(const VerbHelp& verb) {
  std::string text = bold("gntp " + verb.verb);
  for (const VerbHelp::Argument& argument : verb.arguments) text += ' ' + in_synopsis(argument);
  for (const VerbHelp::Option& option : verb.options) {
    if (option.need == VerbHelp::Need::kRequired) {
      text += fmt::format(" {} {}", bold(option.name), value(option.kind));
    }
  }
  return text + " [" + italic("OPTION") + "]...\n";
}

std::string upper_case(std::string text) {
  for (char& each : text) {
    if (each >= 'a' && each <= 'z') each = static_cast<char>(each - 'a' + 'A');
  }
  return text;
}

std::string heading(std::string_view name, std::string_view title) {
  return fmt::format(
      ".TH {} 1 \"\" \"gntp {}\" \"User Commands\"\n"
      ".SH NAME\n{} \\- {}\n",
      escaped(upper_case(std::string(name))), GNTP_VERSION, escaped(name), escaped(title));
}

std::string item(std::string_view term, std::string_view description) {
  return fmt::format(".TP\n{}\n{}", term, paragraph(description));
}

std::string examples(const VerbHelp& verb) {
  std::string text = ".SH EXAMPLES\n.nf\n";
  for (const std::string& example : verb.examples) text += paragraph("gntp " + example);
  return text + ".fi\n";
}

std::string exit_status() {
  return ".SH EXIT STATUS\n" + item("0", "All went well.") +
         item("1", "An error; a line says which.") + item("2", "The command line is wrong.") +
         item("130, 143", "Interrupted from the keyboard, or asked to end.");
}

}  // namespace

std::string manual_page(const VerbHelp& verb) {
  std::string text = heading("gntp-" + verb.verb, verb.summary);
  text += ".SH SYNOPSIS\n" + synopsis(verb);
  text += ".SH DESCRIPTION\n" + paragraph(verb.description);
  for (const VerbHelp::Argument& argument : verb.arguments) {
    text += item(in_synopsis(argument), argument.description);
  }
  text += ".SH OPTIONS\n";
  for (const VerbHelp::Option& option : verb.options) {
    std::string term = option.short_name.empty() ? "" : bold(option.short_name) + ", ";
    term += bold(option.name);
    if (!option.kind.empty()) term += ' ' + value(option.kind);
    text += item(term, option.description);
  }
  text += examples(verb) + exit_status();
  return text + ".SH SEE ALSO\n.BR gntp (1)\n";
}

std::string manual_page(std::span<const VerbHelp> verbs) {
  std::string text = heading("gntp", "a neural theorem prover for knowledge graphs");
  text +=
      ".SH SYNOPSIS\n" + bold("gntp") + ' ' + italic("VERB") + " [" + italic("ARGUMENT") + "]...\n";
  text += ".SH DESCRIPTION\n" +
          paragraph(
              "gntp loads facts, learns readable rules and embeddings from them, predicts "
              "missing facts,\nand shows what speaks for every prediction.\n"
              "Data is a folder with train.tsv, or one file of triples; a model is a run "
              "folder.\nResults go to standard output, messages to standard error.");
  text += ".SH VERBS\n";
  std::string pages;
  for (const VerbHelp& verb : verbs) {
    text += item(bold(verb.verb), verb.summary);
    pages += fmt::format("{}.BR gntp\\-{} (1)", pages.empty() ? "" : ",\n", escaped(verb.verb));
  }
  text += ".SH SETTINGS\n" +
          paragraph(
              "'gntp help settings' lists what can be set with --set and --config, 'gntp help "
              "presets'\nthe settings that come with gntp.");
  text += ".SH ENVIRONMENT\n" +
          item(bold("GNTP_HOME"),
               "The folder that holds 'presets' and 'data', if not where gntp was installed.") +
          item(bold("OPENBLAS_CORETYPE"), "The processor that OpenBLAS is to take this one for.");
  text += exit_status();
  text += ".SH EXAMPLES\n.nf\n" +
          paragraph(
              "gntp demo\ngntp train DATA --out RUN\n"
              "gntp predict RUN 'locatedIn(france, ?)'") +
          ".fi\n";
  return text + ".SH SEE ALSO\n" + pages + '\n';
}

}  // namespace gntp
