"""Runs a part of the Python tests, and says what to install where something is missing.

    tests/python/run.py module|examples|types
"""

import importlib.util
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEEDS = {
    "module": ["pytest", "numpy", "pandas"],
    "examples": ["pytest", "numpy", "pandas", "nbclient", "nbformat", "ipykernel"],
    "types": ["mypy", "numpy"],
}


def main() -> int:
    part = sys.argv[1]
    missing = [name for name in NEEDS[part] if importlib.util.find_spec(name) is None]
    if missing:
        print(f"not found for {sys.executable}: {', '.join(missing)}; 'tools/setup.sh test' installs them")
        return 1
    if part == "types":
        command = ["mypy", "--strict", "--config-file", "tests/python/mypy.ini", "python/gntp", "tests/python/typed.py"]
    elif part == "examples":
        command = ["pytest", "-q", "-p", "no:cacheprovider", "tests/python/examples"]
    else:
        command = ["pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules", "tests/python/module", "python/gntp"]
    return subprocess.run([sys.executable, "-B", "-m", *command], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
