"""A pandas pipeline: a table of cities with gaps, and the same table with the gaps filled in."""

import gntp
import pandas

cities = pandas.DataFrame(
    [("Lyon", "France", "Europe"), ("Nice", "France", None), ("Osaka", "Japan", "Asia"), ("Kobe", "Japan", None),
     ("Lima", "Peru", "South America"), ("Cusco", "Peru", "South America"), ("Nagoya", "Japan", "Asia"),
     ("Lille", "France", "Europe"), ("Piura", "Peru", None)],
    columns=["city", "country", "continent"])

# One fact for each cell that is filled.
facts = cities.melt("city", var_name="relation", value_name="tail").dropna().rename(columns={"city": "head"})
engine = gntp.train(gntp.Dataset(train=facts[["head", "relation", "tail"]]), preset="rules", mine_min_support=2)

# One question for each gap.
gaps = cities[cities.continent.isna()]
questions = [(city, "continent", None) for city in gaps.city]
best = engine.predict_frame(questions, top=1, types="continent:tail")
cities.loc[gaps.index[best.question], "continent"] = best.answer.to_numpy()
print(cities.to_string(index=False))
