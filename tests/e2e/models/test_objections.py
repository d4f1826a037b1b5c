"""Arguing with a committee in one process with a fake model server: the debate read, an objection heard, a new card."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.e2e.chat_process import ChatProcess, Said
from tests.e2e.deployment import Deployment
from tests.e2e.model_server import ModelServer
from tests.fakes.committee_answers import committee_answer, member_of

THREAD = "argued"
BEARISH = {"stance": "bearish", "conviction": 0.48, "because": "Margins matter more than growth."}


def judge(texts: list[str]) -> str:
    """Answer as usual, but see the point about margins."""
    if not member_of(texts[0]):
        return "That is a fair question."
    usual = committee_answer(texts)
    if member_of(texts[0]) != "objection" or "margins" not in texts[-1].partition('"words":')[2][:80]:
        return usual
    return json.dumps({**json.loads(usual), **BEARISH})


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    with ModelServer() as server, server.saying(prose=judge):
        yield server


@pytest.fixture(scope="module")
def chat(module_deployment: Deployment, model: ModelServer) -> Iterator[ChatProcess]:
    with_worker = replace(module_deployment, has_worker=True)
    with ChatProcess(with_worker, LLM_CACHE="off", LLM_BACKOFF_SECONDS="0.05", **model.environment) as running:
        yield running
        assert running.end() == 0
        assert running.errors == ""


def button(said: Said, kind: str) -> str:
    found: str = next(each["id"] for each in said["buttons"] if each["id"].startswith(f"{kind}:"))
    return found


def test_a_point_that_changes_nothing_one_that_changes_the_view_and_the_debate_with_both(chat: ChatProcess) -> None:
    chat.say("/analyze GOOG deep", thread=THREAD, user="ann")
    chat.hear()  # it works on it
    card = chat.hear()
    assert "the committee is for buying" in card["brief"]

    kept = chat.ask("I disagree, the dividend is missing", thread=THREAD, user="bob")
    assert "did not change the view of GOOG: bullish, conviction 70 → 65 %. No report bears it out." in kept["brief"]
    assert kept["decisions"] == []

    changed = chat.ask("but their margins are shrinking, sell it all", thread=THREAD, user="bob")
    assert "changed the view" not in changed["brief"]  # an order is no objection, and Bob holds nothing
    changed = chat.ask("but their margins are shrinking", thread=THREAD, user="bob")
    assert "changed the view of GOOG from bullish to bearish, conviction 65 → 48 %" in changed["brief"]
    (decision,) = changed["decisions"]
    assert (decision["id"], decision["version"], decision["action"]) == (card["decisions"][0]["id"], 2, "hold")

    chat.press(button(card, "confirm"), thread=THREAD)  # the version that is superseded
    assert "filled" not in json.dumps(chat.hear()["decisions"])

    chat.press(button(card, "debate"), thread=THREAD)
    pages = [chat.hear()]
    while following := [each["id"] for each in pages[-1]["buttons"] if each["label"] == "Next page"]:
        chat.press(following[0], thread=THREAD)
        pages.append(chat.hear())
    whole = "\n".join(page["text"] for page in pages)
    assert whole.index("Market analyst → Research judge") < whole.index("Bull → ") < whole.index("Risk judge → Trader")
    assert whole.index("Risk judge → Trader") < whole.index("“I disagree, the dividend is missing”")
    assert "Research judge → Person in the thread" in whole
    chat.press(button(card, "debate"), thread=THREAD)
    assert chat.hear()["text"] == pages[0]["text"]
