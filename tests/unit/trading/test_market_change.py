from datetime import datetime

import pytest

from adapters.market.sample import DEFAULT_NOW, SampleMarket
from bot.context.portfolio import MarketView
from bot.domain.market.features import compute_features
from bot.domain.market.snapshot import Snapshot
from bot.errors import MarketSourceError
from bot.trading.figures.claims import read_market


class _WorldMarket(SampleMarket):
    """A market of which not all symbols are known, with a fund on an index."""

    def symbols(self) -> None:  # type: ignore[override]
        return None

    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        return await super().snapshot({"SPY": "IBM"}.get(symbol, symbol), as_of=as_of)


class _SilentMarket(_WorldMarket):
    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        raise MarketSourceError(symbol=symbol, why=str(as_of))


def view(market: SampleMarket) -> MarketView:
    return MarketView(market_time=DEFAULT_NOW, as_of=DEFAULT_NOW, market=market)


async def test_without_an_index_it_is_the_average_of_all_shares() -> None:
    market = SampleMarket()
    found = (await read_market(view(market))).change
    each = [compute_features(await market.snapshot(symbol)) for symbol in ("AAPL", "FB", "GOOG", "IBM", "MSFT")]
    assert found is not None
    assert found.change_20 == pytest.approx(sum(known.change_20 or 0 for known in each) / 5)
    assert (found.source, found.as_of) == ("sample", DEFAULT_NOW)


async def test_with_an_index_fund_it_is_the_funds() -> None:
    found = (await read_market(view(_WorldMarket()))).change
    ibm = compute_features(await SampleMarket().snapshot("IBM"))
    assert found is not None
    assert (found.name, found.change_120) == ("SPY, a fund on the S&P 500", ibm.change_120)


async def test_a_source_that_does_not_answer_leaves_it_out() -> None:
    assert (await read_market(view(_SilentMarket()))).change is None
