#!/usr/bin/env python3
"""What a store changes: nothing in the results, much in memory and in the time until work begins.

    bench/store.py DATA [--sets wn18 wn18rr fb122 fb15k-237] [--only bytes versions] [--old GNTP] [--facts N]

A report in Markdown goes to stdout and to --out:

  bytes     each data set is mined, trained, evaluated and asked from its folder and from a store of it
  versions  a made-up knowledge base, 20 million facts: the program OLD on the folder of text, this program on the
            store; both get the same rules. Opening, an epoch, questions and memory, one program after the other

A run on a store names it where a run on a folder copies names and facts: these files and tensors are not compared, all
others are, byte for byte. The exit status is 1 if any bytes differ, or if what was to be tried failed.
"""

import argparse
import json
import os
import pathlib
import random
import shlex
import statistics
import struct
import sys
import tempfile

from support.jobs import ENVIRONMENT, Failed, Job, Report, described, files_of, processor, remove, without_seconds

ROOT = pathlib.Path(__file__).resolve().parents[1]
PARTS = ["bytes", "versions"]
ROUNDS = 3
QUESTIONS = 1000
# What says where names and facts are, and the sums of all files.
PLACES = {"entities.tsv", "relations.tsv", "labels.tsv", "types.tsv", "store.json", "metadata.json", "manifest.json"}
FACTS = {"facts", "mention_counts"}  # tensors
TEMPLATES = """p(X, Y) :- q(X, Y) <20>
p(X, Y) :- q(Y, X) <20>
p(X, Y) :- q(X, Z), r(Z, Y) <20>
"""
# What trains nothing but what it is told to: the default settings, not the default preset.
PLAIN = ["--config", "/dev/null"]
# Batches of templates: symbolic entities, relations that stay, 10,000 facts with 4 negatives each.
BATCHES = 100
EPOCH = [*PLAIN, "--set", "model.entities=\"symbolic\"", "--set", "learn.relation_rate=0", "--set",
         "learn.batch_size=10000", "--set", "learn.epochs=1", "--steps", BATCHES]
# Rules that are given, as they are.
ANSWERING = [*PLAIN, "--set", "model.entities=\"symbolic\"", "--set", "model.relations=\"symbolic\"", "--set",
             "rank.aggregate=\"noisy_or\"", "--set", "prover.floor=1e-7", "--set", "learn.epochs=0"]

ENVIRONMENT["GNTP_CACHE"] = "off"  # a folder is read, not the store that was made of it before


def say(text):
    print(f"store: {text}", file=sys.stderr, flush=True)


# Bytes ------------------------------------------------------------------------------------------------------------


def tensors(content):
    """The bytes of each tensor of a safetensors file."""
    (length,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8:8 + length])
    begin = 8 + length
    return {name: str(each["dtype"]).encode() + str(each["shape"]).encode() +
            content[begin + each["data_offsets"][0]:begin + each["data_offsets"][1]]
            for name, each in header.items() if name != "__metadata__"}


def comparable(run):
    """The files and tensors of a run that do not say where facts are."""
    parts = {}
    for name, content in files_of(run).items():
        if name == "model.safetensors":
            parts.update({f"{name}: {tensor}": value for tensor, value in tensors(content).items()
                          if tensor not in FACTS})
        elif name not in PLACES:
            parts[name] = content
    return parts


class Made:
    """What the program makes of a data set."""

    def __init__(self, given, data, place):
        self.program, self.rules, self.run = given.program, place / "rules.pl", place / "run"
        place.mkdir()
        self.mined = self.job("mine", data, *given.mine, "--quiet", "--out", self.rules)
        self.trained = self.job("train", data, *given.train, "--no-eval", "--quiet", "--out", self.run)
        self.evaluated = self.job("eval", self.run, "--json", "--quiet")
        self.answered = self.job("predict", self.run, "--split", "test", "--json")

    def job(self, *arguments):
        say(f"{arguments[0]} {arguments[1]}")
        return Job([self.program, *arguments]).succeed()

    def parts(self):
        parts = comparable(self.run)
        return {"mine": {"rules": self.rules.read_bytes()}, "train": parts,
                "eval": {"evaluation": without_seconds(self.evaluated.output)},
                "predict": {"answers": self.answered.output}}


