#!/usr/bin/env python3
"""Clients that send nonsense, too much, too slowly or go away, while polite ones ask on:

    tests/serve/rude_clients.py GNTP RUN QUERY [--requests N] [--threads N] [--preset NAME]

With a preset RUN is a data set, and a run is trained from it first. Starts `GNTP serve RUN`, and checks that every polite answer is right, that every rude request is answered or cut off,
that memory does not grow, and that the server ends when it is asked to. Prints what it saw as JSON; exits 1 where
something is wrong.
"""
import argparse
import collections
import json
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

PATIENCE = 20  # seconds; the server's own limits are shorter


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def read_response(connection):
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return None, b""
        data += piece
    head, body = data.split(b"\r\n\r\n", 1)
    length = 0
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    while len(body) < length:
        piece = connection.recv(65536)
        if not piece:
            return None, b""
        body += piece
    return int(head.split()[1]), body


def rest_of(connection):
    """Reads until the server ends the connection; how it began to answer."""
    data = b""
    try:
        while True:
            piece = connection.recv(65536)
            if not piece:
                break
            data += piece
    except TimeoutError:
        return "not cut off"
    except OSError:
        pass  # reset: cut off, too
    return data[9:12].decode("latin-1") if data.startswith(b"HTTP/1.1 ") else "cut off"


def garbage(port, dice):
    with connect(port) as connection:
        connection.sendall(dice.randbytes(dice.randrange(1, 3000)))
        connection.shutdown(socket.SHUT_WR)
        return rest_of(connection)


def broken_head(port, dice):
    head = dice.choice([b"GET", b"GET /", b"GET / HTTP/1.1\r\n", b"POST /api/marks HTTP/1.1\r\nContent-Length: x\r\n\r\n",
                        b"GET / HTTP/1.1\r\n: empty\r\n\r\n", b"GET / HTTP/1.1\r\nHost\r\n\r\n",
                        b"GET /%zz%00 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\0" * 100 + b"\r\n\r\n",
                        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                        b"GET / HTTP/1.1\r\nRange: bytes=0-0,1-1,2-2\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"])
    with connect(port) as connection:
        connection.sendall(head)
        connection.shutdown(socket.SHUT_WR)
        return rest_of(connection)


def bad_question(port, dice):
    text = "".join(dice.choice("()?,:'\"\\abc \u00e9\0\n%") for _ in range(dice.randrange(1, 60)))
    path = dice.choice(["predict", "explain", "rule", "entity", "suggest", "facts", "nothing"])
    name = dice.choice(["q", "name", "text", "entity", "top", "without"])
    target = f"/api/{path}?{name}={urllib.parse.quote(text)}&top={dice.choice(['-1', 'x', '10', '1e9'])}"
    with connect(port) as connection:
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        return rest_of(connection)


def huge_head(port, dice):
    with connect(port) as connection:
        try:
            connection.sendall(b"GET /" + b"a" * dice.randrange(20_000, 200_000))
            connection.sendall(b"\r\nX: " + b"b" * 100_000 + b"\r\n\r\n")
        except OSError:
            pass
        return rest_of(connection)


