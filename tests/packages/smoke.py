"""Whether an installed module works: train, predict, explain. NumPy need not be there."""

import gntp

facts = [("ann", "mother", "bob"), ("bob", "father", "cid"), ("ann", "grandmother", "cid"),
         ("dot", "mother", "eve"), ("eve", "father", "fay"), ("dot", "grandmother", "fay"),
         ("gil", "mother", "hal"), ("hal", "father", "ira")]
engine = gntp.train(gntp.Dataset(train=facts), preset="rules", mine_min_support=1)
assert engine.predict("grandmother(gil, ?)", top=1)[0].name == "ira"
assert "father(hal, ira)" in str(engine.explain("grandmother(gil, ira)"))
assert gntp.from_bytes(engine.to_bytes()).score("mother(gil, hal)") > 0.999
print(f"smoke: gntp {gntp.__version__} works in Python")
