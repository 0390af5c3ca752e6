#!/usr/bin/env python3
"""How many of the planted rules are among the mined ones.

  ./run bench generate --facts 1000000 --out data/made
  gntp mine data/made --out mined.pl --set mine.max_rules=0
  bench/recall.py data/made/planted.tsv mined.pl [--confidence 0.5] [--support 100]

Of the planted rules that are that confident and frequent, by kind: how many were found, how many of these were counted
from a sample, and how often the planted confidence is in the interval that the sample gave.
"""
import argparse
import collections
import csv
import re

INTERVAL = re.compile(r"confidence ([0-9.]+) to ([0-9.]+)")


def read_mined(path):
    """The interval, or None, of each rule by its text."""
    rules = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            rule, _, comment = line.rstrip("\n").partition("  % support ")
            _, _, text = rule.partition(" :: ")
            if not text:
                continue
            interval = INTERVAL.search(comment)
            rules[text.rstrip(".")] = tuple(map(float, interval.groups())) if interval else None
    return rules


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("planted")
    parser.add_argument("mined")
    parser.add_argument("--confidence", type=float, default=0.5)
    parser.add_argument("--support", type=float, default=100)
    arguments = parser.parse_args()

    mined = read_mined(arguments.mined)
    counts = collections.defaultdict(lambda: [0, 0, 0, 0])
    with open(arguments.planted, encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            confidence = float(row["confidence"])
            if confidence < arguments.confidence or float(row["support"]) < arguments.support:
                continue
            found = row["rule"] in mined
            interval = mined.get(row["rule"])
            within = interval is not None and interval[0] <= confidence <= interval[1]
            for kind in (row["kind"], "all"):
                for i, value in enumerate((True, found, interval is not None, within)):
                    counts[kind][i] += value
    for kind, (wanted, found, sampled, within) in sorted(counts.items()):
        print(f"{kind}: {found} of {wanted} found ({100 * found / wanted:.1f} %), {sampled} from a sample, "
              f"{within} of these within the interval")


if __name__ == "__main__":
    main()
