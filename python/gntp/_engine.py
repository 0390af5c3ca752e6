"""Engines: trained models that answer questions."""

from __future__ import annotations

import io
import os
import re
import tarfile
import tempfile
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union, overload

from . import _core
from ._dataset import Dataset, Path
from ._facts import is_frame, triples_of
from ._progress import Progress, Reporter, note, warn
from ._tables import Answers, Evaluations, Rules, frame_of


class Engine:
    """A trained model. `train` makes one, `open` reads one.

    No question changes it: threads may ask it at the same time, and none of them holds the interpreter's lock while
    it works. A question is `'rel(a, ?)'`, `'rel(?, b)'` or `'?(a, b)'`, or a tuple with None in one place; a fact is
    `'rel(a, b)'` or a tuple. Many of them are a list, an array or a frame. Names are ids, or labels where the data
    have some.

    After a fork an engine raises RuntimeError: its threads stayed behind. Open it in the new process.
    """

    def __init__(self, own: _core.Engine, dataset: Optional[Dataset] = None) -> None:
        self._own = own
        self._dataset = dataset

    # Asking

    @overload
    def predict(self, question: str, top: int = 10, *, new: bool = False,
                types: Union[str, Sequence[str]] = (), among: Optional[Iterable[str]] = None,
                not_known: Any = ()) -> Answers: ...

    @overload
    def predict(self, question: Tuple[Optional[str], Optional[str], Optional[str]], top: int = 10, *, new: bool = False,
                types: Union[str, Sequence[str]] = (), among: Optional[Iterable[str]] = None,
                not_known: Any = ()) -> Answers: ...

    @overload
    def predict(self, question: List[Any], top: int = 10, *, new: bool = False,
                types: Union[str, Sequence[str]] = (), among: Optional[Iterable[str]] = None,
                not_known: Any = ()) -> List[Answers]: ...

    def predict(
        self,
        question: Any,
        top: int = 10,
        *,
        new: bool = False,
        types: Union[str, Sequence[str]] = (),
        among: Optional[Iterable[str]] = None,
        not_known: Any = (),
    ) -> Union[Answers, List[Answers]]:
        """The best answers to a question, or to each of a list of questions, which are shared out to all cores.

        >>> engine = _example()
        >>> [answer.name for answer in engine.predict("grandmother(gil, ?)", top=1)]
        ['ira']
        >>> [len(answers) for answers in engine.predict([("ann", "mother", None), "father(?, cid)"], top=2)]
        [2, 2]

        Args:
            question: as for `Engine`; a list for many.
            top: how many answers.
            new: leave out what is known already.
            types: only answers of these types; `REL:head` and `REL:tail` are types, too.
            among: only these entities.
            not_known: facts whose answers are left out.
        """
        filters = self._filters(new, types, among, not_known)
        if _is_one(question):
            return Answers(self._own.predict(question, top, *filters))
        return [Answers(answers) for answers in self._own.predict_many(question, top, *filters)]

    def predict_frame(
        self,
        questions: Any,
        top: int = 10,
        *,
        new: bool = False,
        types: Union[str, Sequence[str]] = (),
        among: Optional[Iterable[str]] = None,
        not_known: Any = (),
    ) -> Any:
        """The same for many questions as one pandas frame, with a row for each answer.

        Its columns are question (the number of the question, from 0), rank, answer, label, score, probability and
        known. Questions may be a frame or an array with three columns, with None or '?' for what is asked.
        """
        asked = questions
        if is_frame(questions):
            asked = [tuple(None if value != value else value for value in row)
                     for row in questions.itertuples(index=False, name=None)]
        elif hasattr(questions, "tolist"):
            asked = questions.tolist()
        return frame_of(self._own.predict_columns(asked, top, *self._filters(new, types, among, not_known)))

    def score(self, fact: Any) -> Any:
        """How well a fact is proved, from 0 to 1; an array for a list of facts, an array or a frame.

        >>> engine = _example()
        >>> round(engine.score("mother(ann, bob)"), 6)
        1.0
        >>> engine.score([("ann", "mother", "bob"), ("bob", "mother", "ann")]).round(6).tolist()
        [1.0, 0.0]
        """
        if _is_one(fact):
            return self._own.score(fact)
        return self._own.score_many(_facts(fact))

    def probability(self, fact: Any) -> Any:
        """That a fact is true, calibrated on the valid split; NaN where the training had none.

        An array for a list of facts, an array or a frame.
        """
        if _is_one(fact):
            return float(self._own.probability_many([fact])[0])
        return self._own.probability_many(_facts(fact))

    @overload
    def explain(self, fact: str, proofs: int = 0, inferred: bool = False) -> _core.Explanation: ...

    @overload
    def explain(self, fact: Tuple[str, str, str], proofs: int = 0, inferred: bool = False) -> _core.Explanation: ...

    @overload
    def explain(self, fact: List[Any], proofs: int = 0, inferred: bool = False) -> List[_core.Explanation]: ...

    def explain(
        self, fact: Any, proofs: int = 0, inferred: bool = False
    ) -> Union[_core.Explanation, List[_core.Explanation]]:
        """Why a fact holds; a list for a list of facts.

        >>> engine = _example()
        >>> print(engine.explain("grandmother(gil, ira)", proofs=1).to_text(ascii=True).splitlines()[-1].strip())
        `- father(hal, ira)   fact 1.000

        Args:
            proofs: how many; 0 for the best one, or all that count where several do.
            inferred: prove a known fact without itself.
        """
        if _is_one(fact):
            return self._own.explain_many([fact], proofs, inferred)[0]
        return self._own.explain_many(_facts(fact), proofs, inferred)

    def rules(self, count: Optional[int] = None, min_confidence: float = 0.0) -> Rules:
        """The rules, the most confident first.

        >>> "grandmother(X, Y) :- mother(X, A), father(A, Y)" in map(str, _example().rules())
        True
        """
        return Rules(self._own.rules(count, min_confidence))

    def evaluate(
        self,
        split: str = "test",
        data: Union[None, Dataset, Path] = None,
        *,
        progress: Progress = None,
    ) -> Evaluations:
        """Ranks the true answers of a split among all entities, other known answers left out.

        Args:
            split: a split's name, `test` with every `test-...`, or `all`.
            data: other data than those of the training.
        """
        if data is None:
            data = self._dataset
        elif not isinstance(data, Dataset):
            data = Dataset(data)
        with Reporter(progress) as report:
            own = None if data is None else data._own
            return Evaluations(self._own.evaluate(split, own, report, note, warn))

    # What it is made of

    def entities(self) -> List[str]:
        """The names of all entities."""
        return self._own.entities()

    def relations(self) -> List[str]:
        """The names of all relations."""
        return self._own.relations()

    def types(self) -> List[str]:
        """The types of the data set."""
        return self._own.types()

    def label(self, name: str) -> str:
        """What people call an entity or a relation; empty where it has no label."""
        return self._own.label(name)

    def questions_about(self, relation: str) -> List[str]:
        """'rel(a, ?)' for every a that the facts have the relation of."""
        return self._own.questions_about(relation)

    def entity_vectors(self) -> Tuple[List[str], Any]:
        """The names of the entities and their vectors, row by row, in an array over the model's own memory.

        It cannot be written to, and keeps the model alive. It has no rows where the model is made of rules alone.
        """
        return self._own.entity_vectors()

    def relation_vectors(self) -> Tuple[List[str], Any]:
        """The same for relations; a link predictor has two for each, the second named 'inverse of REL'."""
        return self._own.relation_vectors()

    def setting(self, name: str) -> str:
        """The value of a setting of the training, such as `learn.epochs`."""
        return self._own.setting(name)

    @property
    def complete(self) -> bool:
        """False where a limit ended the training before its last step."""
        return self._own.is_complete()

    # Changing, keeping

    def with_facts(
        self, added: Any = (), removed: Any = (), labels: Optional[Mapping[str, str]] = None
    ) -> Engine:
        """The same model with some facts more and some fewer, without training again; this one stays as it is.

        >>> engine = _example().with_facts(added=[("ira", "father", "joe")])
        >>> engine.score("grandmother(hal, joe)")
        0.0
        >>> round(engine.score("father(ira, joe)"), 6)
        1.0
        """
        own = self._own.with_facts(triples_of(added, "added"), triples_of(removed, "removed"), dict(labels or {}),
                                   note, warn)
        return Engine(own, self._dataset)

    def save(self, folder: Path, evaluations: Sequence[_core.Evaluation] = ()) -> None:
        """Writes a run folder, which must not exist yet; `gntp.open` and the program `gntp` read it."""
        self._own.save(folder, list(evaluations))

    def to_bytes(self) -> bytes:
        """A run folder as bytes, which `gntp.from_bytes` reads. Pickles are made of it."""
        with tempfile.TemporaryDirectory(prefix="gntp-") as folder:
            run = os.path.join(folder, "run")
            self.save(run)
            packed = io.BytesIO()
            with tarfile.open(fileobj=packed, mode="w") as archive:
                for name in sorted(set(os.listdir(run)) - {"times.json"}):  # the same model, the same bytes
                    archive.add(os.path.join(run, name), arcname=name, filter=_without_owner)
            return packed.getvalue()

    def __reduce__(self) -> Tuple[Any, Tuple[bytes]]:
        return from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        return f"Engine(entities={len(self.entities())}, relations={len(self.relations())})"

    def _filters(self, new: bool, types: Union[str, Sequence[str]], among: Optional[Iterable[str]],
                 not_known: Any) -> Tuple[Any, ...]:
        return (new, [types] if isinstance(types, str) else list(types), None if among is None else list(among),
                triples_of(not_known, "not_known"))


