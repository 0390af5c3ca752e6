// The report of a run: complete, true, safe, and the same each time.
#include "report/report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gntp/run.h>
#include <gntp/version.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "support/labelled_data.h"
#include "support/markup.h"
#include "support/noisy_data.h"
#include "support/places.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempFolder;

const fs::path kData = testing::checkout() / "data";

enum class Evaluate : std::uint8_t { kNo, kYes };

// A run in the folder, opened.
Engine trained(const fs::path& folder, const fs::path& data, const Settings& settings,
               Evaluate evaluate = Evaluate::kYes) {
  TrainRunOptions options;
  options.run.threads = 1;
  options.evaluate = evaluate == Evaluate::kYes;
  train_run(folder, Dataset::load(data, settings), settings, options);
  return Engine::open(folder, 2);
}

Settings rules_preset() {
  return Settings::preset("mined");
}

Settings countries_preset() {
  Settings settings = Settings::preset("countries-s1");
  settings.set("learn.epochs", "5");
  return settings;
}

// The piece of a page from a heading of the second level to the next one.
std::string section_of(const std::string& page, const std::string& id) {
  const std::size_t start = page.find("<section id=\"" + id + "\"");
  EXPECT_NE(start, std::string::npos) << id;
  return page.substr(start, page.find("</section>", start) - start);
}

// What any page must be, whatever it says.
void expect_sound(const std::string& page) {
  EXPECT_THAT(page, ::testing::StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_THAT(page, ::testing::EndsWith("</html>\n"));
  EXPECT_LT(page.size(), 5'000'000U);
  EXPECT_THAT(page, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("<img")), Not(HasSubstr("url(")),
                          Not(HasSubstr("@import")), Not(HasSubstr("<p></p>"))));
  // Nothing is fetched: the only addresses are the name of SVG.
  std::string rest = page;
  const std::string svg = "http://www.w3.org/2000/svg";
  for (std::size_t at = rest.find(svg); at != std::string::npos; at = rest.find(svg)) {
    rest.erase(at, svg.size());
  }
  EXPECT_THAT(rest, AllOf(Not(HasSubstr("src=\"")), Not(HasSubstr("=\"http"))));
  // Headings go down one level at a time, tables have captions, pictures titles.
  int level = 0;
  for (const std::string& heading : testing::between(page, "<h", ">")) {
    if (heading[0] < '1' || heading[0] > '6') continue;
    const int next = heading[0] - '0';
    EXPECT_LE(next, level + 1);
    level = next;
  }
  const auto count = [&](const std::string& text) { return testing::occurrences(page, text); };
  EXPECT_EQ(count("<table>\n<caption>"), count("<caption>"));
  EXPECT_EQ(count("<svg role=\"img\" aria-label=\""), count("<svg "));
  for (const char* tag : {"section", "details", "table", "figure", "article", "div", "ul"}) {
    const std::string name = tag;
    EXPECT_EQ(count("<" + name + ">") + count("<" + name + " "), count("</" + name + ">")) << tag;
  }
  for (const char* id :
       {"data", "training", "quality", "calibration", "rules", "predictions", "origin"}) {
    EXPECT_GT(section_of(page, id).size(), 100U) << id;
    EXPECT_THAT(page, HasSubstr(fmt::format("href=\"#{}\"", id)));
  }
}

// Every number of a quality, as the tables write it.
void expect_numbers(const std::string& html, const std::string& start,
                    const RankingMetrics& metrics) {
  EXPECT_THAT(html,
              HasSubstr(fmt::format("{}<td class=\"number\">{:.4f}</td><td class=\"number\">{:.2f}"
                                    "</td><td class=\"number\">{:.4f}</td><td class=\"number\">"
                                    "{:.4f}</td><td class=\"number\">{:.4f}</td><td "
                                    "class=\"number\">{:.4f}</td>",
                                    start, metrics.mrr, metrics.mean_rank, metrics.hits_at_1,
                                    metrics.hits_at_3, metrics.hits_at_5, metrics.hits_at_10)));
}

