// Explanations as graphs, pictures and pages, and in colours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "explain/explanation.h"
#include "explain/proof_case.h"
#include "support/markup.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using testing::fault_in_xml;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ProofCase;

ExplainedProof explained(const ProofCase& proved) {
  Wording wording(proved.kb);
  return explain(proved.kb, proved.model, proved.proof, wording);
}

// The proof of tests/explain/explanation_test.cc, with a fact that is known only by another one.
ProofCase learned_rule() {
  ProofCase proved(
      {{"france", 0}, {"germany", 10}, {"western_europe", 20}, {"europe", 30}, {"asia", 30.875}},
      {{"locatedIn", 0}, {"neighborOf", 5}}, {"p(X, Y) :- q(X, Z), r(Z, Y)"},
      {0.0725F, 5.0125F, 0.03F});
  proved.prove_by_rule(proved.goal("locatedIn", "france", "europe"), RuleId(0));
  proved.prove_by_fact(proved.slot_goal(1, "france", "germany"), "neighborOf", "france", "germany",
                       ProofCase::Compared::kHead);
  proved.prove_by_fact(proved.slot_goal(2, "germany", "europe"), "locatedIn", "germany", "asia");
  return proved;
}

Explanation explanation_of(const ProofCase& proved, const std::string& fact) {
  Explanation explanation;
  explanation.fact = fact;
  explanation.proofs = {explained(proved)};
  explanation.score = explanation.proofs[0].score;
  return explanation;
}

Explanation example() {
  return explanation_of(learned_rule(), "locatedIn(france, europe)");
}

// Everything that an explanation may have.
Explanation full() {
  Explanation explanation = example();
  explanation.proofs.push_back(explanation.proofs[0]);
  explanation.proofs[1].share = 0.5;
  explanation.proofs[1].counts = 0.2;
  explanation.proofs[1].stands_back = true;
  explanation.probability = 0.75;
  explanation.verdict = "score 0.5: 2 proofs";
  explanation.against = {{.shared = CounterEvidence::Shared::kHead,
                          .factor = 0.5,
                          .facts = {"locatedIn(france, asia)"}}};
  explanation.similar = SimilarityEvidence{
      .like_head = {{"spain", 0.9}}, .like_tail = {}, .facts = {{"locatedIn(spain, europe)", 0.8}}};
  return explanation;
}

// Names that mean something to HTML, XML, DOT, terminals or the direction of text.
const std::string kHostile =
    "</script><script>alert('x')</script>\"&amp;\\N\\l]]>\n\x1b[2J\u202Eabc{|}";

Explanation hostile() {
  ProofCase proved({{kHostile, 0}, {"b", 0.5}}, {{kHostile, 0}}, {}, {});
  proved.prove_by_fact(proved.goal(kHostile, kHostile, "b"), kHostile, kHostile, kHostile);
  Explanation explanation = explanation_of(proved, kHostile);
  explanation.verdict = kHostile;
  explanation.probability = 0.5;
  explanation.against = {
      {.shared = CounterEvidence::Shared::kTail, .factor = 0.5, .facts = {kHostile, "b"}}};
  explanation.similar = SimilarityEvidence{
      .like_head = {{kHostile, 0.9}}, .like_tail = {}, .facts = {{kHostile, 0.8}}};
  explanation.proofs[0].root.sentences = {{kHostile, 3, 1, kHostile}};
  explanation.proofs[0].root.mentioned = 2;
  return explanation;
}

// Colours ---------------------------------------------------------------------------------------

TEST(Colours, AreAddedToTheDrawingAndNothingElse) {
  for (const Explanation& explanation : {example(), full()}) {
    for (const Drawing drawing : {Drawing::kUnicode, Drawing::kAscii}) {
      const std::string colored = explanation.to_text(drawing, Colors::kTerminal);
      EXPECT_NE(colored, explanation.to_text(drawing));
      EXPECT_EQ(testing::without_colors(colored), explanation.to_text(drawing));
    }
  }
}

TEST(Colours, MarkGoalsRulesFactsAndTheWeakestLink) {
  EXPECT_EQ(example().to_text(Drawing::kAscii, Colors::kTerminal),
            "\x1b[1mlocatedIn(france, europe)\x1b[0m   score \x1b[1m0.417\x1b[0m\n"
            "\x1b[2m|  \x1b[0m\x1b[36mrule  \x1b[0mlocatedIn(X, Y) :- neighborOf(X, Z), "
            "locatedIn(Z, Y)   0.930\n"
            "\x1b[2m|  \x1b[0m      \x1b[2m~0.930             ~0.988            ~0.970\x1b[0m\n"
            "\x1b[2m|  \x1b[0m      locatedIn ~ learned locatedIn  0.930\n"
            "\x1b[2m|- \x1b[0mneighborOf(france, germany)   \x1b[32mfact\x1b[0m 0.988\n"
            "\x1b[2m|  \x1b[0m   learned neighborOf ~ neighborOf  0.988\n"
            "\x1b[2m`- \x1b[0mlocatedIn(germany, europe)\n"
            "      \x1b[32mfact  \x1b[0mlocatedIn(germany, asia)   0.417\n"
            "            learned locatedIn ~ locatedIn  0.970\n"
            "            europe ~ asia                  0.417\x1b[1;33m  <- weakest link\x1b[0m\n");
}

