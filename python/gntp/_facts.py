"""Facts from whatever Python programs keep them in: lists, NumPy arrays, pandas frames."""

from __future__ import annotations

from typing import Any, Iterable, List, Optional, Tuple

from ._core import UsageError

Triple = Tuple[str, str, str]

_TITLES = {
    "head": ("head", "h", "subject", "source"),
    "relation": ("relation", "r", "predicate", "edge"),
    "tail": ("tail", "t", "object", "target"),
}


def is_frame(value: Any) -> bool:
    """Whether it is a pandas frame, or works like one."""
    return hasattr(value, "columns") and hasattr(value, "itertuples")


def triples_of(facts: Any, what: str) -> List[Triple]:
    """Triples of names: rows of three texts or whole numbers, which become texts.

    A frame has columns called head, relation and tail (or h, r, t; subject, predicate, object; source, edge, target),
    or just three columns.

    >>> triples_of([("a", "r", 1)], "train")
    [('a', 'r', '1')]
    """
    rows = _rows_of_frame(facts, what) if is_frame(facts) else facts
    if hasattr(rows, "tolist"):  # an array
        rows = rows.tolist()
    return [_triple(row, what, number) for number, row in enumerate(rows, 1)]


def weights_of(facts: Any) -> Optional[List[float]]:
    """A frame's column 'weight', if it has one."""
    if not is_frame(facts):
        return None
    for column in facts.columns:
        if str(column).lower() == "weight":
            return [float(weight) for weight in facts[column]]
    return None


def _rows_of_frame(frame: Any, what: str) -> Iterable[Any]:
    columns = list(frame.columns)
    lower = [str(column).lower() for column in columns]
    chosen = []
    for titles in _TITLES.values():
        found = [columns[i] for i, name in enumerate(lower) if name in titles]
        if len(found) == 1:
            chosen.append(found[0])
    if len(chosen) != 3:
        if len(columns) != 3:
            raise UsageError(
                f"{what}: the frame's columns are {', '.join(map(str, columns))}; "
                "call three of them head, relation and tail"
            )
        chosen = columns
    return frame[chosen].itertuples(index=False, name=None)  # type: ignore[no-any-return]


def _triple(row: Any, what: str, number: int) -> Triple:
    if isinstance(row, str) or len(row) != 3:
        raise UsageError(f"{what}:{number}: expected head, relation and tail, not {row!r}")
    head, relation, tail = (_name(value, what, number) for value in row)
    return head, relation, tail


def _name(value: Any, what: str, number: int) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise UsageError(f"{what}:{number}: a name must be a text or a whole number, not {value!r}")
    return str(value.__index__())
