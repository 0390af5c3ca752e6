#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "base/file.h"
#include "model/checkpoint.h"
#include "model/safetensors.h"
#include "support/errors.h"
#include "support/example_model.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using testing::error_of;
using testing::example_kb;
using testing::example_model;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempFolder;

// A saved checkpoint that a test damages.
class DamagedCheckpoint : public ::testing::Test {
 protected:
  DamagedCheckpoint() {
    save_checkpoint(folder_.path(), example_kb(), example_model(RulePredicates::kAttention));
  }

  // The error of loading; one line that begins with the folder.
  std::string load_error() const {
    std::string error = error_of([&] { load_checkpoint(folder_.path()); });
    EXPECT_THAT(error, AllOf(HasSubstr(folder_.path().string()), Not(HasSubstr("\n"))));
    return error;
  }

  // The error after a change to the tensors.
  std::string error_with(const std::function<void(TensorMap&)>& change) const {
    const std::filesystem::path path = folder_.path() / "model.safetensors";
    const TensorMap original = read_safetensors(path);
    TensorMap tensors = original;
    change(tensors);
    write_safetensors(path, tensors);
    std::string error = load_error();
    write_safetensors(path, original);
    return error;
  }

  template <typename T>
  std::string error_with_value(const std::string& tensor, std::size_t position, T value) const {
    return error_with([&](TensorMap& tensors) {
      std::memcpy(tensors.at(tensor).bytes.data() + position * sizeof(T), &value, sizeof(T));
    });
  }

  TempFolder folder_;
};

TEST_F(DamagedCheckpoint, MissingFilesAreNamed) {
  EXPECT_THAT(error_of([] { load_checkpoint("/nowhere"); }), HasSubstr("/nowhere: no such folder"));
  for (const char* file : {"model.safetensors", "entities.tsv", "relations.tsv", "rules.json"}) {
    const std::string bytes = read_file(folder_.path() / file);
    std::filesystem::remove(folder_.path() / file);
    EXPECT_THAT(load_error(), HasSubstr(std::string(": ") + file + " is missing"));
    folder_.write(file, bytes);
  }
  EXPECT_NO_THROW(load_checkpoint(folder_.path()));
}

TEST_F(DamagedCheckpoint, NamesMustBeDistinctAndAsManyAsRows) {
  folder_.write("entities.tsv", "france\ngermany\nfrance\nx\ny\n");
  EXPECT_THAT(load_error(), HasSubstr("entities.tsv:3: 'france' is the name of line 1 already"));
  folder_.write("entities.tsv", "france\n\nx\ny\nz\n");
  EXPECT_THAT(load_error(), HasSubstr("entities.tsv:2: a name is empty"));
  folder_.write("entities.tsv", "france\ngermany\n");
  EXPECT_THAT(load_error(), HasSubstr("model.safetensors: tensor 'entities': has the shape (5, 7), "
                                      "where (2, 7) is expected"));
  folder_.write("entities.tsv", "a\nb\nc\nd\ne\n");
  folder_.write("relations.tsv", "");
  EXPECT_THAT(load_error(), HasSubstr("relations.tsv: has no names"));
  folder_.write("relations.tsv", "a\nb\nc\n");
  EXPECT_THAT(load_error(), HasSubstr("tensor 'relations': has the shape (2, 7), where (3, 7)"));
}

TEST_F(DamagedCheckpoint, TensorsMustFit) {
  for (const char* name : {"entities", "relations", "rule_predicates", "facts", "slope"}) {
    EXPECT_THAT(error_with([&](TensorMap& tensors) { tensors.erase(name); }),
                HasSubstr(fmt::format("tensor '{}': is missing", name)));
    EXPECT_THAT(error_with([&](TensorMap& tensors) {
                  tensors.at(name).shape = {tensors.at(name).bytes.size() / 4};
                  tensors.at(name).type = Tensor::Type::kF32;
                }),
                HasSubstr(fmt::format("tensor '{}': has ", name)));
  }
  EXPECT_THAT(error_with([](TensorMap& tensors) {
                tensors.at("facts").shape = {9, 1};
              }),
              HasSubstr("tensor 'facts': has the shape (9, 1), where (9, 3) is expected"));
  EXPECT_THAT(error_with([](TensorMap& tensors) {
                tensors.at("attention").shape = {2, 4};
              }),
              HasSubstr("tensor 'attention': has the shape (2, 4), where (2, 2) is expected"));
  EXPECT_THAT(error_with([](TensorMap& tensors) {
                tensors.at("attention").shape = {8, 1};
              }),
              HasSubstr("tensor 'attention': has 8 rows for 4 rule predicates"));
  EXPECT_THAT(error_with([](TensorMap& tensors) {
                tensors.at("rule_predicates").shape = {7, 4};
              }),
              HasSubstr("tensor 'rule_predicates': has the shape (7, 4), where (7, 7)"));
}

// No bytes, and yet more columns than memory.
TEST_F(DamagedCheckpoint, HugeEmptyTensorsAreErrors) {
  for (const char* name : {"entities", "relations", "rule_predicates", "facts", "attention"}) {
    for (const std::vector<std::size_t>& shape :
         {std::vector<std::size_t>{0, std::size_t{1} << 62U}, {std::size_t{1} << 62U, 0}, {0, 0}}) {
      EXPECT_THAT(error_with([&](TensorMap& tensors) {
                    tensors.at(name).shape = shape;
                    tensors.at(name).bytes.clear();
                  }),
                  HasSubstr("tensor '"))
          << name;
    }
  }
}

