"""One turn: understood, answered, stored; and everything that can go wrong on the way."""

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.context.policy import Policy
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.history import Role
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.trades import Confirm
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.turns import Claim, InputStatus
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import DecisionStatus
from bot.errors import (
    ConcurrentUpdateError,
    DuplicateError,
    LeaseLostError,
    MarketSourceError,
    StoreUnavailableError,
    UncoveredMarketError,
)
from tests.fakes.core import LEASE, Talk, button, sentence, text_of

pytestmark = pytest.mark.virtual_time

D = Decimal


async def broken(context: TurnContext, _: Analyze) -> TurnResult:  # noqa: ARG001 - a handler's signature
    raise ZeroDivisionError


async def _killed_once_decided(talk: Talk, claim: Claim) -> None:
    """Answer the claimed turn until the decision is filled or cancelled, and no further."""
    answering = asyncio.create_task(talk.manager.answer_turn(claim))
    over = {DecisionStatus.FILLED, DecisionStatus.CANCELLED}
    while talk.decisions()[0].status not in over:  # noqa: ASYNC110 - in memory nobody is waited for
        await asyncio.sleep(0)
    answering.cancel()
    await asyncio.gather(answering, return_exceptions=True)


class TestHistory:
    async def test_who_said_what_is_kept(self, talk: Talk) -> None:
        await talk.say("ann", "analyze AAPL")
        await talk.say("bob", "why?")

        said = talk.messages()

        assert [(m.role, m.author) for m in said] == [
            (Role.USER, "Ann"),
            (Role.ASSISTANT, "Parley"),
            (Role.USER, "Bob"),
            (Role.ASSISTANT, "Parley"),
        ]
        assert said[0].text == "analyze AAPL"
        assert (said[0].state_before, said[0].state_after) == (State.IDLE, State.ANALYZING)
        assert said[0].intent is Intent.ANALYZE

    async def test_a_press_is_kept_too(self, talk: Talk) -> None:
        await talk.press("ann", button(await talk.proposed(), "confirm"))
        pressed, answered = talk.messages()[-2:]
        assert (pressed.author, pressed.intent) == ("Ann", Intent.CONFIRM)
        assert (pressed.state_before, answered.state_after) == (State.AWAITING_CONFIRM, State.COMPLETED)

    async def test_the_welcome_comes_once_per_channel(self, talk: Talk) -> None:
        welcome = sentence("welcome", market=sentence("welcome-sample", date="2013-01-31"))
        assert welcome in text_of(await talk.say("ann", "analyze AAPL"))
        assert welcome not in text_of(await talk.say("ann", "analyze IBM"))
        assert welcome not in text_of(await talk.say("bob", "analyze IBM"))
        assert welcome not in text_of(await talk.say("ann", "analyze AAPL", thread="other"))

    async def test_every_exchange_is_an_episode_to_be_indexed(self, talk: Talk) -> None:
        await talk.proposed()
        kinds = [each.kind for each in talk.memory.state.episodes.values()]
        names = [row.job.name for row in talk.memory.state.outbox.values()]
        assert kinds == ["exchange", "decision"]
        assert names == ["index_episodes"]

    async def test_a_summary_is_due_after_ten_messages(self, talk: Talk) -> None:
        for _ in range(5):
            await talk.say("ann", "/help")
        assert [row.job.name for row in talk.memory.state.outbox.values()] == ["summarise_conversation"]


class TestLanguage:
    async def test_follows_the_text_and_stays_for_messages_without_one(self, talk: Talk) -> None:
        assert (await talk.say("ann", "分析一下苹果")).language is Language.CHINESE
        assert (await talk.say("ann", "IBM?")).language is Language.CHINESE
        assert (await talk.say("ann", "/portfolio")).language is Language.CHINESE
        assert (await talk.say("ann", "what if the market falls tomorrow?")).language is Language.ENGLISH
        assert (await talk.say("ann", "/portfolio")).language is Language.ENGLISH

    async def test_begins_with_the_persons_profile(self, talk: Talk) -> None:
        turn = await talk.hand_in("ann", "AAPL", language=Language.CHINESE)
        await talk.answer_next()
        assert talk.reply(turn).language is Language.CHINESE