void expect_evaluation(const std::string& page, const Evaluation& evaluation) {
  const std::string html = section_of(page, "quality");
  EXPECT_THAT(html,
              HasSubstr(fmt::format("Split {}: {} triple", evaluation.split, evaluation.triples)));
  for (const auto& [side, quality] :
       {std::pair("both", &evaluation.both), std::pair("head", &evaluation.head),
        std::pair("tail", &evaluation.tail)}) {
    const std::string start = fmt::format("<tr><th scope=\"row\">{}</th><td>", side);
    expect_numbers(html, start + "expected</td>", quality->expected);
    expect_numbers(html, start + "realistic</td>", quality->realistic);
    expect_numbers(html, start + "optimistic</td>", quality->optimistic);
    expect_numbers(html, start + "pessimistic</td>", quality->pessimistic);
  }
  for (const RelationQuality& relation : evaluation.by_relation) {
    for (const auto& [side, quality] :
         {std::pair("both", &relation.both), std::pair("head", &relation.head),
          std::pair("tail", &relation.tail)}) {
      ASSERT_GT(quality->ranks, 0U);
      expect_numbers(html,
                     fmt::format("<span>{}</span></th><td class=\"number\">{}</td><td>{}</td>",
                                 relation.relation, relation.both.ranks / 2, side),
                     quality->expected);
    }
  }
  for (const CalibrationQuality& quality : evaluation.calibration) {
    EXPECT_THAT(section_of(page, "calibration"), HasSubstr(fmt::format("{:.4f}", quality.error)));
  }
}

TEST(Report, HasAllSectionsOfCountries) {
  const TempFolder folder;
  const fs::path run = folder.path() / "run";
  const Engine engine = trained(run, kData / "countries/S1", countries_preset());
  const std::string page = make_report(engine, run);
  expect_sound(page);
  for (const Evaluation& evaluation : engine.evaluate("all")) expect_evaluation(page, evaluation);
  EXPECT_THAT(section_of(page, "data"), AllOf(HasSubstr("1,120"), HasSubstr("symmetric: 100 %")));
  EXPECT_THAT(section_of(page, "training"),
              AllOf(HasSubstr("5 epochs of rules"), HasSubstr("loss: from "), HasSubstr("<svg ")));
  EXPECT_THAT(section_of(page, "calibration"), HasSubstr("Do probabilities hold?"));
  EXPECT_THAT(section_of(page, "rules"),
              AllOf(HasSubstr("locatedIn(X, Y) :- "), HasSubstr("It explains known facts:")));
  EXPECT_THAT(section_of(page, "predictions"),
              AllOf(HasSubstr("20 questions"), HasSubstr("class=\"case right\""),
                    HasSubstr("weakest link")));
  EXPECT_THAT(section_of(page, "origin"),
              AllOf(HasSubstr("countries-s1"), HasSubstr("learn.epochs"), HasSubstr("train.tsv"),
                    HasSubstr("model.safetensors"), HasSubstr("gntp " GNTP_VERSION)));
  // The same bytes again, from any number of threads.
  EXPECT_EQ(make_report(Engine::open(run, 1), run), page);
}

TEST(Report, HasAllSectionsOfPlaces) {
  const TempFolder folder;
  const fs::path run = folder.path() / "run";
  const Engine engine = trained(run, kData / "places", countries_preset(), Evaluate::kNo);
  const std::string page = make_report(engine, run);
  expect_sound(page);
  EXPECT_THAT(page, HasSubstr("The run folder holds no evaluation: measured for this report."));
  for (const Evaluation& evaluation : engine.evaluate("all")) expect_evaluation(page, evaluation);
  EXPECT_THAT(section_of(page, "calibration"), HasSubstr("have no probability"));
  EXPECT_THAT(section_of(page, "predictions"), HasSubstr("split test"));
  EXPECT_EQ(make_report(engine, run), page);
}