TEST_F(DamagedCheckpoint, ValuesMustBeFinite) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_THAT(error_with_value("entities", 2 * 7 + 3, nan),
              HasSubstr("tensor 'entities': row 2 has a value that is not a finite number"));
  EXPECT_THAT(error_with_value("relations", 7, infinity), HasSubstr("tensor 'relations': row 1"));
  EXPECT_THAT(error_with_value("rule_predicates", 27, -infinity),
              HasSubstr("tensor 'rule_predicates': row 3"));
  EXPECT_THAT(error_with_value("attention", 0, nan), HasSubstr("tensor 'attention': row 0"));
  for (const double slope : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_THAT(error_with_value("slope", 0, slope),
                AllOf(HasSubstr("tensor 'slope': is "), HasSubstr("not a positive number")));
  }
}

TEST_F(DamagedCheckpoint, FactsMustBeKnownAndDistinct) {
  EXPECT_THAT(error_with_value<std::int32_t>("facts", 3, 5),
              HasSubstr("tensor 'facts': row 1 has the id 5, where 0 to 4 are known"));
  EXPECT_THAT(error_with_value<std::int32_t>("facts", 4, 2),
              HasSubstr("row 1 has the id 2, where 0 to 1 are known"));
  EXPECT_THAT(error_with_value<std::int32_t>("facts", 8, -1),
              HasSubstr("row 2 has the id 4294967295"));
  EXPECT_THAT(error_with([](TensorMap& tensors) {
                auto& bytes = tensors.at("facts").bytes;
                std::memcpy(bytes.data() + 12, bytes.data(), 12);
              }),
              HasSubstr("tensor 'facts': row 1 repeats a fact"));
}

TEST_F(DamagedCheckpoint, RulesMustFitTheTensors) {
  // Rules 0 and 1 have three predicates each, of which 0 to 5 are known, rule 3 has two constants.
  EXPECT_THAT(error_with_value<std::int32_t>("rule_symbols", 4, 6),
              HasSubstr("tensor 'rule_symbols': rule 1 has the predicate 6, where 0 to 5 are"));
  EXPECT_THAT(error_with_value<std::int32_t>("rule_symbols", 11, 5),
              HasSubstr("rule 3 has the entity 5, where 0 to 4 are known"));
  EXPECT_THAT(error_with_value<std::int32_t>("rule_forms", 0, 3),
              HasSubstr("tensor 'rule_forms': rule 0 has the form 3, where rules.json has 3"));
  EXPECT_THAT(error_with_value<std::int32_t>("rule_forms", 2, 0), HasSubstr("ends within rule 3"));
  EXPECT_THAT(error_with_value<std::int32_t>("rule_forms", 0, 1), HasSubstr("numbers follow"));
  EXPECT_THAT(error_with_value("rule_distances", 2, -1.0F),
              HasSubstr("tensor 'rule_distances': rule 2 has a distance below 0"));
  folder_.write("rules.json", R"({"forms": [], "templates": []})");
  EXPECT_THAT(load_error(), HasSubstr("rule 0 has the form 0, where rules.json has 0"));
}

TEST_F(DamagedCheckpoint, TemplatesMustBeRules) {
  std::string text = read_file(folder_.path() / "rules.json");
  text.replace(text.find("\"copies\":2"), 10, "\"copies\":9");
  folder_.write("rules.json", text);
  EXPECT_THAT(load_error(), HasSubstr("has no rules 0 to 9 for the template p(X, Y)"));
}

TEST_F(DamagedCheckpoint, TruncatedFilesAreErrors) {
  const std::string tensors = read_file(folder_.path() / "model.safetensors");
  for (std::size_t size = 0; size < tensors.size(); size += 64) {
    folder_.write("model.safetensors", tensors.substr(0, size));
    EXPECT_NE(load_error(), "no error") << size;
  }
  folder_.write("model.safetensors", tensors);
  const std::string rules = read_file(folder_.path() / "rules.json");
  for (std::size_t size = 0; size + 2 < rules.size(); ++size) {
    folder_.write("rules.json", rules.substr(0, size));
    EXPECT_NE(load_error(), "no error") << size;
  }
}

TEST_F(DamagedCheckpoint, RandomDamageIsAnErrorOrLoads) {
  std::mt19937 random(1);
  for (const char* file : {"model.safetensors", "entities.tsv", "relations.tsv", "rules.json"}) {
    const std::string original = read_file(folder_.path() / file);
    for (int i = 0; i < 150; ++i) {
      std::string damaged = original;
      for (auto flips = 1 + random() % 3; flips > 0; --flips) {
        damaged[random() % damaged.size()] = static_cast<char>(random() & 0xFFU);
      }
      folder_.write(file, damaged);
      try {
        const Checkpoint loaded = load_checkpoint(folder_.path());
        EXPECT_EQ(loaded.model.entities.rows(), loaded.kb.entities.size());
        EXPECT_EQ(loaded.model.slots(), loaded.kb.rules.slots);
      } catch (const Error&) {  // anything else would end the test
      }
    }
    folder_.write(file, original);
  }
}

}  // namespace
}  // namespace gntp
