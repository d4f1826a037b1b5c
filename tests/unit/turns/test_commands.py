"""Commands: what they show, and what they refuse."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from adapters.console.reply_json import reply_as_json
from bot.domain.conversation.blocks import Table, plain_text
from bot.domain.conversation.buttons import DetailsRef, parse_button
from bot.domain.conversation.turns import LogEntry
from bot.domain.text.locale import Language, Locale
from bot.errors import NoMarketClockError, StoreUnavailableError
from tests.fakes.core import SAY, Talk, button, sentence, text_of
from tests.fakes.turn_steps import run_until_stored

D = Decimal


async def bought(talk: Talk) -> None:
    await talk.press("ann", button(await talk.proposed(), "confirm"))


class TestPending:
    @pytest.mark.parametrize("command", ["/pending", "/portfolio", "what's pending?"])
    async def test_when_confirmed_and_not_carried_out_then_named_until_it_is(self, talk: Talk, command: str) -> None:
        talk.broker.is_down = True
        await talk.press("ann", button(await talk.proposed(), "confirm"))
        named = sentence("open-orders", orders="buy 3 GOOG")

        assert named in text_of(await talk.say("bob", command, thread="elsewhere"))
        talk.broker.is_down = False
        talk.pass_time(timedelta(seconds=30))
        await talk.recovery.finish_decisions()
        assert named not in text_of(await talk.say("bob", command, thread="elsewhere"))

    async def test_shows_those_of_all_conversations_and_buttons_for_ones_own(self, talk: Talk) -> None:
        await talk.proposed("ann", thread="one")
        await talk.proposed("bob", text="buy 5 shares of IBM", thread="two")

        reply = await talk.say("ann", "/pending", thread="three")

        assert "• buy 3 GOOG · $755.69 · Ann · to 17:30" in text_of(reply)
        assert "buy 5 IBM" in text_of(reply)
        assert [b.label for b in reply.answer.buttons] == [
            "Confirm · buy 3 GOOG",
            "Cancel · buy 3 GOOG",
            "Why? · buy 3 GOOG",
            "Adjust… · buy 3 GOOG",
        ]
        assert "bought 3 GOOG" in text_of(await talk.press("ann", reply.answer.buttons[0], thread="three"))


class TestOrders:
    async def test_when_there_are_some_then_the_latest_first(self, talk: Talk) -> None:
        await bought(talk)
        await talk.proposed(text="sell 1 share of GOOG")
        await talk.say("ann", "yes")
        reply = await talk.say("ann", "/orders")
        time = r"\d\d:\d\d"
        assert re.fullmatch(
            rf"The latest 2 orders \(UTC\):\n• {time} Ann: sell 1 GOOG at \$755.69, filled\n"
            rf"• {time} Ann: buy 3 GOOG at \$755.69, filled",
            reply.answer.brief,
        )
        table = next(block for block in reply.answer.details if isinstance(block, Table))
        assert table.rows[0][:5] == ("sell 1 GOOG", "$755.69", "2013-01-31", "filled", "Ann")


class TestStatusAndHelp:
    @pytest.mark.parametrize(
        ("text", "lines"),
        [
            ("/help 记忆", ["• /memory："]),
            ("/help banks", ["• /recall what"]),
        ],
    )
    async def test_help_on_a_topic_then_the_lines_about_it(self, talk: Talk, text: str, lines: list[str]) -> None:
        await talk.say("ann", "hello")
        shown = (await talk.say("ann", text)).answer.brief.splitlines()
        assert [any(line.startswith(begin) for line in shown) for begin in lines] == [True]
        assert len(shown) == 2


class TestAdvance:
    async def test_moves_the_clock_of_the_account(self, talk: Talk) -> None:
        await talk.say("ann", "hello")
        reply = await talk.say("ann", "/advance 20")
        assert text_of(reply) == sentence("advance-done", count=20, date="2013-03-01")
        assert talk.account.market_time == datetime(2013, 3, 1, 21, tzinfo=UTC)
        assert "806.19 at the close of 2013-03-01" in text_of(await talk.say("ann", "analyze GOOG"))

    @pytest.mark.parametrize("argument", ["0", "-5", "5" * 400])
    async def test_when_it_is_no_number_of_sessions_then_says_how(self, talk: Talk, argument: str) -> None:
        await talk.say("ann", "hello")
        assert text_of(await talk.say("ann", f"/advance {argument}")) == sentence("advance-how", most=20)
        assert talk.account.market_time is None

    @pytest.mark.parametrize("argument", ["21", "999999"])
    async def test_when_too_far_then_not_moved(self, talk: Talk, argument: str) -> None:
        await talk.say("ann", "hello")
        assert text_of(await talk.say("ann", f"/advance {argument}")) == sentence("advance-too-far", most=20)
        assert talk.account.market_time is None

    async def test_when_the_process_dies_before_the_answer_is_stored_then_moved_once(self, talk: Talk) -> None:
        await talk.say("ann", "hello")
        turn = await talk.hand_in("ann", "/advance 5")
        claim = await talk.claim()
        assert claim is not None
        await run_until_stored(talk.manager, claim)  # all but the storing
        await talk.leases.release(claim)

        await talk.answer_next()

        assert text_of(talk.reply(turn)) == sentence("advance-done", count=5, date="2013-02-07")

    async def test_when_two_conversations_advance_at_once_then_both_count(self, talk: Talk) -> None:
        await talk.say("ann", "hello", thread="one")
        await talk.say("bob", "hello", thread="two")
        slow = await talk.hand_in("ann", "/advance 5", thread="one")
        claim = await talk.claim()
        assert claim is not None
        done = await run_until_stored(talk.manager, claim)  # the first has read the clock …
        await talk.say("bob", "/advance 10", thread="two")  # … when the second moves it

        with pytest.raises(Exception, match="changed before it could be stored"):
            await talk.manager.graph.nodes.persist(done)
        await talk.manager.answer_turn(claim)

        assert text_of(talk.reply(slow)) == sentence("advance-done", count=5, date="2013-02-22")

    async def test_a_live_market_has_no_clock_to_move(self, talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
        await talk.say("ann", "hello")
        monkeypatch.setattr(talk.market, "data_range", lambda: None)
        assert text_of(await talk.say("ann", "/advance 5")) == SAY.render_error(
            Locale(Language.ENGLISH), NoMarketClockError()
        )


class TestReplies:
    @pytest.mark.parametrize("language", Language)
    async def test_every_reply_is_fit_for_programs_and_has_no_hole(self, talk: Talk, language: Language) -> None:
        said = {
            Language.ENGLISH: [
                "analyze AAPL and FB",
                "should I buy google? at most $3,000",
                "why?",
                "what if it falls?",
            ],
            Language.CHINESE: ["分析一下苹果和FB", "谷歌要不要买？最多3000美元", "为什么？", "要是明天大跌呢？"],
        }[language]
        commands = ["/pending", "/status", "/orders", "/portfolio", "/review", "/help", "/decide IBM", "/decide FB"]
        for text in [*said, "/confirm", *commands]:
            reply = await talk.say("ann", text)
            rendered = reply.answer.whole_text
            assert reply.language is language
            assert not [hole for hole in ("{", "}", "None", "Decimal(", "???") if hole in rendered]
            assert (
                json.loads(
                    json.dumps(reply_as_json(reply, render_reason=lambda r, at: SAY.render_reason(Locale(at), r)))
                )["text"]
                == rendered
            )

    async def test_two_workspaces_do_not_see_each_other(self, talk: Talk) -> None:
        await bought(talk)
        message = await talk.hand_in("ann", "/orders")
        elsewhere = replace(message.thread, workspace="elsewhere")
        async with talk.stores.transaction(elsewhere.tenant_id) as tx:
            other = await tx.accounts.default(market="sample")
            assert other.cash == D(100_000)
            assert not await tx.accounts.orders(other.id, limit=10)
        await talk.answer_next()


async def test_when_the_database_is_down_then_a_message_is_not_taken_in(talk: Talk) -> None:
    talk.memory.error = StoreUnavailableError()
    with pytest.raises(StoreUnavailableError):
        await talk.hand_in("ann", "hello")
    talk.memory.error = None


async def test_when_a_message_waits_then_its_person_is_told(talk: Talk) -> None:
    await talk.hand_in("ann", "analyze AAPL")
    await talk.hand_in("ann", "analyze IBM")
    assert talk.progress.texts == [sentence("queued-behind", count=1)]


async def test_details_when_pressed_then_shown_to_who_pressed_and_the_conversation_stands(talk: Talk) -> None:
    analysis = await talk.say("ann", "analyze AAPL")
    (button,) = analysis.answer.buttons
    assert parse_button(button.id) == DetailsRef(analysis.turn_id)
    before = talk.conversation()

    shown = await talk.press("ann", button.id)

    assert shown.answer.is_private
    assert shown.answer.blocks == analysis.answer.details
    assert talk.conversation().state is before.state


async def test_details_of_an_answer_to_one_person_then_shown_to_them_alone(talk: Talk) -> None:
    analysis = await talk.say("ann", "analyze AAPL")
    talk.memory.state.replies[analysis.id] = replace(analysis, answer=replace(analysis.answer, is_private=True))
    (button,) = analysis.answer.buttons

    assert text_of(await talk.press("bob", button)) == sentence("details-none")
    assert (await talk.press("ann", button)).answer.blocks == analysis.answer.details


@pytest.mark.parametrize("text", ["details", "/details", "show me the figures", "展开看看"])
async def test_details_when_typed_then_those_of_the_last_answer(talk: Talk, text: str) -> None:
    analysis = await talk.say("ann", "analyze AAPL")
    shown = await talk.say("ann", text)
    assert shown.answer.brief == plain_text(analysis.answer.details)


async def test_details_when_the_last_answer_has_none_then_said_before_those_of_an_earlier_one(talk: Talk) -> None:
    analysis = await talk.say("ann", "analyze AAPL")
    await talk.say("ann", "/limits")
    lead, *blocks = (await talk.say("ann", "details")).answer.blocks
    assert plain_text((lead,)) == sentence("details-of-earlier")
    assert tuple(blocks) == analysis.answer.details


class TestDebug:
    async def test_the_steps_of_the_latest_turn_are_a_table(self, talk: Talk) -> None:
        await talk.say("ann", "/help")
        await talk.say("ann", "analyze GOOG")
        reply = await talk.say("ann", "/debug last")

        opening, table = reply.answer.blocks
        assert plain_text((opening,)).startswith("Message 2 of this thread (ANALYZE), 2026-11-02")
        assert isinstance(table, Table)
        assert table.columns == ("Step", "Time", "Facts")
        assert [row[0] for row in table.rows] == ["Route", "Recall", "Respond", "Store"]
        route = "target ANALYZE · request Analyze shares.symbols=GOOG · method trained · confidence "
        assert table.rows[0][2].startswith(route)
        assert all(row[1].endswith(" ms") for row in table.rows)

    async def test_the_request_is_shown_without_its_words(self, talk: Talk) -> None:
        await talk.say("ann", "what does contango mean?")
        _, table = (await talk.say("ann", "/debug last")).answer.blocks
        assert isinstance(table, Table)
        assert table.rows[0][2].startswith("target EXPLAIN · request Define word=… · method trained · confidence ")

    @pytest.mark.parametrize(
        ("facts", "shown"),
        [
            (
                {"target": "command", "method": "command", "reason": "command", "confidence": "1.00"},
                "target command · confidence 1.00",
            ),
            (
                {"target": "ask_back", "method": "ask_back", "reason": "model_failed"},
                "target asking back · reason the model gave no answer",
            ),
        ],
    )
    async def test_what_is_said_already_is_left_out(self, talk: Talk, facts: dict[str, str], shown: str) -> None:
        await talk.say("ann", "analyze GOOG")
        logs = talk.memory.state.turn_logs
        for key, log in logs.items():
            logs[key] = replace(log, entries=(LogEntry("route", 1.0, facts),))
        _, table = (await talk.say("ann", "/debug last")).answer.blocks
        assert isinstance(table, Table)
        assert table.rows[0][2] == shown

    async def test_nobodys_words_are_kept(self, talk: Talk) -> None:
        await talk.say("ann", "analyze GOOG please, dear secret")
        (log,) = talk.memory.state.turn_logs.values()
        assert "secret" not in str(log)
        assert "Ann" not in str(log)
