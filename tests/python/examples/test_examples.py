"""Examples run, and the tutorial gives what is committed."""

import os
import pathlib
import re
import subprocess
import sys

import nbclient
import nbformat
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples" / "python"


def run(path):
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_own_data():
    text = run(EXAMPLES / "own_data.py")
    assert "ketorolac may treat pain" in text and "COX1" in text


def test_complete_table():
    lines = run(EXAMPLES / "complete_table.py").splitlines()
    assert "None" not in "\n".join(lines)
    assert any(re.search(r"Nice\s+France\s+Europe", line) for line in lines)
    assert any(re.search(r"Kobe\s+Japan\s+Asia", line) for line in lines)
    assert any(re.search(r"Piura\s+Peru\s+South America", line) for line in lines)


def test_rules_frame():
    assert "test MRR" in run(EXAMPLES / "rules_frame.py")


def test_metrics_by_hand():
    assert "realistic" in run(EXAMPLES / "metrics_by_hand.py")


def rounded(text):
    """With three digits for each number: processors differ in the last ones."""
    return re.sub(r"\d+\.\d+(e-?\d+)?", lambda number: f"{float(number[0]):.3g}", text)


def outputs_of(notebook):
    """What cells say."""
    said = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            said.append(rounded(data.get("text/html") or data.get("text/plain") or output.get("text", "")))
    return said


@pytest.mark.filterwarnings("ignore")
def test_tutorial():
    """`GNTP_RENEW=1` writes the outputs anew."""
    path = EXAMPLES / "tutorial.ipynb"
    committed = nbformat.read(path, as_version=4)
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if "outputs" in cell:  # warnings name files of this run
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    if os.environ.get("GNTP_RENEW") == "1":
        nbformat.write(notebook, path)
        return
    assert outputs_of(notebook) == outputs_of(committed)
    assert len(outputs_of(notebook)) >= 10


def test_the_lines_of_the_readme():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "europe" in done.stdout
