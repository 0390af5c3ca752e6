// gntp mine, training with mined rules, and AnyBURL's format there and back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/command.h"
#include "base/error.h"
#include "base/text.h"

namespace gntp {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;

class MineVerb : public ::testing::Test {
 protected:
  void SetUp() override {
    // Grandparents in eight families, whose eldest were born in one place, where their children
    // live, and speak one language.
    std::string facts;
    for (int i = 0; i < 8; ++i) {
      facts += fmt::format("p{0}\tparent\tq{0}\nq{0}\tparent\tr{0}\n", i);
      if (i != 3) facts += fmt::format("p{0}\tgrandparent\tr{0}\n", i);
      facts += fmt::format("p{0}\tborn in\tNew York\np{0}\tspeaks\tenglish, (us)\n", i);
      facts += fmt::format("q{0}\tlives in\tNew York\n", i);
    }
    folder_.write("family/train.tsv", facts);
    folder_.write("family/valid.tsv", "p3\tgrandparent\tr3\n");
    folder_.write("family/rules.pl", "p(X, Y) :- q(X, Z), r(Z, Y) <3>\n");
  }
  Outcome run(const std::string& arguments) const {
    return testing::run_gntp(arguments, folder_.path());
  }
  std::string file(const std::string& name) const { return read_file(folder_.path() / name); }

  // Of the valid triples.
  std::vector<double> scores(const std::string& model) const {
    std::vector<double> all;
    const Outcome scored = run("score " + model + " family/valid.tsv");
    EXPECT_EQ(scored.status, 0) << scored.err;
    for (const std::string_view line : split(scored.out, '\n')) {
      if (!line.empty()) all.push_back(std::stod(std::string(split(line, '\t').at(3))));
    }
    return all;
  }

  testing::TempFolder folder_;
};

constexpr const char* kMine = "mine family --quiet --constants 2 --min-support 3 ";

TEST_F(MineVerb, WritesRulesThatTrainingReads) {
  const Outcome outcome = run(std::string(kMine) + "--out rules.pl --json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GT(outcome.json()["rules"], 3);
  EXPECT_EQ(outcome.json()["complete"], true);
  EXPECT_THAT(file("rules.pl"), HasSubstr(":: grandparent(X, Y) :- parent(X, A), parent(A, Y)  % "
                                          "support 7 of 8, PCA confidence 1.0000\n"));
  EXPECT_THAT(file("rules.pl"), HasSubstr(":: speaks(X, 'english, (us)') :- 'born in'(X, 'New "
                                          "York')  % support 8 of 8, PCA confidence 1.0000\n"));
  EXPECT_THAT(file("rules.pl"),
              HasSubstr("\n0.615385 :: speaks(X, 'english, (us)') :- parent(X, A), "
                        "'lives in'(A, 'New York')  % support 8 of 8, "));
  const Outcome train =
      run("train family --preset paper --rules rules.pl --out a --quiet --set learn.epochs=1 "
          "--no-eval");
  EXPECT_EQ(train.status, 0) << train.err;
}

TEST_F(MineVerb, WritesThroughLinksToOpenFiles) {
  ASSERT_EQ(run(std::string(kMine) + "--out rules.pl").status, 0);
  const std::string rules = file("rules.pl");
  const auto run_shell = [&](const std::string& commands) {
    const Outcome outcome = testing::run_shell(commands, folder_.path());
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  };
  run_shell("ln -s /proc/self/fd/1 out\ngntp " + std::string(kMine) + "--out out >found\n");
  EXPECT_EQ(file("found"), rules);
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.path() / "out"));
  run_shell("echo first >found\ngntp " + std::string(kMine) + "--out /dev/stdout >>found\n");
  EXPECT_EQ(file("found"), "first\n" + rules);
  EXPECT_TRUE(std::filesystem::is_symlink("/dev/stdout"));
}

