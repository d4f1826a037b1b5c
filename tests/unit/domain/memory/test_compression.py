"""Compressed histories: never longer than the original, and decisions survive where they are to."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import UUID, uuid4

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.conversation.history import Message, Role, message_tokens
from bot.domain.conversation.states import Intent
from bot.domain.ids import ConversationId
from bot.domain.memory.compression import (
    MAX_DECISIONS,
    ContextCompressor,
    DecisionsAndLimits,
    UnloadedMessages,
    limit_terms,
    summary_with_records,
)
from bot.domain.memory.summaries.summary import Summary
from bot.domain.models.token_estimate import estimate_tokens
from bot.domain.trading.decisions import Action, DecisionStatus
from bot.domain.trading.trading_limits import LimitMeasure, LimitPeriod, Limits, LimitStatement, LimitTerms, LimitUnit
from tests.fakes.console import make_decision
from tests.unit.domain.memory.messages import exchange, said, texts

LONG = [message for number in range(30) for message in exchange(number)]


def summary(covered: int, text: str = "They talk of shares.") -> Summary:
    return Summary(
        conversation_id=ConversationId(uuid4()),
        text=text,
        covered_count=covered,
        increments=0,
        updated_at=datetime(2013, 2, 1, tzinfo=UTC),
    )


def ids(messages: Sequence[Message]) -> list[UUID]:
    return [each.id for each in messages]


def test_a_long_history_is_its_summary_and_window() -> None:
    assert ContextCompressor().compress([]).compressed_messages == ()
    compressed = ContextCompressor(window=6).compress(LONG, summary=summary(54))
    assert compressed.compressed_messages == tuple(LONG[-6:])
    assert compressed.summary == "They talk of shares."


def test_what_the_summary_does_not_cover_yet_is_told_too_but_shortened() -> None:
    compressed = ContextCompressor(window=6).compress(LONG, summary=summary(50))
    assert ids(compressed.compressed_messages) == ids(LONG[50:])
    assert compressed.compressed_messages[-6:] == tuple(LONG[-6:])
    assert " … " in compressed.compressed_messages[1].text


def test_messages_that_were_not_loaded_count() -> None:
    earlier = UnloadedMessages(count=200, tokens=9_000)
    compressed = ContextCompressor().compress(LONG[-12:], summary=summary(204), earlier=earlier)
    assert ids(compressed.compressed_messages) == ids(LONG[-8:])
    assert compressed.original_token_count == 9_000 + sum(map(message_tokens, LONG[-12:]))


def test_decisions_and_confirmations_survive_without_a_summary() -> None:
    decided = [
        said("should I buy IBM?", intent=Intent.DECIDE),
        said("buy 5 IBM", Role.ASSISTANT, intent=Intent.DECIDE),
        said("yes", intent=Intent.CONFIRM),
        said("Bought.", Role.ASSISTANT, intent=Intent.CONFIRM),
        said("cancel the rest", intent=Intent.CANCEL),
    ]
    messages = [*LONG[:20], *decided, *LONG[20:40]]

    compressed = ContextCompressor().compress(messages)
    assert compressed.compressed_messages == (*decided, *LONG[34:40])


def test_only_the_latest_turns_are_looked_at() -> None:
    old = said("buy 1", intent=Intent.DECIDE)
    assert old not in ContextCompressor(max_turns=10).compress([old, *LONG]).compressed_messages


def test_the_window_stays_whatever_it_costs() -> None:
    messages = [said("word " * 500) for _ in range(20)]
    compressed = ContextCompressor(window=3, max_tokens=1_000).compress(messages, summary=summary(10))
    assert compressed.compressed_messages == tuple(messages[-3:])


@given(
    said_texts=st.lists(texts(most=120), max_size=30),
    covered=st.integers(0, 30),
    summary_text=texts(),
    earlier=st.integers(0, 3),
    window=st.integers(2, 8),
)
def test_never_longer_than_the_original(
    said_texts: list[str], covered: int, summary_text: str, earlier: int, window: int
) -> None:
    messages: list[Message] = [
        said(text, intent=Intent.DECIDE if number % 3 else Intent.ANALYZE) for number, text in enumerate(said_texts)
    ]
    compressor = ContextCompressor(window=window)

    compressed = compressor.compress(
        messages, summary=summary(covered, summary_text), earlier=UnloadedMessages(count=earlier, tokens=earlier * 20)
    )

    told = sum(map(message_tokens, compressed.compressed_messages)) + estimate_tokens(compressed.summary)
    assert told <= compressed.original_token_count
    assert compressed.compressed_messages[-window:] == tuple(messages[-window:])


SAID = "2026-03-02 SAID Ann: likes banks"


def rendered(records: DecisionsAndLimits, *, by: str = "ann", after: timedelta = timedelta(minutes=1)) -> list[str]:
    text = summary_with_records(SAID, records, person_id=by, at=MADE.created_at + after)
    return text.removeprefix(SAID).strip().splitlines()


MADE = make_decision()
HEAD = f"{MADE.created_at:%Y-%m-%d} DECISION"


class TestDecisions:
    def test_status_is_that_of_now(self) -> None:
        for status in (DecisionStatus.FILLED, DecisionStatus.CANCELLED, DecisionStatus.PROPOSED):
            (line,) = rendered(DecisionsAndLimits(decisions=(replace(MADE, status=status),)))
            assert line.startswith(f"{HEAD} {MADE.proposal.action} {MADE.proposal.symbol} ")
            assert line.endswith(f": {status}")

    def test_time_is_over_then_it_is_expired_though_no_sweeper_has_noted_it(self) -> None:
        (line,) = rendered(DecisionsAndLimits(decisions=(MADE,)), after=timedelta(days=1))
        assert line.endswith(": expired")

    def test_none_or_many_then_the_newest_in_order(self) -> None:
        assert rendered(DecisionsAndLimits()) == []
        made = [replace(MADE, proposal=replace(MADE.proposal, symbol=f"S{number}")) for number in range(9)]
        lines = rendered(DecisionsAndLimits(decisions=made))
        assert [line.split()[3] for line in lines] == [f"S{number}" for number in reversed(range(MAX_DECISIONS))]

    def test_a_share_held_again_and_again_then_once(self) -> None:
        hold = replace(MADE, proposal=replace(MADE.proposal, action=Action.HOLD, shares=Decimal(0)))
        other = replace(MADE, proposal=replace(hold.proposal, symbol="IBM"))
        lines = rendered(DecisionsAndLimits(decisions=(hold, other, MADE, hold, hold, MADE)))
        symbol = MADE.proposal.symbol
        told = [["increase", symbol]] * 2 + [["hold", "IBM:"], ["hold", f"{symbol}:"]]
        assert [line.split()[2:4] for line in lines] == told


class TestLimits:
    def test_of_the_person_who_asks(self) -> None:
        stated = [
            LimitStatement(by=by, symbols=("GOOG",), limits=Limits(max_cash=Decimal(3000)), at=MADE.created_at)
            for by in ("ann", "bob")
        ]
        assert rendered(DecisionsAndLimits(stated=stated)) == [f"{MADE.created_at:%Y-%m-%d} LIMIT at most 3000 (GOOG)"]

    def test_standing_ones_in_their_units(self) -> None:
        terms = [
            LimitTerms(measure=LimitMeasure.TRADE, value=Decimal(5), unit=LimitUnit.PERCENT, symbols=("IBM", "FB")),
            LimitTerms(measure=LimitMeasure.TOTAL, value=Decimal("2000.50"), period=LimitPeriod.WEEK),
            LimitTerms(measure=LimitMeasure.CASH, value=Decimal(10000)),
            LimitTerms(measure=LimitMeasure.POSITION, value=Decimal(0), unit=LimitUnit.SHARES, symbols=("FB",)),
            LimitTerms(measure=LimitMeasure.PREFERENCE, text="never hold\nover earnings"),
        ]
        assert [limit_terms(each) for each in terms] == [
            "trade at most 5% (IBM, FB)",
            "total at most 2000.5 per week",
            "cash at least 10000",
            "position at most 0 shares (FB)",
            "never hold over earnings",
        ]
