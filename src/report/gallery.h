// A few predictions to look at, right ones and wrong ones, each explained. Which ones depends on
// the model and the data alone.
#pragma once

#include <gntp/engine.h>
#include <gntp/observer.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/source.h"

namespace gntp {

// A question of the kind 'rel(a, ?)' and what the model says.
struct GalleryCase {
  Fact predicted;
  Explanation why;
  // Of a wrong prediction: the fact of the split, and how far behind it is; rank 0: not among the
  // best answers.
  std::optional<Fact> truth = {};
  std::size_t truth_rank = 0;
  std::optional<Explanation> why_truth = {};
};

struct Gallery {
  std::string split;  // that was asked; "train": facts of the training, proved without themselves
  std::size_t asked = 0;       // different questions, or facts that were tried
  std::size_t of = 0;          // triples of the split
  std::size_t right_ones = 0;  // of those that were asked: the best new answers are true
  std::size_t wrong_ones = 0;
  std::vector<GalleryCase> right;
  std::vector<GalleryCase> wrong;
};

// From the test split, else from valid, else from the facts of the training. Right: the best new
// answer is a true one; those with the most telling proofs, of different relations. Wrong: those
// that the model was surest of.
Gallery choose_gallery(const ReportSource& source, const Observer& observer);

}  // namespace gntp
