"""Data sets."""

from __future__ import annotations

import os
import tempfile
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _core
from ._facts import triples_of, weights_of
from ._tables import frame_of

Path = Union[str, "os.PathLike[str]"]


class Dataset:
    """Facts to learn from, and others to validate and test with.

    From a folder or a file, in any format that `gntp` reads:

    >>> data = Dataset("data/countries/S1")                      # doctest: +SKIP
    >>> data = Dataset("facts.csv", columns=["who", "does", "what"])  # doctest: +SKIP

    or from what is in memory, where each split is a list of triples, an array with three columns or a pandas frame:

    >>> data = Dataset(train=[("ann", "mother", "bob"), ("bob", "father", "cid")], test=[("ann", "mother", "cid")])
    >>> data.counts()
    {'facts': 2, 'entities': 3, 'relations': 2, 'test': 1}

    Args:
        source: a folder, or one file of triples, which are all for training.
        train, valid, test: the splits, instead of a source.
        splits: further ones by name, which begins with `test-`.
        weights: how much each training fact weighs when vectors are trained; a frame's column `weight` is taken, too.
        labels: what people call entities, relations and types, by name.
        types: pairs of an entity and its type.
        rules: files of rules to use; or rules themselves, as texts such as `r(X, Y) :- p(X, Y).`, or as `Rules`.
        rule_confidence: what rules without a confidence start with and learn from; without it they are certain.
        skip_bad_lines: leave out what cannot be read, with a warning, instead of raising an error.
        format: csv, jsonl, nq, nt, prolog, spaces, tsv or turtle, where the extension does not say it.
        columns: of head, relation, tail and perhaps weight, by title or by number from 1.
        separator, min_weight, keep_literals, language, base: as the command line's options of these names.
    """

    def __init__(
        self,
        source: Optional[Path] = None,
        *,
        train: Any = None,
        valid: Any = None,
        test: Any = None,
        splits: Optional[Mapping[str, Any]] = None,
        weights: Optional[Sequence[float]] = None,
        labels: Optional[Mapping[str, str]] = None,
        types: Optional[Iterable[Tuple[str, str]]] = None,
        rules: Optional[Sequence[Any]] = None,
        rule_confidence: Optional[float] = None,
        skip_bad_lines: bool = False,
        format: Optional[str] = None,
        columns: Optional[Sequence[Union[str, int]]] = None,
        separator: Optional[str] = None,
        min_weight: Optional[float] = None,
        keep_literals: bool = False,
        language: Optional[str] = None,
        base: Optional[str] = None,
    ) -> None:
        if (source is None) == (train is None):
            raise _core.UsageError("give a source (a folder or a file), or train=..., and not both")
        self._rules_folder: Optional[tempfile.TemporaryDirectory[str]] = None
        options: Dict[str, Any] = {"skip_bad_lines": skip_bad_lines}
        if rules is not None:
            options["rules"] = self._rule_files(rules)
        if rule_confidence is not None:
            options["rule_confidence"] = rule_confidence
        reading = {
            "format": format,
            "columns": None if columns is None else [str(column) for column in columns],
            "separator": separator,
            "min_weight": min_weight,
            "keep_literals": keep_literals or None,
            "language": language,
            "base": base,
        }
        given = {name: value for name, value in reading.items() if value is not None}
        in_memory = {"valid": valid, "test": test, "splits": splits, "weights": weights, "labels": labels,
                     "types": types}
        if source is not None:
            for name, value in in_memory.items():
                if value is not None:
                    raise _core.UsageError(f"{name} goes with train=...; a source has its own files")
            self._own = _core.Dataset.load(source, {**options, **given})
            return
        for name in given:
            raise _core.UsageError(f"{name} says how a file is read; here is none")
        if weights is None:
            weights = weights_of(train)
        all_splits: Dict[str, Any] = dict(splits or {})
        for name, split in (("valid", valid), ("test", test)):
            if split is not None:
                all_splits[name] = split
        self._own = _core.Dataset.make(
            triples_of(train, "train"),
            [] if weights is None else [float(weight) for weight in weights],
            {name: triples_of(split, name) for name, split in all_splits.items()},
            dict(labels or {}),
            list(types or []),
            options,
        )

    @property
    def splits(self) -> List[str]:
        """The names of the splits besides the training facts."""
        return self._own.splits

    @property
    def warnings(self) -> List[str]:
        """What may not be as intended, one line each."""
        return self._own.warnings

    def counts(self) -> Dict[str, int]:
        """How many facts, entities, relations and triples of each split there are."""
        return self._own.counts()

    def relations(self) -> Any:
        """A pandas frame of the relations: how many facts, heads and tails, whether symmetric, inverse of another."""
        return frame_of(self._own.relations())

    def __repr__(self) -> str:
        counts = ", ".join(f"{name}={count}" for name, count in self.counts().items())
        return f"Dataset({counts})"

    def _rule_files(self, rules: Sequence[Any]) -> List[str]:
        if isinstance(rules, (str, os.PathLike)):
            return [os.fspath(rules)]
        lines = [_line_of(rule) for rule in rules]
        if all(line is None for line in lines):
            return [os.fspath(rule) for rule in rules]
        if any(line is None for line in lines):
            raise _core.UsageError("rules: give files, or rules as texts, not both")
        self._rules_folder = tempfile.TemporaryDirectory(prefix="gntp-rules-")
        path = os.path.join(self._rules_folder.name, "rules.pl")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
        return [path]


def _line_of(rule: Any) -> Optional[str]:
    """A rule as a line of a rule file; None for the path of a file."""
    if isinstance(rule, _core.Rule):
        if not rule.prolog:
            raise _core.UsageError(f"rules: a file cannot express {rule.text}")
        return rule.prolog
    text = str(rule)
    return text if isinstance(rule, str) and ":-" in text else None
