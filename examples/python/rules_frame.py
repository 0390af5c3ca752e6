"""Rules as a pandas frame: look at them, keep the good ones, learn with these alone."""

import pathlib

import gntp

data = pathlib.Path(__file__).resolve().parents[2] / "data" / "countries" / "S1"
engine = gntp.train(data, preset="rules")
rules = engine.rules().to_frame()
print(rules[rules.support >= 20].head(5)[["rule", "confidence", "support"]].to_string(index=False))

good = rules[(rules.confidence > 0.8) & (rules.support >= 20)]
again = gntp.train(gntp.Dataset(data, rules=list(good.prolog)), preset="rules", learn_rules="random")
print(f"{len(rules)} rules, {len(good)} of them kept: test MRR {engine.evaluate()[0].mrr:.3f}, then "
      f"{again.evaluate()[0].mrr:.3f}")
