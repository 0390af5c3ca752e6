#include "text/entity_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TempFolder;

std::vector<std::string> shown(const EntityNames& names) {
  std::vector<std::string> texts;
  for (const EntityName& name : names.names) {
    texts.push_back(names.entities.name(name.entity) + "=" + name.text);
  }
  return texts;
}

TEST(EntityNames, ParsesLabels) {
  EXPECT_EQ(parse_name("physical_entity.n.01").text, "physical entity");
  EXPECT_EQ(parse_name("thing.n.12").sense, 12U);
  EXPECT_EQ(parse_name("St._Louis").text, "St. Louis");
  EXPECT_EQ(parse_name("version.x.01").text, "version.x.01");
  EXPECT_EQ(parse_name(".n.01").text, ".n.01");
  EXPECT_EQ(parse_name("_ a_").text, "a");
  EXPECT_EQ(parse_name("__").text, "");
}

TEST(EntityNames, ComeFromLabelsIdsAndAliases) {
  const TempFolder folder;
  folder.write("train.tsv", "q1\tr\tnew_york\n00042\tr\tq1\n");
  folder.write("test.tsv", "q1\tr\tq3\n");
  folder.write("labels.tsv", "q1\tParis\n\nother\tElsewhere\nr\tlies in\nq1\tParis\n");
  folder.write("aliases.tsv", "q1\tLutetia\nq1\tCity_of_Light\n00042\tThe answer\n");
  const EntityNames names = read_entity_names(folder.path());
  EXPECT_THAT(shown(names), ElementsAre("q1=Paris", "new_york=new york", "q3=q3", "q1=Lutetia",
                                        "q1=City of Light", "00042=The answer"));
  EXPECT_THAT(names.warnings, ElementsAre(HasSubstr("labels.tsv:3: this and 0 more lines name")));
}

TEST(EntityNames, AreTheIdsWhereThereIsNothingElse) {
  const TempFolder folder;
  folder.write("train.tsv", "united_kingdom\tr\tfrance\n");
  const EntityNames names = read_entity_names(folder.path());
  EXPECT_THAT(shown(names), ElementsAre("france=france", "united_kingdom=united kingdom"));
  EXPECT_THAT(names.warnings, IsEmpty());
}

TEST(EntityNames, SayWhatIsWrong) {
  const TempFolder folder;
  folder.write("train.tsv", "1\tr\t2\n");
  const auto error = [&] { return error_of([&] { read_entity_names(folder.path()); }); };
  EXPECT_THAT(error(), HasSubstr("no names to look for"));
  folder.write("labels.tsv", "1\tone\n2\n");
  EXPECT_THAT(error(), HasSubstr("labels.tsv:2: expected 2 tab-separated fields"));
  folder.write("labels.tsv", "1\tone\n2\t _\n");
  EXPECT_THAT(error(), HasSubstr("labels.tsv:2: '2' has an empty name"));
  folder.write("labels.tsv", "1\tone\n1\teins\n");
  EXPECT_THAT(error(), HasSubstr("labels.tsv:2: '1' has the label 'one' already"));
  folder.write("labels.tsv", "one\t1\n");
  EXPECT_THAT(error(), HasSubstr("labels.tsv: names no entity of the data set"));
}

}  // namespace
}  // namespace gntp
