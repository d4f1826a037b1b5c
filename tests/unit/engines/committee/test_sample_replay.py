"""The committee by rules over the whole sample: sessions of five shares, with nothing later than each."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cache

from adapters.market.sample import SampleMarket, session_close
from adapters.market.sample_data import read_sample_data
from bot.domain.committee.analysts import AnalystReport
from bot.domain.committee.research import Stance
from bot.domain.market.features import Features, compute_features
from bot.domain.market.snapshot import QuoteKind, Snapshot
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import Action, Reason
from bot.domain.trading.validation import find_violations
from bot.engines.committee.analysts import read_share
from bot.engines.committee.research import find_stance_changes, judge_research
from bot.engines.committee.risk import judge_risk
from bot.engines.committee.rule_agents import trade_plan
from bot.engines.rules.engine import propose_for
from tests.fakes.decision_requests import decision_request
from tests.fakes.market import portfolio

D = Decimal
COMMISSION = D("1.50")
SYMBOLS = sorted(SampleMarket().symbols())
APART = 7  # sessions, from one that is replayed to the next
EVERY = 34  # of these, of what costs more

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@cache
def replayed() -> tuple[tuple[Features, Snapshot], ...]:
    """Every seventh session of every share, as known at its close."""

    async def read() -> list[Snapshot]:
        market, data = SampleMarket(), read_sample_data()
        days = [(symbol, session_close(bar.session)) for symbol in SYMBOLS for bar in data.bars[symbol][::APART]]
        return [await market.snapshot(symbol, as_of=at) for symbol, at in days]

    return tuple((compute_features(snapshot), snapshot) for snapshot in asyncio.run(read()))


def account(features: Features, number: int) -> Portfolio:
    """Return an account with cash alone, or every second time one that holds the share."""
    if number % 2:
        return portfolio(cash=20_000, shares=41, symbol=features.symbol, price=features.price)
    return portfolio()


def reasons_of(reports: tuple[AnalystReport, ...]) -> Iterator[Reason]:
    for report in reports:
        yield from (*report.points, *report.notes)


def test_sessions_then_bounded_views_no_later_date_and_a_valid_proposal() -> None:
    stances, actions = Counter[Stance](), Counter[Action]()
    for number, (features, snapshot) in enumerate(replayed()):
        reports = read_share(features, snapshot)
        check_reports(reports, features)
        research = judge_research(reports, features)
        stances[research.stance] += 1
        assert D("0.05") <= research.conviction <= D("0.95")
        actions[checked_action(features, snapshot, reports, account(features, number))] += 1
    assert len(stances) == 3
    assert set(actions) >= {Action.INCREASE, Action.DECREASE, Action.HOLD}


def check_reports(reports: tuple[AnalystReport, ...], features: Features) -> None:
    for report in reports:
        assert (report.trade_date, report.as_of) == (features.session, features.as_of)
        assert report.lean is None or -1 <= report.lean <= 1
        weights = [point.weight for point in report.points]
        assert abs(sum(weights) - (report.lean or 0)) < 1e-3
        assert weights == sorted(weights, key=abs, reverse=True)
    for reason in reasons_of(reports):
        dates = [each for name, words in reason.words.items() if name != "title" for each in _DATE.findall(words)]
        assert all(date.fromisoformat(each) <= features.session for each in dates)


def checked_action(
    features: Features, snapshot: Snapshot, reports: tuple[AnalystReport, ...], held: Portfolio
) -> Action:
    """Check that what is proposed is valid, and what is told of its risk is of its size; return what it does."""
    request = decision_request(portfolio=held, commission=COMMISSION)
    research = judge_research(reports, features)
    risk = judge_risk(request, features, snapshot, research)
    proposal = propose_for(request, features, plan=trade_plan(reports, research, risk))
    assert find_violations(proposal, portfolio=held, commission=COMMISSION) == ()
    case = risk.case
    assert (case is None) == (proposal.action is Action.HOLD)
    if case is not None:
        assert (proposal.shares, abs(proposal.cash_change)) == (case.shares, case.amount)
        assert case.cash_after == held.account.cash - proposal.cash_change - COMMISSION
        assert proposal.stop_price == risk.stop_price
    return proposal.action


def test_a_move_that_is_told_changes_the_stance_and_no_smaller_one_does() -> None:
    told = 0
    for features, snapshot in replayed()[EVERY - 1 :: EVERY]:
        before = judge_research(read_share(features, snapshot), features).stance
        for change in find_stance_changes(snapshot, read_share):
            told += 1
            after = {size: stance_after(features, snapshot, size) for size in moves_up_to(change.percent)}
            assert after.pop(change.percent) is change.stance is not before
            assert set(after.values()) <= {before}
            assert change.price == (features.price * (100 + change.percent) / 100).quantize(D("0.01"))
    assert told > 5


def moves_up_to(percent: int) -> list[int]:
    sign = 1 if percent > 0 else -1
    return [sign * size for size in range(1, abs(percent) + 1)]


def stance_after(features: Features, snapshot: Snapshot, percent: int) -> Stance:
    """Return the stance on the share after one more session, read from its bars alone."""
    price = (features.price * (100 + percent) / 100).quantize(D("0.01"))
    last = snapshot.bars[-1]
    bar = replace(
        last, open=features.price, close=price, high=max(features.price, price), low=min(features.price, price)
    )
    ratio = price / features.price
    after = compute_features(
        replace(snapshot, bars=(*snapshot.bars, bar), quote=replace(snapshot.quote, price=price, kind=QuoteKind.CLOSE))
    )
    after = replace(
        after,
        pe_ratio=features.pe_ratio * ratio if features.pe_ratio is not None else None,
        dividend_yield=features.dividend_yield / ratio if features.dividend_yield is not None else None,
    )
    return judge_research(read_share(after, snapshot), after).stance
