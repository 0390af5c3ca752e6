#!/usr/bin/env python3
"""How well a run answers questions about entities that came after its training.

    bench/new_entities.py DATA --out FOLDER [--seed 0] [--share 0.1] [--gntp build/release/gntp] [-- OPTIONS OF TRAIN]

A share of the entities is NEW, and as many of like degree are KNOWN. Training gets no fact of a NEW entity, and half
of those of a KNOWN one. Then 'gntp add' is given half of the facts of the NEW ones. The other halves are asked, both
ways: what is lost where an entity was added, not trained? The other entity and the relation of what is asked are in
training.

FOLDER gets data/ (what training reads), given.tsv, eval/ (the same data with what is asked, as splits
test-new-N and test-known-N by the number N of facts that the model has of the entity), runs/trained, runs/added and
new_entities.json. What is there is not made again. The seed fixes everything but times.
"""

import argparse
import bisect
import collections
import json
import pathlib
import random
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUCKETS = [(1, 1), (2, 3), (4, 7), (8, 15), (16, None)]  # facts of an entity that the model has
TARGET = 0.8


def read(file):
    lines = file.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines if line.strip()]


def write(file, facts):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join("\t".join(fact) + "\n" for fact in sorted(facts)), encoding="utf-8")


def ends(fact):
    return {fact[0], fact[2]}


def draw(degrees, share, rng):
    """NEW entities and as many KNOWN ones of like degree; all have two facts at least."""
    able = sorted(entity for entity, degree in degrees.items() if degree >= 2)
    count = int(share * len(degrees))
    if 2 * count > len(able):
        sys.exit(f"{count} new and as many known entities are too many of {len(able)}; lower --share")
    rng.shuffle(able)
    new = able[:count]
    rest = sorted((degrees[entity], i, entity) for i, entity in enumerate(able[count:]))  # in random order
    known = []
    for degree in sorted(degrees[entity] for entity in new):
        place = bisect.bisect_left(rest, (degree,))
        near = [i for i in (place - 1, place) if 0 <= i < len(rest)]
        known.append(rest.pop(min(near, key=lambda i: abs(rest[i][0] - degree)))[2])
    return set(new), set(known)


def halves(entities, facts_of, usable, rng):
    """Of each entity's facts one half, the larger, that the model has, and one that is asked."""
    had, asked = set(), {}
    for entity in sorted(entities):
        facts = sorted(fact for fact in facts_of[entity] if usable(fact) and fact not in had and fact not in asked)
        rng.shuffle(facts)
        middle = len(facts) - len(facts) // 2
        had.update(facts[:middle])
        asked.update((fact, entity) for fact in facts[middle:])
    return had, asked


def name_of(bucket):
    low, high = bucket
    return f"{low}-or-more" if high is None else str(low) if low == high else f"{low}-{high}"


def split(train, valid, share, rng):
    facts_of = collections.defaultdict(set)
    for fact in train:
        for entity in ends(fact):
            facts_of[entity].add(fact)
    degrees = {entity: len(facts) for entity, facts in facts_of.items()}
    new, known = draw(degrees, share, rng)
    _, of_known = halves(known, facts_of, lambda fact: not ends(fact) & new, rng)
    rest = [fact for fact in train if not ends(fact) & new and fact not in of_known]
    seen = set().union(*map(ends, rest))
    relations = {fact[1] for fact in rest}

    def usable(fact):
        return fact[1] in relations and len(ends(fact) & new) == 1 and ends(fact) - new <= seen

    given, of_new = halves(new, facts_of, usable, rng)
    # What new ones share is given, half of it, too.
    shared = sorted(fact for fact in train if ends(fact) <= new and fact[1] in relations)
    given.update(fact for fact in shared if rng.random() < 0.5)
    of_known = {fact: entity for fact, entity in of_known.items() if ends(fact) <= seen and fact[1] in relations}
    valid = [fact for fact in valid if ends(fact) <= seen and fact[1] in relations]

    has = collections.Counter(entity for fact in given for entity in ends(fact) & new)
    has.update(entity for fact in rest for entity in ends(fact) & known)
    asked = collections.defaultdict(list)
    for kind, facts in (("new", of_new), ("known", of_known)):
        for fact, entity in facts.items():
            bucket = next((b for b in BUCKETS if b[0] <= has[entity] and (b[1] is None or has[entity] <= b[1])), None)
            if bucket is not None:
                asked[f"test-{kind}-{name_of(bucket)}"].append(fact)
    return rest, valid, given, asked


