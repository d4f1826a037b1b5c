"""Faults of a model server: the person gets an answer soon, and at worst a decision is a marked hold."""

from collections.abc import Iterator

import pytest

from tests.e2e.chat_process import ChatProcess, Said
from tests.e2e.deployment import Deployment
from tests.e2e.model_server import KEY, ModelServer, agents
from tests.fakes.dual_answers import answer, entry
from tests.fakes.openai.faults import KINDS

# A client that takes these for an answer is right: what was asked for has come, and the rest is no loss.
HARMLESS = {"no_done", "left_open", "drip"}
SHORT = {
    "LLM_CACHE": "off",
    "LLM_TIMEOUT_SECONDS": "1",
    "LLM_LIGHT_TIMEOUT_SECONDS": "0.5",
    "LLM_TURN_SECONDS": "1.5",
    "LLM_BACKOFF_SECONDS": "0.05",
    "LLM_LIGHT_BACKOFF_SECONDS": "0.05",
    "LLM_BUDGET_PROMPT_TOKENS": "1000000000",
    "LLM_BUDGET_COMPLETION_TOKENS": "1000000000",
}
CODES = {
    "hang": "model_timeout",
    "quota": "model_quota",
    "unauthorized": "model_refused_key",
    "forbidden": "model_refused_key",
    "refusal": "model_declined",
    "bad_content": "model_garbled",
    "prompt_too_long": "model_too_long",
    "reset": "model_unreachable",
}
DECISION, PROSE, UNCLEAR = "should I buy GOOG?", "hello there", "GOOG tomorrow"
OF_INTENT = {"DECIDE": DECISION, "UNKNOWN": PROSE, "ANALYZE": UNCLEAR}
HOLD = answer(GOOG=entry("hold", 0))
ANALYZE = '{"intent": "ANALYZE", "confidence": 0.9, "reason": "It names a share."}'


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    with ModelServer() as server, server.saying(decision=HOLD, intent=ANALYZE):
        yield server


@pytest.fixture(scope="module")
def chat(module_deployment: Deployment, model: ModelServer) -> Iterator[ChatProcess]:
    with ChatProcess(module_deployment, **SHORT, LLM_PAUSE_SECONDS="0.2", **model.environment) as running:
        running.ask(PROSE)  # which waits for the client to be loaded, longer perhaps than these tests grant an answer
        yield running
        assert running.end() == 0
        assert running.errors == ""
        assert KEY not in f"{running.said}{module_deployment.logs()}"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_fault_then_a_sentence_a_marked_hold_and_soon_answers_again(
    chat: ChatProcess, model: ModelServer, kind: str
) -> None:
    with model.failing(kind, seconds=0.005 if kind == "drip" else 20):
        replies = all_at_once(chat, kind)
    assert_answered(replies, kind=kind)
    assert_well(chat, model, kind)


def test_server_is_gone_then_a_sentence_and_a_marked_hold(chat: ChatProcess, model: ModelServer) -> None:
    with model.stopped():
        replies = all_at_once(chat, "gone")
    assert_answered(replies, kind="gone")
    assert replies[DECISION]["fallback"] == replies[PROSE]["fallback"] == "model_unreachable"
    assert_well(chat, model, "gone")


def test_failed_several_times_in_a_row_then_left_alone_and_says_so(
    module_deployment: Deployment, model: ModelServer
) -> None:
    long_pause = {"LLM_PAUSE_SECONDS": "600"}  # longer than this test takes, however slow the machine
    with (
        ChatProcess(module_deployment, **SHORT, **long_pause, **model.environment) as chat,
        model.failing("server_error"),
    ):
        asks = (chat.ask(PROSE, thread=f"failing {number}") for number in range(20))
        assert any(said["fallback"] == "model_paused" for said in asks)
        with model.watched() as asked:
            replies = all_at_once(chat, "paused")
    assert_answered(replies, kind="paused")
    assert replies[DECISION]["fallback"] == replies[PROSE]["fallback"] == "model_paused"
    assert set(agents(asked)) == {"filter", "intent"}  # those of the light model, which has not failed yet


def all_at_once(chat: ChatProcess, name: str) -> dict[str, Said]:
    """Ask for a decision, for words and something unclear, each in a thread of its own; return the answers."""
    for text in (DECISION, PROSE, UNCLEAR):
        chat.say(text, thread=f"{name} {text}")
    heard = [chat.hear() for _ in OF_INTENT]
    said = {OF_INTENT.get(str(each["intent"]), "?"): each for each in heard}
    assert said.keys() == set(OF_INTENT.values()), heard
    return said


def assert_answered(replies: dict[str, Said], *, kind: str) -> None:
    assert all(said["text"].strip() for said in replies.values())
    assert KEY not in f"{replies}"
    if kind not in HARMLESS:
        assert_marked_hold(replies[DECISION], CODES.get(kind))
        assert_no_words(replies[PROSE], is_text_fine=kind == "bad_content")
        assert "I am not sure" in replies[UNCLEAR]["text"]


def assert_marked_hold(said: Said, code: str | None) -> None:
    assert said["fallback"], said["text"]
    (hold,) = said["decisions"]
    assert (hold["action"], hold["confidence"], hold["shares"]) == ("hold", "0.50", "0")
    assert hold["fallback"] == said["fallback"] == (code or hold["fallback"])
    assert hold["fallback"].startswith("model_")
    assert "fallback, not advice" in said["text"]
    assert [button["id"].partition(":")[0] for button in said["buttons"]] == ["why"]


def assert_no_words(said: Said, *, is_text_fine: bool) -> None:
    """There is none, or not all of it, and the answer says so."""
    assert (said["fallback"] is None) == is_text_fine
    says_so = any(words in said["text"] for words in ("by the language model:", "broke off"))
    assert says_so != is_text_fine


def assert_well(chat: ChatProcess, model: ModelServer, name: str) -> None:
    """The next question is answered by the model."""
    with model.watched() as asked:
        said = chat.ask(DECISION, thread=f"well after {name}")
        while said["fallback"] == "model_paused":
            said = chat.ask(DECISION, thread=f"well after {name}, {len(chat.said)}")
    assert said["fallback"] is None, said["text"]
    assert agents(asked)[-2:] == ["filter", "decision"]
