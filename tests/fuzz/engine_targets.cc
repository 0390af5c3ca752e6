// A small model that is asked, and whose run folder is damaged.
#include <gntp/engine.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "base/file.h"
#include "engine/manifest.h"
#include "fuzz/targets.h"

namespace gntp::fuzz {
namespace {

namespace fs = std::filesystem;

// A run folder that is as `gntp train` writes it, until a test changes its files.
fs::path make_run(const std::string& name, const Settings& given) {
  const fs::path train = input_file(name + "/train.tsv",
                                    "ada\tparent\tbob\nbob\tparent\tcid\nada\tgrandparent\tcid\n"
                                    "dan\tparent\tada\ndan\tgrandparent\tbob\n");
  input_file(name + "/rules.pl", "grandparent(X, Y) :- p(X, Z), q(Z, Y) <2>\n");
  input_file(name + "/mentions.tsv", "ada\t[XXX] raised [YYY]\tbob\t2\n");
  Settings settings = given;
  settings.set("learn.epochs", "1");
  RunOptions options;
  options.threads = 1;
  const Dataset dataset = Dataset::load(train.parent_path(), settings);
  fs::path run = train.parent_path() / "run";
  Engine::train(dataset, settings, options).save(run);
  return run;
}

Settings small_vectors() {
  Settings settings;
  settings.set("model.dim", "3");
  return settings;
}

std::string answers_of(const Engine& engine) {
  std::string text;
  for (const Answer& answer : engine.predict("grandparent(ada, ?)")) {
    text += answer.name + ' ' + std::to_string(answer.score) + '\n';
  }
  return text + engine.explain("grandparent(dan, bob)").to_text();
}

// The files of a run, and how to put bytes there and back.
class DamagedRun {
 public:
  explicit DamagedRun(fs::path folder) : folder_(std::move(folder)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
      files_[entry.path()] = read_file(entry.path());
    }
    answers_ = answers_of(Engine::open(folder_, 1));
  }

  // Whether the manifest fits the changed files: then they are read, whatever they hold.
  enum class List { kOld, kNew };

  // The changes are a list: which file, what to do, where and with which byte.
  void check(std::string_view changes, List list) {
    constexpr std::size_t kChange = 5;
    std::map<fs::path, std::string> changed;
    for (; changes.size() >= kChange; changes.remove_prefix(kChange)) {
      const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(changes[i]); };
      auto file = files_.begin();
      std::advance(file, byte(0) % files_.size());
      std::string& bytes = changed.try_emplace(file->first, file->second).first->second;
      change(bytes, byte(1), byte(2) * 256U + byte(3), changes[4]);
    }
    for (const auto& [file, bytes] : changed) put(file, bytes);
    if (list == List::kNew && !changed.contains(folder_ / kManifestFile)) write_manifest(folder_);
    std::string answers = answers_;
    refuses([&] { answers = answers_of(Engine::open(folder_, 1)); });
    for (const auto& [file, bytes] : files_) put(file, bytes);
    expect(list == List::kNew || answers == answers_, "an error or the same answers");
  }

 private:
  static void change(std::string& bytes, unsigned what, std::size_t place, char with) {
    const std::size_t at = bytes.empty() ? 0 : place % bytes.size();
    switch (what % 4) {
      case 0:
        if (!bytes.empty()) bytes[at] = with;
        break;
      case 1:
        bytes.resize(at);
        break;
      case 2:
        bytes.insert(at, 1, with);
        break;
      default:
        bytes.erase(at, static_cast<unsigned char>(with));
        break;
    }
  }

  static void put(const fs::path& file, std::string_view bytes) {
    input_file(file.string(), bytes);  // an absolute name is its own place
  }

  fs::path folder_;
  std::map<fs::path, std::string> files_;
  std::string answers_;
};

}  // namespace

void queries(std::string_view bytes) {
  static const Engine kEngine = Engine::open(make_run("queries", small_vectors()), 1);
  refuses([&] { kEngine.predict(bytes); });
  refuses([&] { kEngine.explain(bytes); });
}

void run_folder(std::string_view bytes) {
  static DamagedRun vectors(make_run("vectors", small_vectors()));
  static DamagedRun mined(make_run("mined", Settings::preset("mined")));
  if (bytes.empty()) return;
  DamagedRun& run = bytes.front() % 2 == 0 ? vectors : mined;
  run.check(bytes.substr(1),
            bytes.front() % 4 < 2 ? DamagedRun::List::kOld : DamagedRun::List::kNew);
}

}  // namespace gntp::fuzz
