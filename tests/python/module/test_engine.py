import json
import math
import os
import subprocess

import gntp
import numpy
import pandas
import pytest

BINARY = os.environ.get("GNTP_BINARY", "build/release/gntp")


def program(*arguments):
    environment = {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "PYTHONPATH")}
    done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_questions_in_all_forms(rules_engine):
    best = rules_engine.predict("parent(p3, ?)", top=2)
    assert [answer.rank for answer in best] == [1, 2]
    assert best[0].name == "p4" and best[0].known and best[0].kind == "entity"
    assert repr(rules_engine.predict(("p3", "parent", None), top=2)) == repr(best)
    assert repr(rules_engine.predict(("p3", "parent", "?"), top=2)) == repr(best)
    assert rules_engine.predict(("?", "parent", "p4"))[0].name == "p3"
    assert rules_engine.predict("?(p3, p4)")[0].kind == "relation"
    many = rules_engine.predict(["parent(p3, ?)", ("p3", "parent", None)], top=2)
    assert [repr(answers) for answers in many] == [repr(best)] * 2
    frame = rules_engine.predict_frame(["parent(p3, ?)", "parent(p4, ?)"], top=2)
    assert list(frame.columns) == ["question", "rank", "answer", "label", "score", "probability", "known"]
    assert list(frame[frame.question == 0].answer) == [answer.name for answer in best]
    asked = pandas.DataFrame([("p3", "parent", None), ("p4", "parent", None)])
    assert rules_engine.predict_frame(asked, top=2).equals(frame)
    assert rules_engine.predict_frame(numpy.array([["p3", "parent", "?"], ["p4", "parent", "?"]]), top=2).equals(frame)
    assert rules_engine.predict([]) == []
    assert len(rules_engine.predict_frame([])) == 0


def test_answers_may_be_restricted(rules_engine):
    names = {answer.name for answer in rules_engine.predict("friend(p3, ?)", top=99)}
    assert {answer.name for answer in rules_engine.predict("friend(p3, ?)", among=["p1", "p2"])} <= {"p1", "p2"}
    known = [answer.name for answer in rules_engine.predict("friend(p3, ?)", top=99) if answer.known]
    assert names - set(known) == {answer.name for answer in rules_engine.predict("friend(p3, ?)", top=99, new=True)}
    left = rules_engine.predict("friend(p3, ?)", top=99, not_known=[("p3", "friend", known[0])])
    assert {answer.name for answer in left} == names - {known[0]}
    assert len(rules_engine.predict("friend(p3, ?)", types="parent:tail", top=99)) > 0


def test_a_device_may_be_chosen(facts, tmp_path):
    train, test = facts
    data = gntp.Dataset(train=train, valid=test, test=test)
    settings = {"preset": "complex", "predictor_dim": 4, "predictor_epochs": 2, "predictor_starts": 1}
    on_cpu = gntp.train(data, device="cpu", **settings)
    on_cpu.save(tmp_path / "run")
    opened = gntp.open(tmp_path / "run", device="cpu")
    assert repr(opened.predict("parent(p3, ?)")) == repr(on_cpu.predict("parent(p3, ?)"))
    again = gntp.from_bytes(on_cpu.to_bytes(), device="cpu")
    assert repr(again.predict("parent(p3, ?)")) == repr(on_cpu.predict("parent(p3, ?)"))
    with pytest.raises(gntp.Error, match="'gpu' is no device; take auto, cpu, cuda"):
        gntp.train(data, device="gpu", **settings)
    with pytest.raises(gntp.Error, match="'gpu' is no device"):
        gntp.open(tmp_path / "run", device="gpu")
    with pytest.raises(gntp.Error, match="cuda:999"):
        gntp.open(tmp_path / "run", device="cuda:999")
    with pytest.raises(gntp.Error, match="precision"):
        gntp.train(data, device="cpu", predictor_precision="tf32", **settings)


def test_which_gpus_there_are_is_told():
    information = gntp.build_information()
    assert information["version"] == gntp.__version__
    assert information["gpus"] or information["gpus_missing"]


