import pathlib
import random

import gntp
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


def family(people=24):
    """Generations of people: grandparents are parents of parents, friends are drawn."""
    rng = random.Random(1)
    facts = []
    for i in range(people):
        if i + 1 < people:
            facts.append((f"p{i}", "parent", f"p{i + 1}"))
        if i + 2 < people:
            facts.append((f"p{i}", "grandparent", f"p{i + 2}"))
        facts.append((f"p{i}", "friend", f"p{rng.randrange(people)}"))
    held_out = facts[1::12]
    return [fact for fact in facts if fact not in held_out], held_out


@pytest.fixture(scope="session")
def facts():
    return family()


@pytest.fixture(scope="session")
def rules_engine(facts):
    train, test = facts
    return gntp.train(gntp.Dataset(train=train, valid=test, test=test), preset="rules", mine_min_support=2)


@pytest.fixture(scope="session")
def vector_engine(facts):
    train, test = facts
    data = gntp.Dataset(train=train, valid=test, test=test)
    return gntp.train(data, preset="complex", predictor_dim=8, predictor_epochs=20, predictor_starts=1)


@pytest.fixture(scope="session")
def countries():
    return ROOT / "data" / "countries" / "S1"
