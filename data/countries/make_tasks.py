#!/usr/bin/env python3
"""Makes the link prediction tasks S1, S2 and S3 from the countries knowledge base.

Reads locations.tsv, subregions.tsv and borders.tsv beside this script, checks
them, and writes the folders S1, S2 and S3. The same seed gives the same bytes.
"""

import argparse
import os
import random
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HELD_OUT = 20  # validation countries, and as many test countries
MAX_DRAWS = 100_000  # random splits tried before giving up
NAME = re.compile(r"[a-z]+(_[a-z]+)*")

TEMPLATES = [  # the first two belong to S1; S2 and S3 add one each
    "p(X, Y) :- p(Y, X) <3>",
    "p(X, Y) :- q(X, Z), q(Z, Y) <3>",
    "p(X, Y) :- q(X, Z), r(Z, Y) <3>",
    "p(X, Y) :- q(X, Z), r(Z, W), s(W, Y) <3>",
]
TASKS = {  # task: (number of templates, what they are for)
    "S1": (2, "symmetry, and transitivity (country in sub-region in region)"),
    "S2": (3, "as S1, and a chain of two relations (neighbour in region)"),
    "S3": (4, "as S2, and a chain of three relations (neighbour in sub-region in region)"),
}


def fail(message):
    sys.exit(f"make_tasks.py: {message}")


def read_pairs(name):
    """The rows of a two-column file, each as (file:line, left, right)."""
    rows = []
    # A byte that is no UTF-8 becomes a character that NAME then refuses.
    with open(os.path.join(HERE, name), encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            where = f"{name}:{number}"
            fields = line.rstrip("\n").split("\t")
            if len(fields) != 2:
                fail(f"{where}: expected 2 columns separated by a tab, found {len(fields)}")
            for field in fields:
                if not NAME.fullmatch(field):
                    fail(f"{where}: bad name {field!a}: use a-z and single underscores")
            rows.append((where, *fields))
    if not rows:
        fail(f"{name}:1: the file is empty")
    return rows


def load():
    """Reads and checks the three files.

    Returns country -> sub-region, sub-region -> region, and country -> set of
    neighbours (an entry for every country, empty for islands).
    """
    region_of = {}
    rows = read_pairs("subregions.tsv")
    for where, subregion, region in rows:
        if subregion in region_of:
            fail(f"{where}: sub-region '{subregion}' is listed twice")
        region_of[subregion] = region
    areas = set(region_of.values())
    for where, subregion, _ in rows:
        if subregion in areas:
            fail(f"{where}: '{subregion}' is both a sub-region and a region")
    areas |= set(region_of)

    subregion_of = {}
    for where, country, subregion in read_pairs("locations.tsv"):
        if country in subregion_of:
            fail(f"{where}: country '{country}' is listed twice")
        if country in areas:
            fail(f"{where}: country '{country}' has the name of a region or sub-region")
        if subregion not in region_of:
            fail(f"{where}: sub-region '{subregion}' has no region in subregions.tsv")
        subregion_of[country] = subregion

    neighbours = {country: set() for country in subregion_of}
    for where, left, right in read_pairs("borders.tsv"):
        for country in (left, right):
            if country not in neighbours:
                fail(f"{where}: country '{country}' is not in locations.tsv")
        if left == right:
            fail(f"{where}: country '{left}' borders itself")
        if right in neighbours[left]:
            fail(f"{where}: the border of '{left}' and '{right}' is listed twice")
        neighbours[left].add(right)
        neighbours[right].add(left)
    return subregion_of, region_of, neighbours


def split(neighbours, rng):
    """Draws (valid, test) countries, each with a neighbour in neither set.

    Whole splits are drawn until one fits, so every fitting split is equally likely.
    """
    eligible = sorted(country for country in neighbours if neighbours[country])
    if len(eligible) <= 2 * HELD_OUT:
        fail(f"borders.tsv: {len(eligible)} countries have a border, more than {2 * HELD_OUT} needed")
    for _ in range(MAX_DRAWS):
        rng.shuffle(eligible)
        held_out = set(eligible[: 2 * HELD_OUT])
        if all(neighbours[country] - held_out for country in held_out):
            return eligible[:HELD_OUT], eligible[HELD_OUT : 2 * HELD_OUT]
    fail(f"borders.tsv: no split found in {MAX_DRAWS} draws")


def write_lines(path, lines):
    """Writes the file under a temporary name, then renames it."""
    temporary = f"{path}.tmp"
    with open(temporary, "w", encoding="ascii", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
    os.replace(temporary, path)


def write_facts(path, facts):
    write_lines(path, ("\t".join(fact) for fact in facts))


def make(seed, out):
    subregion_of, region_of, neighbours = load()
    rng = random.Random(seed)
    valid, test = split(neighbours, rng)
    held_out = set(valid) | set(test)

    def in_region(country):
        return (country, "locatedIn", region_of[subregion_of[country]])

    def in_subregion(country):
        return (country, "locatedIn", subregion_of[country])

    full = {(subregion, "locatedIn", region) for subregion, region in region_of.items()}
    for country in subregion_of:
        full |= {in_region(country), in_subregion(country)}
        full |= {(country, "neighborOf", other) for other in neighbours[country]}

    # Each task removes what the one before it removes, and more.
    near = {country for country in subregion_of if neighbours[country] & held_out} - held_out
    train = {}
    train["S1"] = full - {in_region(country) for country in held_out}
    train["S2"] = train["S1"] - {in_subregion(country) for country in held_out}
    train["S3"] = train["S2"] - {in_region(country) for country in near}

    for task, (count, purpose) in TASKS.items():
        folder = os.path.join(out, task)
        os.makedirs(folder, exist_ok=True)
        facts = sorted(train[task])
        rng.shuffle(facts)
        write_facts(os.path.join(folder, "train.tsv"), facts)
        write_facts(os.path.join(folder, "valid.tsv"), map(in_region, valid))
        write_facts(os.path.join(folder, "test.tsv"), map(in_region, test))
        write_lines(os.path.join(folder, "candidates.txt"), sorted(set(region_of.values())))
        comment = f"% Rule templates for {task}: {purpose}; <3> makes three rules of each."
        write_lines(os.path.join(folder, "rules.pl"), [comment, *TEMPLATES[:count]])
        print(f"{task}: {len(facts)} train, {len(valid)} valid, {len(test)} test facts")


def main():
    parser = argparse.ArgumentParser(description="Makes the countries tasks S1, S2 and S3.")
    parser.add_argument("--seed", type=int, default=2020, help="seed of the split (default: 2020)")
    parser.add_argument("--out", default=HERE, help="folder to write to (default: the script's own)")
    arguments = parser.parse_args()
    try:
        make(arguments.seed, arguments.out)
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}")


if __name__ == "__main__":
    main()
