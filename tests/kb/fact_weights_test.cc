#include "kb/fact_weights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "kb/dataset.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

Triple fact(std::uint32_t head, std::uint32_t tail) {
  return {EntityId(head), RelationId(0), EntityId(tail)};
}

TEST(FactWeights, AreOneWhereNothingIsSaid) {
  EXPECT_FALSE(FactWeights().differ());
  EXPECT_EQ(FactWeights().of(fact(1, 2)), 1);
  const FactWeights equal({{fact(0, 1), 5}, {fact(1, 2), 5}}, 2);
  EXPECT_FALSE(equal.differ());
  EXPECT_EQ(equal.of(fact(0, 1)), 1);
}

TEST(FactWeights, HaveAMeanOfOne) {
  const FactWeights weights({{fact(1, 2), 0.5}, {fact(0, 1), 6}, {fact(1, 2), 2}, {fact(3, 1), 0}},
                            4);  // one fact is not listed
  EXPECT_TRUE(weights.differ());
  EXPECT_DOUBLE_EQ(weights.of(fact(0, 1)), 6 / 2.25);
  EXPECT_DOUBLE_EQ(weights.of(fact(1, 2)), 2 / 2.25);
  EXPECT_DOUBLE_EQ(weights.of(fact(3, 1)), 0);
  EXPECT_DOUBLE_EQ(weights.of(fact(3, 2)), 1 / 2.25);
}

class WeightedFiles : public ::testing::Test {
 protected:
  LoadedDataset load(const std::string& name, std::string_view text,
                     OnError on_error = OnError::kStop) {
    const std::filesystem::path path = folder_.path() / name;
    write_file(path, text);
    RuleSources rules;
    rules.more_to_come = true;
    return load_dataset(path, rules, Mentions::kOff, on_error, options_);
  }
  static double weight(const LoadedDataset& dataset, std::string_view head, std::string_view tail) {
    const KnowledgeBase& kb = dataset.kb;
    return dataset.weights.of({*kb.entities.find(head), RelationId(0), *kb.entities.find(tail)});
  }

  TempFolder folder_;
  ReadingOptions options_;
};

TEST_F(WeightedFiles, TellTheWeightsOfFacts) {
  const LoadedDataset csv = load("a.csv", "weight,head,relation,tail\n3,z,r,a\n1,a,r,b\n2,a,r,b\n");
  EXPECT_DOUBLE_EQ(weight(csv, "z", "a"), 1.2);
  EXPECT_DOUBLE_EQ(weight(csv, "a", "b"), 0.8);
  EXPECT_THAT(csv.warnings.front(), HasSubstr("a.csv: facts weigh 1 to 3"));
  options_.min_weight = 2;
  const LoadedDataset heavy =
      load("a.csv", "weight,head,relation,tail\n3,z,r,a\n1,a,r,b\n2,c,r,b\n");
  EXPECT_DOUBLE_EQ(weight(heavy, "z", "a"), 1.2);
  options_ = {};
  options_.columns = {"1", "2", "3"};
  EXPECT_FALSE(load("a.tsv", "a\tr\tb\t5\nb\tr\tc\t1\n").weights.differ());
}

TEST_F(WeightedFiles, MayLeaveSomeOut) {
  const LoadedDataset json = load("a.jsonl",
                                  "{\"h\": \"a\", \"r\": \"r\", \"t\": \"b\", \"w\": 3}\n"
                                  "{\"h\": \"b\", \"r\": \"r\", \"t\": \"c\"}\n");
  EXPECT_DOUBLE_EQ(weight(json, "a", "b"), 1.5);
  EXPECT_DOUBLE_EQ(weight(json, "b", "c"), 0.5);
  // A line that is passed over leaves its weight to no other.
  const LoadedDataset skipped = load("a.jsonl",
                                     "{\"h\": \"a\\nb\", \"r\": \"r\", \"t\": \"b\", \"w\": 3}\n"
                                     "{\"h\": \"b\", \"r\": \"r\", \"t\": \"c\"}\n",
                                     OnError::kSkip);
  EXPECT_FALSE(skipped.weights.differ());
}

TEST_F(WeightedFiles, MustMakeSense) {
  EXPECT_THAT(error_of([&] { load("a.csv", "h,r,t,w\na,r,b,-1\n"); }),
              HasSubstr("a.csv:2: the weight -1 of a fact"));
  EXPECT_THAT(error_of([&] { load("a.csv", "h,r,t,w\na,r,b,nan\n"); }), HasSubstr("a.csv:2: "));
  EXPECT_THAT(error_of([&] { load("a.csv", "h,r,t,w\na,r,b,0\nb,r,c,0\n"); }),
              HasSubstr("all facts have the weight 0"));
}

}  // namespace
}  // namespace gntp