TEST(Report, ShowsMistakesTheSurestFirst) {
  const TempFolder folder;
  testing::write_noisy_data(folder, "data", true);
  const fs::path run = folder.path() / "run";
  const Engine engine = trained(run, folder.path() / "data", rules_preset());
  const std::string page = make_report(engine, run);
  expect_sound(page);
  for (const Evaluation& evaluation : engine.evaluate("all")) expect_evaluation(page, evaluation);
  const std::string gallery = section_of(page, "predictions");
  EXPECT_THAT(gallery, AllOf(HasSubstr("class=\"case right\""), HasSubstr("class=\"case wrong\""),
                             HasSubstr("The data say <strong>"),
                             HasSubstr("Why the true answer is less sure")));
  std::vector<double> probabilities;
  for (const std::string& each :
       testing::between(gallery, "<article class=\"case wrong\">", "Why the true answer")) {
    const std::string number = testing::between(each, "Probability: <span", "</div>").at(0);
    probabilities.push_back(std::stod(number.substr(number.rfind('>') + 1)));
  }
  ASSERT_FALSE(probabilities.empty());
  EXPECT_EQ(probabilities.front(), std::ranges::max(probabilities));
  // No prediction that is called wrong is in any split.
  const std::string test = read_file(folder.path() / "data/test.tsv");
  std::size_t shown = 0;
  for (const std::string& title : testing::between(gallery, "wrong</span><code>", "</h4>")) {
    const std::string relation = title.substr(0, title.find('('));
    const std::string head = testing::between(title, "(", ",").at(0);
    const std::string tail = testing::between(title, "<span>", "</span>").at(0);
    EXPECT_THAT(test, Not(HasSubstr(fmt::format("{}\t{}\t{}\n", head, relation, tail))));
    ++shown;
  }
  EXPECT_GT(shown, 0U);
  EXPECT_THAT(section_of(page, "rules"), HasSubstr("right / found"));
}

TEST(Report, IsAboutAnotherDataSetWhereOneIsNamed) {
  const TempFolder folder;
  testing::write_noisy_data(folder, "data", true);
  const fs::path run = folder.path() / "run";
  const Engine engine = trained(run, folder.path() / "data", rules_preset());
  fs::create_directory(folder.path() / "other");
  fs::copy(folder.path() / "data/train.tsv", folder.path() / "other/train.tsv");
  folder.write("other/test.tsv", "e1\tvisits\te2\ne3\tknows\te4\n");
  const std::string page = make_report(engine, run, {.data = folder.path() / "other"});
  expect_sound(page);
  const std::vector<Evaluation> expected = engine.evaluate(folder.path() / "other", "all");
  ASSERT_EQ(expected.size(), 1U);
  expect_evaluation(page, expected[0]);
  EXPECT_THAT(page, HasSubstr("Measured for this report on"));
  EXPECT_THAT(section_of(page, "data"), HasSubstr("Another data set"));
  folder.write("other/test.tsv", "nobody\tvisits\te2\n");
  EXPECT_THROW(make_report(engine, run, {.data = folder.path() / "other"}), Error);
  folder.write("other/test.tsv", "nobody\tvisits\te2\ne1\tvisits\te2\n");
  expect_sound(
      make_report(engine, run, {.data = folder.path() / "other", .on_error = OnError::kSkip}));
}