TEST_F(MineVerb, AnyburlThereAndBackGivesTheSameScores) {
  ASSERT_EQ(run(std::string(kMine) + "--out rules.pl").status, 0);
  ASSERT_EQ(run(std::string(kMine) + "--out rules --format anyburl").status, 0);
  EXPECT_THAT(file("rules"), HasSubstr("\tgrandparent(X,Y) <= parent(X,A), parent(A,Y)\n"));
  EXPECT_THAT(file("rules"), HasSubstr("\tspeaks(X,'english, (us)') <= 'born in'(X,'New York')\n"));
  EXPECT_THAT(file("rules"), HasSubstr("8\t8\t0.615385\tspeaks(X,'english, (us)') <= "
                                       "parent(X,A), 'lives in'(A,'New York')\n"));
  for (const std::string epochs : {"0", "3"}) {
    const auto train = [&](const std::string& rules, const std::string& out) {
      return run(fmt::format(
          "train family --preset paper --rules {} --out {} --quiet --no-eval --set learn.epochs={}",
          rules, out, epochs));
    };
    const std::string first = "a" + epochs;
    const std::string second = "b" + epochs;
    ASSERT_EQ(train("rules.pl", first).status, 0);
    ASSERT_EQ(train("rules", second).status, 0);
    EXPECT_TRUE(file(first + "/model.safetensors") == file(second + "/model.safetensors"));
    EXPECT_EQ(file(first + "/rules.json"), file(second + "/rules.json"));
  }
  // And out of a run once more.
  const Outcome outcome = run("rules a0 --format anyburl");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(split(outcome.out, '\n').size(), split(file("rules"), '\n').size());
  folder_.write("again.anyburl", outcome.out);
  const Outcome again =
      run("train family --preset paper --rules again.anyburl --out c --quiet --no-eval --set "
          "learn.epochs=0");
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_THAT(scores("c"), ::testing::Pointwise(::testing::DoubleNear(1e-5), scores("a0")));
}

TEST_F(MineVerb, LearnedBodiesAreLeftOutByName) {
  ASSERT_EQ(
      run("train family --preset paper --out a --quiet --no-eval --set learn.epochs=0").status, 0);
  const Outcome outcome = run("rules a --format anyburl");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("left out"));
  EXPECT_EQ(run("rules a --format prolog").status, 2);
  EXPECT_EQ(run("rules a --format pl --json").status, 2);
}

TEST_F(MineVerb, TrainsWithMinedRules) {
  const std::string options =
      "train family --preset paper --quiet --set learn.epochs=1 --set mine.min_support=3 --set "
      "learn.rules=";
  Outcome outcome = run(options + "mined --out mined");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(run("rules mined").out, HasSubstr("grandparent(X, Y) :- parent(X, A), parent(A, Y)"));
  ASSERT_EQ(run(options + "both --out both").status, 0);
  const auto rules_of = [&](const std::string& name) {
    std::size_t count = 0;
    for (const auto& rule : run("rules " + name + " --json").json()) {
      count += rule["copies"].get<std::size_t>();
    }
    return count;
  };
  EXPECT_EQ(rules_of("both"), rules_of("mined") + 3);
  // The same as with the file of rules.
  ASSERT_EQ(run("mine family --min-support 3 --quiet --out rules.pl").status, 0);
  ASSERT_EQ(
      run("train family --preset paper --quiet --set learn.epochs=1 --rules rules.pl --out file "
          "--set model.entities=symbolic --set model.relations=symbolic "
          "--set prover.reflexive=known --set learn.objective=rank")
          .status,
      0);
  EXPECT_TRUE(file("file/model.safetensors") == file("mined/model.safetensors"));
  outcome = run(
      "train family --preset paper --out none --set learn.rules=mined --set mine.min_support=100"
      " --set learn.epochs=0");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("lower mine.min_support"));
}