def measure_bytes(given, report, work):
    report.heading("## The same bytes from folder and store")
    report.paragraph(f"""
        `mine {shlex.join(given.mine)}`, `train {shlex.join(given.train)}`, `eval`, and `predict --split test`: the
        answers to all questions of the test split. Compared are the file of rules, all files and tensors of the run but
        for names and facts themselves, the evaluation but for its seconds, and all answers.""")
    rows = []
    for name in given.sets:
        store = work / f"{name}.gntp"
        packed = Job([given.program, "pack", given.data / name, "--out", store, "--json", "--quiet"]).succeed()
        summary = json.loads(packed.output)
        folder = Made(given, given.data / name, work / f"{name}-folder").parts()
        stored = Made(given, store, work / f"{name}-store").parts()
        cells = []
        for step, expected in folder.items():
            found = stored[step]
            different = [part for part in sorted(expected.keys() | found.keys())
                         if expected.get(part) != found.get(part)]
            cells.append(report.verdict(different, f"{name}, {step}"))
        rows.append([name, summary["facts"], summary["bytes"], *cells])
    report.table(["data", ">facts", ">bytes of the store", "mine", "train", "eval", "predict"], rows)


# Versions ---------------------------------------------------------------------------------------------------------


def repeated(command, rounds=ROUNDS):
    """The median of the seconds, and the highest memory in MiB. What it makes (the last word, after --out) goes."""
    results = []
    for _ in range(rounds):
        results.append(Job(command).succeed())
        if command[-2] == "--out":
            remove(command[-1])
    return statistics.median(each.wall for each in results), max(each.peak for each in results)


def draw_questions(facts, count):
    """Of random lines of a file: r(a, ?) and r(?, b) in turns."""
    size = facts.stat().st_size
    chance = random.Random(1)
    questions = []
    with facts.open("rb") as lines:
        while len(questions) < count:
            lines.seek(chance.randrange(size))
            lines.readline()
            line = lines.readline().decode().rstrip("\n")
            if line:
                head, relation, tail = line.split("\t")
                questions.append(f"'{relation}'('{head}', ?)" if len(questions) % 2 == 0 else
                                 f"'{relation}'(?, '{tail}')")
    return questions


class Version:
    """One program on the data in its form."""

    def __init__(self, program, data, work):
        self.program, self.data, self.work = program, data, work
        work.mkdir()

    def measure(self, mining, templates, rules, questions, rounds):
        program, data = self.program, self.data
        say(f"{program}: mining")
        mined = Job([program, "mine", data, *mining, "--quiet", "--out", self.work / "mined.pl"]).succeed()
        say(f"{program}: opening")
        one_rule = self.work / "one_rule.pl"
        with rules.open(encoding="utf-8") as lines:
            one_rule.write_text(next(line for line in lines if not line.startswith("%")), encoding="utf-8")
        opening, opening_peak = repeated([program, "train", data, "--rules", one_rule, *ANSWERING, "--no-eval",
                                          "--quiet", "--out", self.work / "opened"], rounds)
        say(f"{program}: an epoch")
        epoch = Job([program, "train", data, "--rules", templates, *EPOCH, "--no-eval", "--quiet", "--json", "--out",
                     self.work / "epoch"]).succeed()
        say(f"{program}: questions")
        run = self.work / "answering"
        Job([program, "train", data, "--rules", rules, *ANSWERING, "--no-eval", "--quiet", "--out", run]).succeed()
        one, all_of_them = self.work / "one", self.work / "all"
        one.write_text(questions[0] + "\n", encoding="utf-8")
        all_of_them.write_text("\n".join(questions) + "\n", encoding="utf-8")
        asking = [program, "predict", run, "--threads", 1, "--json", "--queries"]
        first, _ = repeated([*asking, one], rounds)
        together, peak = repeated([*asking, all_of_them], rounds)
        return {"opening, s": opening, "memory to open, MiB": opening_peak, "mining, with opening, s": mined.wall,
                "memory to mine, MiB": mined.peak, "training, with opening, s": epoch.wall,
                f"{BATCHES} batches of training, s": json.loads(epoch.output)["training_seconds"],
                "memory to train, MiB": epoch.peak, "open a run and ask once, s": first,
                "a question, ms": 1e3 * (together - first) / (len(questions) - 1), "memory to ask, MiB": peak}


