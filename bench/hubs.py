#!/usr/bin/env python3
"""A made-up knowledge base with hubs: 100,000 entities, 13 relations, 300,000 facts about people.

One value is shared by half of all entities (gender), others by thousands (nationality, language, profession), so that
a query may have fifty thousand answers.

  bench/hubs.py make FOLDER          writes train.txt, valid.txt and test.txt
"""
import argparse
import pathlib
import random

ENTITIES = 100_000
FACTS = 300_000
HELD_OUT = 3_000  # triples in valid, and in test


def skewed(choices, size, rng):
    """A number below `size`: low ones are much more frequent."""
    return min(min(rng.randrange(size) for _ in range(choices)), size - 1)


def make_facts(rng):
    countries = [f"country{i}" for i in range(60)]
    languages = [f"language{i}" for i in range(40)]
    religions = [f"religion{i}" for i in range(8)]
    cities = [f"city{i}" for i in range(1_200)]
    companies = [f"company{i}" for i in range(1_500)]
    universities = [f"university{i}" for i in range(300)]
    professions = [f"profession{i}" for i in range(150)]
    genders = ["female", "male"]
    others = sum(map(len, (countries, languages, religions, cities, companies, universities, professions, genders)))
    people = [f"person{i}" for i in range(ENTITIES - others)]

    country_of = {city: countries[skewed(3, len(countries), rng)] for city in cities}
    spoken_in = {country: languages[i % len(languages)] for i, country in enumerate(countries)}
    religion_of = {country: religions[skewed(2, len(religions), rng)] for country in countries}
    base = {company: rng.choice(cities) for company in companies}
    place = {university: rng.choice(cities) for university in universities}

    facts = set()
    for city in cities:
        facts.add((city, "cityOf", country_of[city]))
    for country in countries:
        facts.add((country, "officialLanguage", spoken_in[country]))
    for company in companies:
        facts.add((company, "basedIn", base[company]))
    at = {}
    for place_name in list(base.values()) + list(place.values()):
        at.setdefault(place_name, [])
    for company, city in base.items():
        at[city].append(company)

    # Everybody is of some gender: one of the two is shared by half of all entities.
    about = {}
    for i, person in enumerate(people):
        city = cities[skewed(2, len(cities), rng)]
        gender = genders[1] if i < ENTITIES // 2 else genders[0]
        about[person] = {"gender": gender, "city": city, "country": country_of[city]}
        facts.add((person, "gender", gender))
    rng.shuffle(people)
    couples = [(people[2 * i], people[2 * i + 1]) for i in range(8_000)]
    optional = []
    for person in people:
        city, country = about[person]["city"], about[person]["country"]
        mostly = lambda value, values, p: value if rng.random() < p else rng.choice(values)
        optional.append((person, "nationality", mostly(country, countries, 0.9)))
        optional.append((person, "bornIn", city))
        optional.append((person, "livesIn", mostly(city, cities, 0.6)))
        optional.append((person, "speaks", mostly(spoken_in[country], languages, 0.9)))
        optional.append((person, "religion", mostly(religion_of[country], religions, 0.7)))
        job = skewed(2, len(professions) // 2, rng)
        often = about[person]["gender"] == "male"
        optional.append((person, "profession", professions[2 * job + (rng.random() < (0.8 if often else 0.2))]))
        optional.append((person, "worksFor", rng.choice(at.get(city) or companies)))
        optional.append((person, "studiedAt", rng.choice(universities)))
    for one, other in couples:
        optional.append((one, "marriedTo", other))
        optional.append((other, "marriedTo", one))
    rng.shuffle(optional)
    held_out = optional[:2 * HELD_OUT]
    train = sorted(facts) + optional[2 * HELD_OUT:2 * HELD_OUT + FACTS - len(facts)]
    rng.shuffle(train)
    return {"valid": held_out[:HELD_OUT], "test": held_out[HELD_OUT:], "train": train}


def make(folder):
    splits = make_facts(random.Random(0))
    folder.mkdir(parents=True, exist_ok=True)
    for split, facts in splits.items():
        (folder / f"{split}.txt").write_text("".join("\t".join(fact) + "\n" for fact in facts))
        print(f"{split}: {len(facts)} facts")
    train = splits["train"]
    entities = {end for head, _, tail in train for end in (head, tail)}
    print(f"{len(entities)} entities, {len({relation for _, relation, _ in train})} relations")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("make").add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    make(arguments.folder)


if __name__ == "__main__":
    main()
