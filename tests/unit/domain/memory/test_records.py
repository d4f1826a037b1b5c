"""Decisions and limits beside a summary: from their tables, as they are now."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from bot.domain.memory.compression import MAX_DECISIONS, DecisionsAndLimits, limit_terms, summary_with_records
from bot.domain.trading.decisions import Action, Decision, DecisionStatus
from bot.domain.trading.trading_limits import LimitMeasure, LimitPeriod, Limits, LimitStatement, LimitTerms, LimitUnit
from tests.fakes.console import make_decision

SAID = "2026-03-02 SAID Ann: likes banks"


def rendered(records: DecisionsAndLimits, *, by: str = "ann", after: timedelta = timedelta(minutes=1)) -> list[str]:
    text = summary_with_records(SAID, records, person_id=by, at=MADE.created_at + after)
    return text.removeprefix(SAID).strip().splitlines()


MADE = make_decision()
HEAD = f"{MADE.created_at:%Y-%m-%d} DECISION"


class TestDecisions:
    def test_status_is_that_of_now(self) -> None:
        statuses = (DecisionStatus.FILLED, DecisionStatus.CANCELLED, DecisionStatus.PROPOSED)
        for status in statuses:
            (line,) = rendered(DecisionsAndLimits(decisions=(replace(MADE, status=status),)))
            assert line.startswith(f"{HEAD} {MADE.proposal.action} {MADE.proposal.symbol} ")
            assert line.endswith(f": {status}")

    def test_time_is_over_then_it_is_expired_though_no_sweeper_has_noted_it(self) -> None:
        (line,) = rendered(DecisionsAndLimits(decisions=(MADE,)), after=timedelta(days=1))
        assert line.endswith(": expired")

    def test_many_then_the_newest_in_order(self) -> None:
        made: list[Decision] = [
            replace(MADE, proposal=replace(MADE.proposal, symbol=f"S{number}")) for number in range(9)
        ]
        lines = rendered(DecisionsAndLimits(decisions=made))
        assert [line.split()[3] for line in lines] == [f"S{number}" for number in reversed(range(MAX_DECISIONS))]

    def test_a_share_held_again_and_again_then_once(self) -> None:
        hold = replace(MADE, proposal=replace(MADE.proposal, action=Action.HOLD, shares=Decimal(0)))
        other = replace(MADE, proposal=replace(hold.proposal, symbol="IBM"))
        lines = rendered(DecisionsAndLimits(decisions=(hold, other, MADE, hold, hold, MADE)))
        assert [line.split()[2:4] for line in lines] == [
            ["increase", MADE.proposal.symbol],
            ["increase", MADE.proposal.symbol],
            ["hold", "IBM:"],
            ["hold", f"{MADE.proposal.symbol}:"],
        ]

    def test_none_then_the_summary_alone(self) -> None:
        assert rendered(DecisionsAndLimits()) == []


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
