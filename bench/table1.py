#!/usr/bin/env python3
"""The paper's Table 1 and its run-time figure, measured by 'gntp compare'.

    bench/table1.py DATA --seeds 3

DATA ($GNTP_BENCHMARKS by default) holds countries/S1 to S3, kinship, nations and umls. Each is compared into a folder
of --work, so that the same command goes on where it was stopped. Then table1.md, figures/table1.csv (drawn by
bench/figures.py) and rules.md are written to --out; nothing is written if a model failed or the provers disagree.
"""

import argparse
import csv
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import textwrap
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODELS = ["ntp", "gntp", "gntp-attention", "rules", "transe", "distmult", "complex", "hybrid"]
OWN = "own preset"  # the title of the further model: the preset that was chosen for the data set
SHOWN_RULES = 8
LEAST_CONFIDENCE = 0.1


class PaperRow(NamedTuple):
    """What the paper (Minervini et al., AAAI 2020) reports, and the data set and preset of ours that it stands for."""
    folder: str
    preset: str
    title: str
    measure: str  # as comparison.json has it
    figures: list  # as printed: of NTP, GNTP and GNTP with attention, the first of MODELS
    rules: list  # learned ones that it shows


PAPER = [
    PaperRow("countries/S1", "countries-s1", "Countries S1", "auc_pr", ["90.83 ± 15.4", "99.98 ± 0.05", "100.0 ± 0.0"],
             ["locatedIn(X, Y) :- locatedIn(X, Z), locatedIn(Z, Y)"]),
    PaperRow("countries/S2", "countries-s2", "Countries S2", "auc_pr", ["87.40 ± 11.7", "90.82 ± 0.88", "93.48 ± 3.29"],
             ["neighborOf(X, Y) :- neighborOf(X, Z), locatedIn(Z, Y)"]),
    PaperRow("countries/S3", "countries-s3", "Countries S3", "auc_pr", ["56.68 ± 17.6", "87.70 ± 4.79", "91.27 ± 4.02"],
             ["neighborOf(X, Y) :- neighborOf(Y, X)"]),
    PaperRow("kinship", "kinship", "Kinship", "mrr", [".35", ".719", ".759"],
             ["term0(X, Y) :- term0(Y, X)", "term4(X, Y) :- term4(Y, X)",
              "term13(X, Y) :- term13(X, Z), term10(Z, Y)", "term2(X, Y) :- term4(X, Z), term7(Z, Y)"]),
    PaperRow("nations", "nations", "Nations", "mrr", [".61", ".658", ".645"],
             ["commonbloc1(X, Y) :- relngo(Y, X)", "timesincewar(X, Y) :- independence(X, Y)",
              "unweightedunvote(X, Y) :- relngo(X, Y)", "ngo(X, Y) :- independence(Y, X)"]),
    PaperRow("umls", "umls", "UMLS", "mrr", [".80", ".841", ".857"],
             ["isa(X, Y) :- isa(X, Z), isa(Z, Y)", "complicates(X, Y) :- affects(X, Y)",
              "affects(X, Y) :- affects(X, Z), affects(Z, Y)", "process_of(X, Y) :- affects(X, Y)"]),
]


class Compared(NamedTuple):
    row: PaperRow
    comparison: dict  # comparison.json
    models: list  # of it: MODELS, then the own preset
    check: dict  # of exhaustive proving
    rules: list  # of the own preset, as 'gntp rules' prints them


def compare(given, row):
    """Whether all models ended well. What is done already is not done again."""
    print(f"table1: {row.title}", file=sys.stderr, flush=True)
    command = [given.gntp, "compare", given.data / row.folder, "--models", ",".join([*MODELS, row.preset]), "--seeds",
               given.seeds, "--threads", given.threads, "--out", given.work / row.folder]
    return subprocess.run([str(word) for word in command], stdout=sys.stderr).returncode == 0


