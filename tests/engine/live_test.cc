// A training as another process sees it: while it goes on, when it was stopped, when it is done.
#include <gmock/gmock.h>
#include <gntp/live.h>
#include <gntp/run.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/file.h>

#include <atomic>
#include <cerrno>
#include <thread>

#include "base/descriptor.h"
#include "base/file.h"
#include "engine/live_log.h"
#include "support/errors.h"
#include "support/faulty_calls.h"
#include "support/folders.h"
#include "support/places.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;
using Epoch = LiveTraining::Epoch;
using State = LiveTraining::State;

std::string text_of(const std::vector<Epoch>& epochs) {
  std::string text;
  for (const Epoch& each : epochs) {
    text += to_line(each);
    if (each.newly_proved) text += "newly " + std::to_string(*each.newly_proved) + '\n';
  }
  return text;
}

// Grandparents are proved by their parents; the last valid triples by nothing.
class Live : public ::testing::Test {
 protected:
  static constexpr std::size_t kProvable = 5;

  Live() {
    std::string train;
    std::string valid;
    constexpr int kPeople = 30;
    for (int i = 0; i < kPeople; ++i) {
      const auto person = [](int number) { return "p" + std::to_string(number % kPeople); };
      train += person(i) + "\tparent\t" + person(i + 1) + "\n";
      (i < static_cast<int>(kProvable) ? valid : train) +=
          person(i) + "\tgrandparent\t" + person(i + 2) + "\n";
    }
    valid += "p1\tgrandparent\tp20\np2\tgrandparent\tp21\np3\tparent\tp22\n";
    folder_.write("data/train.tsv", train);
    folder_.write("data/valid.tsv", valid);
    folder_.write("data/test.tsv", "p9\tgrandparent\tp12\n");
    folder_.write("data/rules.pl",
                  "0.5 :: grandparent(X, Y) :- parent(X, A), parent(A, Y)\n"
                  "0.5 :: parent(X, Y) :- grandparent(X, A), parent(Y, A)\n");
  }

  fs::path path(const std::string& name) const { return folder_.path() / name; }

  Settings settings() const {
    Settings settings;
    for (const char* each :
         {"model.entities=symbolic", "model.relations=symbolic", "learn.objective=rank",
          "learn.epochs=4", "learn.batch_size=8", "learn.validate_every=1", "learn.restarts=2",
          "learn.patience=10", "predictor.kind=distmult", "predictor.dim=4", "predictor.epochs=3",
          "predictor.starts=2", "predictor.validate_every=1", "rank.aggregate=noisy_or"}) {
      settings.assign(each);
    }
    return settings;
  }
  TrainedRun train(const std::string& name, const Observer& observer) const {
    return train_run(path(name), Dataset::load(path("data"), settings()), settings(),
                     {.run = {.seed = 1, .threads = 1}}, observer);
  }

  TempFolder folder_;
};

TEST_F(Live, CanBeLookedAtWhileItGoesOn) {
  std::size_t looks = 0;
  std::vector<std::size_t> epochs;
  LiveTraining last;
  std::vector<std::string> notes;
  Observer observer;
  observer.progress = [&](const Progress&) {
    last = read_live(path("run"));
    EXPECT_EQ(last.state, State::kTraining);
    EXPECT_FALSE(last.task.empty());
    epochs.push_back(last.epochs.size());
    ++looks;
  };
  observer.note = [&](const std::string& text) { notes.push_back(text); };
  observer.warning = observer.note;
  train("run", observer);
  EXPECT_GT(looks, 5U);
  EXPECT_TRUE(std::ranges::is_sorted(epochs));
  EXPECT_EQ(epochs.front(), 0U);
  EXPECT_EQ(epochs.back(), 2U * 4 + 2U * 3);
  EXPECT_EQ(last.notes, notes);
  EXPECT_GT(last.seconds, 0);

  const LiveTraining done = read_live(path("run"));
  EXPECT_EQ(done.state, State::kFinished);
  EXPECT_EQ(done.fraction, 1);
  EXPECT_FALSE(fs::exists(path("run/checkpoint")));
  ASSERT_EQ(done.epochs.size(), last.epochs.size());
  // What was seen is what the trace says, but that the trace does not know what was before.
  for (std::size_t i = 0; i < done.epochs.size(); ++i) {
    EXPECT_EQ(to_line(done.epochs[i]), to_line(last.epochs[i]));
  }
  for (const Epoch& epoch : last.epochs) {
    EXPECT_TRUE(epoch.loss);
    EXPECT_TRUE(epoch.valid);
    if (epoch.part == Epoch::Part::kVectors) {
      EXPECT_FALSE(epoch.proved);
    } else {
      EXPECT_EQ(epoch.proved, kProvable);
      EXPECT_EQ(epoch.newly_proved, 0);
    }
  }
}

