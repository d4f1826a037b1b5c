"""Faults of a model server: the person gets an answer soon, and at worst a decision is a marked hold."""

from collections.abc import Iterator, Mapping

import pytest

from tests.e2e.chat_process import ChatProcess, Said
from tests.e2e.deployment import Deployment
from tests.e2e.model_server import KEY, ModelServer, agents
from tests.fakes.dual_answers import answer, entry
from tests.waiting import eventually

# A client that takes these for an answer is right: what was asked for has come, and the rest is no loss.
HARMLESS = {"no_done", "left_open", "drip"}
LASTING = {"hang", "stall", "left_open", "drip", "endless", "rate_limited"}  # which the limits of the client end
FEW = ("cut", "hang")
# One of each way in which a client notices; tests/integration/llm/test_faults.py has all kinds.
OTHERS = ("bad_content", "drip", "endless", "quota", "rate_limited", "refusal", "reset", "unauthorized")
SETTINGS = {
    "LLM_CACHE": "off",
    "LLM_BACKOFF_SECONDS": "0.05",
    "LLM_LIGHT_BACKOFF_SECONDS": "0.05",
    "LLM_BUDGET_PROMPT_TOKENS": "1000000000",
    "LLM_BUDGET_COMPLETION_TOKENS": "1000000000",
}
GENEROUS = {"LLM_TIMEOUT_SECONDS": "60", "LLM_LIGHT_TIMEOUT_SECONDS": "60", "LLM_TURN_SECONDS": "60"}
SHORT = {"LLM_TIMEOUT_SECONDS": "1", "LLM_LIGHT_TIMEOUT_SECONDS": "0.5", "LLM_TURN_SECONDS": "1.5"}
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
DECISION, PROSE, UNCLEAR = "should I buy GOOG?", "hello there", "GOOG hmm tomorrow zxq"
HOLD = answer(GOOG=entry("hold", 0))
ANALYZE = '{"kind": "analyze", "sureness": 0.9, "slots": [{"name": "share", "words": "GOOG"}]}'


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    with ModelServer() as server, server.saying(decision=HOLD, reader=ANALYZE):
        yield server


@pytest.fixture(scope="module")
def chats(module_deployment: Deployment, model: ModelServer) -> Iterator[Mapping[bool, ChatProcess]]:
    """A process with short limits (True), for what lasts, and one that waits for a slow machine (False)."""
    pause = {"LLM_PAUSE_SECONDS": "0.2"}
    with (
        ChatProcess(module_deployment, **SETTINGS, **SHORT, **pause, **model.environment) as hasty,
        ChatProcess(module_deployment, **SETTINGS, **GENEROUS, **pause, **model.environment) as patient,
    ):
        yield {True: hasty, False: patient}
        for chat in (hasty, patient):
            assert chat.end() == 0
            assert chat.errors == ""
            assert KEY not in f"{chat.said}{module_deployment.logs()}"


@pytest.mark.parametrize("kind", [*FEW, *(pytest.param(kind, marks=pytest.mark.faults) for kind in OTHERS)])
def test_fault_then_a_sentence_a_marked_hold_and_soon_answers_again(
    chats: Mapping[bool, ChatProcess], model: ModelServer, kind: str
) -> None:
    chat = chats[kind in LASTING]
    with model.failing(kind, seconds=0.005 if kind == "drip" else 20):
        replies = all_at_once(chat, kind)
    assert_answered(replies, kind=kind)
    assert_well(chat, model, kind)


def test_server_is_gone_then_a_sentence_and_a_marked_hold(
    chats: Mapping[bool, ChatProcess], model: ModelServer
) -> None:
    with model.stopped():
        replies = all_at_once(chats[False], "gone")
    assert_answered(replies, kind="gone")
    assert replies[DECISION]["fallback"] == replies[PROSE]["fallback"] == "model_unreachable"
    assert_well(chats[False], model, "gone")


@pytest.mark.faults
def test_failed_several_times_in_a_row_then_left_alone_and_says_so(
    module_deployment: Deployment, model: ModelServer
) -> None:
    # All longer than this test takes, however slow the machine: the server answers at once, with its error.
    patient = {f"LLM_{name}_SECONDS": "600" for name in ("PAUSE", "TIMEOUT", "LIGHT_TIMEOUT", "TURN")}
    with (
        ChatProcess(module_deployment, **{**SETTINGS, **patient}, **model.environment) as chat,
        model.failing("server_error"),
    ):
        asks = (chat.ask(PROSE, thread=f"failing {number}") for number in range(20))
        assert any(said["fallback"] == "model_paused" for said in asks)
        with model.watched() as asked:
            replies = all_at_once(chat, "paused")
    assert_answered(replies, kind="paused")
    assert replies[DECISION]["fallback"] == replies[PROSE]["fallback"] == "model_paused"
    assert set(agents(asked)) == {"reader"}  # of the light model, which has not failed yet


def all_at_once(chat: ChatProcess, name: str) -> dict[str, Said]:
    """Ask for a decision, for words and something unclear, each in a thread of its own; return the answers."""
    for text in (DECISION, PROSE, UNCLEAR):
        chat.say(text, thread=f"{name} {text}")
    heard = [chat.hear() for _ in range(3)]
    return {each["thread"].removeprefix(f"{name} "): each for each in heard}


def assert_answered(replies: dict[str, Said], *, kind: str) -> None:
    assert all(said["text"].strip() for said in replies.values())
    assert KEY not in f"{replies}"
    if kind not in HARMLESS:
        assert_marked_hold(replies[DECISION], CODES.get(kind))
        assert_no_words(replies[PROSE], is_text_fine=kind == "bad_content")
        assert (replies[UNCLEAR]["intent"], replies[UNCLEAR]["decisions"]) == ("UNKNOWN", [])


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
    """Soon a question is answered by the model: after a pause, and not too late for a slow machine."""
    answers: list[Said] = []

    def is_answered() -> bool:
        answers.append(chat.ask(DECISION, thread=f"well after {name}, {len(answers)}"))
        return answers[-1]["fallback"] is None

    with model.watched() as asked:
        assert eventually(is_answered), answers[-1]["text"]
    assert agents(asked)[-1:] == ["decision"]
