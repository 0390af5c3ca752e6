#!/usr/bin/env python3
"""Several processes under mpirun against one: the same bytes, whoever dies or is stopped on the way.

Usage: several_processes.py GNTP SOURCES [TEST ...]

Without mpirun, or without the plug-in beside the program, it says so and exits with 77 (skipped).
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

GNTP = pathlib.Path(sys.argv[1]).resolve()
DATA = pathlib.Path(sys.argv[2]).resolve() / "data/countries"
SKIPPED = 77

ENVIRONMENT = dict(
    os.environ,
    # mpirun does not like root, and Open MPI leaks.
    OMPI_ALLOW_RUN_AS_ROOT="1",
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
    ASAN_OPTIONS="detect_leaks=0:" + os.environ.get("ASAN_OPTIONS", ""),
)
# What a session of Slurm or another mpirun says is not for these.
for name in list(ENVIRONMENT):
    if name.startswith(("OMPI_COMM", "PMI", "SLURM", "GNTP_MPI")):
        del ENVIRONMENT[name]

MINED = ["--set", "learn.rules=mined", "--set", "mine.min_support=2", "--set", "mine.max_body=3"]
SOFT = ["--preset", "countries-s1", "--set", "learn.epochs=3", "--set", "learn.validate_every=1"]
HYBRID = ["--set", "learn.epochs=2", "--set", "predictor.epochs=5", "--set", "predictor.dim=8"]
# Takes hours, in short steps and in steps of minutes: nested proofs of soft symbols.
ENDLESS = ["--preset", "countries-s1", "--set", "learn.epochs=1000000"]
DEEP = ["--preset", "countries-s1", "--set", "prover.depth=4", "--set", "prover.unification=joint"]


# mpirun kills who has not stopped after a second; a machine that is busy with other tests needs more.
PATIENT = ["--mca", "odls_base_sigkill_timeout", "10"]


def command(processes, arguments, options=()):
    """How GNTP is started; 0 processes: without mpirun."""
    if processes == 0:
        return [GNTP, *arguments]
    return ["mpirun", "--oversubscribe", "--bind-to", "none", *options, "-n", str(processes), GNTP, *arguments]


def run(processes, *arguments, environment=None, given=None):
    return subprocess.run([str(each) for each in command(processes, arguments)], text=True, input=given,
                          stdin=subprocess.DEVNULL if given is None else None, capture_output=True,
                          env=dict(ENVIRONMENT, **(environment or {})), timeout=600)


started = []


def start(processes, *arguments):
    started.append(subprocess.Popen([str(each) for each in command(processes, arguments, PATIENT)], text=True,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                    env=ENVIRONMENT))
    return started[-1]


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def succeed(result):
    check(result.returncode == 0, f"exit status {result.returncode}:\n{result.stdout}\n{result.stderr}")
    return result


def contents(folder):
    """Each file's bytes; how long things took is left out."""
    return {str(file.relative_to(folder)): file.read_bytes()
            for file in sorted(folder.rglob("*")) if file.is_file() and file.name != "times.json"}


def check_same(folder, other):
    left, right = contents(folder), contents(other)
    check(left.keys() == right.keys(), f"{sorted(left)} != {sorted(right)}")
    different = [name for name in left if left[name] != right[name]]
    check(not different, f"{folder} and {other} differ in {different}")


