"""What long work says: a progress bar, a caller's own function, warnings, log messages."""

from __future__ import annotations

import logging
import sys
import warnings
from typing import Any, Callable, Optional, Union

Progress = Union[None, bool, Callable[[str, float, str], None]]

_log = logging.getLogger("gntp")


def note(text: str) -> None:
    """What was done."""
    _log.info(text)


def warn(text: str) -> None:
    """What may not be as intended."""
    warnings.warn(text, stacklevel=3)


def wants_bar(progress: Progress) -> bool:
    """By default there is a bar where a person looks: on a terminal or in a notebook."""
    if progress is not None:
        return progress is True
    return sys.stderr.isatty() or "ipykernel" in sys.modules


class Reporter:
    """Calls the user's function, or moves a bar, for as long as it is open."""

    def __init__(self, progress: Progress) -> None:
        self._own = progress if callable(progress) else None
        self._has_bar = self._own is None and wants_bar(progress)
        self._task = ""
        self._bar: Optional[Any] = None

    def __enter__(self) -> Optional[Callable[[str, float, str], None]]:
        if self._own is not None:
            return self._own
        return self._show if self._has_bar else None

    def __exit__(self, *_: Any) -> None:
        self._close()

    def _show(self, task: str, fraction: float, details: str) -> None:
        if task != self._task:
            self._close()
            self._task = task
            self._bar = _make_bar(task)
        if self._bar is not None:
            self._bar.n = round(1000 * fraction)
            self._bar.set_postfix_str(details, refresh=False)
            self._bar.refresh()

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _make_bar(task: str) -> Optional[Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # notebooks without widgets get a bar of text
            from tqdm.auto import tqdm
    except ImportError:
        print(f"gntp: {task}", file=sys.stderr)
        return None
    return tqdm(total=1000, desc=task, bar_format="{desc}: {percentage:3.0f}%|{bar}| {elapsed} {postfix}")
