"""gntp: learns readable rules and vectors from facts, predicts missing ones and proves its answers.

    >>> import gntp
    >>> family = gntp.Dataset(train=[
    ...     ("ann", "mother", "bob"), ("bob", "father", "cid"), ("ann", "grandmother", "cid"),
    ...     ("dot", "mother", "eve"), ("eve", "father", "fay"), ("dot", "grandmother", "fay"),
    ...     ("gil", "mother", "hal"), ("hal", "father", "ira")])
    >>> engine = gntp.train(family, preset="rules", mine_min_support=1, progress=False)
    >>> engine.predict("grandmother(gil, ?)", top=1)[0].name
    'ira'
    >>> print(engine.explain("grandmother(gil, ira)"))          # doctest: +SKIP

`Dataset` takes folders, files, lists, NumPy arrays and pandas frames; `train` and `open` give an `Engine`, which
answers, scores, explains and evaluates.
"""

from ._core import (
    Answer,
    Error,
    Evaluation,
    Explanation,
    RankingMetrics,
    RankingQuality,
    Rule,
    ScoreParts,
    UsageError,
    __version__,
    build_information,
    describe_settings,
    presets,
)
from ._dataset import Dataset
from ._engine import Engine, from_bytes, open, train
from ._tables import Answers, Evaluations, Rules

__all__ = [
    "Answer",
    "Answers",
    "Dataset",
    "Engine",
    "Error",
    "Evaluation",
    "Evaluations",
    "Explanation",
    "RankingMetrics",
    "RankingQuality",
    "Rule",
    "Rules",
    "ScoreParts",
    "UsageError",
    "__version__",
    "build_information",
    "describe_settings",
    "from_bytes",
    "open",
    "presets",
    "train",
]
