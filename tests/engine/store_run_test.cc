// Runs on stores: the same models as on folders, moved and changed stores, added facts.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gntp/packing.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "base/file.h"
#include "engine/engine_state.h"
#include "support/errors.h"
#include "support/random_dataset.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Settings settings_for(const std::string& preset) {
  Settings settings = Settings::preset(preset);
  if (preset == "paper") {
    settings.set("learn.epochs", "2");
    settings.set("model.dim", "4");
  }
  return settings;
}

class StoreRun : public ::testing::Test {
 protected:
  StoreRun() : data_(testing::write_random_dataset(folder_, 0)) {
    pack(data_, store(), {.memory = 30'000, .threads = 1});
  }
  fs::path store() const { return folder_.path() / "kb.gntp"; }
  fs::path path(const std::string& name) const { return folder_.path() / name; }
  Engine train(const fs::path& data, const Settings& settings) const {
    return Engine::train(Dataset::load(data, settings), settings, {.seed = 3, .threads = 1});
  }
  // A run on the store.
  fs::path run() const {
    if (!fs::exists(path("run"))) train(store(), settings_for("paper")).save(path("run"));
    return path("run");
  }

  testing::TempFolder folder_;
  fs::path data_;
};

TEST_F(StoreRun, HasTheSameModelAsARunOnTheFolder) {
  for (const std::string preset : {"paper", "mined"}) {
    SCOPED_TRACE(preset);
    const Settings settings = settings_for(preset);
    const Engine on_folder = train(data_, settings);
    const Engine on_store = train(store(), settings);
    const Model& a = *on_folder.state().models.model();
    const Model& b = *on_store.state().models.model();
    EXPECT_TRUE(std::ranges::equal(a.entities.values(), b.entities.values()));
    EXPECT_TRUE(std::ranges::equal(a.predicates.values(), b.predicates.values()));
    EXPECT_TRUE(std::ranges::equal(a.rule_distances.values(), b.rule_distances.values()));
    const auto of_folder = on_folder.evaluate(data_, "all");
    const auto of_store = on_store.evaluate(store(), "all");
    ASSERT_EQ(of_folder.size(), of_store.size());
    for (std::size_t i = 0; i < of_folder.size(); ++i) {
      EXPECT_EQ(of_folder[i].triples, of_store[i].triples);
      EXPECT_EQ(of_folder[i].auc_pr, of_store[i].auc_pr);
    }
    on_folder.save(path(preset + "-folder"));
    on_store.save(path(preset + "-store"));
    for (const char* name : {"rules.json", "config.toml", "trace.jsonl"}) {
      EXPECT_EQ(read_file(path(preset + "-folder") / name),
                read_file(path(preset + "-store") / name));
    }
    // The facts are in the store alone.
    for (const char* name : {"entities.tsv", "relations.tsv", "labels.tsv", "types.tsv"}) {
      EXPECT_TRUE(fs::exists(path(preset + "-folder") / name)) << name;
      EXPECT_FALSE(fs::exists(path(preset + "-store") / name)) << name;
    }
    EXPECT_TRUE(fs::exists(path(preset + "-store") / "store.json"));
    EXPECT_LT(fs::file_size(path(preset + "-store") / "model.safetensors"),
              fs::file_size(path(preset + "-folder") / "model.safetensors"));
  }
}

TEST_F(StoreRun, OpensAsItWasTrained) {
  const Engine trained = train(store(), settings_for("paper"));
  trained.save(path("run"));
  const Engine opened = Engine::open(path("run"), 1);
  EXPECT_EQ(opened.entities(), trained.entities());
  EXPECT_EQ(opened.relations(), trained.relations());
  EXPECT_EQ(opened.label("r0"), "the first");
  for (const Question& question : trained.questions_about("r0")) {
    const std::string text = question.to_text();
    const auto expected = trained.predict(text);
    const auto answers = opened.predict(text);
    ASSERT_EQ(expected.size(), answers.size());
    for (std::size_t i = 0; i < answers.size(); ++i) {
      EXPECT_EQ(answers[i].name, expected[i].name);
      EXPECT_EQ(answers[i].score, expected[i].score);
      EXPECT_EQ(answers[i].known, expected[i].known);
    }
  }
  opened.save(path("again"));
  EXPECT_EQ(read_file(path("again") / "store.json"), read_file(path("run") / "store.json"));
  EXPECT_TRUE(verify(path("run")).sound());
  EXPECT_EQ(verify(path("run")).store, store().string());
}

TEST_F(StoreRun, FindsAStoreThatHasMoved) {
  const auto expected = Engine::open(run(), 1).entities();
  fs::rename(store(), path("moved.gntp"));
  EXPECT_THAT(error_of([&] { Engine::open(run(), 1); }),
              AllOf(HasSubstr("kb.gntp: the store that the run"), HasSubstr("--data PATH")));
  EXPECT_FALSE(verify(run()).sound());
  const Engine opened = Engine::open(run(), OpenOptions{1, path("moved.gntp")});
  EXPECT_EQ(opened.entities(), expected);
  EXPECT_FALSE(opened.evaluate("valid").empty());
  EXPECT_TRUE(verify(run(), path("moved.gntp")).sound());
  // What is saved from here knows the new place.
  opened.save(path("again"));
  EXPECT_EQ(Engine::open(path("again"), 1).entities(), expected);
}

TEST_F(StoreRun, RefusesAnotherStore) {
  run();
  folder_.write("other/train.tsv", "a\tr\tb\n");
  pack(path("other"), path("other.gntp"));
  EXPECT_THAT(error_of([&] {
                Engine::open(run(), OpenOptions{1, path("other.gntp")});
              }),
              AllOf(HasSubstr("other.gntp: is not the store"), HasSubstr("checksum")));
  pack(path("other"), store(), {.if_exists = IfExists::kReplace});
  EXPECT_THAT(error_of([&] { Engine::open(run(), 1); }),
              AllOf(HasSubstr("kb.gntp: is not the store"), HasSubstr("--data PATH")));
  const Engine own = train(data_, settings_for("paper"));
  own.save(path("own"));
  EXPECT_THAT(error_of([&] {
                Engine::open(path("own"), OpenOptions{1, store()});
              }),
              HasSubstr("has facts of its own"));
}

TEST_F(StoreRun, DamageIsFound) {
  run();
  std::string bytes = read_file(store());
  bytes[5 * 4096 + 11] ^= 4;
  write_file(store(), bytes);
  const Verification result = verify(run());
  EXPECT_FALSE(result.sound());
  EXPECT_THAT(result.fault, HasSubstr("checksum"));
  EXPECT_FALSE(verify(store()).sound());
  write_file(store(), bytes.substr(0, bytes.size() - 100));
  EXPECT_THAT(error_of([&] { Engine::open(run(), 1); }), HasSubstr("kb.gntp: damaged"));
  write_file(run() / "store.json", "{}");
  EXPECT_FALSE(verify(run()).sound());
}

TEST_F(StoreRun, WithMoreFactsHasFactsOfItsOwn) {
  const Engine opened = Engine::open(run(), 1);
  opened.with({.added = {{"newcomer", "r0", "e7"}}}).save(path("more"));
  fs::remove(store());
  const Engine more = Engine::open(path("more"), 1);
  EXPECT_EQ(more.entities().size(), opened.entities().size() + 1);
  EXPECT_TRUE(fs::exists(path("more") / "entities.tsv"));
  EXPECT_FALSE(fs::exists(path("more") / "store.json"));
}

TEST_F(StoreRun, IsTheSameOnAStoreOfAnotherName) {
  fs::copy(store(), path("same.gntp"));
  const Engine opened = Engine::open(run(), 1);
  EXPECT_FALSE(difference(opened.state().metadata,
                          load_dataset(path("same.gntp"), opened.state().models.kb())));
}

// Large data are packed by themselves; here everything is large.
class DataCacheTest : public StoreRun {
 public:
  DataCacheTest() {
    ::setenv("XDG_CACHE_HOME", path("cache").c_str(), 1);
    ::setenv("GNTP_CACHE", "0K", 1);
  }
  ~DataCacheTest() override {
    ::unsetenv("XDG_CACHE_HOME");
    ::unsetenv("GNTP_CACHE");
  }
};

TEST_F(DataCacheTest, GivesTheSameRun) {
  const Settings settings = settings_for("paper");
  EXPECT_THAT(cached_stores(), IsEmpty());
  ::setenv("GNTP_CACHE", "off", 1);
  train(data_, settings).save(path("without"));
  EXPECT_THAT(cached_stores(), IsEmpty());
  ::setenv("GNTP_CACHE", "0K", 1);
  for (const std::string name : {"first", "second"}) {
    train(data_, settings).save(path(name));
    ASSERT_EQ(cached_stores().size(), 1U);
    EXPECT_EQ(cached_stores()[0].data, fs::canonical(data_));
    for (const auto& entry : fs::directory_iterator(path("without"))) {
      const std::string file = entry.path().filename().string();
      if (file == "times.json" || file == "manifest.json") continue;
      EXPECT_TRUE(read_file(entry.path()) == read_file(path(name) / file)) << file;
    }
  }
  clear_cached_stores();
  EXPECT_THAT(cached_stores(), IsEmpty());
  EXPECT_FALSE(Engine::open(path("second"), 1).entities().empty());
}

TEST_F(DataCacheTest, SeesThatFilesHaveChanged) {
  const std::size_t before = Dataset::load(data_).statistics().facts;
  std::string text = read_file(data_ / "train.tsv");
  const auto time = fs::last_write_time(data_ / "train.tsv");
  // As long as it was, and as old.
  const std::size_t tab = text.rfind('\t', text.size() - 6);
  text[tab - 1] = text[tab - 1] == 'x' ? 'y' : 'x';
  std::ofstream(data_ / "train.tsv", std::ios::binary) << text;
  fs::last_write_time(data_ / "train.tsv", time);
  ::setenv("GNTP_CACHE", "off", 1);
  const DatasetStatistics expected = Dataset::load(data_).statistics();
  ::setenv("GNTP_CACHE", "0K", 1);
  const DatasetStatistics found = Dataset::load(data_).statistics();
  EXPECT_EQ(found.entities, expected.entities);
  EXPECT_EQ(found.facts, expected.facts);
  EXPECT_EQ(cached_stores().size(), 2U);
  EXPECT_GT(before, 0U);
}

TEST_F(DataCacheTest, IsNeverAnError) {
  Dataset::load(data_);
  ASSERT_EQ(cached_stores().size(), 1U);
  write_file(cached_stores()[0].path, "damaged");
  const Dataset again = Dataset::load(data_);
  EXPECT_THAT(again.warnings(), ::testing::Contains(HasSubstr("the cache is of no use")));
  // It is made anew.
  EXPECT_THAT(Dataset::load(data_).warnings(),
              ::testing::Not(::testing::Contains(HasSubstr("the cache is of no use"))));
  fs::remove_all(path("cache"));
  write_file(path("cache"), "a file where a folder should be");
  const Dataset without = Dataset::load(data_);
  EXPECT_THAT(without.warnings(), ::testing::Contains(HasSubstr("the cache is of no use")));
  EXPECT_GT(without.statistics().facts, 0U);
  EXPECT_THAT(error_of([&] { Dataset::load(path("missing")); }), HasSubstr("missing: no such"));
}

}  // namespace
}  // namespace gntp
