#!/usr/bin/env python3
"""Kills trainings at random moments and goes on with them: each must end with the bytes of one that was left alone.

  bench/kills.py GNTP DATA [--kills 100] [--checkpoint 1s] [--seed 1] -- ARGUMENTS OF gntp train

GNTP is the executable, DATA the data set folder. The first training is left alone; its folder is what the others are
compared with, all files but times.json. Each of the others is ended by SIGKILL at a random moment and resumed; a third
of those that go on are killed again. Prints a line of JSON: how many trainings were killed, how often one that went on
was killed, how many differed, what was left over, and the longest work that was repeated (the time until the first kill
minus the work that the checkpoint had, as the resumed training reports it).
"""

import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time


def contents(folder):
    """The bytes of each file by name, times left out."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if path.name != "times.json"
    }


def start(command):
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def kill_after(command, seconds):
    """True if the process was killed, false if it had ended before."""
    process = start(command)
    try:
        process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return True
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {process.returncode}")
    return False


def seconds_saved(messages):
    """The work that a resumed training began with."""
    found = re.search(r"going on after step \d+, ([0-9.]+) s of work", messages)
    return float(found.group(1)) if found else 0.0


def finish(gntp, run):
    """What the resumed training says."""
    process = start([gntp, "train", "--resume", str(run)])
    _, messages = process.communicate()
    if process.returncode != 0:
        sys.exit(f"resuming {run}: exit status {process.returncode}\n{messages}")
    return messages


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gntp")
    parser.add_argument("data")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--checkpoint", default="1s")
    parser.add_argument("--seed", type=int, default=1)
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    given = parser.parse_args(sys.argv[1:end])
    chance = random.Random(given.seed)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        train = [given.gntp, "train", given.data, "--checkpoint", given.checkpoint, *sys.argv[end + 1:]]
        whole = folder / "whole"
        begin = time.monotonic()
        subprocess.run([*train, "--quiet", "--out", str(whole)], check=True, stdout=subprocess.DEVNULL)
        length = time.monotonic() - begin
        expected = contents(whole)

        result = {"seconds": round(length, 2), "kills": 0, "kills_while_going_on": 0, "ended_before": 0, "not_begun": 0,
                  "different": 0, "left_over": [], "most_repeated_seconds": 0.0}
        while result["kills"] < given.kills:
            run = folder / "run"
            moment = chance.uniform(0, length)
            if not kill_after([*train, "--quiet", "--out", str(run)], moment):
                result["ended_before"] += 1
            elif not run.exists():
                result["not_begun"] += 1  # it was still reading its data
            else:
                result["kills"] += 1
                again = chance.random() < 1 / 3
                if again and kill_after([given.gntp, "train", "--resume", str(run)], chance.uniform(0, length / 2)):
                    result["kills_while_going_on"] += 1
                    finish(given.gntp, run)
                elif not again:
                    repeated = moment - seconds_saved(finish(given.gntp, run))
                    result["most_repeated_seconds"] = max(result["most_repeated_seconds"], round(repeated, 2))
            if run.exists():
                if contents(run) != expected:
                    result["different"] += 1
                shutil.rmtree(run)
            result["left_over"] += [path.name for path in folder.iterdir() if path != whole]
    print(json.dumps(result))
    return 1 if result["different"] or result["left_over"] else 0


if __name__ == "__main__":
    sys.exit(main())
