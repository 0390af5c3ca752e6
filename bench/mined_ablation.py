#!/usr/bin/env python3
"""What each part of the mined presets brings, data set by data set and seed by seed.

    paper        the plain preset: templates that start at random, the best proof alone
    mined        rules found in the data, confidences as counted, the best proof alone
    trained      their confidences trained
    aggregated   several proofs heard, as the mined preset says
    constants    rules with constants, too
    rivals       known facts weigh against their rivals, where the mined preset says so

usage: mined_ablation.py DATA --out FILE [--gntp build/release/gntp] [--only umls,kinship] [--seeds 5]
                   [--steps mined,constants] [--jobs 1] [--threads 1] [--table]
Each training is a line of JSON in FILE; what is there already is not run again. At the end the
table of the file is printed (--table: only that).
"""

import argparse
import concurrent.futures
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

# Folder, preset, and seeds where one start is like another or trainings are long.
DATA = {
    "kinship": ("kinship", "kinship", 5),
    "nations": ("nations", "nations", 5),
    "umls": ("umls", "umls", 5),
    "S2": ("countries/S2", "countries-s2", 5),
    "S3": ("countries/S3", "countries-s3", 5),
    "fb122": ("fb122", "fb122", 1),
    "wn18": ("wn18", "wn18", 1),
    "wn18rr": ("wn18rr", "wn18rr", 1),
}
WITH_RIVALS = ("fb122", "wn18", "wn18rr")
STEPS = ("paper", "mined", "trained", "aggregated", "constants", "rivals")


def options_of(step, preset):
    if step == "paper":
        return ["--preset", preset]
    options = ["--preset", preset + "-mined"]
    changes = []
    if step != "rivals":
        changes += ["rank.competing_facts=ignore"]
    if step not in ("constants", "rivals"):
        changes += ["mine.constants=0"]
    if step in ("mined", "trained"):
        changes += ["rank.aggregate=max", "rank.groundings=best"]
    if step == "mined":
        changes += ["learn.epochs=0"]
    for change in changes:
        options += ["--set", change]
    return options


def run(job, arguments):
    name, step, seed = job
    folder, preset, _ = DATA[name]
    with tempfile.TemporaryDirectory() as scratch:
        command = [arguments.gntp, "train", os.path.join(arguments.data, folder)]
        command += ["--out", os.path.join(scratch, "run"), "--seed", str(seed), "--json", "--quiet"]
        command += ["--threads", str(arguments.threads)] + options_of(step, preset)
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        output, errors = process.communicate()
        if process.returncode != 0:
            sys.exit(f"mined_ablation.py: {' '.join(command)}\n{errors.decode()}")
    result = json.loads(output)
    row = {"data": name, "step": step, "seed": seed, "seconds": time.monotonic() - start,
           "training_seconds": result["training_seconds"], "epoch": result["kept_epoch"]}
    for split, report in result["splits"].items():
        row[split] = {kind: report["both"][kind]["mrr"] for kind in ("realistic", "expected")}
        if "auc_pr" in report:
            row[split]["auc_pr"] = report["auc_pr"]
    return row


def read(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def cell(rows, split):
    if not rows:
        return "-"
    metric = "auc_pr" if "auc_pr" in rows[0][split] else "realistic"
    factor, digits = (100, 1) if metric == "auc_pr" else (1, 3)
    values = [factor * row[split][metric] for row in rows]
    text = f"{statistics.mean(values):.{digits}f}"
    if len(values) > 1:
        text += f" ± {statistics.stdev(values):.{digits}f}"
    return text if factor > 1 else text.replace("0.", ".")


def print_table(rows):
    for split in ("valid", "test"):
        print(f"\n{split}: `realistic` MRR, Countries AUC-PR\n")
        print("| | seeds | " + " | ".join(STEPS) + " |")
        print("|---" * (len(STEPS) + 2) + "|")
        for name in DATA:
            of = {step: [row for row in rows if row["data"] == name and row["step"] == step]
                  for step in STEPS}
            seeds = max(len(each) for each in of.values())
            if seeds:
                print(f"| {name} | {seeds} | "
                      + " | ".join(cell(of[step], split) for step in STEPS) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", help="folder of the data sets")
    parser.add_argument("--out", required=True)
    parser.add_argument("--gntp", default="build/release/gntp")
    parser.add_argument("--only", default=",".join(DATA))
    parser.add_argument("--steps", default=",".join(STEPS))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table", dest="table_only", action="store_true")
    arguments = parser.parse_args()
    rows = read(arguments.out)
    if not arguments.table_only:
        done = {(row["data"], row["step"], row["seed"]) for row in rows}
        # The longest first, so that they do not end alone.
        order = ["fb122", "kinship", "wn18", "wn18rr", "nations", "umls", "S3", "S2"]
        names = sorted(arguments.only.split(","), key=order.index)
        jobs = [(name, step, seed) for name in names for step in reversed(STEPS)
                for seed in range(1, min(arguments.seeds, DATA[name][2]) + 1)
                if step in arguments.steps.split(",") and (name, step, seed) not in done
                and (step != "rivals" or name in WITH_RIVALS)]
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool, \
                open(arguments.out, "a", encoding="utf-8") as file:
            for future in concurrent.futures.as_completed(
                    pool.submit(run, job, arguments) for job in jobs):
                rows.append(future.result())
                file.write(json.dumps(rows[-1]) + "\n")
                file.flush()
    print_table(rows)


if __name__ == "__main__":
    main()
