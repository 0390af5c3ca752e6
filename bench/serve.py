#!/usr/bin/env python3
"""How many questions a second `gntp serve` answers: bench/serve.py GNTP RUN TRIPLES [--seconds N] [--times N]

32 clients with open connections (wrk) ask random questions of both sides of the file's triples, top 10. Prints a line of
JSON for each time, with the server's memory before and after.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request


def resident_mib(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    return round(int(status.split("VmRSS:")[1].split()[0]) / 1024, 1)


def quoted(name):
    plain = all(c not in " \t(),<>%?'\"" for c in name) and ":-" not in name
    return name if plain else "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


def write_paths(triples, file):
    lines = []
    with open(triples, encoding="utf-8") as source:
        for line in source:
            head, relation, tail = (quoted(name) for name in line.rstrip("\n").split("\t")[:3])
            for question in (f"{relation}({head}, ?)", f"{relation}(?, {tail})"):
                lines.append(f"/api/predict?q={urllib.parse.quote(question)}&top=10\n")
    random.Random(0).shuffle(lines)
    file.writelines(lines)
    file.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("run")
    parser.add_argument("triples")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    script = pathlib.Path(__file__).with_suffix(".lua")
    server = subprocess.Popen([given.program, "serve", given.run, "--port", "0", "--quiet"], stderr=subprocess.PIPE,
                              text=True)
    try:
        address = json.loads(server.stderr.readline())["address"]
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as paths:
            write_paths(given.triples, paths)
            with open(paths.name, encoding="utf-8") as lines:
                urllib.request.urlopen(address.rstrip("/") + lines.readline().strip()).read()  # makes the index
            for _ in range(given.times):
                before = resident_mib(server)
                wrk = subprocess.run(["wrk", "-t1", "-c32", f"-d{given.seconds}s", "-s", script, address], check=True,
                                     stdout=subprocess.PIPE, text=True, env={**os.environ, "GNTP_PATHS": paths.name})
                result = json.loads(wrk.stdout.strip().splitlines()[-1])
                print(json.dumps({**result, "memory_mib": [before, resident_mib(server)]}), flush=True)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
