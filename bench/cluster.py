#!/usr/bin/env python3
"""Several processes under mpirun against one: bytes, processor time, a process that is killed, two hosts.

    bench/cluster.py DATA [--sets wn18rr fb122] [--only bytes cpu kill hosts] [--out REPORT.md]

DATA ($GNTP_BENCHMARKS by default) is the folder of the data sets. Each is mined, trained and evaluated, and a report in
Markdown goes to stdout and to --out:

  bytes   without mpirun and under mpirun -n 1, 2 and 4: rule file, run folder and evaluation, with their times
  cpu     two processes of one thread against one process of two threads: processor time, the median of three
  kill    SIGKILL to a process amidst training, and amidst mining; another number of processes goes on
  hosts   two network namespaces with a cable between them, a process in each: needs root and iproute2

Run folders are compared but for times.json, evaluations but for their seconds. --mine and --train are the arguments of
'gntp mine' and 'gntp train'; without a time limit among them no clock has a say. The exit status is 1 if any bytes
differ, or if what was to be tried failed; a part that this machine does not permit is skipped, and the report says so.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from support.jobs import (TIMES, Failed, Job, Report, described, differences, digest, first_line, processor, remove,
                          without_seconds)

ROOT = pathlib.Path(__file__).resolve().parents[1]
PARTS = ["bytes", "cpu", "kill", "hosts"]
ROUNDS = 3
PATIENCE = 10  # seconds that a killed job's other processes have to end

# Teams -------------------------------------------------------------------------------------------------------------


class Team(NamedTuple):
    processes: int  # 0: without mpirun
    threads: int  # of each
    launcher: tuple = ()  # in place of mpirun on this machine

    def command(self, arguments):
        arguments = [*arguments, "--threads", self.threads]
        if self.launcher:
            return [*self.launcher, "-n", self.processes, *arguments]
        if self.processes == 0:
            return arguments
        return ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", self.processes, *arguments]

    def title(self):
        threads = f"{self.threads} thread" + "s" * (self.threads > 1)
        return f"mpirun -n {self.processes}, {threads} each" if self.processes > 0 else f"1 process, {threads}"


ONE_PROCESS = Team(0, 2)  # what all others are compared with
TEAMS = [ONE_PROCESS, Team(1, 1), Team(2, 1), Team(4, 1)]


class Bench:
    """The program on one data set. What one process makes of it is made once."""

    def __init__(self, given, name, work):
        self.given, self.name, self.work = given, name, work / name.replace("/", "-")
        self.work.mkdir()
        self.data = given.data / name
        self.done = {}

    def mining(self, out):
        return [self.given.program, "mine", self.data, *self.given.mine, "--quiet", "--out", out]

    def training(self, out, *more):
        return [self.given.program, "train", self.data, *self.given.train, "--no-eval", "--quiet", "--json", "--out",
                out, *more]

    def evaluation(self, run):
        return [self.given.program, "eval", run, "--json", "--quiet"]

    def run(self, team, arguments):
        print(f"cluster: {self.name}: {team.title()}: {arguments[1]}", file=sys.stderr, flush=True)
        return Job(team.command(arguments)).succeed()

    def reference(self, work):
        """By one process: what it took, and what is to be made again. `work` is mine, train or eval."""
        if work not in self.done:
            place = self.work / f"reference-{work}"
            if work == "mine":
                result = self.run(ONE_PROCESS, self.mining(place))
            elif work == "train":
                result = self.run(ONE_PROCESS, self.training(place))
            else:
                _, run = self.reference("train")
                result = self.run(ONE_PROCESS, self.evaluation(run))
                place.write_text(without_seconds(result.output), encoding="utf-8")
            self.done[work] = result, place
        return self.done[work]

    def again(self, work, team):
        """By a team: what it took, and what differs."""
        _, expected = self.reference(work)
        place = self.work / "again"
        if work == "eval":
            _, run = self.reference("train")
            result = self.run(team, self.evaluation(run))
            place.write_text(without_seconds(result.output), encoding="utf-8")
        else:
            result = self.run(team, self.mining(place) if work == "mine" else self.training(place))
        different = differences(expected, place)
        remove(place)
        return result, different


def introduce(report, given):
    report.heading("# Several processes")
    report.paragraph(f"""
        Written by `./run bench cluster DATA`: {described(given.program)},
        {first_line(["mpirun", "--version"])}, {os.cpu_count()} cores ({processor()}); when it began,
        {os.getloadavg()[0]:.1f} programs were running already. Processes are more than cores in places
        (`--oversubscribe --bind-to none`).""")
    report.text += f"    gntp mine DATA/NAME {shlex.join(given.mine)} --out RULES\n"
    report.text += f"    gntp train DATA/NAME {shlex.join(given.train)} --no-eval --out RUN\n"
    report.text += "    gntp eval RUN --json\n\n"


# The parts --------------------------------------------------------------------------------------------------------


def measure_bytes(report, benches):
    report.heading("## The same bytes")
    report.paragraph(f"""
        The file of rules, the run folder (all files but `{TIMES}`) and the evaluation (but for its seconds), compared
        with those of the first row. CPU seconds are user and system, of all processes and of mpirun itself.""")
    rows = []
    for bench in benches:
        for work in ("mine", "train", "eval"):
            for team in TEAMS:
                if team is ONE_PROCESS:
                    result, place = bench.reference(work)
                    verdict = f"`{digest(place)}`"
                else:
                    result, different = bench.again(work, team)
                    verdict = report.verdict(different, f"{bench.name}, {work}, {team.title()}")
                rows.append([bench.name, work, team.title(), f"{result.wall:.1f}", f"{result.cpu:.1f}", verdict])
    report.table(["data", "work", "how", ">wall, s", ">CPU, s", "bytes"], rows)


def measure_cpu(report, benches):
    report.heading("## Two processes against two threads")
    report.paragraph(f"""
        CPU seconds of mining and training, the median of {ROUNDS}, in turns (all of them in brackets): two processes of
        one thread each, mpirun's own seconds among theirs, and one process of two threads.""")
    teams = [Team(2, 1), ONE_PROCESS]
    rows = []
    for bench in benches:
        taken = {work: {team: [] for team in teams} for work in ("mine", "train", "both")}
        for _ in range(ROUNDS):
            for team in teams:
                place = bench.work / "measured"
                both = 0
                for work, arguments in (("mine", bench.mining(place)), ("train", bench.training(place))):
                    cpu = bench.run(team, arguments).cpu
                    remove(place)
                    taken[work][team].append(cpu)
                    both += cpu
                taken["both"][team].append(both)
        for work, seconds in taken.items():
            medians = [statistics.median(seconds[team]) for team in teams]
            cells = [f"{middle:.1f} ({', '.join(f'{each:.1f}' for each in sorted(seconds[team]))})"
                     for team, middle in zip(teams, medians)]
            rows.append([bench.name, work, *cells, f"{medians[0] / medians[1]:.2f}"])
    report.table(["data", "work", ">two processes, CPU s", ">two threads, CPU s", ">ratio"], rows)


