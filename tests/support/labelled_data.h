// A small data set about places whose ids say nothing, with labels and types.
#pragma once

#include "support/temp_folder.h"

namespace gntp::testing {

// Writes it to data/. Two cities are called Paris, one place has another's id for a label, Q8 and
// Q9 have no label, and Q9 has no type.
inline void write_labelled_data(const TempFolder& folder) {
  folder.write("data/train.tsv",
               "Q1\tP1\tQ2\nQ3\tP1\tQ4\nQ5\tP2\tQ6\nQ8\tP2\tQ2\nQ9\tP2\tQ4\nQ10\tP2\tQ2\n"
               "Q8\tP3\tQ7\n");
  folder.write("data/test.tsv", "Q1\tP2\tQ2\n");
  folder.write("data/rules.pl",
               "P2(X, Y) :- P1(X, Y)\nP3(X, 'Q7') :- P2(X, 'Q2')\nP3(X, 'Q7') :- P1(X, 'Q2')\n");
  folder.write("data/labels.tsv",
               "Q1\tRome\nQ2\tItaly\nQ3\tParis\nQ4\tFrance\nQ5\tParis\nQ6\tUnited States\n"
               "Q7\tItalian\nQ10\tQ4\nP1\tcapital of\nP2\tlocated in\nP3\tspeaks\n"
               "T1\tcity\nQ77\tnowhere\n");
  folder.write("data/types.tsv",
               "Q1\tT1\nQ3\tT1\nQ5\tT1\nQ8\tT1\nQ10\tvillage\nQ2\tcountry\nQ4\tcountry\n"
               "Q6\tcountry\nQ7\tlanguage\n");
}

}  // namespace gntp::testing