def train(
    dataset: Union[Dataset, Path],
    preset: Optional[str] = None,
    *,
    seed: int = 0,
    threads: int = 0,
    device: str = "auto",
    time_limit: Union[None, float, str] = None,
    steps: Optional[int] = None,
    progress: Progress = None,
    **settings: Any,
) -> Engine:
    """Learns from a data set. The same seed gives the same model, whatever the number of threads.

    Ctrl-C ends it within a second, with KeyboardInterrupt.

    >>> engine = train(_family(), preset="rules", mine_min_support=1, progress=False)
    >>> engine.complete
    True

    Args:
        dataset: a `Dataset`, or the path of a folder or a file.
        preset: one of `gntp.presets()`; without one, what suits data of any kind (`hybrid`).
        seed: of all random numbers.
        threads: 0 for one on each core.
        device: where vectors are trained and compared: `auto`, the first GPU if there is one, `cpu`, `cuda` or, of
            several GPUs, `cuda:1`. The engine keeps it.
        time_limit: end after the step at hand when so much time has passed: seconds, or a text such as `90s`, `10m`.
        steps: end after so many steps, as a time limit does.
        progress: True for a bar, False for none, or a function that gets the task, the fraction done and details.
            Without it there is a bar on a terminal and in a notebook.
        settings: as `gntp.describe_settings()` lists them, with an underscore for the dot: `learn_epochs=20`.
    """
    data = dataset if isinstance(dataset, Dataset) else Dataset(dataset)
    given = [(_setting_name(name), _setting_text(value)) for name, value in settings.items()]
    with Reporter(progress) as report:
        own = _core.train(data._own, preset, given, seed, threads, device, _seconds(time_limit), steps,
                          report, note, warn)
    return Engine(own, data)


