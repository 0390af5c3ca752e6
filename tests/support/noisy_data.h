// A data set whose answers are right as often as not: of the pairs that have `likes`, about half
// have `visits`, too, and fewer have `knows`. Some of those are held out.
#pragma once

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>

#include "base/random.h"
#include "support/temp_folder.h"

namespace gntp::testing {

// Writes train.tsv, test.tsv and, if wanted, valid.tsv.
inline void write_noisy_data(const TempFolder& folder, const std::string& name, bool with_valid) {
  Random random(5);
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  while (pairs.size() < 600) pairs.emplace(random.below(60), random.below(60));
  std::string train = "hermit\towns\thut\n";  // whom no rule knows
  std::string valid;
  std::string test;
  for (const auto& [a, b] : pairs) {
    train += fmt::format("e{}\tlikes\te{}\n", a, b);
    for (const auto& [relation, share] : {std::pair{"visits", 0.6}, std::pair{"knows", 0.3}}) {
      if (random.uniform() >= share) continue;
      const double split = random.uniform();
      (split < 0.5    ? train
       : split < 0.75 ? valid
                      : test) += fmt::format("e{}\t{}\te{}\n", a, relation, b);
    }
  }
  folder.write(name + "/train.tsv", train);
  folder.write(name + "/test.tsv", test);
  if (with_valid) folder.write(name + "/valid.tsv", valid);
}

}  // namespace gntp::testing