// Mentions --------------------------------------------------------------------------------------

TEST(Mentions, AreCountedInWords) {
  Explanation explanation = example();
  const auto expect = [&](std::uint32_t count, const std::string& words) {
    explanation.proofs[0].root.mentioned = count;
    for (const std::string& drawn :
         {explanation.to_dot(), explanation.to_svg(), explanation.to_html()}) {
      EXPECT_THAT(drawn, HasSubstr(words));
    }
  };
  expect(1, "mentioned once in texts");
  expect(4, "mentioned 4 times in texts");
}

// JSON ------------------------------------------------------------------------------------------

TEST(ExplanationJson, HasWhatAPageShows) {
  const nlohmann::json json = nlohmann::json::parse(full().to_json());
  EXPECT_EQ(json["verdict"], "score 0.5: 2 proofs");
  EXPECT_EQ(json["proofs"][0]["share"], 1.0);
  EXPECT_EQ(json["proofs"][0]["stands_back"], false);
  EXPECT_EQ(json["proofs"][0]["remarks"], "");
  EXPECT_EQ(json["proofs"][1]["share"], 0.5);
  EXPECT_EQ(json["proofs"][1]["stands_back"], true);
  EXPECT_EQ(json["proofs"][1]["remarks"],
            "counts 0.2: 50 % of the rule's groundings agree: rules without constants go first");
  EXPECT_EQ(nlohmann::json::parse(example().to_json())["verdict"], "");
}

// DOT -------------------------------------------------------------------------------------------

TEST(Dot, IsAClusterForEachProof) {
  EXPECT_EQ(example().to_dot(),
            R"dot(digraph "locatedIn(france, europe)" {
  graph [label="locatedIn(france, europe)", labelloc=t, fontname="sans-serif"]
  node [shape=box, style="rounded,filled", fontname="monospace", fontsize=11]
  edge [color="#666666"]
  subgraph cluster_1 {
    graph [label="proof, score 0.417", style=rounded, color="#bbbbbb"]
    proof1_1 [label="locatedIn(france, europe)\l)dot"
            R"dot(rule  locatedIn(X, Y) :- neighborOf(X, Z), locatedIn(Z, Y)   0.930\l)dot"
            R"dot(  locatedIn ~ learned locatedIn  0.930\l", fillcolor="#e8f1fa"]
    proof1_2 [label="neighborOf(france, germany)\lfact   0.988\l)dot"
            R"dot(  learned neighborOf ~ neighborOf  0.988\l", fillcolor="#e9f5ea"]
    proof1_1 -> proof1_2
    proof1_3 [label="locatedIn(germany, europe)\lfact  locatedIn(germany, asia)   0.417\l)dot"
            R"dot(  learned locatedIn ~ locatedIn  0.970\l)dot"
            R"dot(  europe ~ asia  0.417  ◀ weakest link\l", fillcolor="#e9f5ea", )dot"
            R"dot(color="#c4571b", penwidth=2]
    proof1_1 -> proof1_3
  }
}
)dot");
}

TEST(Dot, HasWhatStandsBesideTheProofs) {
  const std::string dot = full().to_dot();
  EXPECT_THAT(dot, AllOf(HasSubstr("subgraph cluster_1 {"), HasSubstr("subgraph cluster_2 {"),
                         HasSubstr("probability 0.75\\nscore 0.5: 2 proofs\""),
                         HasSubstr("proof 2 of 2, score 0.417, counts 0.2"),
                         HasSubstr("odds times 0.5: locatedIn(france, asia) is known"),
                         HasSubstr("like the head: spain 0.90")));
  Explanation none;
  none.fact = "r(a, b)";
  none.floor = 0.01;
  EXPECT_THAT(none.to_dot(), HasSubstr("r(a, b) has no proof that scores above the floor (0.01)"));
}

// Reads strings and braces as the language has them; what is left may hold no quote.
TEST(Dot, HostileNamesStayInTheirStrings) {
  const std::string dot = hostile().to_dot();
  std::string rest;
  bool quoted = false;
  for (std::size_t i = 0; i < dot.size(); ++i) {
    if (quoted && dot[i] == '\\') {
      ++i;
    } else if (dot[i] == '"') {
      quoted = !quoted;
    } else if (!quoted) {
      rest += dot[i];
    }
  }
  EXPECT_FALSE(quoted);
  EXPECT_EQ(rest.find_first_of("\"<&\\|'"), std::string::npos) << rest;
  EXPECT_EQ(std::ranges::count(rest, '{'), std::ranges::count(rest, '}'));
  EXPECT_EQ(dot.find('\x1b'), std::string::npos);
  EXPECT_THAT(dot, AllOf(HasSubstr("[U+202E]"), Not(HasSubstr("\u202E"))));
}

