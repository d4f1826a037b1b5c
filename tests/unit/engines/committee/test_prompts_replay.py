"""The committee with a model over the whole sample: no prompt tells what was not known at its session's close."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

import pytest

from adapters.market.sample import SampleMarket, is_public, session_close
from adapters.market.sample_data import read_sample_data
from bot.domain.market.features import compute_features
from bot.domain.market.snapshot import Snapshot
from tests.fakes.committees import committee, usual
from tests.fakes.decision_requests import decision_request
from tests.fakes.market import portfolio
from tests.fakes.model import FakeModel
from tests.rounds import full_rounds

DATA = read_sample_data()
SYMBOLS: Final = sorted(DATA.bars)
SPREAD: Final = 320  # sessions of one share from one to the next that is replayed in each run of the tests

_DATE: Final = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}(?![0-9])")
_USD: Final = re.compile(r"\$([0-9][0-9,]*\.[0-9]{2})(?![0-9])")


def sessions(*, every: int) -> Iterator[tuple[str, datetime]]:
    """Yield shares and closes, those of each share from another session on."""
    for number, symbol in enumerate(SYMBOLS):
        first = number * every // len(SYMBOLS)
        for bar in DATA.bars[symbol][first::every]:
            yield symbol, session_close(bar.session)


async def prompts_on(snapshot: Snapshot, number: int) -> list[str]:
    """Return all that a model is told by the committee: of an account with cash, or with shares."""
    model = FakeModel(usual)
    features = compute_features(snapshot)
    held = portfolio(shares=41, symbol=features.symbol, price=features.price) if number % 2 else portfolio()
    await committee(model).decide(decision_request(features=(features,), snapshots=(snapshot,), portfolio=held))
    return sorted(message.text for request in model.requests for message in request.messages)


async def known_then(symbol: str, at: datetime) -> Snapshot:
    """Return the snapshot from a sample in which nothing later stands."""
    cut = replace(
        DATA,
        bars={each: tuple(bar for bar in DATA.bars[each] if session_close(bar.session) <= at) for each in SYMBOLS},
        facts={each: tuple(f for f in DATA.facts.get(each, ()) if is_public(f, at)) for each in SYMBOLS},
        events={each: tuple(e for e in DATA.events.get(each, ()) if e.published <= at) for each in SYMBOLS},
    )
    return await SampleMarket(cut).snapshot(symbol, as_of=at)


def check_dates(prompts: list[str], symbol: str, at: datetime) -> None:
    """Check that no date is later; what was published by then may announce one."""
    announced = [e.title for e in DATA.events.get(symbol, ()) if e.published <= at and _DATE.search(e.title)]
    for text in prompts:
        for title in announced:
            text = text.replace(title, "")  # noqa: PLW2901 - the rest of it
        assert all(date.fromisoformat(found) <= at.date() for found in _DATE.findall(text)), text


def check_headlines(prompts: list[str], symbol: str, at: datetime) -> None:
    told = "\n".join(prompts)
    earlier = {event.title for event in DATA.events.get(symbol, ()) if event.published <= at}
    for event in DATA.events.get(symbol, ()):
        assert event.published <= at or event.title in earlier or event.title not in told


def tells_later_close(prompts: list[str], symbol: str, at: datetime) -> bool:
    """Return whether a close of the ten sessions after is told: by chance, if not by a look ahead."""
    figures = {found.replace(",", "") for found in _USD.findall("\n".join(prompts))}
    later = [bar for bar in DATA.bars[symbol] if session_close(bar.session) > at][:10]
    return any(f"{bar.close:.2f}" in figures for bar in later)


async def replay(*, every: int, always_compares: bool) -> int:
    """Check sessions; what is told must be told, too, where nothing later is known. Return how many."""
    market, count = SampleMarket(), 0
    for count, (symbol, at) in enumerate(sessions(every=every), 1):
        prompts = await prompts_on(await market.snapshot(symbol, as_of=at), count)
        check_dates(prompts, symbol, at)
        check_headlines(prompts, symbol, at)
        if always_compares or tells_later_close(prompts, symbol, at):
            assert prompts == await prompts_on(await known_then(symbol, at), count)
    return count


def test_a_spread_of_sessions_then_no_later_date_figure_or_headline_in_any_prompt() -> None:
    assert asyncio.run(replay(every=SPREAD, always_compares=True)) > 2 * len(SYMBOLS)


@pytest.mark.faults
def test_the_whole_sample_then_no_later_date_figure_or_headline_in_any_prompt() -> None:
    assert asyncio.run(replay(every=full_rounds(few=40, all_of_them=1), always_compares=False)) > 60


def test_a_later_figure_would_be_found() -> None:
    at = session_close(DATA.bars["AAPL"][100].session)
    with pytest.raises(AssertionError):
        check_dates([f"on {(at + timedelta(days=1)).date()}"], "AAPL", at)
    after = next(bar for bar in DATA.bars["AAPL"] if session_close(bar.session) > at)
    assert tells_later_close([f"${after.close:,.2f} a share"], "AAPL", at)
    title = next(event.title for event in DATA.events["AAPL"] if event.published > at)
    with pytest.raises(AssertionError):
        check_headlines([title], "AAPL", at)
