// How good the model of a report is: what its run folder says, or what is measured for the report.
#pragma once

#include <gntp/evaluation.h>
#include <gntp/observer.h>

#include <string>
#include <string_view>
#include <vector>

#include "report/source.h"

namespace gntp {

// What metrics.json has of the splits, in its order; empty where it has nothing, or is of a version
// that wrote something else. Where it has a relation's sides together only, `head` and `tail` of
// the relation have no ranks.
std::vector<Evaluation> read_evaluations(std::string_view metrics_json);

struct ReportedEvaluations {
  std::vector<Evaluation> splits;  // the one to quote first
  std::string origin;              // where they come from, in a sentence
  std::string absence;             // why there are none
};

// Ranks anew only where the run folder has no evaluation, or where the report is about another data
// set.
ReportedEvaluations evaluations_for(const ReportSource& source, const Observer& observer);

}  // namespace gntp
