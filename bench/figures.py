#!/usr/bin/env python3
"""Draws the figures of the documents from the numbers that the benchmarks wrote.

usage: bench/figures.py [FOLDER] [--png]

FOLDER (docs by default) holds figures/table1.csv, scale.csv and mentions.csv; table1.svg, scale.svg
and mentions.svg are written beside them. The same numbers give the same bytes. A file that is not
there is passed over. --png writes pictures to look at instead.
"""
import argparse
import csv
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

# Distinct to colour-blind readers (Okabe and Ito; grey and wine), and by their marks in print.
COLORS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999", "#882255", "#000000"]
MARKS = ["o", "s", "^", "D", "v", "P", "X", "<", "*"]
STYLE = {
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same everywhere
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": "#dddddd",
    "svg.fonttype": "path",  # no reader needs the font
    "svg.hashsalt": "gntp",  # the same names inside the file each time
}


def distinct(values):
    return list(dict.fromkeys(values))


def legend_on_top(figure, axes, columns=2):
    """One legend for all charts, above them."""
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=columns,
                  frameon=False)


def draw_table1(rows):
    """Accuracy as bars, with what the paper has as lines across them; time as dots, hollow where projected."""
    figure, (accuracy, time) = plt.subplots(2, 1, figsize=(9, 7.5), layout="constrained")
    data = distinct(row["data"] for row in rows)
    models = distinct(row["model"] for row in rows)
    width = 0.8 / len(models)
    for i, model in enumerate(models):
        chosen = [row for row in rows if row["model"] == model]
        places = [data.index(row["data"]) + (i - (len(models) - 1) / 2) * width for row in chosen]
        deviations = [float(row["deviation"]) for row in chosen]
        accuracy.bar(places, [float(row["accuracy"]) for row in chosen], width, color=COLORS[i], label=model,
                     yerr=deviations if any(deviations) else None, ecolor="#555555", error_kw={"elinewidth": 0.8})
        paper = [(place, float(row["paper"])) for place, row in zip(places, chosen) if row["paper"]]
        for place, value in paper:
            accuracy.plot([place - width / 2, place + width / 2], [value, value], color="black", linewidth=2,
                          label="the paper's" if i == 0 and place == paper[0][0] else None)
        for place, row in zip(places, chosen):
            time.plot(place, float(row["seconds"]), linestyle="", marker=MARKS[i], markersize=5, color=COLORS[i],
                      markerfacecolor="none" if row["projected"] == "1" else COLORS[i])
    accuracy.set(title="Test: AUC-PR (Countries), MRR (the others)", ylim=(0, 1.02))
    time.set(title="Training and ranking; hollow: projected", yscale="log")
    limits = time.get_ylim()  # ticks would widen them
    time.set_yticks([0.1, 1, 10, 60, 3600, 86_400, 2_592_000, 31_557_600, 315_576_000],
                    ["0.1 s", "1 s", "10 s", "1 min", "1 h", "1 day", "30 days", "1 year", "10 years"])
    time.set_yticks([], minor=True)
    time.set_ylim(limits)
    for chart in (accuracy, time):
        chart.set_xticks(range(len(data)), data)
        chart.set_xlim(-0.5, len(data) - 0.5)
        chart.grid(axis="x", visible=False)
    legend_on_top(figure, accuracy, columns=5)
    return figure


SCALE_CHARTS = [
    # title, unit, lines: a column of the table and its label
    ("Pack", "seconds", [("pack_seconds", "")]),
    ("Open the store", "seconds", [("open_cold_seconds", "cold"), ("open_warm_seconds", "warm")]),
    ("Train", "seconds",
     [("train_seconds", "all"), ("mining_seconds", "mining in it")]),
    ("One epoch of templates", "seconds", [("epoch_seconds", "")]),
    ("One query", "milliseconds",
     [("query_cold_99_ms", "cold, 99 %"), ("query_cold_ms", "cold, median"),
      ("query_warm_99_ms", "warm, 99 %"), ("query_warm_ms", "warm, median")]),
    ("Memory and disk", "GiB", [("memory_gib", "memory of the largest process"), ("store_gib", "store")]),
]