class TestFocusAndLimits:
    async def test_the_focus_carries_over(self, talk: Talk) -> None:
        await talk.say("ann", "analyze google")
        reply = await talk.say("ann", "should I buy?")
        assert reply.answer.symbols == ("GOOG",)
        assert (await talk.say("ann", "what if it falls tomorrow?")).answer.symbols == ("GOOG",)

    async def test_a_stated_limit_binds_two_messages_on(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy google? at most $3,000")
        await talk.say("ann", "why?")
        await talk.say("ann", "and IBM?")
        reply = await talk.say("ann", "should I buy IBM?")
        (ibm,) = reply.answer.decisions
        assert ibm.proposal.max_cash == 3_000
        assert ibm.proposal.cash_change <= 3_000

    async def test_a_limit_on_a_sale_binds_no_purchase(self, talk: Talk) -> None:
        await talk.proposed(text="buy 10 shares of GOOG")
        await talk.say("ann", "yes")
        await talk.say("ann", "sell at most $1,000 of GOOG")
        (again,) = (await talk.say("ann", "should I buy GOOG?")).answer.decisions
        assert again.proposal.max_cash is None

    async def test_a_stop_is_kept_for_its_own_share_only(self, talk: Talk) -> None:
        await talk.say("ann", "buy 1 share of GOOG, stop at 150")
        await talk.say("ann", "buy 2 shares")
        assert talk.decisions()[-1].proposal.stop_price == 150
        await talk.say("ann", "buy 1 share of IBM")
        assert talk.decisions()[-1].proposal.stop_price != 150
        await talk.say("ann", "buy 1 share of GOOG, stop at 150")
        await talk.say("ann", "analyze MSFT")
        await talk.say("ann", "buy 1 share of MSFT")
        assert talk.decisions()[-1].proposal.stop_price != 150

    async def test_idleness_ends_the_topic_and_its_limits(self, talk: Talk) -> None:
        await talk.say("ann", "analyze google, at most $3,000")
        await talk.say("ann", "should I buy google? at most $3,000")
        talk.pass_time(timedelta(minutes=31))
        reply = await talk.say("ann", "/status")
        assert reply.state is State.IDLE
        assert talk.conversation().stated_limits == ()
        (goog,) = (await talk.say("ann", "should I buy google?")).answer.decisions
        assert goog.proposal.max_cash is None

    async def test_reset_forgets_focus_and_limits_but_not_what_is_pending(self, talk: Talk) -> None:
        await talk.proposed()
        reply = await talk.say("ann", "/reset")
        assert text_of(reply) == sentence("reset-done")
        assert talk.conversation().focus == ()
        assert talk.conversation().stated_limits == ()
        assert reply.state is State.AWAITING_CONFIRM
        assert "That would buy 3 GOOG" in text_of(await talk.say("ann", "yes"))


class TestErrors:
    async def test_when_the_market_does_not_answer_then_said_and_in_error(self) -> None:
        talk = Talk(Policy(lease_ttl=LEASE, reset_on_error=False))
        talk.market.error = MarketSourceError(symbol="AAPL")
        reply = await talk.say("ann", "analyze AAPL")
        assert sentence("error-market-source") in text_of(reply)
        assert reply.state is State.ERROR

        talk.market.error = None
        refused = await talk.say("ann", "analyze AAPL")
        assert text_of(refused).startswith(sentence("refused-in-error"))
        assert (await talk.say("ann", "/reset")).state is State.IDLE
        assert (await talk.say("ann", "analyze AAPL")).state is State.ANALYZING

    async def test_when_reset_is_automatic_then_the_next_turn_works(self, talk: Talk) -> None:
        talk.market.error = MarketSourceError(symbol="AAPL")
        assert (await talk.say("ann", "analyze AAPL")).state is State.ERROR
        talk.market.error = None
        reply = await talk.say("ann", "analyze AAPL")
        assert reply.state is State.ANALYZING
        assert "455.49" in text_of(reply)

    async def test_when_something_is_pending_then_a_failed_turn_leaves_it_so(self, talk: Talk) -> None:
        await talk.proposed()
        talk.market.error = MarketSourceError(symbol="AAPL")
        assert (await talk.say("ann", "yes")).state is State.AWAITING_CONFIRM
        assert talk.orders_carried_out == 0
        talk.market.error = None
        assert "That would buy 3 GOOG" in text_of(await talk.say("ann", "yes"))
        assert (await talk.say("ann", "yes")).state is State.COMPLETED

    async def test_when_a_handler_has_a_defect_then_apologised_and_the_next_turn_works(
        self,
        talk: Talk,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        analyze = talk.handlers[Analyze]
        talk.handlers[Analyze] = broken
        with caplog.at_level(logging.ERROR):
            reply = await talk.say("ann", "analyze AAPL")
        assert sentence("error-internal") in text_of(reply)
        assert reply.state is State.ERROR
        assert "ZeroDivisionError" in caplog.text

        talk.handlers[Analyze] = analyze
        assert "455.49" in text_of(await talk.say("ann", "analyze AAPL"))

    async def test_when_an_error_lacks_its_words_then_still_answered(self, talk: Talk) -> None:
        talk.market.error = UncoveredMarketError(symbol="SAP", currency="EUR")
        assert sentence("error-parley") in text_of(await talk.say("ann", "analyze AAPL"))

    async def test_when_understanding_fails_then_asked_back(
        self,
        talk: Talk,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("bot.reading.reader.read_command", lambda *_, **__: 1 / 0)
        reply = await talk.say("ann", "analyze AAPL")
        assert sentence("not-understood", symbol="AAPL") in text_of(reply)

    async def test_when_the_database_goes_down_in_mid_turn_then_nothing_is_stored_and_the_rerun_answers_once(
        self,
        talk: Talk,
    ) -> None:
        turn = await talk.hand_in("ann", "should I buy google? at most $3,000")

        async def outage() -> None:
            talk.memory.error = StoreUnavailableError()

        talk.market.before = outage
        claim = await talk.claim()
        assert claim is not None
        with pytest.raises(StoreUnavailableError):
            await talk.manager.answer_turn(claim)
        assert not talk.replies(turn)
        assert not talk.decisions()
        assert not talk.messages()

        talk.memory.error = None
        await talk.leases.release(claim)
        await talk.answer_next()
        assert len(talk.decisions()) == 1
        assert talk.reply(turn).turn_number == 1

    async def test_when_begun_too_often_then_apologised(self, talk: Talk) -> None:
        turn = await talk.hand_in("ann", "analyze AAPL")
        for _ in range(talk.policy.max_attempts):
            claim = await talk.claim()
            assert claim is not None
            await talk.leases.release(claim)
        await talk.answer_next()
        assert sentence("error-internal") in text_of(talk.reply(turn))

    @pytest.mark.parametrize(
        ("text", "told"), [("yes", "bought 10 IBM"), ("cancel it", "Cancelled, and nothing was traded: buy 10 IBM")]
    )
    async def test_when_begun_too_often_and_decided_before_then_told_what_became_of_it(
        self, talk: Talk, text: str, told: str
    ) -> None:
        await talk.say("ann", "buy 10 IBM")
        turn = await talk.hand_in("ann", text)
        for _ in range(talk.policy.max_attempts):
            claim = await talk.claim()
            assert claim is not None
            await _killed_once_decided(talk, claim)
            await talk.leases.release(claim)
            await talk.recovery.finish_decisions()

        await talk.answer_next()

        assert told in text_of(talk.reply(turn))
        assert talk.reply(turn).state in {State.COMPLETED, State.IDLE}
        assert not talk.notices()
        assert talk.orders_carried_out == (text == "yes")

    async def test_when_a_bug_ends_it_after_the_fill_then_the_fill_is_told(self, talk: Talk) -> None:
        await talk.say("ann", "buy 10 IBM")
        confirming = talk.handlers[Confirm]

        async def failing_afterwards(context: TurnContext, request: Confirm) -> TurnResult:
            await confirming(context, request)
            raise ZeroDivisionError

        talk.handlers[Confirm] = failing_afterwards
        assert "bought 10 IBM" in text_of(await talk.say("ann", "yes"))

    async def test_when_the_lease_is_lost_then_nothing_is_stored(self, talk: Talk) -> None:
        turn = await talk.hand_in("ann", "analyze AAPL")
        claim = await talk.claim("slow")
        assert claim is not None
        talk.pass_time(LEASE)
        assert await talk.claim("fast") is not None
        with pytest.raises(LeaseLostError):
            await talk.manager.answer_turn(claim)
        assert not talk.replies(turn)

    async def test_when_stored_then_nothing_is_left_to_do_under_the_lease(self, talk: Talk) -> None:
        turn = await talk.hand_in("ann", "analyze AAPL")
        claim = await talk.claim()
        assert claim is not None
        await talk.manager.answer_turn(claim)
        assert talk.replies(turn)
        assert talk.progress.ended == [turn.id]  # once, before it was stored

    async def test_when_overtaken_for_ever_then_given_back(self, talk: Talk) -> None:
        turn = await talk.hand_in("ann", "analyze AAPL")

        async def overtaken(context: TurnContext, _: Analyze) -> TurnResult:
            raise ConcurrentUpdateError(turn=context.turn.id)

        talk.handlers[Analyze] = overtaken
        with pytest.raises(ConcurrentUpdateError):
            await talk.answer_next()
        assert talk.memory.state.turns[turn.id].status is InputStatus.ACCEPTED


class TestBadInput:
    @pytest.mark.parametrize("text", ["", "\n\t", "\x07\x1b"])
    async def test_when_empty_then_said(self, talk: Talk, text: str) -> None:
        assert sentence("message-empty") in text_of(await talk.say("ann", text))

    async def test_when_too_long_then_said_and_nothing_done(self, talk: Talk) -> None:
        reply = await talk.say("ann", "buy 3 shares of GOOG " * 5_000)
        assert sentence("message-too-long", limit=8_000) in text_of(reply)
        assert not talk.decisions()

    @pytest.mark.parametrize(
        "text",
        [
            "'; DROP TABLE decision; --",
            "<!channel> *bold* <script>alert(1)</script>",
            "{ $price } {0} %s %(text)s",
            "🚀🚀🚀",
            "\x00\x01\x02analyze AAPL\x7f",
            "\ud800",
            "\u202e LPAA ezylana",
            "(" * 500,
        ],
    )
    async def test_when_hostile_then_answered_as_text(self, talk: Talk, text: str) -> None:
        reply = await talk.say("ann", text)
        assert text_of(reply)
        assert sentence("error-internal") not in text_of(reply)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("analyze $GOGL", "GOOG"),
            ("analyze 0700.HK", "not Hong Kong"),
            ("analyze 600519", "not Hong Kong"),
            ("should I buy BTC?", "crypto-currencies"),
            ("should I buy TSLA?", "no data for TSLA"),
            ("why not TSLA?", "no data for TSLA"),
            ("/analyze", "Which share do you mean?"),
        ],
    )
    async def test_when_unusable_then_said_why(self, talk: Talk, text: str, expected: str) -> None:
        await talk.say("ann", "hello")
        reply = await talk.say("ann", text)
        assert expected in text_of(reply)
        assert not talk.decisions()

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("buy $3000.123 of AAPL", "amount-too-precise"),
            ("buy 5000 AAPL", "amount-unit-missing"),
            ("buy €500 of AAPL", "amount-currency"),
            ("sell 150% of AAPL", "fraction-out-of-range"),
            ("short AAPL", "short-sale"),
        ],
    )
    async def test_when_a_figure_is_unusable_then_nothing_is_proposed(
        self,
        talk: Talk,
        text: str,
        problem: str,
    ) -> None:
        await talk.say("ann", "hello")
        reply = await talk.say("ann", text)
        assert text_of(reply) == f"{sentence(f'problem-{problem}')} {sentence('problem-nothing-proposed')}"
        assert not talk.decisions()

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("review our decisions of 2013-02-30", "date-impossible"),
            ("review our decisions of 1/2/2013", "date-ambiguous"),
            ("why did we buy google on 2013-02-30?", "date-impossible"),
        ],
    )
    async def test_when_a_date_is_unusable_then_no_other_is_taken(self, talk: Talk, text: str, problem: str) -> None:
        await talk.proposed()
        reply = await talk.say("ann", text)
        assert text_of(reply) == sentence(f"problem-{problem}")
        assert not reply.answer.decisions

    async def test_when_some_of_a_batch_are_unusable_then_the_rest_is_answered(self, talk: Talk) -> None:
        reply = await talk.say("ann", "analyze AAPL, TSLA and IBM")
        assert reply.answer.symbols == ("AAPL", "IBM")
        assert "no data for TSLA" in text_of(reply)

    async def test_when_one_of_a_batch_has_no_price_then_the_rest_is_answered(self, talk: Talk) -> None:
        await talk.say("ann", "hello")
        account = talk.account
        early = talk.clock.now().replace(year=2011)
        talk.memory.state.accounts[account.id] = replace(account, market_time=early)
        reply = await talk.say("ann", "should I buy GOOG and FB?")
        assert [d.proposal.symbol for d in reply.answer.decisions] == ["GOOG"]
        assert sentence("error-no-price", symbol="FB", why="none", since="") in text_of(reply)

    async def test_a_batch_is_decided_symbol_by_symbol_within_the_cash(self, talk: Talk) -> None:
        reply = await talk.say("ann", "should I buy GOOG, IBM, MSFT and AAPL?")
        decisions = reply.answer.decisions
        assert [d.proposal.symbol for d in decisions] == ["GOOG", "IBM", "MSFT", "AAPL"]
        assert sum(max(d.proposal.cash_change, D(0)) for d in decisions) <= D(90_000)
        each, together = reply.answer.buttons[:-2], reply.answer.buttons[-2:]
        assert all(set(b.label.split()) & set(reply.answer.symbols) for b in each)
        assert [b.label for b in together] == ["Confirm all", "Cancel all"]


class TestRunner:
    async def test_when_one_turn_cannot_be_stored_then_the_others_are_answered(self, talk: Talk) -> None:
        async def answer(claim: Claim) -> None:
            if claim.turn.text == "bad":
                raise DuplicateError
            await talk.manager.answer_turn(claim)
            answered.set()

        answered = asyncio.Event()
        await talk.hand_in("ann", "bad", thread="one")
        good = await talk.hand_in("ann", "analyze AAPL", thread="two")
        running = asyncio.create_task(talk.runner(answer).run_turns())
        await asyncio.wait_for(answered.wait(), timeout=5)
        assert talk.replies(good)
        assert not running.done()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