TEST(Dot, IsReadByGraphviz) {
  if (std::system("command -v dot >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "NOT TESTED: graphviz is not installed";
  }
  for (const Explanation& explanation : {example(), full(), hostile(), Explanation()}) {
    const testing::TempFolder folder;
    const std::string file = folder.write("a.dot", explanation.to_dot()).string();
    EXPECT_EQ(std::system(("dot -Tplain -o '" + file + ".out' '" + file + "'").c_str()), 0);
    const std::string drawn = read_file(file + ".out");
    EXPECT_EQ(drawn.find("graph "), 0U);
    if (explanation.proofs.empty()) continue;
    EXPECT_THAT(drawn, HasSubstr("weakest link"));
  }
}

// SVG -------------------------------------------------------------------------------------------

struct Rectangle {
  double x, y, width, height;
};
std::vector<Rectangle> boxes_of(const std::string& svg) {
  std::vector<Rectangle> boxes;
  for (const char* kind : {"rule", "fact"}) {
    for (const std::string& box :
         testing::between(svg, "<rect class=\"" + std::string(kind), ">")) {
      const auto number = [&](const std::string& name) {
        return std::stod(testing::between(box, ' ' + name + "=\"", "\"").at(0));
      };
      boxes.push_back({number("x"), number("y"), number("width"), number("height")});
    }
  }
  return boxes;
}

TEST(ProofSvg, IsACompletePicture) {
  const std::string svg = full().to_svg();
  EXPECT_EQ(fault_in_xml(svg), "");
  EXPECT_THAT(
      svg, AllOf(HasSubstr("<svg xmlns=\"http://www.w3.org/2000/svg\""), HasSubstr("role=\"img\""),
                 HasSubstr("<title>Why locatedIn(france, europe)"),
                 HasSubstr("prefers-color-scheme: dark"), HasSubstr(">probability 0.75<"),
                 HasSubstr(">score 0.5: 2 proofs<"), HasSubstr(">weakest link 0.417<"),
                 HasSubstr(">neighborOf(france, germany)<"),
                 HasSubstr("proof 2 of 2, score 0.417, counts 0.2"),
                 HasSubstr("like the head: spain 0.90")));
  EXPECT_THAT(svg, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("href"))));
}

TEST(ProofSvg, BoxesDoNotOverlapAndTextsAreInside) {
  ProofCase proved({{"france", 0}, {std::string(300, 'n'), 10}, {"europe", 30}},
                   {{"locatedIn", 0}, {"r", 5}},
                   {"locatedIn(X, Y) :- r(X, Z), r(Z, W), locatedIn(W, Y)"}, {});
  const std::string longest(300, 'n');
  proved.prove_by_rule(proved.goal("locatedIn", "france", "europe"), RuleId(0));
  proved.prove_by_fact(proved.goal("r", "france", longest), "r", "france", longest);
  proved.prove_by_rule(proved.goal("r", longest, longest), RuleId(0));
  for (int i = 0; i < 3; ++i) {
    proved.prove_by_fact(proved.goal("r", longest, longest), "r", "france", longest);
  }
  proved.prove_by_fact(proved.goal("locatedIn", longest, "europe"), "locatedIn", longest, "europe");
  const Explanation explanation = explanation_of(proved, "locatedIn(france, europe)");
  const std::string svg = explanation.to_svg();
  EXPECT_EQ(fault_in_xml(svg), "");
  const std::vector<Rectangle> boxes = boxes_of(svg);
  ASSERT_EQ(boxes.size(), 7U);
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const bool apart =
          boxes[a].x + boxes[a].width <= boxes[b].x || boxes[b].x + boxes[b].width <= boxes[a].x ||
          boxes[a].y + boxes[a].height <= boxes[b].y || boxes[b].y + boxes[b].height <= boxes[a].y;
      EXPECT_TRUE(apart) << a << ' ' << b;
    }
  }
  // A long name is shortened, and whole in the title.
  EXPECT_THAT(svg, AllOf(HasSubstr("…</text>"), HasSubstr("<title>r(france, " + longest + ")")));
  for (const std::string& text : testing::between(svg, "<text class=\"goal\"", "</text>")) {
    const std::size_t start = text.find("</title>");
    const std::string drawn = text.substr(
        start == std::string::npos ? text.find('>') + 1 : start + std::string("</title>").size());
    EXPECT_LE(drawn.size(), 52U);  // an ellipsis has three bytes
  }
}

TEST(ProofSvg, HostileNamesAreText) {
  const std::string svg = hostile().to_svg();
  EXPECT_EQ(fault_in_xml(svg), "");
  EXPECT_THAT(svg, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("\u202E")),
                         Not(HasSubstr("\x1b")), HasSubstr("[U+202E]"), HasSubstr("&lt;/script")));
  EXPECT_EQ(fault_in_xml(Explanation().to_svg()), "");
}

// HTML ------------------------------------------------------------------------------------------

TEST(ProofHtml, HostileNamesAreText) {
  const std::string html = hostile().to_html();
  EXPECT_THAT(html,
              AllOf(Not(HasSubstr("<script")), Not(HasSubstr("</script")), Not(HasSubstr("\u202E")),
                    Not(HasSubstr("\x1b")), HasSubstr("&lt;script&gt;alert(&#39;x&#39;)")));
}

}  // namespace
}  // namespace gntp
