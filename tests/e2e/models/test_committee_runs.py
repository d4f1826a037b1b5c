"""A committee's run beside its thread: other answers come first, Stop ends it, and killed it goes on where it was."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.e2e.chat_process import ChatProcess, Said
from tests.e2e.deployment import Deployment
from tests.e2e.model_server import ModelServer
from tests.fakes.openai import ReceivedRequest
from tests.rounds import full_rounds
from tests.waiting import eventually

SETTINGS = {"LLM_CACHE": "off", "LLM_BUDGET_PROMPT_TOKENS": "1000000000"}
# At once: analysts; bull and bear; the judge, who wants to hear their answers; these; the judge; voices; the judge.
WAVES = (4, 2, 1, 2, 1, 3, 1)
SESSIONS = ("02-04", "02-05", "02-06", "02-07", "02-08", "02-11", "02-12")
RULING = 4  # the wave of the research judge
REQUESTS = sum(WAVES)
SHARES = ("AAPL", "FB", "GOOG", "IBM", "MSFT")


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@contextmanager
def slow(model: ModelServer, seconds: float) -> Iterator[None]:
    model.fake.latency = seconds
    try:
        yield
    finally:
        model.fake.latency = 0.0


def chat(deployment: Deployment, model: ModelServer, thread: str, *, session: str) -> ChatProcess:
    """A terminal on a session of its own: of the same one, the analysts' reports would be shared."""
    return ChatProcess(deployment, "--thread", thread, "--as-of", f"2013-{session}", **SETTINGS, **model.environment)


def repeated(asked: list[ReceivedRequest]) -> int:
    counted = Counter(json.dumps(each.body["messages"]) for each in asked)
    return sum(times - 1 for times in counted.values())


def is_answer(said: Said) -> bool:
    return "run" in said and said["run"]["status"] == "ended" and len(said["decisions"]) == 1


def test_the_thread_stays_free_and_the_answer_follows_with_its_card(
    module_deployment: Deployment, model: ModelServer
) -> None:
    with slow(model, 0.2), chat(module_deployment, model, "free", session="01-25") as talk:
        started = talk.ask("/analyze AAPL deep")
        meanwhile = talk.ask("what is the price of MSFT?")
        answer = talk.hear()

    assert started["running"]
    assert (started["decisions"], [each["label"] for each in started["buttons"]][:1]) == ([], ["Stop"])
    assert meanwhile["symbols"] == ["MSFT"]
    assert is_answer(answer)
    assert answer["run"]["id"] == started["running"]["id"]
    assert answer["run"]["calls"] == REQUESTS
    assert (started["turn"], answer["turn"], meanwhile["turn"]) == (1, 2, 3)


def test_stop_ends_a_run_and_nothing_is_proposed(module_deployment: Deployment, model: ModelServer) -> None:
    with slow(model, 0.4), chat(module_deployment, model, "stopped", session="01-28") as talk:
        before = talk.ask("/pending")
        started = talk.ask("/analyze AAPL deep")
        with model.watched() as asked:
            talk.press(started["buttons"][0]["id"])
            replies = [talk.hear(), talk.hear()]
            pending = talk.ask("/pending")

    ended = next(each for each in replies if "run" in each)
    assert (ended["run"]["status"], ended["fallback"], ended["decisions"]) == ("stopped", "stopped", [])
    assert ended["run"]["calls"] is not None
    assert pending["decisions"] == before["decisions"]
    assert len(asked) < REQUESTS


@pytest.mark.faults
@pytest.mark.parametrize("wave", range(0, len(WAVES), full_rounds(few=RULING, all_of_them=1)))
def test_killed_in_the_middle_then_it_goes_on_and_pays_for_nothing_twice_that_was_answered(
    module_deployment: Deployment, model: ModelServer, wave: int
) -> None:
    thread, before = f"killed-{wave}", sum(WAVES[:wave])
    with slow(model, 0.4), model.watched() as asked:
        first = len(model.fake.asked)
        with chat(module_deployment, model, thread, session=SESSIONS[wave]) as talk:
            talk.ask("should I buy GOOG? go deep")
            eventually(lambda: len(model.fake.asked) - first > before)
            talk.kill()
        with chat(module_deployment, model, thread, session=SESSIONS[wave]) as talk:
            answer = talk.hear()

    assert is_answer(answer)
    assert [each["symbol"] for each in answer["decisions"]] == ["GOOG"]
    assert repeated(asked) <= WAVES[wave]  # what was under way when the process was killed
    assert len(asked) <= REQUESTS + WAVES[wave]


@pytest.mark.faults
def test_killed_then_a_terminal_on_another_thread_takes_the_run_up_and_shows_its_card(
    module_deployment: Deployment, model: ModelServer
) -> None:
    with slow(model, 0.4):
        first = len(model.fake.asked)
        with chat(module_deployment, model, "left", session="02-14") as talk:
            talk.ask("should I buy GOOG? go deep")
            eventually(lambda: len(model.fake.asked) > first)
            talk.kill()
        with chat(module_deployment, model, "begun", session="02-14") as talk:
            answer = talk.hear()

    assert is_answer(answer)
    assert answer["thread"] == "left"
    assert [each["symbol"] for each in answer["decisions"]] == ["GOOG"]
    with chat(module_deployment, model, "third", session="02-14") as talk:  # which finds nothing left to take up
        assert talk.ask("/pending")["thread"] == "third"


@pytest.mark.faults
def test_many_at_once_do_not_mix_and_share_the_budget(module_deployment: Deployment, model: ModelServer) -> None:
    threads = {f"many-{number}": SHARES[number % len(SHARES)] for number in range(20)}
    with slow(model, 0.1), chat(module_deployment, model, "many", session="02-13") as talk:
        for thread, symbol in threads.items():
            talk.say(f"/analyze {symbol} deep", thread=thread)
        said = [talk.hear() for _ in range(2 * len(threads))]

    answers = {each["thread"]: each for each in said if "run" in each}
    assert answers.keys() == threads.keys()
    for thread, symbol in threads.items():
        assert is_answer(answers[thread])
        assert {each["symbol"] for each in answers[thread]["decisions"]} == {symbol}
        assert not any(other in answers[thread]["text"] for other in set(SHARES) - {symbol})
