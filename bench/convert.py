#!/usr/bin/env python3
"""How fast triples are read and written, and in how much memory: gntp convert on made-up N-Triples.

  bench/convert.py [--triples 10000000] [--folder FOLDER] [--gntp PROGRAM]

Prints a line for each pair of formats: triples a second by the clock and by processor time, and the highest resident
memory. N-Triples to TSV is run three times, and the median is what counts.
"""
import argparse
import os
import pathlib
import random
import statistics
import tempfile
import time

ENTITIES = 1_000_000
RELATIONS = 500
BASE = "http://www.example.org/"


def make(path, triples, seed=1):
    rng = random.Random(seed)
    with open(path, "w", encoding="ascii") as out:
        lines = []
        for i in range(triples):
            lines.append(f"<{BASE}resource/E{rng.randrange(ENTITIES)}> <{BASE}property/P{rng.randrange(RELATIONS)}> "
                         f"<{BASE}resource/E{rng.randrange(ENTITIES)}> .\n")
            if len(lines) == 100_000:
                out.writelines(lines)
                lines = []
        out.writelines(lines)


def run(arguments):
    """Seconds by the clock, seconds of the processor, highest resident MiB."""
    start = time.monotonic()
    process = os.spawnvp(os.P_NOWAIT, arguments[0], arguments)
    _, status, usage = os.wait4(process, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(arguments)} failed")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def report(title, triples, runs):
    wall, cpu, memory = (statistics.median(column) for column in zip(*runs))
    print(f"{title:<16} {triples / wall / 1e6:6.2f} million a second   {triples / cpu / 1e6:6.2f} by processor time   "
          f"{memory:6.1f} MiB", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triples", type=int, default=10_000_000)
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--gntp", default="build/release/gntp")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        folder = pathlib.Path(folder)
        source = folder / "a.nt"
        make(source, given.triples)

        def convert(name_from, name_to, repeats=1):
            runs = []
            for _ in range(repeats):
                (folder / name_to).unlink(missing_ok=True)
                runs.append(run([given.gntp, "convert", str(folder / name_from), str(folder / name_to), "--quiet"]))
            report(f"{pathlib.Path(name_from).suffix[1:]} to {pathlib.Path(name_to).suffix[1:]}", given.triples, runs)

        convert("a.nt", "b.tsv", repeats=3)
        convert("b.tsv", "c.nt")
        convert("b.tsv", "d.csv")
        convert("d.csv", "e.jsonl")
        convert("e.jsonl", "f.tsv")
        convert("a.nt", "g.ttl")
        convert("g.ttl", "h.nt")
        if (folder / "h.nt").read_bytes() != source.read_bytes():
            raise SystemExit("what came back is not what went in")


if __name__ == "__main__":
    main()