TEST(Report, SaysWhatIsMissing) {
  const TempFolder folder;
  folder.write("data/train.tsv", "a\tr\tb\nb\tr\tc\na\ts\tc\nc\tr\td\nb\ts\td\n");
  folder.write("data/rules.pl", "s(X, Y) :- r(X, Z), r(Z, Y)\n");
  const fs::path run = folder.path() / "run";
  Settings settings = Settings::preset("paper");
  settings.set("learn.epochs", "0");
  const Engine engine = trained(run, folder.path() / "data", settings, Evaluate::kNo);
  const std::string page = make_report(engine, run);
  expect_sound(page);
  EXPECT_THAT(section_of(page, "training"), HasSubstr("has no epochs"));
  EXPECT_THAT(section_of(page, "quality"), HasSubstr("neither a valid nor a test split"));
  EXPECT_THAT(section_of(page, "calibration"), HasSubstr("no evaluation"));
  EXPECT_THAT(section_of(page, "predictions"),
              AllOf(HasSubstr("facts of the training, proved without themselves"),
                    HasSubstr("found again")));
  // The data set is gone.
  fs::remove_all(folder.path() / "data");
  std::vector<std::string> warnings;
  Observer observer;
  observer.warning = [&](const std::string& text) { warnings.push_back(text); };
  const std::string without = make_report(engine, run, {}, observer);
  expect_sound(without);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_THAT(warnings[0], HasSubstr("the data set of the training is gone"));
  EXPECT_THAT(section_of(without, "data"),
              AllOf(HasSubstr("is gone"), HasSubstr("facts that the model")));
  EXPECT_THAT(section_of(without, "quality"), HasSubstr("no evaluation"));
  EXPECT_THAT(section_of(without, "predictions"), HasSubstr("found again"));
}

TEST(Report, SaysWhichRandomStartsAreDrawn) {
  const TempFolder folder;
  folder.write("data/train.tsv", "a\tr\tb\nb\tr\tc\na\ts\tc\nc\tr\td\nb\ts\td\n");
  folder.write("data/valid.tsv", "c\ts\ta\n");
  folder.write("data/rules.pl", "s(X, Y) :- r(X, Z), r(Z, Y)\n");
  const fs::path run = folder.path() / "run";
  Settings settings = Settings::preset("paper");
  settings.set("learn.epochs", "2");
  settings.set("learn.validate_every", "1");
  settings.set("learn.restarts", "7");
  const Engine engine = trained(run, folder.path() / "data", settings, Evaluate::kNo);
  const std::string page = make_report(engine, run);
  expect_sound(page);
  EXPECT_THAT(section_of(page, "training"),
              AllOf(HasSubstr(">loss, the first 6 of 7 starts<"), HasSubstr(">start 6<"),
                    Not(HasSubstr(">start 7<")), HasSubstr(" at epoch 2, start 1 of 7\"")));
}

TEST(Report, SaysThatTheDataHaveChanged) {
  const TempFolder folder;
  testing::write_noisy_data(folder, "data", true);
  const fs::path run = folder.path() / "run";
  const Engine engine = trained(run, folder.path() / "data", rules_preset());
  folder.write("data/test.tsv", "e1\tvisits\te2\n");
  EXPECT_THAT(section_of(make_report(engine, run), "data"),
              HasSubstr("is not the file that the model was trained with"));
  folder.write("data/test.tsv", "stranger\tvisits\te2\n");
  const std::string page = make_report(engine, run);
  expect_sound(page);
  EXPECT_THAT(section_of(page, "data"), HasSubstr("cannot be read any more"));
  EXPECT_THAT(section_of(page, "quality"), HasSubstr("The evaluation that the run folder holds"));
  folder.write("data/train.tsv", "");
  EXPECT_THAT(section_of(make_report(engine, run), "data"), HasSubstr("cannot be read any more"));
}

TEST(Report, IsInWordsWhereThereAreLabels) {
  const TempFolder folder;
  testing::write_labelled_data(folder);
  const fs::path run = folder.path() / "run";
  Settings settings = Settings::preset("paper");
  for (const char* each :
       {"learn.epochs=0", "model.entities=symbolic", "model.relations=symbolic"}) {
    settings.assign(each);
  }
  const Engine engine = trained(run, folder.path() / "data", settings);
  const std::string page = make_report(engine, run);
  expect_sound(page);
  EXPECT_THAT(page, AllOf(HasSubstr("located in(Rome, ?)"), HasSubstr("<span>Italy</span>"),
                          HasSubstr("<span>located in</span>")));
}