def ranks_of(job):
    """The process ids by rank of an mpirun on this machine."""
    ranks = {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError, AttributeError):
            parent = int(re.search(r"\) . (\d+)", (entry / "stat").read_text(encoding="utf-8")).group(1))
            if parent != job.process.pid:
                continue
            for each in (entry / "environ").read_bytes().split(b"\0"):
                if each.startswith(b"OMPI_COMM_WORLD_RANK="):
                    ranks[int(each.split(b"=")[1])] = int(entry.name)
    return ranks


def is_running(pid):
    """Whether there is such a process, and not what is left of one that nobody has asked for."""
    with contextlib.suppress(OSError):
        return " Z " not in pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    return False


class Kill(NamedTuple):
    team: Team
    victim: int
    task: str  # that the training is at, as progress.json calls it
    successor: Team

    def title(self):
        return f"process {self.victim} of {self.team.processes}, {self.task}"


KILLS = [Kill(Team(2, 1), 1, "training", Team(4, 1)), Kill(Team(4, 1), 0, "mining", Team(1, 1))]


def is_amidst(run, task):
    """Whether a run that is being made is well into the task, and has a checkpoint."""
    with contextlib.suppress(OSError, ValueError):
        progress = json.loads((run / "checkpoint/progress.json").read_text(encoding="utf-8"))
        return progress["task"] == task and progress["fraction"] > 0.3 and any((run / "checkpoint").glob("*.state"))
    return False


def kill_amidst(bench, kill, run):
    """Kills one of the processes; the second, and what the job said."""
    print(f"cluster: {bench.name}: {kill.team.title()}: train, process {kill.victim} to be killed", file=sys.stderr,
          flush=True)
    job = Job(kill.team.command(bench.training(run, "--checkpoint", bench.given.checkpoint)))
    try:
        while not is_amidst(run, kill.task):
            if job.is_over():
                raise Failed(f"{bench.name}: {kill.task} is too short to kill a process; let --train take longer")
            time.sleep(0.01)
        ranks = ranks_of(job)
        second = job.seconds()
        os.kill(ranks[kill.victim], signal.SIGKILL)
    except BaseException:
        job.end()
        raise
    result = job.wait()
    end = time.monotonic() + PATIENCE
    while any(is_running(pid) for pid in ranks.values()):
        if time.monotonic() > end:
            raise Failed(f"{bench.name}: processes are left over {PATIENCE} s after mpirun has ended")
        time.sleep(0.1)
    return second, result


