"""Lists that notebooks show as tables and that become pandas frames."""

from __future__ import annotations

from typing import Any, Dict, List

from . import _core


def frame_of(rows: Any) -> Any:
    """A pandas frame. Raises ImportError with what to do where there is no pandas."""
    try:
        import pandas
    except ImportError:
        raise ImportError("this gives a pandas frame; install pandas, or use the list itself") from None
    return pandas.DataFrame(rows)


class Answers(List[_core.Answer]):
    """The answers to a question, the best first."""

    def to_frame(self) -> Any:
        """As a pandas frame."""
        return frame_of(
            {
                "rank": [answer.rank for answer in self],
                "answer": [answer.name for answer in self],
                "label": [answer.label for answer in self],
                "score": [answer.score for answer in self],
                "probability": [
                    float("nan") if answer.probability is None else answer.probability for answer in self
                ],
                "known": [answer.known for answer in self],
            }
        )

    def _repr_html_(self) -> str:
        return _core.answers_to_html(list(self))


class Rules(List[_core.Rule]):
    """The rules of a model, the most confident first."""

    def to_frame(self) -> Any:
        """As a pandas frame; its column `prolog` may be given to `Dataset(rules=...)` again."""
        return frame_of(
            {
                "rule": [str(rule) for rule in self],
                "confidence": [rule.confidence for rule in self],
                "support": [rule.support for rule in self],
                "body": [rule.body for rule in self],
                "prolog": [rule.prolog for rule in self],
            }
        )

    def _repr_html_(self) -> str:
        return _core.rules_to_html(list(self))


class Evaluations(List[_core.Evaluation]):
    """What ranking the splits has shown, one for each."""

    def to_frame(self) -> Any:
        """As a pandas frame, with `expected` metrics of both sides, and of heads and tails."""
        rows: List[Dict[str, Any]] = []
        for each in self:
            for side in ("both", "head", "tail"):
                metrics = getattr(each, side).expected
                rows.append(
                    {
                        "split": each.split,
                        "side": side,
                        "mrr": metrics.mrr,
                        "mean_rank": metrics.mean_rank,
                        "hits_at_1": metrics.hits_at_1,
                        "hits_at_3": metrics.hits_at_3,
                        "hits_at_10": metrics.hits_at_10,
                    }
                )
        return frame_of(rows)
