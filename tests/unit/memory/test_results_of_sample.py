"""Results of decisions all over the sample equal those computed apart from its file, however the clock was moved."""

import csv
import gzip
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from importlib.resources import files
from random import Random

from adapters.market.sample import session_close
from bot.domain.ids import DecisionId
from bot.domain.market.snapshot import market_date
from bot.domain.trading.actual_result import HORIZONS, SettledResult
from bot.domain.trading.decisions import Action, Decision, DecisionStatus
from bot.memory.settle_results import SettleResults
from tests.contract.store_sets import a_decision, a_proposal
from tests.fakes.core import Talk
from tests.unit.memory.test_settle_results import loader, settling

SHARES = Decimal(10)
EVERY = 5  # of the shares' sessions one is decided on, at random


@cache
def closes() -> Mapping[str, Mapping[date, Decimal]]:
    """The closes of the sample's file in cents, by symbol and session."""
    found = defaultdict[str, dict[date, Decimal]](dict)
    packed = files("adapters.market").joinpath("sample_prices.csv.gz").read_bytes()
    for row in csv.DictReader(gzip.decompress(packed).decode().splitlines()):
        price = Decimal(row["close"]).quantize(Decimal("0.01"), ROUND_HALF_UP)
        found[row["symbol"]][date.fromisoformat(row["session"])] = price
    return found


@cache
def sessions() -> list[date]:
    return sorted(closes()["IBM"])


async def hypothetical(talk: Talk, symbol: str, day: date, *, action: Action = Action.INCREASE) -> Decision:
    """A decision at the close of a session that nobody confirmed."""
    turn = next(iter(talk.memory.state.turns.values()))
    made = a_decision(turn, at=talk.clock.now(), account_id=talk.account.id, id=talk.new_id())
    proposal = a_proposal(
        symbol=symbol, action=action, price=closes()[symbol][day], price_as_of=session_close(day), shares=SHARES
    )
    decision = replace(made, proposal=proposal, status=DecisionStatus.EXPIRED)
    talk.memory.state.decisions[DecisionId(decision.id), 1] = decision
    return decision


async def hypotheticals(talk: Talk, seed: int, *, every: int = EVERY) -> list[Decision]:
    await talk.say("ann", "hello")
    draw = Random(seed)  # noqa: S311 - the same in each run
    return [
        await hypothetical(talk, symbol, day, action=draw.choice((Action.INCREASE, Action.CLOSE, Action.HOLD)))
        for symbol, of_share in closes().items()
        for day in of_share
        if not draw.randrange(every)
    ]


def expected(decision: Decision, horizon: int) -> tuple[object, ...] | None:
    """Close, change, gain, the market's change and who is not in it, computed apart; None: the sample ends before."""
    symbol, then = decision.proposal.symbol, market_date(decision.proposal.price_as_of)
    at = sessions().index(then) + horizon
    if at >= len(sessions()):
        return None
    end = sessions()[at]
    start_price, price = closes()[symbol][then], closes()[symbol][end]
    direction = {Action.INCREASE: 1, Action.HOLD: 0}.get(decision.proposal.action, -1)
    listed = [each for each in sorted(closes()) if then in closes()[each]]
    market = sum(closes()[each][end] / closes()[each][then] - 1 for each in listed) / len(listed) * 100
    return (
        session_close(end),
        price,
        round((price / start_price - 1) * 100, 4),
        (price - start_price) * SHARES * direction,
        round(market, 4),
        tuple(listed),
        tuple(each for each in sorted(closes()) if each not in listed),
    )


def measured(settled: SettledResult) -> tuple[object, ...]:
    result = settled.result
    assert result.change_between_closes == result.change_percent
    return (
        result.as_of,
        result.price,
        result.change_percent,
        result.gain,
        result.benchmark_change_percent,
        result.benchmark,
        result.left_out,
    )


async def pass_span(talk: Talk, settle: SettleResults, until: datetime) -> tuple[SettledResult, ...]:
    """Move the clock forward, and settle in the same transaction what is due by then."""
    planned = await settle.plan(talk.account, until=until)
    async with talk.stores.transaction(talk.account.tenant_id) as tx:
        await tx.accounts.set_market_time(talk.account.id, until)
        return await settle.record(tx, planned)


async def test_results_all_over_the_sample_equal_those_computed_apart(talk: Talk) -> None:
    decisions = await hypotheticals(talk, 1)
    settle = settling(talk)
    stored = await pass_span(talk, settle, session_close(sessions()[-1]))

    found = {(each.key, each.result.sessions): measured(each) for each in stored}
    wanted = {(each.key, horizon): expected(each, horizon) for each in decisions for horizon in HORIZONS}
    assert found == {key: each for key, each in wanted.items() if each is not None}
    assert len(found) > 1_500
    assert [each.at for each in stored] == sorted(each.at for each in stored)


async def test_in_spans_of_any_length_and_with_the_clock_moved_back_each_comes_once_and_never_early(talk: Talk) -> None:
    decisions = await hypotheticals(talk, 2, every=40)
    settle, draw = settling(talk), Random(3)  # noqa: S311 - likewise
    at, found = 0, dict[object, object]()
    while at < len(sessions()) - 1:
        if draw.random() < 0.2:
            at = draw.randrange(at + 1)
            async with talk.stores.transaction(talk.account.tenant_id) as tx:
                await tx.accounts.set_market_time(talk.account.id, session_close(sessions()[at]))
        else:
            at = min(at + draw.randrange(1, 120), len(sessions()) - 1)
            for each in await pass_span(talk, settle, session_close(sessions()[at])):
                assert each.at <= session_close(sessions()[at])
                assert (each.key, each.result.sessions) not in found
                found[each.key, each.result.sessions] = measured(each)
        if draw.random() < 0.1:
            await settle(talk.account.tenant_id)  # a job beside it
        now, some = session_close(sessions()[at]), tuple(draw.sample(decisions, 5))
        for shown in await loader(talk).load(talk.account.tenant_id, some):
            assert all(each.result is None or each.result.as_of <= now for each in shown.outcomes)
            assert shown.since is None or shown.since.assessed.as_of <= now

    async with talk.stores.read(talk.account.tenant_id) as tx:
        stored = await tx.actual_results.find([each.key for each in decisions])
    wanted = {(each.key, horizon): expected(each, horizon) for each in decisions for horizon in HORIZONS}
    results = {(key, each.sessions): each for key, of_key in stored.items() for each in of_key}
    assert {key: each.price for key, each in results.items()} == {
        key: each[1] for key, each in wanted.items() if each is not None
    }
    assert found.items() <= wanted.items()