def kill_and_resume(report, bench, kill):
    """A row of the table."""
    result, expected = bench.reference("train")
    steps = json.loads(result.output)["steps"]
    run = bench.work / "killed"
    try:
        second, killed = kill_amidst(bench, kill, run)
        if killed.status == 0 or (run / "manifest.json").exists():
            raise Failed(f"{bench.name}, {kill.title()}: the job ended well")
        said = next((line for line in killed.messages.splitlines() if "signal 9" in line), "nothing about it")
        said = re.sub(r" with PID \d+ on node \S+", "", said)
        states = len(list((run / "checkpoint").glob("*.state")))
        print(f"cluster: {bench.name}: {kill.successor.title()}: train --resume", file=sys.stderr, flush=True)
        resumed = Job(kill.successor.command([bench.given.program, "train", "--resume", run])).succeed()
        at = re.search(r"going on after step (\d+)", resumed.messages)
        verdict = report.verdict(differences(expected, run), f"{bench.name}, {kill.title()}, resumed")
    finally:
        remove(run)
    return [bench.name, kill.title(), f"{second:.1f}", killed.status, said,
            f"{states}; goes on after step {at.group(1) if at else 0} of {steps}", kill.successor.title(), verdict]


def measure_kill(report, benches):
    report.heading("## A process that is killed")
    report.paragraph(f"""
        SIGKILL to one process while `gntp train` mines or trains; then `gntp train --resume RUN` with another number of
        processes, and the run folder compared with that of a training that was left alone. A checkpoint was written
        every {benches[0].given.checkpoint}.""")
    rows = []
    for bench in benches:
        for kill in KILLS:
            try:
                rows.append(kill_and_resume(report, bench, kill))
            except Failed as failure:
                report.failures.append(f"kill: {failure}")
                rows.append([bench.name, kill.title(), *["-"] * 5, "**failed**"])
    report.table(["data", "killed", ">at second", ">exit status", "mpirun says", "checkpoints", "resumed by", "bytes"],
                 rows)


# Two hosts --------------------------------------------------------------------------------------------------------


AGENT = """#!/bin/sh
# What mpirun calls in place of ssh: HOST COMMAND
case $1 in
  {addresses[0]}) host={hosts[0]} ;;
  *) host={hosts[1]} ;;
esac
shift
exec ip netns exec "$host" unshare --uts sh -c 'hostname "$0"; exec sh -c "$1"' "$host" "$*"
"""


class TwoHosts:
    """Two network namespaces with a cable (a pair of veth devices) between them, each with a host name of its own. They
    see each other and nothing else; files are the same for both."""

    ADDRESSES = ["192.0.2.1", "192.0.2.2"]  # for documentation: nobody has them
    LINK = "link0"

    def __init__(self, work):
        self.hosts = [f"gntp{os.getpid()}{letter}" for letter in "ab"]
        self.agent = work / "agent"
        self.agent.write_text(AGENT.format(addresses=self.ADDRESSES, hosts=self.hosts), encoding="utf-8")
        self.agent.chmod(0o755)

    @staticmethod
    def ip(*words):
        done = subprocess.run(["ip", *words], capture_output=True, text=True)
        if done.returncode != 0:
            raise PermissionError(f"'ip {' '.join(words)}' says: {done.stderr.strip()}")
        return done.stdout

    def __enter__(self):
        try:
            for host in self.hosts:
                self.ip("netns", "add", host)
            one, two = self.hosts
            self.ip("-n", one, "link", "add", self.LINK, "type", "veth", "peer", "name", self.LINK, "netns", two)
            for host, address in zip(self.hosts, self.ADDRESSES):
                self.ip("-n", host, "addr", "add", f"{address}/24", "dev", self.LINK)
                self.ip("-n", host, "link", "set", "lo", "up")
                self.ip("-n", host, "link", "set", self.LINK, "up")
            self.ip("netns", "exec", one, "unshare", "--uts", "hostname", one)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for host in self.hosts:
            with contextlib.suppress(PermissionError):
                for pid in self.ip("netns", "pids", host).split():
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(int(pid), signal.SIGKILL)
            with contextlib.suppress(PermissionError):
                self.ip("netns", "delete", host)

    def team(self, each):
        """So many processes on each host; bytes go by TCP over the cable alone, also between neighbours."""
        options = {"plm_rsh_agent": self.agent, "pml": "ob1", "btl": "self,tcp", "btl_tcp_if_include": self.LINK,
                   "oob_tcp_if_include": self.LINK}
        launcher = ["ip", "netns", "exec", self.hosts[0], "unshare", "--uts", "sh", "-c", 'hostname "$0"; exec "$@"',
                    self.hosts[0], "mpirun", "--bind-to", "none", "--oversubscribe", "--host",
                    ",".join(f"{address}:{each}" for address in self.ADDRESSES)]
        for name, value in options.items():
            launcher += ["--mca", name, value]
        return Team(2 * each, 1, tuple(launcher))

    def host_names(self):
        """Of the processes, as they say."""
        command = [*self.team(1).launcher, "-n", 2, "hostname"]
        return sorted(Job(command).succeed().output.split())

    def sent(self):
        """Bytes over the cable so far, in both directions."""
        link = json.loads(self.ip("-n", self.hosts[0], "-s", "-j", "link", "show", self.LINK))[0]["stats64"]
        return link["rx"]["bytes"] + link["tx"]["bytes"]