@pytest.mark.parametrize(
    "question, message",
    [
        ("parent(p3, p4)", "no '\\?'|one '\\?'"),
        ("parent(p3", "unclosed parenthesis"),
        ("parnt(p3, ?)", "did you mean"),
        (("p3", "parent"), "head, relation, tail"),
        (("p3", "parent", 4), "as texts"),
        (17, "a text or a triple"),
    ],
)
def test_wrong_questions_are_errors(rules_engine, question, message):
    with pytest.raises(gntp.Error, match=message):
        rules_engine.predict(question)


def test_scores_and_probabilities(rules_engine, facts):
    train, test = facts
    scores = rules_engine.score(train)
    assert isinstance(scores, numpy.ndarray) and scores.min() > 0.999
    assert rules_engine.score(numpy.array(train)).tolist() == scores.tolist()
    assert rules_engine.score(pandas.DataFrame(train)).tolist() == scores.tolist()
    assert rules_engine.score(test)[0] == rules_engine.score(test[0])
    assert math.isnan(rules_engine.probability(test[0]))  # too few valid triples


def test_probabilities(countries_run):
    engine = gntp.open(countries_run)
    facts = [("austria", "locatedIn", "europe"), ("austria", "neighborOf", "germany"), ("austria", "locatedIn", "asia")]
    numbers = engine.probability(facts)
    assert numbers[1] == 1 and numbers[0] > 0.5 > numbers[2]
    assert engine.probability(facts[0]) == numbers[0]


def test_explanations(rules_engine):
    explanation = rules_engine.explain("grandparent(p3, p5)", inferred=True)
    assert "parent(p3, p4)" in str(explanation)
    assert "parent(p3, p4)" in explanation.to_text(ascii=True)
    read = json.loads(explanation.to_json())
    assert read["fact"] == "grandparent(p3, p5)" and read["score"] == explanation.score
    assert "<details" in explanation._repr_html_()
    many = rules_engine.explain([("p3", "grandparent", "p5"), "parent(p0, p1)"])
    assert [each.known for each in many] == [True, True]


def test_html_is_safe():
    evil = "<script>alert('x')</script>"
    engine = gntp.train(gntp.Dataset(train=[(evil, "r", "b"), ("b", "r", "c")]), preset="rules")
    pages = [
        engine.explain((evil, "r", "b")).to_html(),
        engine.predict((None, "r", "b"))._repr_html_(),
        engine.rules()._repr_html_(),
        engine.explain((evil, "r", "b")).to_svg(),
        engine.explain((evil, "r", "b")).to_dot(),
    ]
    for page in pages[:-1]:
        assert "<script" not in page
    assert pages[-1].startswith("digraph")
    assert "&lt;script&gt;" in pages[0] and "&lt;script&gt;" in pages[1]


def test_evaluation(rules_engine, vector_engine):
    evaluation = rules_engine.evaluate("test")[0]
    assert evaluation.mrr == evaluation.both.expected.mrr > 0.5
    assert set(evaluation.by_relation) <= {"parent", "grandparent", "friend"}
    frame = rules_engine.evaluate("all").to_frame()
    assert set(frame["split"]) == {"valid", "test"}
    assert vector_engine.evaluate()[0].by_vectors is not None
    with pytest.raises(gntp.UsageError, match="valid"):
        rules_engine.evaluate("tset")


def test_vectors_are_not_copied(vector_engine, rules_engine):
    names, vectors = vector_engine.entity_vectors()
    assert names == vector_engine.entities() and vectors.shape == (len(names), 16)
    assert not vectors.flags.writeable and not vectors.flags.owndata
    assert vectors.__array_interface__["data"] == vector_engine.entity_vectors()[1].__array_interface__["data"]
    names, vectors = vector_engine.relation_vectors()
    assert names[:2] == ["friend", "inverse of friend"] and vectors.shape == (6, 16)
    assert rules_engine.entity_vectors()[1].shape == (0, 0)
    kept = gntp.from_bytes(vector_engine.to_bytes()).entity_vectors()[1]  # the engine is gone
    assert kept.sum() == vector_engine.entity_vectors()[1].sum()


@pytest.mark.parametrize("packed", [b"", b"nonsense", bytes(10240)])
def test_bytes_that_are_no_engine(packed):
    with pytest.raises(gntp.Error):
        gntp.from_bytes(packed)


