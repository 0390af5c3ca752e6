// Plain values: answers, rules, explanations, evaluations.
#include <fmt/format.h>
#include <gntp/engine.h>
#include <pybind11/stl.h>

#include "module.h"

namespace py = pybind11;

namespace gntp::python {
namespace {

void bind_answers(py::module_& module) {
  py::class_<ScoreParts>(module, "ScoreParts",
                         "What the score of a hybrid model is made of, in log-odds.")
      .def_readonly("proof", &ScoreParts::proof, "By rules.")
      .def_readonly("similarity", &ScoreParts::similarity, "By vectors.")
      .def_readonly("prior", &ScoreParts::prior, "Whatever the question.")
      .def_readonly("proved", &ScoreParts::proved, "Whether rules say anything.");
  py::class_<Answer>(module, "Answer", "What fits the '?' of a question.")
      .def_readonly("rank", &Answer::rank, "From 1; answers that tie share the best place.")
      .def_readonly("name", &Answer::name, "The id in the data set.")
      .def_readonly("label", &Answer::label, "What people call it; empty where it has no label.")
      .def_readonly("display_name", &Answer::display_name, "As people read it and may type it.")
      .def_readonly("score", &Answer::score, "From 0 to 1; no probability.")
      .def_readonly("tie_breaker", &Answer::tie_breaker, "What orders answers of equal score.")
      .def_readonly("probability", &Answer::probability,
                    "That it is true; None where the model has no probabilities.")
      .def_readonly("known", &Answer::known, "Whether the model was given this fact.")
      .def_readonly("parts", &Answer::parts, "What the score is made of, for a hybrid model.")
      .def_readonly("among_likely", &Answer::among_likely,
                    "Whether it is ranked among likely answers alone, since there are too many.")
      .def_property_readonly(
          "kind",
          [](const Answer& answer) {
            return answer.kind == Answer::Kind::kEntity ? "entity" : "relation";
          },
          "'entity' or 'relation'.")
      .def("__repr__", [](const Answer& answer) {
        const std::string probability =
            answer.probability ? fmt::format(", probability={:.4g}", *answer.probability) : "";
        return fmt::format("Answer(rank={}, name={}, score={:.6g}{}{})", answer.rank,
                           std::string(py::repr(py::str(answer.name))), answer.score, probability,
                           answer.known ? ", known=True" : "");
      });
  module.def("answers_to_html",
             [](const std::vector<Answer>& answers) { return to_html(std::span(answers)); });
}

void bind_rules(py::module_& module) {
  py::class_<LearnedRule>(module, "Rule", "A rule of a model.")
      .def_readonly("text", &LearnedRule::text, "As ids.")
      .def_readonly("in_words", &LearnedRule::in_words, "With labels; empty where there are none.")
      .def_readonly("confidence", &LearnedRule::confidence, "From 0 to 1.")
      .def_readonly("support", &LearnedRule::support, "How often it was right; 0: not counted.")
      .def_readonly("body", &LearnedRule::body, "How often its body was found; 0: not counted.")
      .def_readonly("copies", &LearnedRule::copies, "How many rules read like this one.")
      .def_readonly("prolog", &LearnedRule::prolog,
                    "As a line of a rule file; empty where such a file cannot express it.")
      .def_readonly("anyburl", &LearnedRule::anyburl, "The same as AnyBURL writes it.")
      .def(
          "__str__",
          [](const LearnedRule& rule) { return rule.in_words.empty() ? rule.text : rule.in_words; })
      .def("__repr__", [](const LearnedRule& rule) {
        return fmt::format("Rule({}, confidence={:.4g})", std::string(py::repr(py::str(rule.text))),
                           rule.confidence);
      });
  module.def("rules_to_html",
             [](const std::vector<LearnedRule>& rules) { return to_html(std::span(rules)); });
}

void bind_explanation(py::module_& module) {
  py::class_<Explanation>(module, "Explanation",
                          "Why a fact holds: str() draws its proofs, notebooks show them as trees.")
      .def_readonly("fact", &Explanation::fact)
      .def_readonly("in_words", &Explanation::in_words,
                    "The fact with labels; empty where there are none.")
      .def_readonly("known", &Explanation::known, "Whether the model was given this fact.")
      .def_readonly("score", &Explanation::score, "0 where there is no proof.")
      .def_readonly("probability", &Explanation::probability)
      .def_readonly("tie_breaker", &Explanation::tie_breaker)
      .def_readonly("parts", &Explanation::parts, "What the score is made of, for a hybrid model.")
      .def_readonly("verdict", &Explanation::verdict, "How several proofs make the score.")
      .def(
          "to_text",
          [](const Explanation& explanation, bool ascii) {
            return explanation.to_text(ascii ? Drawing::kAscii : Drawing::kUnicode);
          },
          py::arg("ascii") = false, "The proofs as a drawing for a terminal.")
      .def("to_json", &Explanation::to_json, "As 'gntp explain --json' prints it, in one line.")
      .def("to_html", &Explanation::to_html, "A piece of HTML, with trees to open and close.")
      .def("to_svg", &Explanation::to_svg, "The proofs as one picture.")
      .def("to_dot", &Explanation::to_dot, "The proofs as a graph for Graphviz.")
      .def("_repr_html_", &Explanation::to_html)
      .def("__str__", [](const Explanation& explanation) { return explanation.to_text(); })
      .def("__repr__", [](const Explanation& explanation) {
        return fmt::format("Explanation({}, score={:.6g}, proofs={})",
                           std::string(py::repr(py::str(explanation.fact))), explanation.score,
                           explanation.proofs.size());
      });
}

void bind_evaluation(py::module_& module) {
  py::class_<RankingMetrics>(module, "RankingMetrics", "Means over ranks of true answers.")
      .def_readonly("mrr", &RankingMetrics::mrr, "Mean reciprocal rank.")
      .def_readonly("mean_rank", &RankingMetrics::mean_rank)
      .def_readonly("hits_at_1", &RankingMetrics::hits_at_1)
      .def_readonly("hits_at_3", &RankingMetrics::hits_at_3)
      .def_readonly("hits_at_5", &RankingMetrics::hits_at_5)
      .def_readonly("hits_at_10", &RankingMetrics::hits_at_10);
  py::class_<RankingQuality>(
      module, "RankingQuality",
      "Metrics by how ties are broken. Quote 'expected', the mean over random orders of the ties.")
      .def_readonly("ranks", &RankingQuality::ranks, "How many the means are over.")
      .def_readonly("optimistic", &RankingQuality::optimistic)
      .def_readonly("realistic", &RankingQuality::realistic)
      .def_readonly("pessimistic", &RankingQuality::pessimistic)
      .def_readonly("expected", &RankingQuality::expected);
  py::class_<Evaluation>(module, "Evaluation", "How good a model is on a split.")
      .def_readonly("split", &Evaluation::split)
      .def_readonly("triples", &Evaluation::triples)
      .def_readonly("seconds", &Evaluation::seconds)
      .def_readonly("auc_pr", &Evaluation::auc_pr, "Where the data set names its candidates.")
      .def_readonly("both", &Evaluation::both, "Heads and tails together.")
      .def_readonly("head", &Evaluation::head)
      .def_readonly("tail", &Evaluation::tail)
      .def_readonly("by_rules", &Evaluation::by_rules, "A hybrid model's rules alone.")
      .def_readonly("by_vectors", &Evaluation::by_vectors, "A hybrid model's vectors alone.")
      .def_property_readonly(
          "by_relation",
          [](const Evaluation& evaluation) {
            py::dict all;
            for (const RelationQuality& each : evaluation.by_relation) {
              all[py::str(each.relation)] = each.both;
            }
            return all;
          },
          "Both sides, by relation.")
      .def_property_readonly(
          "mrr", [](const Evaluation& evaluation) { return evaluation.both.expected.mrr; },
          "both.expected.mrr")
      .def("__repr__", [](const Evaluation& evaluation) {
        const RankingMetrics& metrics = evaluation.both.expected;
        return fmt::format("Evaluation({}, triples={}, mrr={:.4f}, hits@1={:.4f}, hits@10={:.4f})",
                           std::string(py::repr(py::str(evaluation.split))), evaluation.triples,
                           metrics.mrr, metrics.hits_at_1, metrics.hits_at_10);
      });
}

}  // namespace

void bind_values(py::module_& module) {
  bind_answers(module);
  bind_rules(module);
  bind_explanation(module);
  bind_evaluation(module);
}

}  // namespace gntp::python