def measure_hosts(report, benches, work):
    report.heading("## Two hosts")
    missing = [tool for tool in ("ip", "unshare", "hostname") if shutil.which(tool) is None]
    if os.geteuid() != 0 or missing:
        why = f"{', '.join(missing)} not found (Debian: iproute2)" if missing else "only root makes network namespaces"
        report.paragraph(f"**Skipped**: {why}.")
        return
    try:
        hosts = TwoHosts(work)
        with hosts:
            show_hosts(report, benches, hosts)
    except PermissionError as error:
        report.paragraph(f"**Skipped**: network namespaces are not permitted here. {error}.")


def show_hosts(report, benches, hosts):
    names = hosts.host_names()
    if names != sorted(hosts.hosts):
        raise Failed(f"two hosts: processes say that they are on {names}")
    report.paragraph("""
        Two network namespaces on this machine, each with a host name of its own, connected by a pair of veth devices;
        mpirun starts its daemon in the second one, and all bytes between processes go by TCP (`--mca btl self,tcp`).
        MB are those that the cable carried, in both directions, with headers. There is no delay in such a cable, and
        both hosts have the same cores: times say nothing about a real network.""")
    rows = []
    for bench in benches:
        for work in ("mine", "train", "eval"):
            for each in (1, 2):
                team = hosts.team(each)
                before = hosts.sent()
                result, different = bench.again(work, team)
                megabytes = (hosts.sent() - before) / 1e6
                verdict = report.verdict(different, f"{bench.name}, {work}, two hosts, {each} on each")
                rows.append([bench.name, work, f"{each} on each", f"{result.wall:.1f}", f"{megabytes:.2f}", verdict])
    report.table(["data", "work", "processes", ">wall, s", ">MB sent", "bytes"], rows)


def measure(given, report):
    with tempfile.TemporaryDirectory(dir=given.work) as folder:
        work = pathlib.Path(folder)
        benches = [Bench(given, name, work) for name in given.sets]
        introduce(report, given)
        parts = {"bytes": lambda: measure_bytes(report, benches), "cpu": lambda: measure_cpu(report, benches),
                 "kill": lambda: measure_kill(report, benches), "hosts": lambda: measure_hosts(report, benches, work)}
        for part in given.only:
            try:
                parts[part]()
            except Failed as failure:
                report.failures.append(f"{part}: {failure}")
                report.paragraph(f"**Failed**: {str(failure).splitlines()[0]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=pathlib.Path, default=os.environ.get("GNTP_BENCHMARKS", "."))
    parser.add_argument("--sets", nargs="+", default=["wn18rr", "fb122"], help="data sets: folders of DATA")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="parts (all)")
    parser.add_argument("--mine", type=shlex.split, help="arguments of 'gntp mine'", metavar="ARGUMENTS",
                        default="--max-body 3 --constants 1 --min-support 2")
    parser.add_argument("--train", type=shlex.split, help="arguments of 'gntp train'", metavar="ARGUMENTS",
                        default="--preset rules --set learn.epochs=1")
    parser.add_argument("--checkpoint", default="2s", help="time between two, where a process is killed (2s)")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/gntp")
    parser.add_argument("--work", type=pathlib.Path, help="where temporary files are (the system's folder)")
    parser.add_argument("--out", type=pathlib.Path, help="a file for the report, too")
    given = parser.parse_args()
    given.data, given.program = given.data.resolve(), given.program.resolve()
    for name in given.sets:
        if not (given.data / name).exists():
            sys.exit(f"cluster: {given.data / name} is not there; give the folder of the data sets")
    if shutil.which("mpirun") is None or not (given.program.parent / "libgntp_mpi.so").exists():
        sys.exit(f"cluster: no mpirun, or no libgntp_mpi.so beside {given.program}; see 'tools/setup.sh mpi'")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("cluster: stopped"))  # and clean up

    report = Report()
    measure(given, report)
    print(report.text, end="")
    if given.out:
        given.out.write_text(report.text.rstrip() + "\n", encoding="utf-8")
    for failure in report.failures:
        print(f"cluster: {failure}", file=sys.stderr)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