def huge_body(port, dice):
    with connect(port) as connection:
        size = dice.choice([70_000, 10**9, 10**18])
        try:
            connection.sendall(b"POST /api/marks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                               b"Content-Length: %d\r\n\r\n" % size)
            connection.sendall(b"x" * 70_000)
        except OSError:
            pass
        return rest_of(connection)


def gone_at_once(port, dice):
    with connect(port) as connection:
        if dice.random() < 0.5:
            connection.sendall(b"GET /api/stats HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return "went away"


def half_closed(port, dice):
    with connect(port) as connection:
        connection.sendall(b"GET /api/runs HTTP/1.1\r\nHost: localhost\r\n\r\n")
        connection.shutdown(socket.SHUT_WR)
        return rest_of(connection)


def slow(port, dice):
    """A byte now and then, for longer than a request may take."""
    with connect(port) as connection:
        for _ in range(60):
            try:
                connection.sendall(b"G")
            except OSError:
                return "cut off"
            time.sleep(0.2)
        return rest_of(connection)


RUDE = [garbage, broken_head, bad_question, huge_head, huge_body, gone_at_once, half_closed]
SLOW_IN_A_THOUSAND = 2


class Watch:
    def __init__(self):
        self.lock = threading.Lock()
        self.outcomes = collections.Counter()
        self.errors = []
        self.left = 0
        self.is_over = False

    def take(self):
        with self.lock:
            self.left -= 1
            return self.left >= 0

    def note(self, kind, outcome):
        with self.lock:
            self.outcomes[f"{kind}: {outcome}"] += 1
            if outcome in ("not cut off", "500"):
                self.errors.append(f"{kind}: {outcome}")


def be_rude(port, seed, watch):
    dice = random.Random(seed)
    while watch.take():
        kind = slow if dice.randrange(1000) < SLOW_IN_A_THOUSAND else dice.choice(RUDE)
        try:
            watch.note(kind.__name__, kind(port, dice))
        except OSError as error:
            watch.note(kind.__name__, type(error).__name__)


def be_polite(port, target, expected, watch, times):
    connection = connect(port)
    while not watch.is_over:
        start = time.monotonic()
        try:
            connection.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            status, body = read_response(connection)
        except OSError as error:
            status, body = str(error), b""
        times.append(time.monotonic() - start)
        if status is None:  # an idle connection made room for another
            connection = connect(port)
        elif status != 200 or body != expected:
            watch.errors.append(f"a polite client got {status} {body[:200]!r}")
            connection = connect(port)
        time.sleep(0.002)


def memory(port):
    with connect(port) as connection:
        connection.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        _, body = read_response(connection)
    for line in body.decode().splitlines():
        if line.startswith("process_resident_memory_bytes"):
            return float(line.split()[1])
    return 0.0


def ask(port, target):
    with connect(port) as connection:
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        return read_response(connection)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("run")
    parser.add_argument("query", help="such as 'locatedIn(syria, ?)'")
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=16)
    parser.add_argument("--preset", help="RUN is a data set; train with this")
    given = parser.parse_args()
    folder = tempfile.TemporaryDirectory(prefix="gntp-rude-")
    if given.preset:
        run = f"{folder.name}/run"
        subprocess.run([given.program, "train", given.run, "--preset", given.preset, "--out", run, "--quiet", "--no-eval",
                        "--time-limit", "60s"], check=True)
        given.run = run
    server = subprocess.Popen([given.program, "serve", given.run, "--port", "0", "--quiet"],
                              stderr=subprocess.PIPE, text=True)
    first = json.loads(server.stderr.readline())
    port = int(first["address"].rstrip("/").rsplit(":", 1)[1])
    said = []
    reader = threading.Thread(target=lambda: said.extend(server.stderr), daemon=True)
    reader.start()

    target = "/api/predict?q=" + urllib.parse.quote(given.query)
    status, expected = ask(port, target)
    if status != 200:
        sys.exit(f"{given.query}: {status} {expected!r}")
    watch = Watch()
    times = []
    polite = [threading.Thread(target=be_polite, args=(port, target, expected, watch, times)) for _ in range(2)]
    for thread in polite:
        thread.start()
    before = 0.0
    for part in range(2):  # what the first half leaves is what threads and allocators keep
        watch.left = given.requests // 2
        rude = [threading.Thread(target=be_rude, args=(port, 1000 * part + i, watch)) for i in range(given.threads)]
        for thread in rude:
            thread.start()
        for thread in rude:
            thread.join()
        after = memory(port)
        before = before or after
    watch.is_over = True
    for thread in polite:
        thread.join()
    if ask(port, target) != (200, expected):
        watch.errors.append("the server does not answer as before")
    server.terminate()
    status = server.wait(timeout=PATIENCE)
    reader.join(timeout=5)
    if status != 0:
        watch.errors.append(f"the server ended with {status}: {''.join(said)[-3000:]}")
    times.sort()
    json.dump({"outcomes": dict(sorted(watch.outcomes.items())), "polite": len(times),
               "polite_p99_ms": round(1000 * times[len(times) * 99 // 100], 1),
               "memory_mib": [round(before / 2**20, 1), round(after / 2**20, 1)], "errors": watch.errors[:10]},
              sys.stdout, indent=2)
    print()
    sys.exit(1 if watch.errors else 0)


if __name__ == "__main__":
    main()
