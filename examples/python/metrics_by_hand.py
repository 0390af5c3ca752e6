"""Metrics computed by hand, as PyKEEN defines them, beside gntp's own.

Every test triple is asked both ways. Answers that are known from any split are left out, but for the one that is asked
for. Its rank is 1 + the number of better answers (optimistic), that plus the number of ties (pessimistic), or the mean
of both (realistic).
"""

import pathlib
import random

import gntp
import numpy

# Which countries are neighbours? Forty facts are held out, with both directions of each.
file = pathlib.Path(__file__).resolve().parents[2] / "data" / "countries" / "S2" / "train.tsv"
facts = sorted(tuple(line.split("\t")) for line in file.read_text(encoding="utf-8").splitlines())
test = random.Random(0).sample([fact for fact in facts if fact[1] == "neighborOf" and fact[0] < fact[2]], 40)
reversed_test = {(tail, relation, head) for head, relation, tail in test}
train = [fact for fact in facts if fact not in test and fact not in reversed_test]
engine = gntp.train(gntp.Dataset(train=train, test=test), preset="rules", mine_max_body=2, mine_adaptive=False)
known = set(train) | set(test)
entities = engine.entities()

optimistic, pessimistic = [], []
for head, relation, tail in test:
    for asked in ("head", "tail"):
        facts = [(name, relation, tail) if asked == "head" else (head, relation, name) for name in entities]
        others = [fact for fact in facts if fact not in known]
        answers = engine.predict((None, relation, tail) if asked == "head" else (head, relation, None),
                                 top=len(entities))
        keys = {answer.name: (answer.score, answer.tie_breaker) for answer in answers}
        place = 0 if asked == "head" else 2
        own = keys.get((head, relation, tail)[place], (0.0, []))
        rivals = [keys.get(fact[place], (0.0, [])) for fact in others]
        optimistic.append(1 + sum(rival > own for rival in rivals))
        pessimistic.append(optimistic[-1] + sum(rival == own for rival in rivals))
optimistic, pessimistic = numpy.array(optimistic), numpy.array(pessimistic)
realistic = (optimistic + pessimistic) / 2

own = engine.evaluate("test")[0].both
for name, ranks in (("optimistic", optimistic), ("realistic", realistic), ("pessimistic", pessimistic)):
    metrics = getattr(own, name)
    by_hand = (1 / ranks).mean(), (ranks <= 1).mean(), (ranks <= 10).mean()
    print(f"{name:12} by hand: MRR {by_hand[0]:.6f}, hits@1 {by_hand[1]:.6f}, hits@10 {by_hand[2]:.6f}")
    print(f"{'':12} by gntp: MRR {metrics.mrr:.6f}, hits@1 {metrics.hits_at_1:.6f}, hits@10 {metrics.hits_at_10:.6f}")
    assert numpy.allclose(by_hand, (metrics.mrr, metrics.hits_at_1, metrics.hits_at_10), atol=1e-9)
