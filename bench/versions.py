#!/usr/bin/env python3
"""Two builds of gntp side by side on one preset: an epoch, ranking, opening, memory, size.

    bench/versions.py DATA/wn18rr --preset wn18rr-mined --old OLD/gntp --new build/release/gntp

Both train at the same time, one thread each, so that whatever else the machine does hits both. Ranking and opening
are repeated, one build after the other, and medians are shown.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time


def run(command):
    """Output, seconds and peak memory in MiB."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        start = time.monotonic()
        process = subprocess.Popen([str(word) for word in command], stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        out.seek(0)
        err.seek(0)
        if status != 0:
            sys.exit(f"versions: {' '.join(map(str, command))}\n{err.read()}")
        return out.read(), seconds, usage.ru_maxrss / 1024


def epoch_seconds(folder):
    """Of every epoch; before 0.3 they were in the trace."""
    times = folder / "times.json"
    if times.exists():
        return json.loads(times.read_text())["epoch_seconds"]
    return [json.loads(line)["seconds"] for line in (folder / "trace.jsonl").read_text().splitlines()]


def train(gntp, data, preset, seed, folder):
    output, seconds, memory = run([gntp, "train", data, "--preset", preset, "--seed", seed, "--threads", 1, "--out",
                                   folder, "--no-eval", "--quiet", "--json"])
    epochs = epoch_seconds(folder)
    return {
        "training, all, s": seconds,
        "epoch, median, s": statistics.median(epochs) if epochs else float("nan"),
        "training, peak MiB": memory,
        "run folder, MB": sum(file.stat().st_size for file in folder.iterdir()) / 1e6,
        "valid, kept": json.loads(output).get("valid_kept") or float("nan"),
    }


def rank(gntp, folder, split):
    output, _, memory = run([gntp, "eval", folder, "--split", split, "--threads", 1, "--json"])
    report = json.loads(output)
    return report["seconds"], memory, report["both"]["realistic"]["mrr"]


def open_and_ask(gntp, folder):
    relation = (folder / "relations.tsv").read_text().splitlines()[0]
    entity = (folder / "entities.tsv").read_text().splitlines()[0]
    return run([gntp, "predict", folder, f"'{relation}'('{entity}', ?)", "--threads", 1])[1]


def measure_runs(builds, folders, split, repeats):
    results = {name: {} for name in builds}
    seconds = {name: {"rank": [], "open": []} for name in builds}
    for _ in range(repeats):
        for name, gntp in builds.items():
            took, memory, mrr = rank(gntp, folders[name], split)
            seconds[name]["rank"].append(took)
            seconds[name]["open"].append(open_and_ask(gntp, folders[name]))
            results[name].update({"ranking, peak MiB": memory, f"{split} MRR": mrr})
    for name in builds:
        results[name][f"ranking {split}, median s"] = statistics.median(seconds[name]["rank"])
        results[name]["open and ask, median s"] = statistics.median(seconds[name]["open"])
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--preset", required=True)
    parser.add_argument("--old", type=pathlib.Path, required=True)
    parser.add_argument("--new", type=pathlib.Path, default=pathlib.Path("build/release/gntp"))
    parser.add_argument("--split", default="test")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    builds = {"old": given.old, "new": given.new}
    with tempfile.TemporaryDirectory() as scratch:
        folders = {name: pathlib.Path(scratch) / name for name in builds}
        with concurrent.futures.ThreadPoolExecutor() as pool:
            started = {name: pool.submit(train, gntp, given.data, given.preset, given.seed, folders[name])
                       for name, gntp in builds.items()}
            results = {name: future.result() for name, future in started.items()}
        for name, more in measure_runs(builds, folders, given.split, given.repeats).items():
            results[name].update(more)
    print(f"{given.preset} on {given.data.name}, seed {given.seed}, one thread\n")
    print("| | old | new | old / new |\n|---|---|---|---|")
    for what, old in results["old"].items():
        new = results["new"][what]
        print(f"| {what} | {old:.4g} | {new:.4g} | {old / new:.2f} |")


if __name__ == "__main__":
    main()
