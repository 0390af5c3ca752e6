// An explanation as a picture: the fact and what decides, its proofs below each other, then what
// vectors say.
#include <fmt/format.h>
#include <gntp/explanation.h>

#include <algorithm>

#include "base/html.h"
#include "base/visible.h"
#include "base/wrapping.h"
#include "explain/explanation.h"
#include "explain/proof_picture.h"

namespace gntp {
namespace {

// In pixels.
constexpr double kMargin = 20;
constexpr double kLeastWidth = 620;
constexpr double kTitleColumn = 9.3;  // of the larger letters
constexpr double kTitleHeight = 22;
constexpr double kBetweenProofs = 26;
constexpr std::size_t kMostLines = 6;

class SvgWriter {
 public:
  std::string write(const Explanation& explanation) {
    std::vector<ProofPicture> pictures;
    width_ = kLeastWidth;
    for (const ExplainedProof& proof : explanation.proofs) {
      pictures.push_back(picture_of(proof));
      width_ = std::max(width_, pictures.back().width + 2 * kMargin);
    }
    y_ = kMargin;
    const std::string fact = visible(shown(explanation.fact, explanation.in_words));
    add_summary(explanation, fact);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      const ExplainedProof& proof = explanation.proofs[i];
      y_ += kBetweenProofs - kLineHeight;
      add_text(fmt::format("{}, score {}{}", title_of_proof(i + 1, pictures.size()),
                           score_text(proof.score), remarks_on(proof)),
               "heading");
      y_ += kLineHeight / 2;
      shapes_ += fmt::format("<g transform=\"translate({:.1f} {:.1f})\">\n{}</g>\n", kMargin, y_,
                             pictures[i].shapes);
      y_ += pictures[i].height + kLineHeight;
    }
    if (explanation.similar) {
      y_ += kBetweenProofs - kLineHeight;
      add_text("what vectors say", "heading");
      for (const std::string& line : lines_of(*explanation.similar)) add_text(line, "quiet");
    }
    return whole(fact);
  }

 private:
  void add_summary(const Explanation& explanation, const std::string& fact) {
    const auto columns = static_cast<std::size_t>((width_ - 2 * kMargin) / kTitleColumn);
    const Wrapped title = wrap(fact, columns, kMostLines);
    for (const std::string& line : title.lines) {
      y_ += kTitleHeight;
      shapes_ += svg_text(kMargin, y_ - 6, "title", line, title.shortened ? fact : std::string());
    }
    if (explanation.known) add_text("a known fact", "quiet");
    if (explanation.probability) {
      add_text(fmt::format("probability {:.3g}", *explanation.probability), "heading");
    }
    if (!explanation.verdict.empty()) add_text(explanation.verdict, "source");
    for (const CounterEvidence& each : explanation.against) add_text(line_of(each), "against");
    if (explanation.proofs.empty()) {
      add_text(
          fmt::format("It has no proof that scores above the floor ({:.3g}).", explanation.floor),
          "source");
    }
    y_ += kLineHeight;
  }

  // As many lines as it takes.
  void add_text(std::string_view text, std::string_view style) {
    const auto columns = static_cast<std::size_t>((width_ - 2 * kMargin) / kColumn);
    const std::string safe = visible(text);
    const Wrapped wrapped = wrap(safe, columns, kMostLines);
    for (const std::string& line : wrapped.lines) {
      y_ += kLineHeight;
      shapes_ += svg_text(kMargin, y_ - 4, style, line, wrapped.shortened ? safe : std::string());
    }
  }

  std::string whole(const std::string& fact) const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gntp-proofs\" role=\"img\" "
        "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n"
        "<title>{2}</title>\n{3}<rect class=\"paper\" width=\"100%\" "
        "height=\"100%\"/>\n{4}</svg>\n",
        width_, y_ + kMargin, escape_html("Why " + fact), picture_style(), shapes_);
  }

  double width_ = 0;
  double y_ = 0;  // below what is drawn so far
  std::string shapes_;
};

}  // namespace

std::string Explanation::to_svg() const {
  return SvgWriter().write(*this);
}

}  // namespace gntp