def read(given, row):
    folder = given.work / row.folder
    comparison = json.loads((folder / "comparison.json").read_text(encoding="utf-8"))
    models = comparison["models"]
    check = models[0]["runs"][0]["ntp"]
    if check["disagreements"] > 0:
        sys.exit(f"table1: {row.title}: exhaustive and exact search disagree; nothing is written")
    command = [given.gntp, "rules", folder / "runs" / f"{row.preset}-{comparison['seed']}", "--top", SHOWN_RULES,
              "--min-confidence", LEAST_CONFIDENCE, "--json"]
    output = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, check=True).stdout
    return Compared(row, comparison, models, check, json.loads(output))


def seconds_of(model):
    """Of training and of ranking the test split."""
    return model["training_seconds"]["mean"] + model["splits"]["test"]["ranking_seconds"]["mean"]


def duration(seconds):
    if seconds < 0.095:
        return f"{1000 * seconds:.2g} ms"
    for limit, unit, name in ((100, 1, "s"), (7200, 60, "min"), (172_800, 3600, "h"), (86_400_000, 86_400, "days")):
        if seconds < limit:
            return f"{seconds / unit:.{1 if unit == 1 else 0}f} {name}"
    return f"{seconds / 31_557_600:,.1f} years"


def size(count):
    for unit in ("KiB", "MiB", "GiB"):
        count /= 1024
        if count < 1000:
            break
    return f"{count:.{0 if count >= 10 and unit != 'GiB' else 1}f} {unit}"


def accuracy_text(compared, model):
    """86.2 for AUC-PR, .785 for MRR, with the deviation where there is one."""
    spread = model["splits"]["test"][compared.row.measure]
    percent = compared.row.measure == "auc_pr"
    number = lambda value: f"{100 * value:.1f}" if percent else f"{value:.3f}".removeprefix("0")
    text = number(spread["mean"])
    if compared.comparison["seeds"] > 1:
        text += f" ± {number(spread['deviation'])}"
    return text + ("" if model["complete"] else "†")


def memory_text(_, model):
    return "-" if model["bytes"] is None else "~" * model["projected"] + size(model["bytes"])


def time_text(_, model):
    return "~" * model["projected"] + duration(seconds_of(model)) + ("" if model["complete"] else "†")


def wrapped(text, first="", others=""):
    return textwrap.fill(" ".join(text.split()), 120, initial_indent=first, subsequent_indent=others,
                         break_long_words=False, break_on_hyphens=False)


def paragraph(text):
    return wrapped(text) + "\n\n"


def item(text):
    return wrapped(text, "- ", "  ") + "\n"


def table(heading, rows):
    lines = ["| " + " | ".join(row) + " |\n" for row in (heading, *rows)]
    return lines[0] + "|---" * len(heading) + "|\n" + "".join(lines[1:]) + "\n"


def titles(compared):
    return [*(model["title"] for model in compared.models[:-1]), OWN]


def table_by_model(results, cell, paper=False):
    """A row for each model, a column for each data set."""
    rows = []
    for i, title in enumerate(titles(results[0])):
        if paper and i < len(results[0].row.figures):
            rows.append([f"*{title} (paper)*", *(it.row.figures[i] for it in results)])
        rows.append([title, *(cell(it, it.models[i]) for it in results)])
    return table(["model", *(it.row.title for it in results)], rows)


def seeds_text(comparison):
    first, count = comparison["seed"], comparison["seeds"]
    return f"seeds {first} to {first + count - 1}, mean ± sample deviation" if count > 1 else f"seed {first}"