def make(data, out, share, seed):
    train, valid = sorted(set(read(data / "train.tsv"))), sorted(set(read(data / "valid.tsv")))
    rest, valid, given, asked = split(train, valid, share, random.Random(seed))
    for folder in ("data", "eval"):
        write(out / folder / "train.tsv", rest)
        write(out / folder / "valid.tsv", valid)
    for name, facts in asked.items():
        write(out / "eval" / f"{name}.tsv", facts)
    write(out / "given.tsv", given)


def run(gntp, *arguments):
    begin = time.monotonic()
    command = [str(gntp), *map(str, arguments)]
    print("$", " ".join(command), flush=True)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command[:2])} failed with {done.returncode}")
    return done.stdout, time.monotonic() - begin


def quality_of(splits, kind):
    """Over all buckets, and of each: a triple is asked twice."""
    parts = {}
    for name, each in splits.items():
        if name.startswith(f"test-{kind}-"):
            parts[name.removeprefix(f"test-{kind}-")] = (each["triples"], each["both"]["realistic"]["mrr"], each)
    total = sum(triples for triples, _, _ in parts.values())
    mean = lambda figure: sum(triples * figure(each) for triples, _, each in parts.values()) / total
    result = {"triples": total, "mrr": mean(lambda each: each["both"]["realistic"]["mrr"])}
    for side in ("head", "tail"):
        result[f"mrr_{side}"] = mean(lambda each: each[side]["realistic"]["mrr"])
    for by in ("by_rules", "by_vectors"):
        if all(by in each for _, _, each in parts.values()):
            result[f"mrr_{by}"] = mean(lambda each: each[by]["realistic"]["mrr"])
    result["by_facts"] = {name: {"triples": triples, "mrr": mrr} for name, (triples, mrr, _) in parts.items()}
    return result


def splits_of(text):
    report = json.loads(text)
    return {each["split"]: each for each in [report, *report["splits"].values()]}


def show(result):
    new, known = result["new"], result["known"]
    print(f"\n{'facts':>12} {'new':>8} {'MRR':>7} {'known':>8} {'MRR':>7} {'ratio':>7}")
    rows = [(name_of(bucket), new["by_facts"].get(name_of(bucket)), known["by_facts"].get(name_of(bucket)))
            for bucket in BUCKETS]
    for name, one, other in [*rows, ("all", new, known)]:
        if one and other:
            print(f"{name:>12} {one['triples']:8} {one['mrr']:7.4f} {other['triples']:8} {other['mrr']:7.4f} "
                  f"{one['mrr'] / other['mrr']:7.3f}")
    for key in sorted(new):
        if key.startswith("mrr_") and key in known:
            print(f"{key:>15}: {new[key]:.4f} / {known[key]:.4f} = {new[key] / known[key]:.3f}")
    print(f"adding took {result['add_seconds']:.1f} s; ratio {result['ratio']:.3f}, target {TARGET}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path, help="folder with train.tsv and valid.tsv")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--share", type=float, default=0.1, help="of the entities that are new (0.1)")
    parser.add_argument("--gntp", type=pathlib.Path, default=ROOT / "build/release/gntp")
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    arguments, for_training = parser.parse_args(given[:end]), given[end + 1:]
    out = arguments.out
    if not (out / "given.tsv").exists():
        make(arguments.data, out, arguments.share, arguments.seed)
    trained, added = out / "runs/trained", out / "runs/added"
    if not trained.exists():
        run(arguments.gntp, "train", out / "data", "--out", trained, "--seed", arguments.seed, "--no-eval",
            *for_training)
    seconds = None
    if not added.exists():
        _, seconds = run(arguments.gntp, "add", trained, out / "given.tsv", "--out", added)
    text, _ = run(arguments.gntp, "eval", added, "--data", out / "eval", "--split", "test", "--json", "--quiet")
    splits = splits_of(text)
    result = {"data": arguments.data.name, "seed": arguments.seed, "share": arguments.share,
              "add_seconds": seconds or 0, "given": len(read(out / "given.tsv")), "new": quality_of(splits, "new"),
              "known": quality_of(splits, "known")}
    result["ratio"] = result["new"]["mrr"] / result["known"]["mrr"]
    (out / "new_entities.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    show(result)


if __name__ == "__main__":
    main()
