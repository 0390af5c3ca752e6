// Folders whose triples are numbers, with the names in files of their own.
#include "kb/id_maps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kb/dataset.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class NumberedNames : public ::testing::Test {
 protected:
  std::string load_error() const {
    return testing::error_of([&] { load_dataset(folder_.path()); });
  }

  testing::TempFolder folder_;
};

TEST_F(NumberedNames, AreReadAsOpenKeWritesThem) {
  folder_.write("entity2id.txt", "3\nNew York\t1\nparis\t0\nlondon\t2\n");
  folder_.write("relation2id.txt", "1\nis near\t0\n");
  folder_.write("train2id.txt", "2\n0 2 0\n1 0 0\n");
  folder_.write("test2id.txt", "1\n2 1 0\n");
  const LoadedDataset dataset = load_dataset(folder_.path());
  EXPECT_THAT(dataset.kb.entities.names(), ElementsAre("New York", "london", "paris"));
  EXPECT_THAT(dataset.kb.relations.names(), ElementsAre("is near"));
  ASSERT_EQ(dataset.kb.facts.size(), 2U);
  EXPECT_EQ(dataset.kb.facts[1], (Triple{EntityId(2), RelationId(0), EntityId(1)}));
  ASSERT_EQ(dataset.splits.size(), 1U);
  EXPECT_EQ(dataset.splits[0].triples[0], (Triple{EntityId(1), RelationId(0), EntityId(0)}));
  folder_.write("train2id.txt", "1\n0 7 0\n");
  EXPECT_THAT(load_error(), HasSubstr("train2id.txt:2: '7' is not a number from 0 to 2, as "
                                      "entity2id.txt has them"));
  folder_.write("entity2id.txt", "2\nparis\t0\nlondon\t2\n");
  EXPECT_THAT(load_error(), HasSubstr("entity2id.txt: has 2 names for numbers up to 2"));
  folder_.write("entity2id.txt", "2\nparis\t0\nlondon\t0\n");
  EXPECT_THAT(load_error(), HasSubstr("entity2id.txt:3: the number 0 is that of 'paris' already"));
}

TEST_F(NumberedNames, AreReadAsLibKgeWritesThem) {
  folder_.write("entity_ids.del", "0\tparis\n1\tNew York\n");
  folder_.write("relation_ids.del", "0\tr\n");
  folder_.write("train.del", "0\t0\t1\n");
  const LoadedDataset dataset = load_dataset(folder_.path());
  EXPECT_THAT(dataset.kb.entities.names(), ElementsAre("New York", "paris"));
  EXPECT_EQ(dataset.kb.facts[0], (Triple{EntityId(1), RelationId(0), EntityId(0)}));
}

}  // namespace
}  // namespace gntp