TEST_F(Live, ChangesNothing) {
  train("run", {});
  Observer observer;
  observer.progress = [&](const Progress&) { read_live(path("other")); };
  train("other", observer);
  EXPECT_EQ(testing::difference(path("run"), path("other")), "");
}

TEST_F(Live, GoesOnWhereItWasStopped) {
  LiveTraining last;
  Observer whole;
  whole.progress = [&](const Progress&) { last = read_live(path("whole")); };
  train("whole", whole);
  for (const std::size_t call : {1U, 12U, 30U, 60U}) {
    const std::string name = "run" + std::to_string(call);
    std::stop_source source;
    std::size_t calls = 0;
    Observer observer;
    observer.stop = source.get_token();
    observer.progress = [&](const Progress&) {
      if (++calls == call) source.request_stop();
    };
    EXPECT_THROW(train(name, observer), Interrupted);
    const LiveTraining stopped = read_live(path(name) / "");
    EXPECT_EQ(stopped.state, State::kStopped);
    EXPECT_FALSE(stopped.task.empty());
    // As if the process had been killed while it wrote.
    std::string text = fs::exists(path(name + "/checkpoint/live.jsonl"))
                           ? read_file(path(name + "/checkpoint/live.jsonl"))
                           : std::string();
    folder_.write(name + "/checkpoint/live.jsonl", text + R"({"part":"rules","ep)");
    EXPECT_EQ(text_of(read_live(path(name)).epochs), text_of(stopped.epochs));
    LiveTraining resumed;
    Observer watch;
    watch.progress = [&](const Progress&) { resumed = read_live(path(name)); };
    resume_run(path(name), 1, watch);
    EXPECT_EQ(resumed.state, State::kTraining);
    EXPECT_EQ(text_of(resumed.epochs), text_of(last.epochs));
    EXPECT_EQ(testing::difference(path("whole"), path(name)), "");
  }
}

TEST_F(Live, IsReadByAnotherThreadAtAnyTime) {
  std::atomic<bool> is_over = false;
  std::size_t looks = 0;
  bool was_finished = false;
  std::jthread reader([&] {
    std::size_t seen = 0;
    while (!is_over) {
      if (!fs::exists(path("run/checkpoint/start.json")) &&
          !fs::exists(path("run/manifest.json"))) {
        std::this_thread::yield();
        continue;
      }
      const LiveTraining live = read_live(path("run"));
      EXPECT_NE(live.state, State::kStopped);
      EXPECT_GE(live.epochs.size(), seen);
      EXPECT_FALSE(was_finished && live.state != State::kFinished);
      was_finished = live.state == State::kFinished;
      seen = live.epochs.size();
      ++looks;
    }
  });
  train("run", {});
  is_over = true;
  reader.join();
  EXPECT_GT(looks, 0U);
}

TEST_F(Live, WhoLooksKeepsNobodyOut) {
  std::stop_source source;
  source.request_stop();
  Observer observer;
  observer.stop = source.get_token();
  EXPECT_THROW(train("run", observer), Interrupted);
  // Somebody looks all the time.
  std::atomic<bool> is_over = false;
  std::jthread reader([&] {
    while (!is_over) read_live(path("run"));
  });
  resume_run(path("run"), 1, {});
  is_over = true;
}

TEST_F(Live, IsOfARunAlone) {
  EXPECT_THAT(error_of([&] { read_live(path("nowhere")); }), HasSubstr("no such run folder"));
  EXPECT_THAT(error_of([&] { read_live(path("data")); }), HasSubstr("not a run folder"));
  EXPECT_THAT(error_of([&] { read_live(path("data/train.tsv")); }),
              HasSubstr("no such run folder"));
  // Whatever the files hold, and whether they are there.
  folder_.write("odd/checkpoint/start.json", "");
  EXPECT_EQ(read_live(path("odd")).state, State::kStopped);
  for (const char* text : {"", "\n\n", "[]", "{}", "{\"part\":3}", "{\"part\":\"rules\"}", "\xFF",
                           "{\"part\":\"rules\",\"epoch\":-1}", "{\"note\":7}",
                           "{\"task\":1,\"fraction\":\"x\",\"details\":null}"}) {
    folder_.write("odd/checkpoint/live.jsonl", text);
    folder_.write("odd/checkpoint/progress.json", text);
    const LiveTraining live = read_live(path("odd"));
    EXPECT_TRUE(live.epochs.empty()) << text;
    EXPECT_EQ(live.fraction, 0) << text;
  }
  for (const char* old : {"run-0.1.0", "run-0.3.0-mined"}) {
    const LiveTraining live = read_live(testing::checkout() / "tests/data" / old);
    EXPECT_EQ(live.state, State::kFinished);
    EXPECT_FALSE(live.epochs.empty()) << old;
  }
}

