#!/usr/bin/env python3
"""What a GPU brings: vectors trained there against PyTorch on the same GPU and against this machine's processor.

    bench/gpu.py DATA --peer PROGRAM [--build FOLDER] [--only PART...] [--sets NAME...] [--rounds 5] [--out FILE]
    bench/gpu.py --collect FOLDER [--build FOLDER]

  epochs   ComplEx of rank 1000 on each data set, gntp and the peer in turns, at the same constant rate: seconds of an
           epoch, of the second half of six (of sixty, where data are small), medians over the rounds; the range of
           the valid MRR after the last; how long gntp takes to fetch the vectors and rank both splits
  target   FB15k-237 until the valid MRR is .375, gntp and the peer: seconds of training
  pays     an epoch on two threads of the processor and on the GPU, of vectors of rank 100 and, on the GPU, 1000
  agree    the valid MRR of three seeds on the processor and on the GPU
  soft     a joint epoch of WN18 with about a hundred soft neighbours, on two threads and on the GPU
  hybrid   'gntp train' with vectors of rank 1000 on FB15k-237 and WN18RR, from raw files: MRR and seconds
  kernels  which part of the GPU's arithmetic and bandwidth each kernel of an epoch takes (needs ncu)

Parts that take the processor, too, take those of --devices alone. DATA has a folder for each data set. PROGRAM is a
Python program that takes DATA --rank --epochs --batch --lr --reg --rp --every --seed --tf32 and prints "epoch N S
s/epoch ... valid mrr X". What is measured goes to --out, a JSON object a line, as soon as it is known, and tables in
Markdown to stdout. Needs a GPU and, for the peer, PyTorch.

--collect copies the programs, and the libraries that they need, for a machine with a GPU and nothing else: there they
are what --build names. FOLDER is two levels below a checkout (build/gpu), where the presets are. To run the programs by
hand, say LD_LIBRARY_PATH=FOLDER/lib.
"""

import argparse
import csv
import io
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

from support.jobs import Failed, Job

ROOT = pathlib.Path(__file__).resolve().parents[1]
LINE = re.compile(r"^epoch (\d+) ([\d.]+) s/epoch.*?valid mrr ([\d.]+)(?:.*ranked in ([\d.]+))?", re.MULTILINE)
PARTS = ["epochs", "target", "pays", "agree", "soft", "hybrid", "kernels"]
PROGRAMS = ["gntp", "bench_predictor", "bench_soft_lists", "gntp_gpu_tests"]
PLUGIN = "libgntp_cuda.so"
RANK = 1000
# What relations weigh, penalties, rates: the same for both. A batch is of questions with all their answers, the peer's
# of 1,000 answers; 0: by the data's size.
SETTINGS = {
    "fb15k-237": {"relations": 4.0, "penalty": 0.05, "rate": 0.1, "batch": 250},
    "wn18rr": {"relations": 0.05, "penalty": 0.1, "rate": 0.1, "batch": 250},
    "umls": {"relations": 0.0, "penalty": 0.05, "rate": 0.1, "batch": 0},
    "kinship": {"relations": 0.0, "penalty": 0.05, "rate": 0.1, "batch": 0},
    "nations": {"relations": 0.0, "penalty": 0.05, "rate": 0.1, "batch": 0},
}
# Of the hybrid; more epochs than by default, as there is time for them.
HYBRID_EPOCHS = 50
TARGET = 0.375
SEEDS = (1, 2, 3)


def say(text):
    print(f"gpu: {text}", file=sys.stderr, flush=True)


def collect(build, folder):
    """Programs, the plug-in and, in the folder lib, all their libraries but glibc's."""
    libraries = folder / "lib"
    libraries.mkdir(parents=True, exist_ok=True)
    for name in [*PROGRAMS, PLUGIN]:
        shutil.copy2(build / name, folder / name)
        subprocess.run(["strip", folder / name], check=True)
        if name == PLUGIN:  # knows where CUDA is
            continue
        needed = Job(["ldd", folder / name]).succeed().output
        for library, path in re.findall(r"(\S+) => (/\S+)", needed):
            if not re.match(r"(libc|libm|libdl|libpthread|librt|ld-linux\S*)\.so", library):
                shutil.copy2(path, libraries / library)


def short_name(kernel):
    """Of 'void space::<unnamed>::name<types>(arguments)' the name."""
    for hidden in ("(anonymous namespace)::", "<unnamed>::"):
        kernel = kernel.replace(hidden, "")
    return re.split(r"[(<]", kernel)[0].split("::")[-1].removeprefix("void ")