TEST_F(MineVerb, ConstantsHaveALengthAndASupportOfTheirOwn) {
  const auto mined = [&](const std::string& options) {
    const Outcome outcome =
        run("mine family --quiet --min-support 3 --out r --force --json " + options);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.json()["rules"].get<int>();
  };
  const int paths = mined("");
  const int one = mined("--constants 1");
  EXPECT_EQ(file("r").find("'lives in'(A, 'New York')"), std::string::npos);
  EXPECT_EQ(mined("--constants 0"), paths);
  EXPECT_LT(paths, one);
  EXPECT_LT(one, mined("--constants 2"));
  EXPECT_EQ(mined("--constants 2 --constant-support 9"), paths);
  EXPECT_EQ(mined("--constants 2 --constant-support 8 --max-rules 1"), 3);
  ASSERT_EQ(run("train family --preset paper --quiet --no-eval --out a --set learn.epochs=0 --set "
                "learn.rules=mined"
                " --set mine.constants=2 --set mine.constant_support=8 --set mine.max_rules=1")
                .status,
            0);
  EXPECT_EQ(run("rules a --json").json().size(), 3U);
  EXPECT_EQ(run("mine family --out r --constants 3").status, 2);
  EXPECT_NE(run("train family --preset paper --out b --set mine.constants=true").status, 0);
}

TEST_F(MineVerb, SweepsOverIt) {
  folder_.write("space.toml",
                "learn.rules = [\"random\", \"mined\"]\nmine.max_body = [1, 2]\n"
                "mine.min_support = 3\nlearn.epochs = 1\n");
  const Outcome outcome = run(
      "sweep family --space space.toml --seeds 2 --keep-all --out j --quiet --json --threads 2");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  ASSERT_EQ(outcome.json().size(), 4U);
  for (const auto& standing : outcome.json()) {
    // Where nothing is mined, a body's length that is given is an error.
    const bool in_vain = standing["settings"]["learn.rules"] == "\"random\"" &&
                         standing["settings"]["mine.max_body"] == "1";
    EXPECT_EQ(standing["failed"], in_vain ? 2 : 0);
    EXPECT_EQ(standing.contains("error"), in_vain);
  }
  // As training alone has it.
  const std::string journal = file("j");
  for (const std::string_view line : split(journal, '\n')) {
    if (line.empty()) continue;
    const auto one = nlohmann::json::parse(line);
    if (one["settings"]["learn.rules"] != "\"mined\"" || one["seed"] != 2) continue;
    const std::string body = one["settings"]["mine.max_body"];
    const Outcome alone =
        run(fmt::format("train family --preset paper --quiet --json --seed 2 --set learn.epochs=1 "
                        "--set learn.rules=mined"
                        " --set mine.min_support=3 --set mine.max_body={0} --out alone{0}",
                        body));
    ASSERT_EQ(alone.status, 0) << alone.err;
    EXPECT_EQ(alone.json()["splits"]["valid"]["both"]["expected"]["mrr"], one["valid"]);
  }
}

TEST_F(MineVerb, MistakesAreErrors) {
  EXPECT_EQ(run("mine family").status, 2);
  EXPECT_EQ(run("mine family --out r --format xml").status, 2);
  EXPECT_EQ(run("mine family --out r --max-body 5").status, 2);
  EXPECT_EQ(run("mine nowhere --out r").status, 1);
  EXPECT_EQ(run("mine family --out missing/r").status, 1);
  folder_.write("bad.anyburl", "3\t2\t0.5\tparent(X,Y) <= parent(X,atlantis)\n");
  const Outcome outcome = run("train family --preset paper --rules bad.anyburl --out a");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("bad.anyburl:1: unknown entity 'atlantis'"));
}

constexpr const char* kHeard =
    "train family --out run --quiet --no-eval --preset mined --set mine.correction=1 "
    "--set mine.constants=0 --set learn.validate_every=1 --set learn.choose=false "
    "--set rank.discount=1 ";

