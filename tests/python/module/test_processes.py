import concurrent.futures
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import gntp
import pytest


def resident_mib():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def test_ten_thousand_calls_leave_memory_flat(rules_engine):
    def ask(times):
        for i in range(times):
            rules_engine.predict("grandparent(p3, ?)", top=3)
            rules_engine.score(("p3", "parent", "p4"))
            if i % 10 == 0:
                rules_engine.explain("grandparent(p3, p5)").to_html()

    ask(1500)
    before = resident_mib()
    ask(10_000)
    assert resident_mib() - before < 4


def test_four_threads_ask_one_engine(vector_engine):
    questions = [f"grandparent(p{i}, ?)" for i in range(20)]
    alone = [repr(vector_engine.predict(question)) for question in questions]

    def ask(_):
        one_by_one = [repr(vector_engine.predict(question)) for question in questions]
        together = [repr(answers) for answers in vector_engine.predict(questions)]
        return one_by_one == alone and together == alone

    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        assert all(threads.map(ask, range(8)))


def test_the_interpreter_is_free_while_it_works(facts):
    ticks = []
    over = threading.Event()

    def tick():
        while not over.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    gntp.train(gntp.Dataset(train=facts[0]), preset="complex", predictor_dim=64, predictor_epochs=60)
    end = time.monotonic()
    over.set()
    thread.join()
    within = [moment for moment in ticks if start <= moment <= end]
    assert len(within) > 0.2 * (end - start) / 0.01


def test_progress_is_told_on_the_callers_thread(facts):
    seen = []

    def listen(task, fraction, details):
        seen.append((threading.get_ident(), task, fraction, details))

    gntp.train(gntp.Dataset(train=facts[0]), preset="complex", predictor_dim=64, predictor_epochs=100, progress=listen)
    assert seen and {thread for thread, *_ in seen} == {threading.get_ident()}
    assert all(0 <= fraction <= 1 for _, _, fraction, _ in seen)


def test_an_exception_of_the_listener_ends_the_work(facts):
    def listen(task, fraction, details):
        raise ZeroDivisionError(task)

    data = gntp.Dataset(train=facts[0])
    with pytest.raises(ZeroDivisionError):
        gntp.train(data, preset="complex", predictor_dim=64, predictor_epochs=100_000, progress=listen)


def test_warnings_are_warnings(tmp_path):
    (tmp_path / "train.tsv").write_text("a\tr\tb\n" * 3 + "b\tr\tc\n", encoding="utf-8")
    (tmp_path / "test.tsv").write_text("a\tr\tb\n", encoding="utf-8")
    assert any("also in the training file" in warning for warning in gntp.Dataset(tmp_path).warnings)


INTERRUPTED = """
import os, signal, threading, time, gntp
facts = [(f"p{i}", "r", f"p{(7 * i) % 500}") for i in range(500)]
def interrupt():
    time.sleep(1)
    global sent
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    gntp.train(gntp.Dataset(train=facts), preset="complex", predictor_epochs=1000000, progress=False)
except KeyboardInterrupt:
    print("stopped after", time.monotonic() - sent)
"""


def test_ctrl_c_stops_it_within_a_second():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("stopped after"), done.stderr
    assert float(done.stdout.split()[-1]) < 1.5


def test_pickles(vector_engine, tmp_path):
    again = pickle.loads(pickle.dumps(vector_engine))
    assert repr(again.predict("parent(p3, ?)")) == repr(vector_engine.predict("parent(p3, ?)"))
    vector_engine.save(tmp_path / "run")
    opened = gntp.open(tmp_path / "run")
    assert opened.to_bytes() == again.to_bytes()
    with pytest.raises(gntp.Error):
        vector_engine.save(tmp_path / "run")
    with pytest.raises(gntp.Error, match="trained with data from memory"):
        opened.evaluate()


def test_after_a_fork_it_says_what_to_do(rules_engine, tmp_path):
    rules_engine.save(tmp_path / "run")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            rules_engine.predict("parent(p3, ?)")
            os.write(writing, b"no error")
        except RuntimeError as error:
            opened = gntp.open(tmp_path / "run")
            os.write(writing, f"{error} {opened.predict('parent(p3, ?)')[0].name}".encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    said = os.read(reading, 10_000).decode()
    assert "before the fork" in said and said.endswith("p4")


def test_a_killed_program_is_not_this_one():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