def test_new_facts(vector_engine):
    more = vector_engine.with_facts(added=[("p23", "parent", "zoe")], labels={"zoe": "Zoe"})
    assert more.predict("parent(p23, ?)")[0].label == "Zoe"
    assert "zoe" in more.entities() and "zoe" not in vector_engine.entities()
    assert len(more.entity_vectors()[0]) == len(vector_engine.entities()) + 1
    fewer = more.with_facts(removed=[("p23", "parent", "zoe")])
    assert "zoe" not in fewer.entities()


def test_settings_and_presets(facts):
    assert "rules" in gntp.presets()
    assert "learn.epochs" in gntp.describe_settings()
    data = gntp.Dataset(train=facts[0])
    engine = gntp.train(data, preset="complex", predictor_dim=4, predictor_epochs=2, **{"predictor.starts": 1})
    assert engine.setting("predictor.dim") == "4"
    with pytest.raises(gntp.UsageError, match="unknown preset 'rule'"):
        gntp.train(data, preset="rule")
    with pytest.raises(gntp.UsageError, match="predictor.dims"):
        gntp.train(data, preset="complex", predictor_dims=4)
    with pytest.raises(gntp.UsageError, match="time_limit"):
        gntp.train(data, time_limit="ten minutes")


def test_same_seed_same_bytes(facts):
    data = gntp.Dataset(train=facts[0])
    options = {"preset": "complex", "predictor_dim": 4, "predictor_epochs": 2}
    one = gntp.train(data, threads=1, seed=3, **options)
    two = gntp.train(data, threads=2, seed=3, **options)
    assert one.to_bytes() == two.to_bytes()
    assert one.to_bytes() != gntp.train(data, seed=4, **options).to_bytes()


def test_limits(facts):
    data = gntp.Dataset(train=facts[0])
    engine = gntp.train(data, preset="complex", predictor_dim=4, predictor_epochs=50, steps=5)
    assert not engine.complete


def answers_of_program(run, questions):
    lines = program("predict", run, "--queries", questions, "--top", 5).splitlines()
    return [json.loads(line) for line in lines]


def check_same_answers(engine, run, folder):
    questions = [question for relation in engine.relations() for question in engine.questions_about(relation)[:10]]
    file = folder / "questions.txt"
    file.write_text("\n".join(questions) + "\n", encoding="utf-8")
    expected = answers_of_program(run, file)
    for line, answers in zip(expected, engine.predict(questions, top=5)):
        assert [answer["answer"] for answer in line["answers"]] == [answer.name for answer in answers]
        assert [answer["score"] for answer in line["answers"]] == [answer.score for answer in answers]
        assert [answer.get("probability") for answer in line["answers"]] == [answer.probability for answer in answers]
    fact = questions[0].replace("?", expected[0]["answers"][0]["answer"])
    assert json.loads(program("explain", run, fact, "--json")) == json.loads(engine.explain(fact).to_json())


@pytest.fixture(scope="module")
def countries_run(countries, tmp_path_factory):
    run = tmp_path_factory.mktemp("countries") / "run"
    program("train", countries, "--preset", "rules", "--out", run)
    return run


def test_the_program_gives_the_same_answers(countries_run, tmp_path):
    check_same_answers(gntp.open(countries_run), countries_run, tmp_path)


@pytest.mark.parametrize("preset, options", [
    ("rules", {}),
    ("complex", {"predictor.epochs": 5, "predictor.dim": 8}),
    ("hybrid", {"predictor.epochs": 5, "predictor.dim": 8}),
    ("gntp", {"learn.epochs": 1}),
])
def test_the_program_learns_the_same(preset, options, tmp_path, facts):
    folder = tmp_path / "family"
    folder.mkdir()
    for name, split in (("train", facts[0]), ("valid", facts[1])):
        (folder / f"{name}.tsv").write_text("".join("\t".join(fact) + "\n" for fact in split), encoding="utf-8")
    run = tmp_path / "run"
    settings = [part for name, value in options.items() for part in ("--set", f"{name}={value}")]
    program("train", folder, "--preset", preset, "--out", run, "--seed", 2, *settings)
    check_same_answers(gntp.train(folder, preset=preset, seed=2, **options), run, tmp_path)
    check_same_answers(gntp.open(run), run, tmp_path)
