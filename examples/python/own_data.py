"""Your own data in ten lines: facts in, answers and their reasons out."""

import gntp

facts = gntp.Dataset(train=[
    ("aspirin", "inhibits", "COX1"), ("aspirin", "treats", "pain"), ("COX1", "involved in", "pain"),
    ("ibuprofen", "inhibits", "COX2"), ("ibuprofen", "treats", "fever"), ("COX2", "involved in", "fever"),
    ("naproxen", "inhibits", "COX2"), ("celecoxib", "inhibits", "COX2"), ("COX2", "involved in", "arthritis"),
    ("celecoxib", "treats", "arthritis"), ("ketorolac", "inhibits", "COX1")])
engine = gntp.train(facts, preset="rules", mine_min_support=2)
for answer in engine.predict("treats(ketorolac, ?)", top=1):
    print(f"ketorolac may treat {answer.name}, with a score of {answer.score:.2f}, because")
    print(engine.explain(("ketorolac", "treats", answer.name)))
