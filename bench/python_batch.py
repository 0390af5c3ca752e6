#!/usr/bin/env python3
"""Whether Python answers as the program does, and what a batch costs there.

    bench/python_batch.py RUN... [--queries 10000] [--seed 0] [--repeats 5] [--gntp build/release/gntp]

RUN is a run folder of 'gntp train'. Questions are drawn from its training facts. Both open the run, answer all of them
and give names, scores and probabilities: the program as JSON Lines into a file, Python as a pandas frame. Times are
those of the whole work without the start of the interpreter and its imports; medians. Run it by a Python that has the
module and pandas, e.g. with PYTHONPATH=build/release/python.
"""

import argparse
import json
import math
import pathlib
import random
import statistics
import subprocess
import tempfile
import time

import gntp
import pandas  # noqa: F401  (its import is not what is measured)

ROOT = pathlib.Path(__file__).resolve().parents[1]


def questions_of(run, count, seed):
    data = pathlib.Path(json.loads((run / "metadata.json").read_text())["data"]["folder"])
    train = next(path for path in sorted(data.iterdir()) if path.name.startswith("train"))
    facts = [line.split("\t")[:3] for line in train.read_text(encoding="utf-8").splitlines()]
    rng = random.Random(seed)
    questions = []
    for _ in range(count):
        head, relation, tail = rng.choice(facts)
        questions.append((head, relation, None) if rng.random() < 0.5 else (None, relation, tail))
    return questions


def by_program(program, run, file, out):
    start = time.monotonic()
    with open(out, "wb") as output:
        subprocess.run([program, "predict", run, "--queries", file], stdout=output, check=True)
    return time.monotonic() - start


def by_python(run, questions):
    start = time.monotonic()
    frame = gntp.open(run).predict_frame(questions)
    return time.monotonic() - start, frame


def same(frame, out):
    expected = [(number, answer["rank"], answer["answer"], answer["score"], answer.get("probability", math.nan))
                for number, line in enumerate(open(out, encoding="utf-8"))
                for answer in json.loads(line)["answers"]]
    found = zip(frame.question, frame["rank"], frame.answer, frame.score, frame.probability)
    return len(expected) == len(frame) and all(
        a[:4] == b[:4] and (a[4] == b[4] or (math.isnan(a[4]) and math.isnan(b[4]))) for a, b in zip(expected, found))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runs", nargs="+", type=pathlib.Path)
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--gntp", default=ROOT / "build/release/gntp")
    given = parser.parse_args()
    for run in given.runs:
        questions = questions_of(run, given.queries, given.seed)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "questions.tsv"
            file.write_text("".join("\t".join(name or "?" for name in question) + "\n" for question in questions),
                            encoding="utf-8")
            out = pathlib.Path(folder) / "answers.jsonl"
            program, python = [], []
            for _ in range(given.repeats):
                program.append(by_program(given.gntp, run, file, out))
                seconds, frame = by_python(run, questions)
                python.append(seconds)
            equal = same(frame, out)
        ratio = statistics.median(python) / statistics.median(program)
        print(f"{run}: {len(frame)} answers, {'equal' if equal else 'NOT EQUAL'}; program "
              f"{statistics.median(program):.2f} s, Python {statistics.median(python):.2f} s, ratio {ratio:.3f}",
              flush=True)


if __name__ == "__main__":
    main()
