#!/usr/bin/env python3
"""Makes cross-validation folds of a Countries task, to choose settings by.

The published valid split is small and shares triples with training. Each fold holds out the
regions of other training countries, the way the task itself was made: S1 drops their region,
S2 their sub-region too, S3 also the regions of their neighbours. Test triples are not read.

usage: countries_folds.py DATA/countries/S2 OUT [--folds 5]
Writes OUT/1 ... OUT/5, each with train.tsv, valid.tsv, candidates.txt and rules.pl.
"""

import argparse
import os
import random
import shutil
import sys

HELD_OUT = 24


def read(path):
    with open(path, encoding="utf-8") as file:
        return [tuple(line.rstrip("\n").split("\t")) for line in file if line.strip()]


def make_fold(task, facts, regions, held_out, target):
    region_of = {h: t for h, r, t in facts if r == "locatedIn" and t in regions}
    neighbours = {h: set() for h, _, _ in facts}
    for head, relation, tail in facts:
        if relation == "neighborOf":
            neighbours[head].add(tail)
    near = set().union(*(neighbours[country] for country in held_out)) - held_out

    def stays(fact):
        head, relation, tail = fact
        if relation != "locatedIn":
            return True
        if head in held_out:
            return task == "S1" and tail not in regions
        return not (task == "S3" and head in near and tail in regions)

    os.makedirs(target, exist_ok=True)
    with open(os.path.join(target, "train.tsv"), "w", encoding="utf-8") as file:
        file.writelines("\t".join(fact) + "\n" for fact in facts if stays(fact))
    with open(os.path.join(target, "valid.tsv"), "w", encoding="utf-8") as file:
        file.writelines(f"{c}\tlocatedIn\t{region_of[c]}\n" for c in sorted(held_out))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", help="a Countries folder, named S1, S2 or S3")
    parser.add_argument("out", help="folder for the folds")
    parser.add_argument("--folds", type=int, default=5)
    arguments = parser.parse_args()
    task = os.path.basename(os.path.normpath(arguments.data))
    if task not in ("S1", "S2", "S3"):
        sys.exit(f"countries_folds.py: {arguments.data}: the folder must be called S1, S2 or S3")

    facts = list(dict.fromkeys(read(os.path.join(arguments.data, "train.tsv"))))
    regions = {row[0] for row in read(os.path.join(arguments.data, "candidates.txt"))}
    subregions = {t for _, r, t in facts if r == "locatedIn"} - regions
    located = {h for h, r, t in facts if r == "locatedIn" and t in regions} - subregions
    bordering = {h for h, r, _ in facts if r == "neighborOf"}
    countries = sorted(located & bordering)
    for fold in range(1, arguments.folds + 1):
        held_out = set(random.Random(fold).sample(countries, HELD_OUT))
        target = os.path.join(arguments.out, str(fold))
        make_fold(task, facts, regions, held_out, target)
        for name in ("candidates.txt", "rules.pl"):
            shutil.copy(os.path.join(arguments.data, name), target)


if __name__ == "__main__":
    main()