def page(results):
    comparison = results[0].comparison
    limited = any(not model["complete"] for it in results for model in it.models)
    text = "# Table 1\n\n" + paragraph(f"""
        The paper's Table 1 and the run-time figure of its appendix (Minervini et al., AAAI 2020), measured again,
        beside mined rules and link predictors. All of this page comes from one command,
        `./run bench table1 DATA --seeds {comparison["seeds"]}`, where `DATA` holds the data sets: it runs
        [`gntp compare`](guide.md#compare) on each (gntp {comparison["version"]}, {comparison["threads"]} threads, at
        most {duration(comparison["time_limit"])} a training). Times and memory depend on the machine; accuracies and
        checks do not{", but for trainings that the limit ended (†)" if limited else ""}.""")
    text += item("""**NTP**: exhaustive. Every goal is unified with every fact and every rule, and all proof states are
        materialised. Its training is not run to the end: its accuracy is that of exact search over every fact and
        every rule, which finds the same proofs (checked below), and its time is *projected* from goals that were
        proved exhaustively. What is projected is marked `~`.""")
    text += item("""**GNTP**: the paper's greedy search, 5 facts by the Euclidean distance of concatenated vectors and 5
        rules of each template, the largest that the paper searched (it does not say what it chose where), with free
        and with attending rule predicates.""")
    text += item("""**rules**, **TransE**, **DistMult**, **ComplEx**: rules found in the data, and link predictors.
        **hybrid**: rules and ComplEx together, the default of `gntp train`.""")
    text += item(f"""**{OWN}**: `countries-s1` to `countries-s3`, `kinship`, `nations`, `umls`. Templates are learned by
        exact search over the facts, with settings [chosen](notebook/presets.md) for the data set; all other models
        have the same settings everywhere. NTP and GNTP learn the same templates, the data set's. [Learned
        rules](rules.md) are those of this model.""")
    text += "\n## Accuracy\n\n" + paragraph(f"""
        On test: AUC-PR in percent for Countries, `{comparison["ties"]}` MRR for the others (a true answer has the
        middle place among its ties); {seeds_text(comparison)}.""")
    text += table_by_model(results, accuracy_text, paper=True)
    text += "## Time\n\n" + paragraph("""
        Training and ranking the test split, together, mean over the seeds. For NTP the seconds of a goal, measured,
        times the goals of both, shared out to the threads; gradients would come on top. The paper measures how many times as fast as NTP
        it is; its text gives one order of magnitude for Countries S1 and S2, more than two for Kinship and
        Nations.""")
    text += table_by_model(results, time_text) + "![Accuracy and time of each model](table1.svg)\n\n"
    text += "## Memory\n\n" + paragraph("""
        NTP: the proof states of *one* goal, ids for substitutions; tensor implementations keep vectors there, and a
        batch at a time. The others: the most that the process had at a time, program and data included.""")
    text += table_by_model(results, memory_text)
    text += "## Checks\n\n" + paragraph("""
        On the trained NTP of the first seed: goals of a training batch, proved exhaustively and by exact search, for up
        to a minute. Above the floor the distances must be equal; if any is not, this page is not written. States that
        are too many to lie in memory together (1 GiB) were counted, and proved block by block.""")
    rows = [[it.row.title, *(f"{it.check[key]:,}" for key in ("goals", "proved", "disagreements")),
             "~" * (it.check["goals"] == 0) + duration(it.check["seconds"]), f"{it.check['paths']:,.0f}",
             "allocated" if it.check["allocated"] else "counted"] for it in results]
    heading = ["data", "goals", "proved by exact search", "different", "time of a goal", "paths of a goal", "states"]
    return (text + table(heading, rows)).rstrip() + "\n"


def figure_rows(results):
    yield "data", "measure", "model", "accuracy", "deviation", "paper", "seconds", "projected"
    for it in results:
        scale = 100 if it.row.measure == "auc_pr" else 1
        for title, model, figure in itertools.zip_longest(titles(it), it.models, it.row.figures):
            accuracy = model["splits"]["test"][it.row.measure]
            paper = f"{float(figure.split()[0]) / scale:.4g}" if figure else ""
            yield (it.row.title, it.row.measure, title, f"{accuracy['mean']:.4g}", f"{accuracy['deviation']:.4g}",
                   paper, f"{seconds_of(model):.4g}", int(model["projected"]))


