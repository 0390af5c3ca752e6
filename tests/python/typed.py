"""What a user's typed program may write; mypy reads it."""

from typing import List

import gntp


def names(engine: gntp.Engine) -> List[str]:
    answers: gntp.Answers = engine.predict("rel(a, ?)", top=3)
    many: List[gntp.Answers] = engine.predict(["rel(a, ?)", ("a", "rel", None)])
    explanation: gntp.Explanation = engine.explain("rel(a, b)")
    text: str = explanation.to_text()
    probability = answers[0].probability
    if probability is not None:
        text += f"{probability:.2f}"
    return [answer.name for answer in answers] + [text] + [str(len(each)) for each in many]


def quality(engine: gntp.Engine, data: gntp.Dataset) -> float:
    return engine.evaluate("test", data)[0].both.expected.mrr


def learn(folder: str) -> gntp.Engine:
    try:
        return gntp.train(folder, preset="rules", time_limit="10m", learn_epochs=3)
    except gntp.Error as error:
        if error.file is not None and error.line is not None:
            print(error.file, error.line + 1)
        raise