// Names that mean something to HTML, or turn text round.
TEST(Report, NamesAreText) {
  const TempFolder folder;
  const std::string hostile = R"(</script><script>alert(\"x\")</script>'&amp;\u202e)";
  std::string lines;
  std::string test;
  for (int i = 0; i < 6; ++i) {
    for (const char* relation : {"<b>r", "s</title>"}) {
      lines += fmt::format("{{\"head\": \"{}{}\", \"relation\": \"{}\", \"tail\": \"<i>{}\"}}\n",
                           hostile, i, relation, i);
    }
  }
  test =
      fmt::format("{{\"head\": \"{}1\", \"relation\": \"<b>r\", \"tail\": \"<i>2\"}}\n", hostile);
  folder.write("data/train.jsonl", lines);
  folder.write("data/test.jsonl", test);
  folder.write("data/test-<b>.jsonl", test);
  folder.write("data/labels.tsv", "<b>r\t<script>label</script>\n");
  const fs::path run = folder.path() / "run<i>";
  Settings settings = rules_preset();
  settings.set("mine.min_support", "1");
  const Engine engine = trained(run, folder.path() / "data", settings);
  const std::string page = make_report(engine, run);
  expect_sound(page);
  EXPECT_THAT(page, AllOf(Not(HasSubstr("<b>")), Not(HasSubstr("<i>2")), Not(HasSubstr("\u202E")),
                          HasSubstr("&lt;script&gt;label"), HasSubstr("[U+202E]")));
}

TEST(Report, LongNamesAndManyRelationsStaySmall) {
  const TempFolder folder;
  std::string train;
  std::string test;
  for (int i = 0; i < 400; ++i) {
    const std::string name = fmt::format("{}{}", std::string(3000, 'x'), i);
    train += fmt::format("{}\trel{}\te{}\n", name, i, i % 7);
    train += fmt::format("{}\tother\te{}\n", name, i % 7);
    test += fmt::format("{}\trel{}\te{}\n", name, i, (i + 1) % 7);
  }
  folder.write("data/train.tsv", train);
  folder.write("data/test.tsv", test);
  const fs::path run = folder.path() / "run";
  const Engine engine = trained(run, folder.path() / "data", rules_preset());
  const std::string page = make_report(engine, run);
  expect_sound(page);
  EXPECT_LT(page.size(), 2'500'000U);
  EXPECT_THAT(section_of(page, "data"), HasSubstr("301 more are not listed"));
  EXPECT_THAT(section_of(page, "quality"), HasSubstr("300 more relations with fewer triples"));
}

TEST(Report, StopsWhereTheObserverAsks) {
  const TempFolder folder;
  testing::write_noisy_data(folder, "data", true);
  const fs::path run = folder.path() / "run";
  const Engine engine = trained(run, folder.path() / "data", rules_preset());
  std::vector<std::string> tasks;
  Observer all;
  all.progress = [&](const Progress& progress) {
    if (tasks.empty() || tasks.back() != progress.task) tasks.push_back(progress.task);
    EXPECT_GE(progress.fraction, 0);
    EXPECT_LE(progress.fraction, 1);
  };
  make_report(engine, run, {}, all);
  EXPECT_EQ(tasks, (std::vector<std::string>{"reading data", "choosing predictions", "rules"}));
  for (const std::string& task : tasks) {
    std::stop_source source;
    Observer observer;
    observer.stop = source.get_token();
    observer.progress = [&](const Progress& progress) {
      if (progress.task == task) source.request_stop();
    };
    EXPECT_THROW(make_report(engine, run, {}, observer), Interrupted) << task;
  }
}

}  // namespace
}  // namespace gntp
