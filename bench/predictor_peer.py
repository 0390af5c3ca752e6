#!/usr/bin/env python3
"""ComplEx of gntp beside a PyTorch program of the same model, on the same cores, in turns.

Use: predictor_peer.py PEER DATA [--rank 100] [--target 0.33] [--epochs 8] [--gntp build/release/bench_predictor]
PEER takes DATA --rank --epochs --batch --lr --reg --rp --device cpu --every and prints "epoch N S s/epoch ... valid mrr X".
Prints the GFLOP/s of the peer's library, the seconds of an epoch, and the seconds of training until valid MRR reaches the
target: the peer's with each of three batch sizes at the rate that reaches it soonest, gntp's with its defaults. Both
have the same loss over the same facts. gntp makes one row of scores for all answers of a question, the peer one for
each; so the microseconds of a row are shown, too."""
import argparse
import os
import re
import subprocess
import sys

LINE = re.compile(r"epoch (\d+) ([\d.]+) s/epoch.*?valid mrr ([\d.]+)")
PEER_CHOICES = ((250, 0.2), (500, 0.2), (1000, 0.2))


def product_speed(environment):
    """GFLOP/s of the peer's matrix products on two threads."""
    code = (
        "import time, torch\n"
        "torch.set_num_threads(2)\n"
        "a, b = torch.randn(1000, 1000), torch.randn(14000, 1000)\n"
        "a @ b.T; t = time.time()\n"
        "for _ in range(10): a @ b.T\n"
        "print(10 * 2 * 1000 * 1000 * 14000 / (time.time() - t) / 1e9)\n"
    )
    return float(subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True,
                                check=True).stdout)


def train(command, environment, target):
    """Seconds an epoch, and of training until the target (None: not reached)."""
    seconds = reached = None
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        match = LINE.search(line)
        if not match:
            continue
        print("   ", line.strip(), flush=True)
        epoch, seconds, valid = int(match[1]), float(match[2]), float(match[3])
        if valid >= target:
            reached = epoch * seconds
            process.terminate()
            break
    process.wait()
    return seconds, reached


def count_rows(data):
    """Rows of scores in an epoch: of gntp, which has one for each question, and of the peer."""
    questions = set()
    answers = 0
    with open(os.path.join(data, "train.tsv"), encoding="utf-8") as lines:
        for line in lines:
            head, relation, tail = line.rstrip("\r\n").split("\t")[:3]
            questions |= {(head, relation, "tail"), (tail, relation, "head")}
            answers += 2
    return len(questions), answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peer")
    parser.add_argument("data")
    parser.add_argument("--rank", type=int, default=100)
    parser.add_argument("--target", type=float, default=0.33)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--gntp", default="build/release/bench_predictor")
    given = parser.parse_args()
    environment = dict(os.environ, OMP_NUM_THREADS="2", OPENBLAS_NUM_THREADS="2")
    print(f"peer: matrix products {product_speed(environment):.0f} GFLOP/s", flush=True)
    ours = [given.gntp, given.data, "--dim", str(given.rank), "--epochs", str(given.epochs), "--every", "1",
            "--threads", "2", "--relations", "0"]
    print("gntp, defaults", flush=True)
    results = [("gntp", *train(ours, environment, given.target))]
    for batch, rate in PEER_CHOICES:
        print(f"peer, batch {batch}, rate {rate}", flush=True)
        command = [sys.executable, given.peer, given.data, "--rank", str(given.rank), "--epochs", str(given.epochs),
                   "--batch", str(batch), "--lr", str(rate), "--reg", "0.05", "--device", "cpu", "--every", "1"]
        results.append((f"peer, batch {batch}, rate {rate}", *train(command, environment, given.target)))
    print("gntp, defaults, again", flush=True)
    results.append(("gntp, again", *train(ours, environment, given.target)))
    own_rows, peer_rows = count_rows(given.data)
    for name, seconds, reached in results:
        until = f"{reached:.0f} s until {given.target}" if reached else f"{given.target} not reached"
        row = seconds / (own_rows if name.startswith("gntp") else peer_rows)
        print(f"{name}: {seconds:.1f} s an epoch, {1e6 * row:.0f} us a row of scores, {until}")


if __name__ == "__main__":
    main()
