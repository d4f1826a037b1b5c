"""The price since decisions as values: read together, without a language."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal

import pytest

from bot.domain.ids import TenantId
from bot.domain.market.price_history import ActionKind, CorporateAction
from bot.domain.text.locale import Language
from bot.domain.trading.performance import HORIZON_SESSIONS
from bot.errors import MarketSourceError
from bot.ports import Stores, Transaction
from bot.trading.performance.decision_performance import DecisionPerformanceLoader, closed_sessions
from tests.fakes.core import Talk, button, sentence, text_of
from tests.fakes.core_ports import calendar


@dataclass
class CountedStores(Stores):
    inner: Stores
    opened: list[TenantId] = field(default_factory=list)

    def transaction(self, tenant_id: TenantId, *, is_durable: bool = True) -> AbstractAsyncContextManager[Transaction]:
        self.opened.append(tenant_id)
        return self.inner.transaction(tenant_id, is_durable=is_durable)

    def read(self, tenant_id: TenantId) -> AbstractAsyncContextManager[Transaction]:
        self.opened.append(tenant_id)
        return self.inner.read(tenant_id)


def loader(talk: Talk, stores: Stores | None = None) -> DecisionPerformanceLoader:
    return DecisionPerformanceLoader(stores or talk.stores, talk.core.portfolio, calendar())


async def test_several_decisions_are_read_in_one_transaction_and_returned_in_order(talk: Talk) -> None:
    proposed = await talk.proposed(text="buy 3 shares of GOOG")
    talk.market.prices["GOOG"] = Decimal("765.00")
    await talk.press("ann", button(proposed, "confirm"))
    await talk.press("ann", button(await talk.proposed(text="buy 2 shares of MSFT"), "cancel"))
    stores, decisions = CountedStores(talk.stores), tuple(talk.decisions())

    loaded = await loader(talk, stores).load(decisions[0].tenant_id, decisions)

    assert [each.decision for each in loaded] == list(decisions)
    assert [each.reference.price for each in loaded] == [Decimal("765.00"), decisions[1].proposal.price]
    assert len(stores.opened) == 1


async def test_after_the_horizon_then_assessed_at_its_close(talk: Talk) -> None:
    await talk.say("ann", "hello")
    await talk.core.market_clock.set_date(talk.account.tenant_id, date(2012, 12, 3))
    await talk.proposed(text="buy 3 shares of GOOG")
    (decision,) = talk.decisions()
    await talk.say("ann", "/advance 40")

    (loaded,) = await loader(talk).load(decision.tenant_id, (decision,))

    assert loaded.since is not None
    assert loaded.since.performance.is_settled
    assert loaded.since.sessions == HORIZON_SESSIONS
    assert loaded.since.assessed.as_of < loaded.since.latest.as_of


async def test_when_the_market_is_away_then_the_reference_price_remains(talk: Talk) -> None:
    await talk.proposed(text="buy 3 shares of GOOG")
    (decision,) = talk.decisions()
    talk.market.error = MarketSourceError()

    (loaded,) = await loader(talk).load(decision.tenant_id, (decision,))

    assert loaded.since is None
    assert loaded.reference.price == decision.proposal.price


async def test_after_a_split_then_compared_in_its_shares_before_anything_is_settled(talk: Talk) -> None:
    await talk.say("ann", "hello")
    await talk.core.market_clock.set_date(talk.account.tenant_id, date(2012, 12, 3))
    await talk.press("ann", button(await talk.proposed(text="buy 3 shares of GOOG"), "confirm"))
    (decision,) = talk.decisions()
    await talk.core.market_clock.set_date(talk.account.tenant_id, date(2012, 12, 6))
    whole = (await talk.market.quote("GOOG", as_of=talk.account.market_time)).price
    talk.market.actions = (CorporateAction("GOOG", date(2012, 12, 5), ActionKind.SPLIT, Decimal(2)),)
    talk.market.prices["GOOG"] = whole / 2

    (loaded,) = await loader(talk).load(decision.tenant_id, (decision,))

    assert loaded.since is not None
    performance = loaded.since.performance
    assert performance.price_then == loaded.reference.price / 2
    assert performance.change_percent == round((whole / loaded.reference.price - 1) * 100, 4)
    assert performance.gain == (whole - loaded.reference.price) * 3
    for language, question in ((Language.ENGLISH, "why did we buy GOOG?"), (Language.CHINESE, "为什么买了 GOOG？")):
        told = sentence("since-split", language, price=loaded.reference.price)
        assert told in text_of(await talk.say("ann", question, thread=language))


@pytest.mark.parametrize(
    ("since", "until", "sessions"),
    [
        ("2013-01-30T16:00:00-05:00", "2013-01-31T15:59:00-05:00", 0),
        ("2013-01-30T16:00:00-05:00", "2013-01-31T16:00:00-05:00", 1),
        ("2013-01-31T16:00:00-05:00", "2013-02-04T16:00:00-05:00", 2),
        ("2013-01-31T16:00:00-05:00", "2013-01-30T16:00:00-05:00", 0),
    ],
)
def test_a_session_counts_once_it_has_closed(since: str, until: str, sessions: int) -> None:
    assert closed_sessions(calendar(), datetime.fromisoformat(since), datetime.fromisoformat(until)) == sessions