class Bench:
    def __init__(self, given):
        self.given = given
        self.out = open(given.out, "a", encoding="utf-8") if given.out else None

    def record(self, part, **values):
        line = json.dumps({"part": part, **values}, sort_keys=True)
        say(line)
        if self.out:
            self.out.write(line + "\n")
            self.out.flush()

    def program(self, name):
        """How a command begins that runs the program, with the libraries that were collected for it."""
        libraries = self.given.build.resolve() / "lib"
        path = ["env", f"LD_LIBRARY_PATH={libraries}"] if libraries.is_dir() else []
        return [*path, self.given.build / name]

    def gntp(self, data, epochs, every, device="cuda", rank=RANK, seed=1, more=()):
        chosen = SETTINGS[data]
        return [*self.program("bench_predictor"), self.given.data / data, "--dim", rank, "--epochs", epochs, "--every",
                every, "--relations", chosen["relations"], "--penalty", chosen["penalty"], "--rate", chosen["rate"],
                "--batch", chosen["batch"], "--device", device, "--seed", seed, *more]

    def peer(self, data, epochs, every, seed=1):
        chosen = SETTINGS[data]
        return [sys.executable, self.given.peer, self.given.data / data, "--rank", RANK, "--epochs", epochs, "--batch",
                1000, "--lr", chosen["rate"], "--reg", chosen["penalty"], "--rp", chosen["relations"], "--every",
                every, "--seed", seed, "--device", "cuda", "--tf32"]

    def lines(self, command):
        """(epoch, seconds of training until then, valid MRR, seconds of ranking) by line."""
        output = Job(command).succeed().output
        found = [(int(epoch), int(epoch) * float(mean), float(valid), float(ranked) if ranked else None)
                 for epoch, mean, valid, ranked in LINE.findall(output)]
        if not found:
            raise Failed(f"no line of an epoch in what it printed: {output!r}")
        return found

    # Parts ---------------------------------------------------------------------------------------------------------

    def epochs(self):
        rows = []
        for data in self.given.sets:
            small = data in ("umls", "kinship", "nations")
            epochs = 60 if small else 6
            taken = {"gntp": [], "peer": []}
            valid = {"gntp": [], "peer": []}
            ranked = []
            for turn in range(self.given.rounds):
                for name in taken:
                    if name == "peer" and turn >= self.given.peer_rounds:
                        continue
                    make = self.gntp if name == "gntp" else self.peer
                    command = make(data, epochs, epochs // 2, seed=1 + turn)
                    first, last = self.lines([*command, "--constant"] if name == "gntp" else command)
                    taken[name].append((last[1] - first[1]) / (last[0] - first[0]))
                    valid[name].append(last[2])
                    if name == "gntp":
                        ranked.append(last[3])
                    self.record("epochs", data=data, program=name, seed=1 + turn, lines=[first, last])
            ours, theirs = (statistics.median(taken[name]) for name in ("gntp", "peer"))
            mrr = {name: f"{min(seen):.4f} to {max(seen):.4f}" for name, seen in valid.items()}
            rows.append(f"| {data} | {ours:.3g} | {theirs:.3g} | {theirs / ours:.1f} | {mrr['gntp']} | {mrr['peer']} | "
                        f"{statistics.median(ranked):.2f} |")
        return ["| | gntp, s an epoch | PyTorch, TF32 | ratio | valid MRR, gntp | PyTorch | both splits ranked, s |",
                "|---|--:|--:|--:|--:|--:|--:|", *rows]

    def target(self):
        rows = []
        for name, command in (("gntp", [*self.gntp("fb15k-237", 30, 1), "--constant"]),
                              ("PyTorch, TF32", self.peer("fb15k-237", 30, 5))):
            lines = self.lines(command)
            self.record("target", program=name, lines=lines)
            reached = next((line for line in lines if line[2] >= TARGET), None)
            rows.append(f"| {name} | {reached[1]:.1f} s, {reached[0]} epochs |" if reached else
                        f"| {name} | not reached; {lines[-1][2]:.3f} after {lines[-1][0]} epochs |")
        return [f"| until valid MRR {TARGET} on FB15k-237 | |", "|---|--:|", *rows]

    def pays(self):
        rows = []
        for data in self.given.sets:
            for device, rank in (("cpu", 100), ("cuda", 100), ("cuda", RANK)):
                if device not in self.given.devices:
                    continue
                epochs = 2 if device == "cpu" else 4
                first, last = self.lines(self.gntp(data, epochs, epochs // 2, device, rank, more=("--threads", 2)))
                seconds = (last[1] - first[1]) / (last[0] - first[0])
                self.record("pays", data=data, rank=rank, device=device, seconds=seconds)
                rows.append(f"| {data} | {rank} | {device} | {seconds:.3g} |")
        return ["| two threads, with a GPU or without | rank | device | s an epoch |", "|---|--:|---|--:|", *rows]

    def agree(self):
        rows = []
        for data in self.given.sets:
            for seed in SEEDS:
                for name, more in (("cpu", ()), ("cuda", ("--fp32",)), ("cuda, tf32", ())):
                    device = name.split(",")[0]
                    if device not in self.given.devices:
                        continue
                    valid = self.lines(self.gntp(data, 10, 10, device, 100, seed, more))[-1][2]
                    self.record("agree", data=data, seed=seed, device=name, valid=valid)
                    rows.append(f"| {data} | {seed} | {name} | {valid:.4f} |")
        return ["| valid MRR after ten epochs of rank 100 | seed | device | |", "|---|--:|---|--:|", *rows]

    def soft(self):
        rows = []
        for device, threads in (("cpu", 2), ("cuda", 2), ("cuda", 0)):
            if device not in self.given.devices:
                continue
            command = [*self.program("bench_soft_lists"), self.given.data / "wn18", "--device", device, "--threads",
                       threads]
            output = Job(command).succeed().output.strip()
            self.record("soft", device=device, threads=threads, output=output)
            first, batches, total, lists, rest = re.search(
                r"first lists ([\d.]+) s; (\d+) batches ([\d.]+) s, of which lists ([\d.]+) s, all else ([\d.]+)",
                output).groups()
            where = re.match(r"\S+ on \d+ threads", output)[0]
            rows.append(f"| {where} | {first} | {total} | {lists} | {rest} |")
        return ["| WN18, joint epoch | first lists, s | epoch, s | lists in it | all else |", "|---|--:|--:|--:|--:|",
                *rows]

    def hybrid(self):
        rows = []
        for data in ("fb15k-237", "wn18rr"):
            with tempfile.TemporaryDirectory() as folder:
                run = pathlib.Path(folder) / "run"
                done = Job([*self.program("gntp"), "train", self.given.data / data, "--preset", "hybrid", "--set",
                            f"predictor.dim={RANK}", "--set", f"predictor.epochs={HYBRID_EPOCHS}", "--device", "cuda",
                            "--quiet", "--out", run]).succeed()
                cells = []
                for split in ("valid", "test"):
                    found = json.loads(Job([*self.program("gntp"), "eval", run, "--split", split, "--device", "cuda",
                                            "--json"]).succeed().output)
                    mrr = [found[part]["realistic"]["mrr"] for part in ("by_rules", "by_vectors", "both")]
                    self.record("hybrid", data=data, split=split, seconds=done.wall, mrr=mrr)
                    cells.append(" | ".join(f"{each:.4f}" for each in mrr))
            rows.append(f"| {data} | {' | '.join(cells)} | {done.wall:.0f} |")
        return ["| hybrid of rank 1000 | valid: rules | vectors | both | test: rules | vectors | both | seconds, with "
                "both splits ranked |", "|---|--:|--:|--:|--:|--:|--:|--:|", *rows]

    def kernels(self):
        if shutil.which("ncu") is None:
            raise Failed("ncu is not there")
        rows = []
        metrics = {"gpu__time_duration.sum": "time", "sm__throughput.avg.pct_of_peak_sustained_elapsed": "arithmetic",
                   "dram__throughput.avg.pct_of_peak_sustained_elapsed": "bandwidth"}
        for data in [name for name in ("fb15k-237", "wn18rr") if name in self.given.sets]:
            command = ["ncu", "--clock-control", "none", "--csv", "--page", "raw", "--launch-skip", 200,
                       "--launch-count", 60, "--metrics", ",".join(metrics), *self.gntp(data, 1, 1)]
            output = Job(command).succeed().output
            kernels = {}
            table = csv.DictReader(io.StringIO(output[output.index('"ID"'):]))
            next(table)  # units
            for row in table:
                kernels.setdefault(short_name(row["Kernel Name"]), []).append({short: float(row[long].replace(",", ""))
                                                     for long, short in metrics.items()})
            self.record("kernels", data=data, kernels=kernels)
            whole = sum(launch["time"] for launches in kernels.values() for launch in launches)
            for name, launches in kernels.items():
                time = sum(launch["time"] for launch in launches)
                if time < 0.05 * whole:
                    continue
                share = {key: sum(launch[key] * launch["time"] for launch in launches) / time
                         for key in ("arithmetic", "bandwidth")}
                rows.append(f"| {data} | `{name}` | {100 * time / whole:.0f} % | {share['arithmetic']:.0f} % | "
                            f"{share['bandwidth']:.0f} % |")
        return ["| | kernel | of the time | of the peak of arithmetic units | of the peak of memory |",
                "|---|---|--:|--:|--:|", *rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=pathlib.Path)
    parser.add_argument("--peer", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--sets", nargs="+", choices=SETTINGS, default=list(SETTINGS))
    parser.add_argument("--devices", nargs="+", choices=["cpu", "cuda"], default=["cpu", "cuda"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer-rounds", type=int, default=5, help="of these rounds the peer takes part in so many")
    parser.add_argument("--collect", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--out")
    given = parser.parse_args()
    if given.collect:
        collect(given.build, given.collect)
        return
    if given.data is None:
        parser.error("DATA is needed, the folder with the data sets")
    if given.peer is None and {"epochs", "target"} & set(given.only):
        parser.error("--peer is needed to measure against")
    bench = Bench(given)
    failed = False
    for part in given.only:
        try:
            print("\n".join(getattr(bench, part)()), "\n", sep="", flush=True)
        except Failed as failure:
            say(f"{part}: {failure}")
            failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
