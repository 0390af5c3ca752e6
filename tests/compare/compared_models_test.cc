// Which models are compared, and what data they get.
#include "compare/compared_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/settings_state.h"
#include "engine/settings_text.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> names(const std::vector<ComparedModel>& models) {
  std::vector<std::string> all;
  all.reserve(models.size());
  for (const ComparedModel& model : models) all.push_back(model.name);
  return all;
}

TEST(ComparedModels, AreTheUsualOnesOrThoseThatAreNamed) {
  EXPECT_THAT(names(parse_models("")), ElementsAre("ntp", "gntp", "gntp-attention", "rules",
                                                   "transe", "distmult", "complex", "hybrid"));
  EXPECT_THAT(names(parse_models("rules, ntp")), ElementsAre("rules", "ntp"));
  EXPECT_EQ(parse_models("ntp").front().title, "NTP");
  EXPECT_EQ(parse_models("umls").front().title, "umls");  // any preset
}

TEST(ComparedModels, WrongNamesAreErrors) {
  EXPECT_THAT(error_of([] { parse_models("rules,gnpt"); }),
              StartsWith("--models: there is no model 'gnpt'; did you mean 'gntp'"));
  EXPECT_THAT(error_of([] { parse_models("rules,,gntp"); }), HasSubstr("there is no model ''"));
  EXPECT_EQ(error_of([] { parse_models("rules,gntp,rules"); }),
            "--models: 'rules' is there twice; leave one out");
}

TEST(ComparedModels, NtpIsGntpWithEveryFactAndRule) {
  AllOptions greedy = Settings::preset("gntp").state().options;
  AllOptions attention = Settings::preset("gntp-attention").state().options;
  attention.model.rule_predicates = RulePredicates::kStandard;
  EXPECT_EQ(to_toml(greedy), to_toml(attention));
  greedy.prover.k_facts = 0;
  greedy.prover.k_rules = 0;
  greedy.prover.index = IndexKind::kStructured;
  EXPECT_EQ(to_toml(greedy), to_toml(Settings::preset("ntp").state().options));
}

TEST(ComparedModels, TemplatesComeWithGntpWhereTheDataHaveNone) {
  const testing::TempFolder folder;
  folder.write("train.tsv", "a\tr\tb\nb\tr\tc\n");
  const auto templates = [&](const std::string& model) {
    const Settings settings = Settings::preset(model);
    return load_for(find_model(model), settings, folder.path()).statistics();
  };
  EXPECT_EQ(templates("gntp").templates.size(), 3U);
  EXPECT_EQ(templates("gntp").rules, 60U);
  EXPECT_EQ(templates("rules").templates.size(), 0U);
  folder.write("rules.pl", "r(X, Y) :- r(Y, X)\n");
  EXPECT_EQ(templates("gntp").rules, 61U);
  folder.write("rules.pl", "p(X, Y) :- q(Y, X) <2>\n");
  EXPECT_EQ(templates("gntp").rules, 2U);
}

}  // namespace
}  // namespace gntp
