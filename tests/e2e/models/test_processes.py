"""Models and whole processes: killed, limited, with cache, without a model, and with Slack and Discord."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.e2e.chat_process import ChatProcess, conversation, parley
from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import discord_system, shown
from tests.e2e.discord_process import pressable as pressable_on_discord
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.e2e.model_server import ModelServer, agents
from tests.e2e.slack_process import slack_system
from tests.fakes.dual_answers import answer, entry
from tests.waiting import eventually

ORDER = "buy $800 of GOOG"
HELLO = "hello there"
PINGS = "Look at [a gift](https://evil.example/x), <!channel> @everyone <@U1> <https://evil.example|here>. "
LONG = PINGS + "And a calm sentence after it. " * 20


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


def test_killed_while_the_model_answers_then_answered_once_after_the_restart(
    deployment: Deployment, model: ModelServer
) -> None:
    environment = {"TURN_LEASE_SECONDS": "3", **model.environment}
    with model.failing("hang"), ChatProcess(deployment, "--thread", "one", **environment) as chat:
        chat.say(ORDER)
        assert eventually(lambda: model.fake.faults.planned[0].happened)
        chat.kill()
    deployment.let_time_pass()
    with ChatProcess(deployment, "--thread", "one", **environment) as chat:
        said = chat.hear()
        assert said["decisions"][0]["fallback"] is None
        chat.press(said["buttons"][0]["id"])
        assert "Done: bought 1 GOOG" in chat.hear()["text"]
        assert chat.end() == 0
    assert_every_turn_answered_once(deployment)
    assert_books_balance(deployment)
    assert deployment.value("SELECT count(DISTINCT id) FROM decision") == 1
    assert deployment.value("SELECT count(*) FROM fill") == 1


def test_budget_spent_then_refused_politely_and_rules_still_answer(deployment: Deployment, model: ModelServer) -> None:
    with ChatProcess(deployment, LLM_BUDGET_PROMPT_TOKENS="1000", LLM_CACHE="off", **model.environment) as chat:
        refused = [chat.ask(HELLO, thread=f"hello {number}") for number in range(4)][-1]
        assert refused["fallback"] == "model_budget"
        assert "today is spent" in refused["text"]
        hold = chat.ask("should I buy GOOG?", thread="decision")
        assert hold["decisions"][0]["fallback"] == "model_budget"
        figures = chat.ask("analyze AAPL", thread="analysis")
        assert "455.49" in figures["text"]
        usage = chat.ask("/usage")["text"]
        assert "Tokens read" in usage
        assert "1,000" in usage
        assert chat.end() == 0
    assert len(model.fake.asked) == 1


@pytest.mark.parametrize(("mode", "first", "second"), [("full", 1, 0), ("llm_write_only", 1, 1)])
def test_same_question_in_another_thread_then_asked_again_as_the_cache_is_set(
    deployment: Deployment, model: ModelServer, mode: str, first: int, second: int
) -> None:
    # With what was said in the first thread the second question would be another one.
    with ChatProcess(deployment, LLM_CACHE=mode, RECALL_EPISODES="0", **model.environment) as chat:
        counts, texts = [], []
        for thread in ("one", "two"):
            with model.watched() as asked:
                text = chat.ask(HELLO, thread=thread)["text"]
                texts.append(next(line for line in text.splitlines() if line.startswith("That is a fair question")))
            counts.append(len(asked))
        assert chat.end() == 0
    assert counts == [first, second]
    assert texts[0] == texts[1]
    assert deployment.value("SELECT count(*) FROM llm_cache") == 1
    cached = "SELECT count(*) FROM llm_call WHERE is_cached"
    assert deployment.value(cached) == first - second


def test_engine_set_to_rules_then_no_model_decides(deployment: Deployment, model: ModelServer) -> None:
    lines = ("/settings engine rules", "should I buy GOOG?", "/settings engine dual", "/decide MSFT")
    _, ruled, _, asked_again = conversation(asking(deployment, model), *lines)
    assert ruled["decisions"][0]["engine"] == "rules"
    assert ruled["decisions"][0]["metadata"] is None
    assert asked_again["decisions"][0]["engine"] == "dual"
    assert agents(model.fake.asked) == ["decision"]


def test_no_model_then_rules_decide_and_say_so(deployment: Deployment) -> None:
    decided, refused, usage = conversation(deployment, "should I buy GOOG?", "/settings engine dual", "/usage")
    assert decided["decisions"][0]["engine"] == "rules"
    assert "rules" in decided["text"]
    assert "needs a language model, and none is set up here" in refused["text"]
    assert "No language model is set up here" in usage["text"]


def test_on_a_terminal_then_no_control_character_and_no_link(deployment: Deployment, model: ModelServer) -> None:
    with model.saying(prose=f"\x1b]8;;https://evil.example\x07click\x1b]8;;\x07 \x1b[2J{PINGS}"):
        done = parley(deployment, "chat", stdin=f"{HELLO}\n", **model.environment)
    assert done.returncode == 0
    assert "Look at a gift" in done.stdout
    assert not {"\x1b", "\x07", "\r"} & set(done.stdout)
    assert "evil.example" not in done.stdout


async def test_on_slack_then_words_come_live_and_ping_and_link_nowhere(
    deployment: Deployment, model: ModelServer
) -> None:
    async with slack_system(asking(deployment, model)) as system:
        await system.start()
        with model.saying(prose=LONG), model.failing("drip", seconds=0.1) as slowly:
            asked = await system.asks(HELLO)
            draft = await system.answer(asked, "Look at a gift")
            assert "calm sentence after it. " * 20 not in draft.text
            slowly.seconds = 0
            await system.answer(asked, "And a calm sentence after it. " * 19)
            await system.settled()
        (said,) = system.app_messages(asked)
        assert said.ts == draft.ts
        whole = f"{said.text} {said.blocks}"
        assert "gift" in whole
        for live in ("https://evil", "evil.example", "<!channel>", "<@U1>", "<https"):
            assert live not in whole
        assert not system.slack.violations
        system.assert_each_message_shown_once()


@pytest.mark.faults
async def test_on_discord_then_words_come_live_and_ping_and_link_nowhere(
    deployment: Deployment, model: ModelServer
) -> None:
    async with discord_system(asking(deployment, model)) as system:
        await system.start()
        with model.saying(prose=LONG), model.failing("drip", seconds=0.1) as slowly:
            thread = await system.thread(system.asks(HELLO))
            draft = await system.answer(thread, "Look at a gift")
            assert pressable_on_discord(draft) == ["Stop"]
            slowly.seconds = 0
            await system.until(lambda: "Stop" not in pressable_on_discord(draft), "the answer")
            await system.settled()
        with model.saying(decision=answer(GOOG=entry("hold", 0, 0.5, [PINGS]))):
            card = await system.answer(system.asks("should I buy GOOG?"), "Why?")
        await system.settled()
        assert len(system.app_messages(thread)) == 1
        for message in (draft, card):
            assert "gift" in shown(message)
            assert "evil.example" not in shown(message)
            assert not message.pings
        assert not system.discord.violations


def asking(deployment: Deployment, model: ModelServer) -> Deployment:
    """Return the place of processes that ask `model`."""
    return replace(deployment, extra=model.environment)
