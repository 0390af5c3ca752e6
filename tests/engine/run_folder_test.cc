// Run folders that were damaged after they had been written.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "engine/manifest.h"
#include "engine/run_folder.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::TempFolder;

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

class RunFolder : public ::testing::Test {
 protected:
  RunFolder() {
    folder_.write("family/train.tsv", "ada\tparent\tbob\nbob\tparent\tcid\nada\tfriend\teve\n");
    folder_.write("family/rules.pl", "p(X, Y) :- q(X, Z), r(Z, Y) <2>\n");
    folder_.write("family/mentions.tsv", "ada\t[XXX]:likes:[YYY]\tcid\t1\n");
    Settings settings;
    settings.set("learn.epochs", "2");
    settings.set("model.dim", "3");
    Engine::train(Dataset::load(folder_.path() / "family"), settings, {.seed = 3, .threads = 1})
        .save(run());
  }

  fs::path run() const { return folder_.path() / "run"; }
  std::string file(const std::string& name) const { return read_file(run() / name); }
  void write(const std::string& name, std::string_view bytes) const {
    folder_.write("run/" + name, bytes);
  }
  std::string load_error() const {
    return error_of([&] { load_run(run()); });
  }
  // Replaces a text that a file has.
  void change(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = file(name);
    ASSERT_NE(text.find(from), std::string::npos) << name << ": " << from;
    write(name, text.replace(text.find(from), from.size(), to));
  }

  TempFolder folder_;
};

TEST_F(RunFolder, ListsItsFilesInAManifest) {
  const Json manifest = Json::parse(file("manifest.json"));
  EXPECT_EQ(manifest.at("format"), 2);
  EXPECT_EQ(manifest.at("version"), GNTP_VERSION);
  const Json& files = manifest.at("files");
  for (const fs::directory_entry& entry : fs::directory_iterator(run())) {
    const std::string name = entry.path().filename().string();
    const bool is_listed = name != "manifest.json" && name != "times.json";
    EXPECT_EQ(files.contains(name), is_listed) << name;
    if (!is_listed) continue;
    EXPECT_EQ(files.at(name).at("bytes"), fs::file_size(entry.path())) << name;
    EXPECT_EQ(files.at(name).at("xxh64"), file_hash(entry.path())) << name;
  }
  EXPECT_EQ(files.size(), 10U);
  EXPECT_EQ(load_error(), "no error");
}

TEST_F(RunFolder, EveryFileThatWasDamagedIsNamed) {
  const Json manifest = Json::parse(file("manifest.json"));
  for (const auto& [name, digest] : manifest.at("files").items()) {
    const std::string bytes = file(name);
    const std::string place = (run() / name).string() + ": is ";
    std::string flipped = bytes;
    flipped[bytes.size() / 2] = static_cast<char>(flipped[bytes.size() / 2] ^ 1);
    write(name, flipped);
    EXPECT_THAT(load_error(), StartsWith(place + "damaged: its bytes have the hash")) << name;
    write(name, bytes.substr(0, bytes.size() - 1));
    EXPECT_THAT(load_error(), StartsWith(place + "damaged: it has")) << name;
    write(name, "");
    EXPECT_THAT(load_error(), StartsWith(place + "damaged: it has 0 bytes")) << name;
    fs::remove(run() / name);
    EXPECT_THAT(load_error(), StartsWith(place + "missing")) << name;
    write(name, bytes);
  }
  EXPECT_EQ(load_error(), "no error");
}

TEST_F(RunFolder, DamageComesWithTheCommandThatMakesTheRunAnew) {
  write("entities.tsv", "bob\nada\n");
  EXPECT_THAT(load_error(),
              AllOf(HasSubstr("copy it again from a backup, or make the run anew: gntp train "),
                    HasSubstr("--seed 3 --out NEW_RUN")));
}

