#!/usr/bin/env python3
"""Trains every preset on its benchmark and records what came out: metrics, rules, scores.

    bench/presets.py DATA --gntp build/release/gntp --out now.json            # record
    bench/presets.py DATA --gntp build/release/gntp --against bench/presets-0.1.json

DATA is the folder with the benchmarks (docs/results.md). With --against every recorded preset is
trained again, and a table shows both results and their difference. --only takes presets by name,
--seeds several seeds each.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

# What a preset is measured on; those for data of one's own are tried on a small and a sparse set.
FOLDERS = {
    "countries-s1": "countries/S1",
    "countries-s2": "countries/S2",
    "countries-s3": "countries/S3",
    "rules": "umls",
    "paper": "umls",
}
SHOWN_RULES = 5
SHOWN_SCORES = 10


def folder_of(preset):
    plain = preset.removesuffix("-mined")
    return FOLDERS.get(preset) or FOLDERS.get(plain) or plain


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"presets: {' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def metrics_of(split):
    both = split["both"]
    metrics = {"realistic_mrr": both["realistic"]["mrr"], "expected_mrr": both["expected"]["mrr"]}
    if "auc_pr" in split:
        metrics["auc_pr"] = split["auc_pr"]
    return metrics


def measure(gntp, data, preset, seed, threads):
    folder = data / folder_of(preset)
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch) / "run"
        trained = json.loads(run([gntp, "train", folder, "--preset", preset, "--seed", str(seed), "--threads",
                                  str(threads), "--out", out, "--quiet", "--json"]))
        rules = json.loads(run([gntp, "rules", out, "--json"]))
        test = (folder / "test.tsv").read_text().splitlines()[:SHOWN_SCORES]
        asked = pathlib.Path(scratch) / "asked.tsv"
        asked.write_text("\n".join(test) + "\n")
        scores = json.loads(run([gntp, "score", out, asked, "--json"]))
    return {
        "preset": preset,
        "data": folder_of(preset),
        "seed": seed,
        "seconds": trained["training_seconds"],
        "splits": {name: metrics_of(split) for name, split in trained["splits"].items()},
        "rules": len(rules),
        "best_rules": [[round(rule["confidence"], 6), rule["rule"]] for rule in rules[:SHOWN_RULES]],
        "scores": [round(score["score"], 6) for score in scores],
    }


def headline(result, split):
    metrics = result["splits"].get(split, {})
    return metrics.get("auc_pr", metrics.get("realistic_mrr"))


def show(before, after):
    for split in ("valid", "test"):
        old, new = headline(before, split), headline(after, split)
        if old is None or new is None:
            continue
        print(f"{after['preset']:<20} seed {after['seed']}  {split:<6} {old:.4f} {new:.4f} {new - old:+.4f}"
              f"   {before['rules']} {after['rules']} rules", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--gntp", type=pathlib.Path, default=pathlib.Path("build/release/gntp"))
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--against", type=pathlib.Path)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--seeds", type=int, nargs="*", default=[1])
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    presets = sorted(path.stem for path in (pathlib.Path(__file__).parents[1] / "presets").glob("*.toml"))
    known = {}
    if given.against:
        known = {(each["preset"], each["seed"]): each for each in json.loads(given.against.read_text())}
    results = []
    for preset in given.only or presets:
        for seed in given.seeds:
            result = measure(given.gntp, given.data, preset, seed, given.threads)
            results.append(result)
            before = known.get((preset, seed), result)
            show(before, result)
            if given.out:
                given.out.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