def kinds_of(rules):
    """What each rule says about its relations, by its shape and by which of them are the same."""
    kinds, implications = [], set()
    for rule in rules:
        relations = [predicate["relation"] for predicate in rule["predicates"]]
        (x, y), *body = re.findall(r"\((\w+), (\w+)\)", rule["rule"])
        same = len(set(relations)) == 1
        if [x, *(last for _, last in body)] == [*(first for first, _ in body), y]:  # a chain from x to y
            if len(body) > 1:
                kinds.append("transitive" if same and len(body) == 2 else "composition")
            else:
                kinds.append("trivial" if same else "implication")
                implications.add(tuple(relations))
        elif body == [(y, x)]:
            kinds.append("symmetric" if same else "inverse")
        else:
            kinds.append("other")
    for i, rule in enumerate(rules):
        converse = tuple(predicate["relation"] for predicate in reversed(rule["predicates"]))
        if kinds[i] == "implication" and converse in implications:
            kinds[i] = "equivalence"
    return kinds


def rules_page(results):
    text = "# Learned rules\n\n" + paragraph(f"""
        What the data sets' own presets learn with seed {results[0].comparison["seed"]}, as `gntp rules` reads it: up to
        {SHOWN_RULES} rules with a confidence of at least {LEAST_CONFIDENCE}, beside the rules that the paper shows for
        the data set. This page is written by `./run bench table1 DATA`.""")
    text += paragraph("""
        Kinds: symmetric `r(X, Y) :- r(Y, X)`, inverse `r(X, Y) :- s(Y, X)`, implication `r(X, Y) :- s(X, Y)`,
        equivalence (an implication whose converse is listed, too), transitive `r(X, Y) :- r(X, Z), r(Z, Y)`,
        composition (any other chain), trivial `r(X, Y) :- r(X, Y)`.""")
    for it in results:
        text += f"## {it.row.title}\n\n"
        if it.rules:
            text += table(["confidence", "rule", "kind"],
                          [[f"{rule['confidence']:.3f}", f"`{rule['rule']}`", kind]
                           for rule, kind in zip(it.rules, kinds_of(it.rules))])
        else:
            text += f"**No rule reaches a confidence of {LEAST_CONFIDENCE}.**\n\n"
        learned = {rule["rule"] for rule in it.rules}
        text += "The paper shows:\n\n"
        text += "".join(f"- `{rule}`{' (learned here, too)' if rule in learned else ''}\n" for rule in it.row.rules)
        text += "\n"
    return text.rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=pathlib.Path, default=os.environ.get("GNTP_BENCHMARKS", "."))
    parser.add_argument("--seeds", type=int, default=1, help="trainings of each model (1)")
    parser.add_argument("--threads", type=int, default=0, help="of each training (0: one for each core)")
    parser.add_argument("--gntp", type=pathlib.Path, default=ROOT / "build/release/gntp")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/table1", help="folder of the comparisons")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs", help="folder to write to")
    given = parser.parse_args()
    for row in PAPER:
        if not (given.data / row.folder).is_dir():
            sys.exit(f"table1: {given.data / row.folder} is not there; give the folder of the data sets")
    failed = [row.title for row in PAPER if not compare(given, row)]
    if failed:
        sys.exit(f"table1: {', '.join(failed)} failed; nothing is written, and the same command goes on")
    results = [read(given, row) for row in PAPER]
    (given.out / "figures").mkdir(parents=True, exist_ok=True)
    (given.out / "table1.md").write_text(page(results), encoding="utf-8")
    (given.out / "rules.md").write_text(rules_page(results), encoding="utf-8")
    with (given.out / "figures/table1.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(figure_rows(results))
    print(f"table1.md, figures/table1.csv and rules.md are in {given.out}")


if __name__ == "__main__":
    main()