def draw_scale(rows):
    figure, axes = plt.subplots(2, 3, figsize=(11, 6), layout="constrained")
    facts = [float(row["facts"]) for row in rows]
    for chart, (title, unit, lines) in zip(axes.flat, SCALE_CHARTS):
        everything = []
        for i, (column, label) in enumerate(lines):
            points = [(float(row["facts"]), float(row[column])) for row in rows if row.get(column)]
            if not points:
                continue
            everything += [value for _, value in points]
            chart.plot(*zip(*points), color=COLORS[i], marker=MARKS[i], markersize=5, label=label)
        chart.set(title=title, xlabel="facts, millions", ylabel=unit, xscale="log", yscale="log")
        chart.set_xticks(facts, [f"{count / 1e6:.3g}" for count in facts])
        chart.set_xticks([], minor=True)
        if len(lines) > 1 and everything:
            chart.legend(frameon=False, fontsize=8)
        if everything:
            # At least three powers of ten, so that slopes look alike in most charts.
            bottom = round_log(min(everything))
            chart.set_ylim(10.0**bottom, 10.0 ** max(bottom + 3, round_log(1.3 * max(everything)) + 1))
    return figure


def round_log(value):
    """The power of ten below."""
    power = 0
    while 10**power > value:
        power -= 1
    while 10 ** (power + 1) <= value:
        power += 1
    return power


def draw_mentions(rows):
    starts = {"preset": "", "apart": ", predicates start apart"}
    predicates = {"standard": "without attention", "attention": "with attention"}
    lines = distinct((row["start"], row["task"]) for row in rows)
    knowledge = distinct(row["knowledge"] for row in rows)
    figure, axes = plt.subplots(len(lines), 2, figsize=(8, 2.2 * len(lines)), layout="constrained",
                                sharex=True, sharey=True, squeeze=False)
    for line, (start, task) in zip(axes, lines):
        for chart, (kind, words) in zip(line, predicates.items()):
            for i, name in enumerate(knowledge):
                points = [
                    (float(row["replaced"]), float(row["mean"]), float(row["deviation"]))
                    for row in rows
                    if (row["start"], row["task"], row["rule_predicates"], row["knowledge"])
                    == (start, task, kind, name)
                ]
                if points:
                    chart.errorbar(*zip(*points), color=COLORS[i], marker=MARKS[i], markersize=4,
                                   elinewidth=1, capsize=2, label=name)
            chart.set_title(f"Countries {task}, {words}{starts[start]}")
        line[0].set_ylabel("AUC-PR, %")
    for chart in axes[-1]:
        chart.set_xlabel("facts replaced by mentions")
    legend_on_top(figure, axes[0][0])
    return figure


FIGURES = {"table1": draw_table1, "scale": draw_scale, "mentions": draw_mentions}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = pathlib.Path(__file__).resolve().parent.parent / "docs"
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=default)
    parser.add_argument("--png", action="store_true", help="pictures to look at, not the figures")
    arguments = parser.parse_args()
    kind = "png" if arguments.png else "svg"
    for name, draw in FIGURES.items():
        data = arguments.folder / "figures" / f"{name}.csv"
        if not data.exists():
            continue
        with data.open(newline="", encoding="utf-8") as lines, plt.rc_context(STYLE):
            figure = draw(list(csv.DictReader(lines)))
            metadata = {"Date": None} if kind == "svg" else None
            figure.savefig(arguments.folder / f"{name}.{kind}", metadata=metadata, dpi=100,
                           bbox_inches="tight")  # the legend lies outside the charts
            plt.close(figure)
            print(arguments.folder / f"{name}.{kind}")


if __name__ == "__main__":
    main()
