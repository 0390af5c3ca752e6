#include "compare/ntp_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/random.h"
#include "base/stopwatch.h"
#include "compare/tensor_ntp.h"
#include "engine/watch.h"
#include "learn/sampler.h"

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Goals from all over a training batch, positives and negatives as they come.
std::vector<Example> sample_batch(const Reasoner& reasoner, const AllOptions& settings) {
  Sampler sampler(reasoner.kb(), reasoner.graph(), reasoner.goals(), settings.learn.corruptions, 1);
  sampler.start_epoch();
  std::vector<Example> batch;
  sampler.next_batch(settings.learn.batch_size, batch);
  Random(1).shuffle(std::span(batch));
  return batch;
}

// Above the floor both must find the same distance; below it the exact search may find nothing.
bool agree(float exact, float exhaustive, float radius) {
  const float slack = 1e-5F * std::max(1.0F, radius);
  if (std::isinf(exact)) return exhaustive > radius - slack;
  return std::abs(exact - exhaustive) <= slack;
}

struct Counts {
  std::size_t goals = 0;
  std::size_t proved = 0;
  std::size_t disagreements = 0;
  double seconds = 0;
  std::size_t bytes = 0;
  double seconds_a_goal = 0;
};

Counts prove_some(TensorNtp& ntp, const Reasoner& reasoner, const AllOptions& settings,
                  const NtpCheckLimits& limits, const Observer& observer) {
  const bool fits = ntp.bytes_of_all_states() <= limits.most_bytes;
  const auto memory = fits ? TensorNtp::Memory::kAllStates : TensorNtp::Memory::kBlocks;
  Prover prover(reasoner);
  Counts counts;
  counts.bytes = fits ? 0 : ntp.bytes_of_all_states();
  for (const Example& example : sample_batch(reasoner, settings)) {
    const double left = limits.seconds - counts.seconds;
    if (counts.goals == limits.most_goals || left <= 0) break;
    report(observer, "proving exhaustively", std::min(counts.seconds / limits.seconds, 1.0),
           [&] { return fmt::format("{} goals", counts.goals); });
    const Stopwatch stopwatch;
    const std::optional<float> exhaustive =
        ntp.prove(example.goal, example.excluded, memory,
                  counts.goals > 0 ? std::numeric_limits<double>::infinity() : left);
    const double seconds = stopwatch.seconds();
    if (!exhaustive) {
      counts.seconds_a_goal = seconds * ntp.paths() / std::max(ntp.paths_done(), 1.0);
      return counts;
    }
    counts.seconds += seconds;
    if (fits) counts.bytes = std::max(counts.bytes, ntp.peak_bytes());
    const Proof* proof = prover.prove(example.goal, example.excluded);
    ++counts.goals;
    counts.proved += proof != nullptr ? 1 : 0;
    const float exact = proof == nullptr ? kInfinity : proof->distance;
    counts.disagreements += agree(exact, *exhaustive, reasoner.radius()) ? 0 : 1;
  }
  if (fits && counts.goals > 0 && counts.bytes != ntp.bytes_of_all_states()) {
    fail("the proof states of exhaustive search were counted wrongly");
  }
  counts.seconds_a_goal =
      counts.seconds / static_cast<double>(std::max<std::size_t>(counts.goals, 1));
  return counts;
}

}  // namespace

ProverOptions every_fact_and_rule(const AllOptions& settings) {
  ProverOptions options = settings.prover;
  options.k_facts = 0;
  options.k_rules = 0;
  return options;
}

nlohmann::ordered_json check_ntp(const KnowledgeBase& kb, const Model& model,
                                 const AllOptions& settings, const NtpCheckLimits& limits,
                                 const Observer& observer) {
  const StopScope stop(observer.stop);
  ThreadPool threads(1);
  Reasoner reasoner(kb, model, every_fact_and_rule(settings));
  reasoner.refresh(threads);
  TensorNtp ntp(reasoner);
  const Counts counts = prove_some(ntp, reasoner, settings, limits, observer);
  return {{"goals", counts.goals},
          {"proved", counts.proved},
          {"disagreements", counts.disagreements},
          {"seconds", counts.seconds_a_goal},
          {"paths", ntp.paths()},
          {"bytes", counts.bytes},
          {"allocated", ntp.bytes_of_all_states() <= limits.most_bytes}};
}

}  // namespace gntp