def wait_for(condition, what, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        check(time.monotonic() < end, f"waited in vain for {what}")
        time.sleep(0.05)


def children_of(process):
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit():
                parent = int(re.search(r"\) . (\d+)", (entry / "stat").read_text()).group(1))
                if parent == process.pid:
                    found.append(int(entry.name))
        except (OSError, AttributeError):
            pass
    return sorted(found)


def ranks_of(process):
    """The processes by rank."""
    ranks = {}
    for pid in children_of(process):
        try:
            environment = pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        except OSError:
            continue
        for each in environment:
            if each.startswith(b"OMPI_COMM_WORLD_RANK="):
                ranks[int(each.split(b"=")[1])] = pid
    return ranks


# The tests --------------------------------------------------------------------------------------


def test_mine(folder):
    run_one = succeed(run(0, "mine", DATA / "S1", "--max-body", "3", "--constants", "1", "--min-support", "1",
                          "--threads", "2", "--out", folder / "one.pl"))
    check("mined" in run_one.stderr, "says nothing")
    for processes in (1, 2, 4):
        out = folder / f"{processes}.pl"
        result = succeed(run(processes, "mine", DATA / "S1", "--max-body", "3", "--constants", "1",
                             "--min-support", "1", "--threads", "1", "--out", out))
        check(out.read_bytes() == (folder / "one.pl").read_bytes(), f"{processes} processes mine other rules")
        check(result.stderr.count("they are in") == 1, f"is told more than once:\n{result.stderr}")


def test_train(folder):
    for name, settings in (("soft", SOFT), ("mined", MINED), ("hybrid", HYBRID)):
        one = folder / name
        succeed(run(0, "train", DATA / "S1", *settings, "--threads", "2", "--quiet", "--out", one))
        for processes in (1, 2, 4):
            other = folder / f"{name}{processes}"
            result = succeed(run(processes, "train", DATA / "S1", *settings, "--threads", "1", "--quiet",
                                 "--json", "--out", other))
            check(json.loads(result.stdout)["complete"], "ended early")
            check_same(one, other)


def test_pieces(folder):
    """Messages that are too long are sent in pieces."""
    succeed(run(0, "train", DATA / "S1", *MINED, "--quiet", "--out", folder / "one"))
    succeed(run(3, "train", DATA / "S1", *MINED, "--quiet", "--out", folder / "pieces",
                environment={"GNTP_MPI_LARGEST_MESSAGE": "100"}))
    check_same(folder / "one", folder / "pieces")
    (folder / "questions").write_text("locatedIn(france, ?)\nlocatedIn(?, europe)\n")
    one = succeed(run(0, "predict", folder / "one", "--queries", folder / "questions"))
    other = succeed(run(3, "predict", folder / "one", "--queries", folder / "questions",
                        environment={"GNTP_MPI_LARGEST_MESSAGE": "100"}))
    check(one.stdout == other.stdout, "answers differ")


def test_eval_and_predict(folder):
    model = folder / "run"
    succeed(run(0, "train", DATA / "S1", *MINED, "--quiet", "--no-eval", "--out", model))
    questions = "".join(f"locatedIn({name}, ?)\n" for name in ("france", "germany", "italy", "europe", "peru"))
    (folder / "questions").write_text(questions)

    def evaluation(processes):
        result = succeed(run(processes, "eval", model, "--split", "all", "--json", "--quiet"))
        return re.sub(r'"seconds": [^,]*', "", result.stdout)

    def answers(processes, **how):
        return succeed(run(processes, "predict", model, "--top", "5", *how.pop("arguments"), **how)).stdout

    for processes in (1, 2, 4):
        check(evaluation(processes) == evaluation(0), f"{processes} processes rank otherwise")
        for arguments, given in ((["--queries", folder / "questions"], None), (["--queries", "-"], questions),
                                 (["--relation", "locatedIn"], None), (["locatedIn(france, ?)"], None)):
            one = answers(0, arguments=arguments, given=given)
            check(one and answers(processes, arguments=arguments, given=given) == one,
                  f"{processes} processes answer {arguments} otherwise")


def test_sweep(folder):
    (folder / "space.toml").write_text("[model]\ndim = [4, 6, 8]\n")

    def sweep(processes, name, *more):
        result = succeed(run(processes, "sweep", DATA / "S1", "--preset", "countries-s1", "--set",
                             "learn.epochs=2", "--space", folder / "space.toml", "--seeds", "2", "--keep-all",
                             "--threads", "1", "--out", folder / f"{name}.jsonl", "--best",
                             folder / f"{name}.toml", "--json", "--quiet", *more))
        runs = [json.loads(line) for line in (folder / f"{name}.jsonl").read_text().splitlines()]
        for each in runs:
            del each["seconds"]
        return re.sub(r'"seconds": [^,}]*', "", result.stdout), sorted(runs, key=lambda each: each["key"])

    one = sweep(0, "one")
    for processes in (1, 2, 4):
        check(sweep(processes, f"by{processes}") == one, f"{processes} processes sweep otherwise")
        check((folder / f"by{processes}.toml").read_bytes() == (folder / "one.toml").read_bytes(), "other best")
    check(sweep(2, "one", "--force") == one, "a journal is not gone on with")


def test_errors(folder):
    """An error is told once, by process 0; the exit status is that of one process."""
    for processes in (2, 4):
        result = run(processes, "train", folder / "none", "--out", folder / "run")
        check(result.returncode == 1, f"exit status {result.returncode}")
        check(result.stderr.count("gntp: error:") == 1, result.stderr)
        result = run(processes, "train", DATA / "S1", "--no-such-option")
        check(result.returncode == 2 and result.stderr.count("gntp: error:") == 1, result.stderr)
        result = run(processes, "nonsense")
        check(result.returncode == 2 and result.stderr.count("gntp: error:") == 1, result.stderr)
        result = run(processes, "train", "-", "--from", "tsv", "--out", folder / "run", given="a\tr\tb\nb\tr\tc\n")
        check(result.returncode == 1 and "process 1" in result.stderr, result.stderr)
        check(not (folder / "run").exists(), "a failed training left a folder")
    result = run(2, "stats", DATA / "S1")
    check(result.returncode == 2 and result.stderr.count("not for several processes") == 1, result.stderr)
    result = run(2, "stats", DATA / "S1", environment={"GNTP_MPI": "off"})
    check(result.returncode == 0 and result.stdout, "GNTP_MPI=off is not heard")
    result = run(2, "mine", DATA / "S1", "--out", folder / "rules",
                 environment={"GNTP_MPI_PLUGIN": str(folder / "none.so")})
    check(result.returncode == 1 and "libgntp_mpi.so is not there" in result.stderr, result.stderr)
    result = run(2, "version")
    check(result.returncode == 0 and result.stdout.count("gntp") == 1, result.stdout)


def test_stop(folder):
    """A signal to mpirun, or to one process, stops all, with a checkpoint and the way to go on."""
    for name, settings, target in (("mpirun", ENDLESS, None), ("first", DEEP, 0), ("other", DEEP, 1)):
        place = folder / name
        process = start(3, "train", DATA / "S1", *settings, "--checkpoint", "1s", "--threads", "1", "--quiet",
                        "--out", place)
        # Where a step takes minutes, there is nothing to wait for but its beginning.
        sign = "start.json" if settings is DEEP else "*.state"
        wait_for(lambda: list((place / "checkpoint").glob(sign)), sign)
        if target is None:
            process.send_signal(signal.SIGINT)
        else:
            os.kill(ranks_of(process)[target], signal.SIGTERM)
        _, messages = process.communicate(timeout=120)
        check(process.returncode != 0, "a stopped job succeeds")
        check(messages.count("stopped; go on with") == 1, f"{name}: {messages}")
        check((place / "checkpoint/start.json").exists(), f"{name}: nothing to go on with")


def test_death(folder):
    """A process that is killed ends the job, and another number of processes goes on."""
    settings = [*SOFT, "--set", "learn.epochs=60"]
    one = folder / "one"
    succeed(run(0, "train", DATA / "S1", *settings, "--quiet", "--out", one))
    for victim in (0, 1):
        place = folder / f"run{victim}"
        process = start(3, "train", DATA / "S1", *settings, "--checkpoint", "0.2s", "--threads", "1", "--quiet",
                        "--out", place)
        wait_for(lambda: list((place / "checkpoint").glob("*.state")) or process.poll() is not None, "a checkpoint")
        check(process.poll() is None, "too quick to be killed")
        os.kill(ranks_of(process)[victim], signal.SIGKILL)
        _, messages = process.communicate(timeout=120)
        check(process.returncode != 0, "a job with a killed process succeeds")
        check("signal 9" in messages, messages)
        check(not (place / "manifest.json").exists(), "it is finished")
        succeed(run(2 - victim, "train", "--resume", place, "--threads", "2", "--quiet"))
        check_same(one, place)


def main():
    if shutil.which("mpirun") is None or not (GNTP.parent / "libgntp_mpi.so").exists():
        print("SKIPPED: no mpirun, or no libgntp_mpi.so beside the program; nothing was tested", file=sys.stderr)
        return SKIPPED
    tests = {name: test for name, test in globals().items() if name.startswith("test_")}
    for name in sys.argv[3:] or tests:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                tests[name](pathlib.Path(folder))
            finally:
                for process in started:
                    process.terminate()
                    process.wait()
        print(f"{name}: ok, {time.monotonic() - began:.1f} s", flush=True)
    return 0


sys.exit(main())