// The log itself ----------------------------------------------------------------------------------

Epoch epoch_number(std::size_t number) {
  return {
      .epoch = number, .loss = 1.0 / static_cast<double>(number), .valid = 0.25, .proved = number};
}

TEST(LiveLog, MayEndAnywhere) {
  std::string text;
  for (std::size_t i = 1; i <= 5; ++i) text += to_line(epoch_number(i));
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const LiveLines lines = read_live_lines(std::string_view(text).substr(0, size));
    const auto whole = std::ranges::count(text.substr(0, size), '\n');
    EXPECT_GE(lines.epochs.size(), static_cast<std::size_t>(whole));
    EXPECT_LE(lines.epochs.size(), static_cast<std::size_t>(whole) + 1);
    for (std::size_t i = 0; i < lines.epochs.size(); ++i) {
      EXPECT_EQ(to_line(lines.epochs[i]), to_line(epoch_number(i + 1)));
    }
  }
}

TEST(LiveLog, DoesNotGrowWithoutBound) {
  const TempFolder folder;
  constexpr std::size_t kMost = 100'000;
  constexpr std::size_t kEpochs = 30'000;
  std::size_t largest = 0;
  {
    LiveLog log(folder.path(), kMost);
    const Observer none;
    const Observer observer = log.watch(none);
    for (std::size_t i = 1; i <= kEpochs; ++i) {
      log.add(epoch_number(i));
      if (i % 10 == 0) observer.note("note " + std::to_string(i));
      if (i % 100 == 0) largest = std::max(largest, fs::file_size(folder.path() / "live.jsonl"));
    }
    observer.warning(std::string(1'000'000, 'x'));
  }
  EXPECT_LE(largest, kMost);
  const LiveLines lines = read_live_lines(read_file(folder.path() / "live.jsonl"));
  EXPECT_GT(lines.epochs.size(), 100U);
  EXPECT_EQ(lines.notes.size(), kNotesKept);
  EXPECT_EQ(lines.notes[kNotesKept - 2], "note 30000");
  EXPECT_EQ(lines.notes.back().size(), 2000U);
  // They are spread over all.
  const std::size_t step = lines.epochs[1].epoch - lines.epochs[0].epoch;
  for (std::size_t i = 0; i < lines.epochs.size(); ++i) {
    EXPECT_EQ(lines.epochs[i].epoch, (i + 1) * step);
  }
  EXPECT_GT(lines.epochs.back().epoch, kEpochs - step);
}

// A disk that fails loses lines, but never more than that.
TEST(LiveLog, SurvivesEveryFault) {
  using testing::Fault;
  using testing::FaultyCalls;
  std::size_t happened = 0;
  for (const Fault::Kind kind : {Fault::Kind::kFails, Fault::Kind::kDiskFull,
                                 Fault::Kind::kInterrupted, Fault::Kind::kSmallPieces}) {
    for (std::size_t call = 0; call < 60; ++call) {
      const TempFolder folder(TempFolder::Place::kMemory);
      FaultyCalls calls({kind, call, ENOSPC}, testing::UnnamedFiles::kPossible);
      {
        const InsteadOfFileCalls instead(calls);
        LiveLog log(folder.path(), 1000);
        std::size_t told = 0;
        Observer user;
        user.progress = [&](const Progress&) { ++told; };
        user.note = [&](const std::string&) { ++told; };
        const Observer observer = log.watch(user);
        observer.progress({"training", 0.5, "details"});
        observer.note("hello");
        for (std::size_t i = 1; i <= 20; ++i) log.add(epoch_number(i));
        EXPECT_EQ(told, 2U);
      }
      happened += calls.happened() ? 1 : 0;
      const fs::path file = folder.path() / "live.jsonl";
      if (!fs::exists(file)) continue;
      const LiveLines lines = read_live_lines(read_file(file));
      for (const Epoch& epoch : lines.epochs) {
        EXPECT_EQ(to_line(epoch), to_line(epoch_number(epoch.epoch)));
      }
      if (kind == Fault::Kind::kFails) {
        EXPECT_GE(lines.epochs.size(), 2U) << call;
      }
    }
  }
  EXPECT_GT(happened, 100U);
}

}  // namespace
}  // namespace gntp