// Every verb judges a fact alike, whether one answer is asked for or all.
TEST_F(MineVerb, AllVerbsHearTheSameProofs) {
  for (const std::string aggregate : {"max_plus", "noisy_or"}) {
    std::filesystem::remove_all(folder_.path() / "run");
    const Outcome trained = run(kHeard + std::string("--json --set rank.aggregate=") + aggregate);
    ASSERT_EQ(trained.status, 0) << trained.err;
    EXPECT_TRUE(trained.json().contains("valid_before"));
    EXPECT_GE(trained.json()["valid_kept"], trained.json()["valid_before"]);
    const Outcome predicted = run("predict run 'grandparent(p3, ?)' --json");
    ASSERT_EQ(predicted.status, 0) << predicted.err;
    const nlohmann::json best = predicted.json()["answers"].at(0);
    EXPECT_EQ(best["answer"], "r3");
    EXPECT_EQ(best["known"], false);
    EXPECT_NEAR(scores("run").at(0), best["score"], 1e-8);
    const Outcome explained = run("explain run 'grandparent(p3, r3)' --json");
    ASSERT_EQ(explained.status, 0) << explained.err;
    EXPECT_NEAR(explained.json()["score"], best["score"], 1e-8);
    const nlohmann::json proofs = explained.json()["proofs"];
    ASSERT_GE(proofs.size(), 1U);
    double doubt = 1;
    for (const nlohmann::json& proof : proofs) doubt *= 1 - proof["counts"].get<double>();
    const double expected = aggregate == "noisy_or" ? 1 - doubt : proofs[0]["counts"].get<double>();
    EXPECT_NEAR(best["score"], expected, 1e-6);
    ASSERT_EQ(run("explain run 'grandparent(p3, r3)'").status, 0);
  }
}

// Children live with their mothers; the eighth lives with somebody else, and the ninth's mother is
// not known.
TEST_F(MineVerb, WhoHasAMotherHasNoOther) {
  std::string facts;
  for (int i = 0; i < 8; ++i) facts += fmt::format("c{0}\tmother\tm{0}\n", i);
  for (int i = 0; i < 7; ++i) facts += fmt::format("c{0}\thome\tm{0}\n", i);
  folder_.write("home/train.tsv", facts + "c7\thome\taunt\nc8\thome\tm8\n");
  folder_.write("home/rules.pl", "0.8 :: mother(X, Y) :- home(X, Y).\n");
  folder_.write("home/facts.tsv", "c7\tmother\taunt\nc7\tmother\tm7\nc8\tmother\tm8\n");
  const Outcome trained =
      run("train home --out run --quiet --no-eval --preset mined --set mine.min_support=100 "
          "--set learn.epochs=0 --set rank.competing_facts=weigh --rules home/rules.pl");
  ASSERT_EQ(trained.status, 0) << trained.err;
  const auto score = [&](const std::string& fact) {
    const Outcome explained = run("explain run '" + fact + "' --json");
    EXPECT_EQ(explained.status, 0) << explained.err;
    return explained.json()["score"].get<double>();
  };
  // Nobody of eight has two: odds of 4 to 1 become 4 to 9.
  EXPECT_NEAR(score("mother(c7, aunt)"), 4.0 / 13, 1e-4);
  EXPECT_NEAR(score("mother(c7, m7)"), 1, 1e-6);
  EXPECT_NEAR(score("mother(c8, m8)"), 0.8, 1e-4);
  const Outcome scored = run("score run home/facts.tsv");
  EXPECT_THAT(scored.out, HasSubstr("c7\tmother\taunt\t0.30769"));
  const Outcome predicted = run("predict run 'mother(c7, ?)' --json");
  ASSERT_EQ(predicted.status, 0) << predicted.err;
  EXPECT_NEAR(predicted.json()["answers"].at(1)["score"], 4.0 / 13, 1e-4);
  const Outcome explained = run("explain run 'mother(c7, aunt)'");
  EXPECT_THAT(explained.out,
              HasSubstr("score 0.308: one proof\n"
                        "  odds times 0.111: mother(c7, m7) is known, with the same head\n\n"));
  const Outcome json = run("explain run 'mother(c7, aunt)' --json");
  EXPECT_EQ(json.json()["competing_facts"].at(0)["facts"].at(0), "mother(c7, m7)");
}

TEST_F(MineVerb, SettingsThatDoNotGoTogetherAreRefused) {
  const auto refused = [&](const std::string& settings, const std::string& what) {
    const Outcome outcome = run("train family --preset paper --out bad --quiet " + settings);
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(what));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "bad"));
  };
  refused("--set rank.groundings=share", "needs model.entities");
  refused("--set rank.aggregate=max_plus --set prover.k_facts=3", "leave prover.k_facts at 0");
  refused("--set rank.competing_facts=weigh --set prover.k_facts=3", "leave prover.k_facts at 0");
  refused("--set learn.objective=rank --set prover.k_facts=3", "leave prover.k_facts at 0");
}

}  // namespace
}  // namespace gntp
