"""What the benchmarks that run the program share: commands with their costs, bytes to compare, a report."""

import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import textwrap
import time
from typing import NamedTuple

TIMES = "times.json"  # the only file of a run that says how long something took

ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
# What a session of Slurm or another mpirun says is not for these.
for name in list(ENVIRONMENT):
    if name.startswith(("OMPI_COMM", "PMI", "SLURM", "GNTP_MPI")):
        del ENVIRONMENT[name]


class Failed(Exception):
    """What was to be tried could not be."""


# Commands ---------------------------------------------------------------------------------------------------------


class Result(NamedTuple):
    status: int
    output: str
    messages: str
    wall: float  # seconds
    cpu: float  # the same, user and system, of all processes that the command started
    peak: float  # MiB, resident, of the largest of these processes


class Job:
    """A command that runs. What it prints is kept in files, so that it never waits for us."""

    def __init__(self, command):
        self.words = [str(word) for word in command]
        self.output, self.messages = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.began = time.monotonic()
        self.process = subprocess.Popen(self.words, stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.messages,
                                        env=ENVIRONMENT)

    def seconds(self):
        return time.monotonic() - self.began

    def is_over(self):
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def wait(self):
        try:
            _, status, usage = os.wait4(self.process.pid, 0)
        except BaseException:  # Ctrl-C or SIGTERM
            self.end()
            raise
        wall = self.seconds()
        self.process.returncode = os.waitstatus_to_exitcode(status)
        text = []
        for file in (self.output, self.messages):
            file.seek(0)
            text.append(file.read().decode(errors="replace"))
            file.close()
        return Result(self.process.returncode, *text, wall, usage.ru_utime + usage.ru_stime,
                      usage.ru_maxrss / 1024)

    def end(self):
        self.process.terminate()
        self.process.wait()

    def succeed(self):
        result = self.wait()
        if result.status != 0:
            raise Failed(f"exit status {result.status}: {shlex.join(self.words)}\n{result.messages.strip()}")
        return result


def without_seconds(text):
    return re.sub(r'"seconds": [^,}\n]*', '"seconds": 0', text)


# Bytes ------------------------------------------------------------------------------------------------------------


def files_of(place):
    """The bytes of a file or of all files of a run folder, times left out."""
    if place.is_file():
        return {"": place.read_bytes()}
    return {str(path.relative_to(place)): path.read_bytes()
            for path in sorted(place.rglob("*")) if path.is_file() and path.name != TIMES}


def differences(expected, place):
    """The names of files that are not the same, or in one of the two alone."""
    left, right = files_of(expected), files_of(place)
    return [name or "the file" for name in sorted(left.keys() | right.keys()) if left.get(name) != right.get(name)]


def digest(place):
    """16 digits for a file or for all files of a folder."""
    hashed = hashlib.sha256()
    for name, content in files_of(place).items():
        hashed.update(f"{name}\0{len(content)}\0".encode() + content)
    return hashed.hexdigest()[:16]


def remove(place):
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


# The report -------------------------------------------------------------------------------------------------------


class Report:
    def __init__(self):
        self.text = ""
        self.failures = []

    def paragraph(self, text):
        self.text += textwrap.fill(" ".join(text.split()), 120, break_long_words=False, break_on_hyphens=False) + "\n\n"

    def heading(self, text):
        self.text += f"{text}\n\n"

    def table(self, columns, rows):
        """Columns that begin with '>' are numbers."""
        self.text += "| " + " | ".join(column.removeprefix(">") for column in columns) + " |\n"
        self.text += "".join("|--:" if column.startswith(">") else "|---" for column in columns) + "|\n"
        self.text += "".join("| " + " | ".join(map(str, row)) + " |\n" for row in rows) + "\n"

    def verdict(self, different, what):
        """A cell; what differs is remembered."""
        if not different:
            return "same"
        self.failures.append(f"{what}: {', '.join(different)}")
        return "**different**: " + ", ".join(f"`{name}`" for name in different)


def processor():
    found = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return found.group(1) if found else "an unknown processor"


def first_line(command):
    return Job(command).succeed().output.splitlines()[0]


def described(program):
    """Its version and commit."""
    told = json.loads(Job([program, "version", "--json"]).succeed().output)
    return f"gntp {told['version']} at `{told['commit']}`"