TEST_F(RunFolder, AManifestThatIsMissingOrDamagedIsAnError) {
  const std::string manifest = file("manifest.json");
  const std::string place = (run() / "manifest.json").string();
  fs::remove(run() / "manifest.json");
  EXPECT_THAT(load_error(), AllOf(StartsWith(place + ": is missing"), HasSubstr("gntp train ")));
  for (const std::string& damaged :
       {std::string(), std::string("[]"), manifest.substr(0, manifest.size() / 2),
        std::string(100000, '[')}) {
    write("manifest.json", damaged);
    EXPECT_THAT(load_error(), StartsWith(place + ": is damaged"));
  }
  write("manifest.json", manifest);
  change("manifest.json", "\"entities.tsv\"", "\"../entities.tsv\"");
  EXPECT_THAT(load_error(), AllOf(StartsWith(place), HasSubstr("'../entities.tsv' is no name")));
  write("manifest.json", manifest);
  change("manifest.json", "\"patterns.tsv\"", "\"quatterns.tsv\"");
  EXPECT_NE(load_error(), "no error");
}

TEST_F(RunFolder, AnotherVersionOrFormatIsNamed) {
  const std::string manifest = file("manifest.json");
  const std::string metadata = file("metadata.json");
  const std::string own = GNTP_VERSION;
  change("manifest.json", own, "9.9.9");
  EXPECT_THAT(load_error(),
              AllOf(StartsWith((run() / "manifest.json").string()),
                    HasSubstr("was written by gntp 9.9.9"), HasSubstr("use gntp 9.9.9 or later")));
  write("manifest.json", manifest);
  change("manifest.json", "\"format\": 2", "\"format\": 3");
  EXPECT_THAT(load_error(), HasSubstr("manifest.json: the format 3 of gntp " + own));
  write("manifest.json", manifest);
  change("manifest.json", own, "one");
  EXPECT_THAT(load_error(), HasSubstr("manifest.json: is damaged: 'one' is no version"));
  write("manifest.json", manifest);
  change("metadata.json", own, "9.9.9");
  EXPECT_THAT(load_error(), HasSubstr("metadata.json: is damaged"));
  write_manifest(run());
  EXPECT_THAT(load_error(), HasSubstr("metadata.json: the run was written by gntp 9.9.9"));
  write("metadata.json", metadata);
  change("metadata.json", own, "0.2.0");
  write_manifest(run());
  EXPECT_THAT(load_error(), HasSubstr("manifest.json: is damaged: it says gntp " + own +
                                      ", where metadata.json says 0.2.0"));
}

// A pipe would wait for ever.
TEST_F(RunFolder, WhatIsNoFileIsNotRead) {
  for (const char* name : {"manifest.json", "metadata.json", "model.safetensors", "times.json"}) {
    const std::string bytes = file(name);
    fs::remove(run() / name);
    ASSERT_EQ(::mkfifo((run() / name).c_str(), 0600), 0);
    EXPECT_THAT(load_error(), StartsWith((run() / name).string() + ": is no file"));
    fs::remove(run() / name);
    fs::create_directory(run() / name);
    EXPECT_THAT(load_error(), StartsWith((run() / name).string() + ": is no file"));
    fs::remove(run() / name);
    write(name, bytes);
  }
  EXPECT_EQ(load_error(), "no error");
}

TEST_F(RunFolder, NoAnswerDependsOnTheTimes) {
  const Json times = Json::parse(file("times.json"));
  EXPECT_EQ(times.at("epoch_seconds").size(), 2U);
  EXPECT_GT(times.at("training_seconds"), 0);
  write("times.json", R"({"training_seconds": 12})");
  EXPECT_EQ(load_error(), "no error");
  write("times.json", "{");
  EXPECT_THAT(load_error(), AllOf(HasSubstr("times.json: is damaged"), HasSubstr("remove it")));
  fs::remove(run() / "times.json");
  EXPECT_EQ(load_error(), "no error");
}

TEST_F(RunFolder, SavedAgainIsTheSame) {
  Engine::open(run(), 1).save(folder_.path() / "again");
  for (const fs::directory_entry& entry : fs::directory_iterator(run())) {
    EXPECT_EQ(read_file(folder_.path() / "again" / entry.path().filename()),
              read_file(entry.path()))
        << entry.path();
  }
}

}  // namespace
}  // namespace gntp
