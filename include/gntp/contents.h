// A data set that is in memory, in names. Plain values.
#pragma once

#include <gntp/facts.h>

#include <string>
#include <vector>

namespace gntp {

struct EntityType {
  std::string entity;
  std::string type;
};

struct DatasetContents {
  struct Split {
    std::string name;  // "valid", "test" or "test-..."
    std::vector<Fact> facts;
  };

  std::vector<Fact> train;
  // How much each training fact weighs; none: all the same.
  std::vector<double> weights = {};
  std::vector<Split> splits = {};
  std::vector<EntityLabel> labels = {};  // of entities, relations and types
  std::vector<EntityType> types = {};
};

}  // namespace gntp
