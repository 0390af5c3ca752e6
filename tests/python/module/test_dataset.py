import gntp
import numpy
import pandas
import pytest

FACTS = [("a", "r", "b"), ("b", "r", "c"), ("c", "s", "a")]
COUNTS = {"facts": 3, "entities": 3, "relations": 2}


def same_model(left, right):
    return gntp.train(left, preset="rules", mine_min_support=1).to_bytes() == gntp.train(
        right, preset="rules", mine_min_support=1
    ).to_bytes()


def test_lists_arrays_and_frames_are_the_same_data():
    given = gntp.Dataset(train=FACTS)
    assert given.counts() == COUNTS
    frame = pandas.DataFrame(FACTS, columns=["head", "relation", "tail"])
    for other in [
        numpy.array(FACTS),
        numpy.array(FACTS, dtype=object),
        frame,
        frame[["tail", "head", "relation"]],
        frame.rename(columns={"head": "subject", "relation": "predicate", "tail": "object"}),
        pandas.DataFrame(FACTS),
        (fact for fact in FACTS),
    ]:
        assert same_model(given, gntp.Dataset(train=other))


def test_whole_numbers_are_names():
    data = gntp.Dataset(train=numpy.array([[1, 0, 2], [2, 0, 3]]))
    assert gntp.train(data, preset="rules", mine_min_support=1).entities() == ["1", "2", "3"]


def test_memory_and_files_are_the_same_data(tmp_path):
    (tmp_path / "train.tsv").write_text("".join("\t".join(fact) + "\n" for fact in FACTS), encoding="utf-8")
    (tmp_path / "test.tsv").write_text("a\tr\tc\n", encoding="utf-8")
    from_files = gntp.train(tmp_path, preset="rules", mine_min_support=1)
    from_memory = gntp.train(gntp.Dataset(train=FACTS, test=[("a", "r", "c")]), preset="rules", mine_min_support=1)
    for question in ["r(a, ?)", "s(?, a)", "?(a, b)"]:
        assert repr(from_files.predict(question)) == repr(from_memory.predict(question))
    assert from_files.evaluate()[0].mrr == from_memory.evaluate()[0].mrr


def test_any_file_that_the_program_reads(tmp_path):
    path = tmp_path / "facts.csv"
    path.write_text("what,who,whom\nr,a,b\nr,b,c\ns,c,a\n", encoding="utf-8")
    assert same_model(gntp.Dataset(train=FACTS), gntp.Dataset(path, columns=["who", "what", "whom"])) is False
    assert gntp.Dataset(path, columns=["who", "what", "whom"]).counts() == COUNTS


def test_odd_names_are_taken_as_they_are():
    names = ["tab\there", "  blanks  ", "emoji 🦀", "‏שלום", 'quote "', "a,b", "x(y)"]
    facts = [(name, "rel ation", "end") for name in names]
    engine = gntp.train(gntp.Dataset(train=facts), preset="rules")
    assert set(names) < set(engine.entities())
    for fact in facts:
        assert engine.score(fact) > 0.999
    assert engine.predict(("tab\there", "rel ation", None))[0].name == "end"


def test_errors_say_where(tmp_path):
    path = tmp_path / "train.tsv"
    path.write_text("a\tr\tb\nbroken\n", encoding="utf-8")
    with pytest.raises(gntp.Error, match="expected 3 tab-separated fields") as caught:
        gntp.Dataset(tmp_path)
    assert caught.value.file == str(path)
    assert caught.value.line == 2
    assert isinstance(caught.value, ValueError)
    with pytest.raises(gntp.Error) as caught:
        gntp.Dataset(tmp_path / "nothing")
    assert caught.value.file is None and caught.value.line is None
    with pytest.raises(gntp.Error, match="train:2: an empty name"):
        gntp.Dataset(train=[("a", "r", "b"), ("a", "", "b")])
    with pytest.raises(gntp.Error, match="a line break in the name"):
        gntp.Dataset(train=[("a\nb", "r", "b")])


@pytest.mark.parametrize(
    "given, message",
    [
        ({}, "give a source"),
        ({"source": "x", "train": FACTS}, "not both"),
        ({"train": [("a", "r")]}, "train:1: expected head, relation and tail"),
        ({"train": [("a", "r", None)]}, "train:1: a name must be a text"),
        ({"train": [("a", "r", float("nan"))]}, "train:1: a name must be a text"),
        ({"train": ["abc"]}, "train:1: expected head"),
        ({"train": []}, "train: has no facts"),
        ({"train": FACTS, "splits": {"dev": FACTS}}, "valid, test or test-"),
        ({"train": FACTS, "weights": [1]}, "1 weights for 3 training facts"),
        ({"train": FACTS, "weights": [1, 1, -1]}, "the weight -1"),
        ({"train": FACTS, "columns": [1, 2, 3]}, "columns says how a file is read"),
        ({"train": FACTS, "rules": ["x.pl", "r(X, Y) :- s(X, Y)."]}, "not both"),
        ({"train": pandas.DataFrame({"a": [1], "b": [2]})}, "call three of them head, relation and tail"),
        ({"source": "x", "labels": {"a": "A"}}, "labels goes with train"),
        ({"source": "x", "format": "xml"}, "unknown format 'xml'"),
    ],
)
def test_what_makes_no_sense_is_refused(given, message):
    with pytest.raises(gntp.Error, match=message):
        gntp.Dataset(**given)


def test_bad_facts_may_be_skipped():
    data = gntp.Dataset(train=[*FACTS, ("", "r", "b")], skip_bad_lines=True)
    assert data.counts() == COUNTS
    assert any("train" in warning for warning in data.warnings)


def test_labels_and_types():
    data = gntp.Dataset(train=FACTS, labels={"a": "Anna", "r": "knows"}, types=[("b", "person"), ("c", "person")])
    engine = gntp.train(data, preset="rules", mine_min_support=1)
    assert engine.types() == ["person"]
    assert engine.label("a") == "Anna"
    assert engine.predict("knows(Anna, ?)")[0].name == "b"
    assert {answer.name for answer in engine.predict("knows(Anna, ?)", types="person")} == {"b", "c"}
    explanation = engine.explain("knows(Anna, b)")
    assert "Anna" in explanation.to_text()


def test_weights_of_a_frame_count_for_vectors():
    frame = pandas.DataFrame(FACTS, columns=["head", "relation", "tail"])
    options = {"preset": "complex", "predictor_dim": 4, "predictor_epochs": 3}
    plain = gntp.train(gntp.Dataset(train=frame), **options)
    equal = gntp.train(gntp.Dataset(train=frame.assign(weight=2.0)), **options)
    given = gntp.train(gntp.Dataset(train=frame.assign(weight=[1.0, 5.0, 0.5])), **options)
    assert (plain.entity_vectors()[1] == equal.entity_vectors()[1]).all()
    assert (plain.entity_vectors()[1] != given.entity_vectors()[1]).any()


def test_rules_from_texts_and_back():
    def learn(rules):
        return gntp.train(gntp.Dataset(train=FACTS, rules=rules), preset="rules", learn_rules="random").rules()

    found = learn(["s(X, Y) :- r(Y, X)."])
    assert found[0].text == "s(X, Y) :- r(Y, X)"
    assert learn(found).to_frame().equals(found.to_frame())
    assert learn(list(found.to_frame()["prolog"])).to_frame().equals(found.to_frame())


def test_relations_are_described():
    frame = gntp.Dataset(train=FACTS).relations().set_index("relation")
    assert frame.loc["r", "facts"] == 2
    assert frame.loc["s", "inverse_of"] is None or isinstance(frame.loc["s", "inverse_of"], str)
