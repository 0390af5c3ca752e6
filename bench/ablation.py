#!/usr/bin/env python3
"""What each setting is worth: every preset with one setting changed at a time, on valid.

usage: ablation.py GNTP DATA OUT [--seeds 5] [--only kinship umls] [--threads 0]
GNTP is the executable, DATA the folder with the benchmark data, OUT a folder for the journals
(a second call goes on where the first was stopped) and the table, OUT/ablation.md.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

TASKS = {  # preset: data folder
    "countries-s1": "countries/S1",
    "countries-s2": "countries/S2",
    "countries-s3": "countries/S3",
    "kinship": "kinship",
    "nations": "nations",
    "umls": "umls",
}

CHANGES = [  # setting: values to try in place of the preset's
    ("model.rule_predicates", ['"standard"', '"attention"', '"sparse"']),
    ("model.entity_scale", [0.5, 1.0, 1.5]),
    ("model.relation_scale", [0.3, 1.0, 2.0]),
    ("model.rule_scale", [0.1, 0.3, 1.0]),
    ("model.train_slope", ["true"]),
    ("prover.k_rules", [0, 1, 3]),
    ("prover.k_facts", [10]),
    ("learn.batch_size", [20, 50, 100, 500]),
    ("learn.learning_rate", [0.002, 0.005, 0.02, 0.05]),
    ("learn.schedule", ['"constant"', '"linear"']),
    ("learn.relation_rate", [0.0, 0.03, 0.1, 0.3, 1.0]),
    ("learn.entity_rate", [0.0]),
    ("learn.entities_after", [5]),
    ("learn.l2", [0.0, 0.001, 0.003, 0.01]),
    ("learn.corrupt_head", [1, 5]),
    ("learn.corrupt_tail", [1, 5]),
    ("learn.corrupt_both", [0, 1, 5]),
    ("learn.restarts", [1]),
    ("learn.proofs", [1, 3, 10]),
]
# Where relations are far apart each rule's own search finds nothing and takes long.
LEFT_OUT = {("learn.proofs", "kinship"), ("learn.proofs", "umls")}


def sweep(arguments, task, setting, values):
    """The standings for the setting's values, by the text of the value."""
    data = os.path.join(arguments.data, TASKS[task])
    journal = os.path.join(arguments.out, f"{task}.jsonl")
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as space:
        # A list of one value would not be listed by name.
        listed = values if len(values) > 1 else values * 2
        space.write(f"{setting} = [{', '.join(map(str, listed))}]\n")
        space.flush()
        command = [arguments.gntp, "sweep", data, "--preset", task, "--space", space.name,
                   *(f"--set={s}" for s in arguments.set), "--seeds", str(arguments.seeds), "--threads", str(arguments.threads),
                   "--top", "0", "--keep-all", "--quiet", "--json", "--out", journal]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit(f"ablation.py: {' '.join(command)}: {result.stderr}")
    return {s["settings"][setting]: s for s in json.loads(result.stdout)}


def cell(standing, base):
    change = 100 * (standing["valid"] - base["valid"])
    return f"{change:+.1f} ± {100 * standing['deviation']:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gntp")
    parser.add_argument("data")
    parser.add_argument("out")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--set", action="append", default=[], help="on top of every preset")
    parser.add_argument("--only", nargs="*", choices=sorted(TASKS), default=list(TASKS))
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)

    rows = {}
    bases = {}
    for task in arguments.only:
        seed = sweep(arguments, task, "prover.depth", [1])  # every preset's own depth
        bases[task] = next(iter(seed.values()))
        for setting, values in CHANGES:
            if (setting, task) in LEFT_OUT:
                continue
            for value, standing in sweep(arguments, task, setting, values).items():
                rows.setdefault((setting, value), {})[task] = cell(standing, bases[task])

    lines = ["| change | " + " | ".join(arguments.only) + " |",
             "|---|" + "---|" * len(arguments.only),
             "| preset | " + " | ".join(
                 f"{100 * bases[t]['valid']:.1f} ± {100 * bases[t]['deviation']:.1f}"
                 for t in arguments.only) + " |"]
    for (setting, value), cells in rows.items():
        lines.append(f"| `{setting}` = {value} | "
                     + " | ".join(cells.get(t, "") for t in arguments.only) + " |")
    table = os.path.join(arguments.out, "ablation.md")
    with open(f"{table}.tmp", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    os.replace(f"{table}.tmp", table)


if __name__ == "__main__":
    main()