def measure_versions(given, report, work):
    report.heading("## Text by an older version, a store by this one")
    folder, store = work / "text", work / "kb.gntp"
    say(f"{given.facts} facts")
    Job([given.program.parent / "bench_generate", "--facts", given.facts, "--entities", given.entities, "--relations",
         given.relations, "--out", folder]).succeed()
    for split in ("valid.tsv", "test.tsv"):  # nothing is validated or calibrated: that is other work
        (folder / split).unlink()
    pack = Job([given.program, "pack", folder, "--out", store, "--quiet", "--json"]).succeed()
    facts = json.loads(pack.output)["facts"]
    templates, rules = work / "templates.pl", work / "rules.pl"
    templates.write_text(TEMPLATES, encoding="utf-8")
    say("rules")
    mining = [given.program, "mine", store, *given.mine_large, "--quiet", "--out", rules]
    Job(mining).succeed()
    questions = draw_questions(folder / "train.tsv", QUESTIONS)
    results = {}
    for name, program, data in (("old", given.old, folder), ("new", given.program, store)):
        results[name] = Version(program, data, work / name).measure(given.mine_large, templates, rules, questions,
                                                                    given.rounds)
    report.paragraph(f"""
        {facts:,} made-up facts, without a valid split
        (`bench_generate --facts {given.facts} --entities {given.entities} --relations {given.relations}`),
        packed in {pack.wall:.0f} s within {pack.peak:.0f} MiB. Old is {described(given.old)}, on the folder of text;
        new is this one, on the store. To open is `train` with one rule and no epoch: it reads the data and writes a run
        that answers questions. A batch is 10,000 facts with 4 negatives each, three templates of 20 rules, symbolic
        entities, relations that stay. Questions are {QUESTIONS} of random facts, asked on one thread of a run with the
        rules of `mine {shlex.join(map(str, given.mine_large))}`; a question is what each after the first adds. Medians
        of {given.rounds}, but for mining and training.""")
    rows = [[what, f"{old:.4g}", f"{results['new'][what]:.4g}", f"{old / results['new'][what]:.3g}"]
            for what, old in results["old"].items()]
    report.table(["", ">old", ">new", ">old / new"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=pathlib.Path, default=os.environ.get("GNTP_BENCHMARKS", "."))
    parser.add_argument("--sets", nargs="+", default=["wn18", "wn18rr", "fb122", "fb15k-237"])
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="parts (all)")
    parser.add_argument("--old", type=pathlib.Path, help="an older program, for the part 'versions'")
    parser.add_argument("--facts", type=int, default=20_000_000, help="of the part 'versions' (20000000)")
    parser.add_argument("--entities", type=int, default=2_000_000, help="of the part 'versions' (2000000)")
    parser.add_argument("--relations", type=int, default=70, help="of the part 'versions' (70)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"to take medians of ({ROUNDS})")
    parser.add_argument("--mine", type=shlex.split, default="--max-body 3 --min-support 5", metavar="ARGUMENTS")
    parser.add_argument("--train", type=shlex.split, metavar="ARGUMENTS",
                        default="--preset rules --set learn.epochs=1 --time-limit 24h")  # no clock has a say
    parser.add_argument("--mine-large", type=shlex.split, default="--max-body 2 --min-support 100 --max-rules 100000",
                        metavar="ARGUMENTS", help="arguments of 'gntp mine' for the part 'versions'")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/gntp")
    parser.add_argument("--work", type=pathlib.Path, help="where temporary files are (the system's folder)")
    parser.add_argument("--out", type=pathlib.Path, help="a file for the report, too")
    given = parser.parse_args()
    if "versions" in given.only and given.old is None:
        sys.exit("store: the part 'versions' takes --old PROGRAM; '--only bytes' leaves it out")
    given.data, given.program = given.data.resolve(), given.program.resolve()

    report = Report()
    report.heading("# Stores")
    report.paragraph(f"""
        Written by `./run bench store DATA`: {described(given.program)}, {os.cpu_count()} cores
        ({processor()}); when it began, {os.getloadavg()[0]:.1f} programs were running already.""")
    with tempfile.TemporaryDirectory(dir=given.work) as folder:
        # What a process is said to have taken is at least what this one has: that grows with the bytes it compares.
        for part, measure in (("versions", measure_versions), ("bytes", measure_bytes)):
            if part not in given.only:
                continue
            try:
                measure(given, report, pathlib.Path(folder))
            except Failed as failure:
                report.failures.append(f"{part}: {failure}")
                report.paragraph(f"**Failed**: {str(failure).splitlines()[0]}")
    print(report.text, end="")
    if given.out:
        given.out.write_text(report.text.rstrip() + "\n", encoding="utf-8")
    for failure in report.failures:
        say(failure)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