def open(folder: Path, threads: int = 0, data: Path = "", device: str = "auto") -> Engine:
    """Reads a run folder that `Engine.save` or the program `gntp` has written.

    Args:
        data: where the store is now that the run was trained on, if it has moved (`gntp pack`).
        device: where questions are computed, as for `train`.
    """
    return Engine(_core.open(folder, threads, data, device))


def from_bytes(packed: bytes, device: str = "auto") -> Engine:
    """Reads what `Engine.to_bytes` gave; `device` as for `open`."""
    with tempfile.TemporaryDirectory(prefix="gntp-") as folder:
        try:
            with tarfile.open(fileobj=io.BytesIO(packed), mode="r:") as archive:
                for member in archive.getmembers():
                    if not member.isfile() or os.path.basename(member.name) != member.name:
                        raise _core.Error(f"these bytes are no engine: they hold '{member.name}'")
                archive.extractall(folder)
        except tarfile.TarError as error:
            raise _core.Error(f"these bytes are no engine: {error}") from None
        return open(folder, device=device)


def _is_one(question: Any) -> bool:
    """Whether it is one question or fact, a text or a tuple; lists, arrays and frames are many."""
    if isinstance(question, (str, tuple)):
        return True
    if not hasattr(question, "__iter__"):
        raise _core.UsageError(f"a question or fact is a text or a triple, and many are a list, not {question!r}")
    return False


def _facts(facts: Any) -> Any:
    return triples_of(facts, "facts") if is_frame(facts) or hasattr(facts, "tolist") else facts


def _setting_name(name: str) -> str:
    return name if "." in name else name.replace("_", ".", 1)


def _setting_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _seconds(limit: Union[None, float, str]) -> Optional[float]:
    """
    >>> _seconds("10m"), _seconds(1.5), _seconds(None)
    (600.0, 1.5, None)
    """
    if limit is None or not isinstance(limit, str):
        return None if limit is None else float(limit)
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(s|m|h)", limit)
    if found is None:
        raise _core.UsageError(f"time_limit must be seconds or a text such as 90s, 10m or 2h, not '{limit}'")
    return float(found[1]) * {"s": 1, "m": 60, "h": 3600}[found[2]]


def _without_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = 0
    return member


def _family() -> Dataset:
    """The data of the examples in these texts."""
    return Dataset(
        train=[
            ("ann", "mother", "bob"),
            ("bob", "father", "cid"),
            ("ann", "grandmother", "cid"),
            ("dot", "mother", "eve"),
            ("eve", "father", "fay"),
            ("dot", "grandmother", "fay"),
            ("gil", "mother", "hal"),
            ("hal", "father", "ira"),
        ]
    )


def _example() -> Engine:
    return train(_family(), preset="rules", mine_min_support=1, progress=False)
