"""The price alerts of a channel, as one turn sees and changes them. Safe to run again for the same turn."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final, Self

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext
from bot.domain.conversation.threads import Person
from bot.domain.ids import AlertId, derive_id
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.trading.accounts import Account
from bot.domain.watching.alert_requests import AlertCondition, Direction, bounds_for
from bot.domain.watching.alerts import (
    MOST_ALERTS_OF_PERSON,
    MOST_ALERTS_OF_WORKSPACE,
    AlertBounds,
    AlertKind,
    AlertReference,
    AlertState,
    PriceAlert,
    is_same_alert,
    rearmed,
)
from bot.errors import ConcurrentUpdateError, MarketDataError, TooManyAlertsError
from bot.ports import Stores, Transaction

_NO_SPLIT: Final = Decimal(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedAlert:
    """An alert with the latest price of its share."""

    alert: PriceAlert
    quote: Quote | None  # None: there is no price now
    bounds: AlertBounds  # for a share of today

    @classmethod
    def after_split(cls, alert: PriceAlert, quote: Quote, ratio: Decimal = _NO_SPLIT) -> Self:
        """Return an alert since which `ratio` shares have come of each."""
        return cls(alert=alert, quote=quote, bounds=alert.bounds.after_split(ratio))


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertsSet:
    """What became of a request for alerts, one for each share."""

    added: tuple[PricedAlert, ...] = ()
    standing: tuple[PricedAlert, ...] = ()  # that wait for the same already, in place of a second one
    reached: tuple[PricedAlert, ...] = ()  # that were not set, because the price is there already
    faults: tuple[MarketDataError, ...] = ()  # of shares without a price


class ChangeOutcome(StrEnum):
    """What became of a request for another level, or to arm an alert anew."""

    DONE = "done"
    REACHED = "reached"  # the price is there already: nothing is changed
    UNPRICED = "unpriced"  # there is no price now: nothing is changed
    STANDING = "standing"  # it, or another one, waits for the same: nothing is changed


@dataclass(frozen=True, slots=True)
class AlertChange:
    """What became of a request, and the alert: as it is then, the one that stands, or the one that stays."""

    outcome: ChangeOutcome
    priced: PricedAlert


@dataclass(frozen=True, slots=True)
class AlertBook:
    """Sets, lists, removes and re-arms alerts."""

    stores: Stores
    portfolio: PortfolioService

    async def add(
        self, context: TurnContext, symbols: Sequence[str], conditions: Sequence[AlertCondition]
    ) -> AlertsSet:
        """Set an alert on each share for each condition, all or none; none where the price is there or one waits.

        Raises: TooManyAlertsError: none was set. StoreUnavailableError.
        """
        quotes, faults = await self._quotes(context.account, symbols)
        wanted = [
            _alert(context, quote, bounds_for(condition, quote.price), condition)
            for quote in quotes.values()
            for condition in conditions
        ]
        alerts = [each for each in wanted if each.bounds.reached_by(quotes[each.symbol].price) is None]
        ratios = await self._ratios(context.account, context.turn.person.id, quotes)
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            added, standing = await add_within_limits(tx, alerts, ratios=ratios) if alerts else ((), ())
            for each in added:
                await _audit_set(tx, each)
        reached = [each for each in wanted if each not in alerts]
        return AlertsSet(
            added=tuple(PricedAlert.after_split(each, quotes[each.symbol]) for each in added),
            standing=tuple(
                PricedAlert.after_split(each, quotes[each.symbol], ratios.get(each.id, _NO_SPLIT)) for each in standing
            ),
            reached=tuple(PricedAlert.after_split(each, quotes[each.symbol]) for each in reached),
            faults=tuple(faults),
        )

    async def change_level(self, context: TurnContext, priced: PricedAlert, condition: AlertCondition) -> AlertChange:
        """Remove an alert and set one with another condition on the same share in its place, both or neither.

        Raises: TooManyAlertsError, StoreUnavailableError; ConcurrentUpdateError: it was told or changed meanwhile.
        """
        old, quote = priced.alert, priced.quote
        if quote is None:
            return AlertChange(ChangeOutcome.UNPRICED, priced)
        new = _alert(context, quote, bounds_for(condition, quote.price), condition)
        if new.bounds.reached_by(quote.price) is not None:
            return AlertChange(ChangeOutcome.REACHED, priced)
        ratios = await self._ratios(context.account, new.person.id, {new.symbol: quote})
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            await tx.alerts.count_armed(new.person.id)  # locks out other additions
            if (standing := _same(await tx.alerts.armed(new.account_id), new, ratios)) is not None:
                other = PricedAlert.after_split(standing, quote, ratios.get(standing.id, _NO_SPLIT))
                return AlertChange(ChangeOutcome.STANDING, other)
            await _save(tx, replace(old, state=AlertState.REMOVED), was=old)
            ((added,), _) = await add_within_limits(tx, [new], ratios=ratios)
            await tx.audit.add_entry("alert_removed", subject=old.id, by=new.person.id, facts={})
            await _audit_set(tx, added)
        return AlertChange(ChangeOutcome.DONE, PricedAlert.after_split(added, quote))

    async def in_channel(self, context: TurnContext, *, numbers: Collection[int] = ()) -> tuple[PriceAlert, ...]:
        """Return the alerts of the channel, by number: those that are open, the last settled, and settled `numbers`."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            return await tx.alerts.in_channel(context.turn.thread.channel, settled=numbers)

    async def priced(self, account: Account, alerts: Iterable[PriceAlert]) -> tuple[PricedAlert, ...]:
        """Return alerts with the latest prices; where there is none, without."""
        alerts = tuple(alerts)
        own = [each.symbol for each in alerts if each.account_id == account.id]
        quotes, _ = await self._quotes(account, dict.fromkeys(own))
        return tuple([await self._priced(account, each, quotes) for each in alerts])

    async def remove(self, context: TurnContext, alerts: Iterable[PriceAlert]) -> None:
        """Remove alerts. Raises: ConcurrentUpdateError: one was told or changed meanwhile; none was removed."""
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            for each in alerts:
                await _save(tx, replace(each, state=AlertState.REMOVED), was=each)
                await tx.audit.add_entry("alert_removed", subject=each.id, by=context.turn.person.id, facts={})

    async def rearm(self, context: TurnContext, priced: PricedAlert) -> AlertChange:
        """Arm an alert anew: one that was told or settled, or waits.

        Raises: TooManyAlertsError, StoreUnavailableError; ConcurrentUpdateError: it was told or changed meanwhile.
        """
        alert, quote = priced.alert, priced.quote
        if quote is None:
            return AlertChange(ChangeOutcome.UNPRICED, priced)
        ratio = await self._split_ratio(context.account, alert, quote)
        armed = rearmed(alert, quote, ratio=ratio, at=_armed_from(context.market_time, quote))
        if armed is None:
            return AlertChange(ChangeOutcome.REACHED, priced)
        ratios = await self._ratios(context.account, alert.person.id, {alert.symbol: quote})
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            if alert.state is not AlertState.ARMED:
                standing = await find_same_or_require_room(tx, armed, ratios=ratios, by=context.turn.person)
                if standing is not None:
                    other = PricedAlert.after_split(standing, quote, ratios.get(standing.id, _NO_SPLIT))
                    return AlertChange(ChangeOutcome.STANDING, other)
            await _save(tx, armed, was=alert)
            await tx.audit.add_entry("alert_rearmed", subject=alert.id, by=context.turn.person.id, facts={})
        return AlertChange(ChangeOutcome.DONE, PricedAlert.after_split(armed, quote))

    async def _quotes(
        self, account: Account, symbols: Iterable[str]
    ) -> tuple[Mapping[str, Quote], Sequence[MarketDataError]]:
        found = await (await self.portfolio.market_view(account)).quotes(symbols)
        quotes = {symbol: each for symbol, each in found.items() if isinstance(each, Quote)}
        return quotes, [each for each in found.values() if isinstance(each, MarketDataError)]

    async def _priced(self, account: Account, alert: PriceAlert, quotes: Mapping[str, Quote]) -> PricedAlert:
        quote = quotes.get(alert.symbol) if alert.account_id == account.id else None
        if quote is not None:
            with suppress(MarketDataError):  # the price is of no use without the splits
                return PricedAlert.after_split(alert, quote, await self._split_ratio(account, alert, quote))
        return PricedAlert(alert=alert, quote=None, bounds=alert.bounds)

    async def _ratios(self, account: Account, person_id: str, quotes: Mapping[str, Quote]) -> Mapping[AlertId, Decimal]:
        """Return the ratios of splits since the armed alerts of a person on some shares were set, where known."""
        async with self.stores.read(account.tenant_id) as tx:
            armed = await tx.alerts.armed(account.id)
        ratios: dict[AlertId, Decimal] = {}
        for each in armed:
            if each.person.id == person_id and each.symbol in quotes:
                with suppress(MarketDataError):
                    ratios[each.id] = await self._split_ratio(account, each, quotes[each.symbol])
        return ratios

    async def _split_ratio(self, account: Account, alert: PriceAlert, quote: Quote) -> Decimal:
        """Return how many shares have come of each share of the day of an alert's reference price."""
        since = market_date(alert.reference.at)
        if quote.session <= since:
            return _NO_SPLIT
        history = await self.portfolio.market.history(alert.symbol, first=since, as_of=account.market_time)
        return history.split_ratio(after=since, through=quote.session)


async def add_within_limits(
    tx: Transaction, alerts: Sequence[PriceAlert], *, ratios: Mapping[AlertId, Decimal]
) -> tuple[tuple[PriceAlert, ...], tuple[PriceAlert, ...]]:
    """Store alerts of one person; return them as stored, and those that wait for the same as others of them.

    Raises: TooManyAlertsError: none was stored.
    """
    known = {each.id for each in await tx.alerts.find_alerts([each.id for each in alerts])}
    of_person, of_workspace = await tx.alerts.count_armed(alerts[0].person.id)
    armed = await tx.alerts.armed(alerts[0].account_id)  # all of them: others are locked out
    same = {each.id: _same(armed, each, ratios) for each in alerts if each.id not in known}
    more = sum(each is None for each in same.values())
    if more:
        _require_room(of_person + more, of_workspace + more, whose="person")
    added = await tx.alerts.add_alerts([each for each in alerts if same.get(each.id) is None])
    return added, tuple(each for each in same.values() if each is not None)


async def find_same_or_require_room(
    tx: Transaction, alert: PriceAlert, *, by: Person, ratios: Mapping[AlertId, Decimal]
) -> PriceAlert | None:
    """Return what waits for the same as an alert that is to be armed again; None: nothing, and there is room for it.

    Raises: TooManyAlertsError: who asked for it has as many as are kept.
    """
    of_person, of_workspace = await tx.alerts.count_armed(alert.person.id)
    same = _same(await tx.alerts.armed(alert.account_id), alert, ratios)
    if same is None:
        _require_room(of_person + 1, of_workspace + 1, whose="person" if alert.person.id == by.id else "other")
    return same


def _same(armed: Iterable[PriceAlert], alert: PriceAlert, ratios: Mapping[AlertId, Decimal]) -> PriceAlert | None:
    same = (each for each in armed if is_same_alert(each, alert, ratio=ratios.get(each.id, _NO_SPLIT)))
    return next(same, None)


async def _audit_set(tx: Transaction, alert: PriceAlert) -> None:
    facts = {"symbol": alert.symbol, "kind": alert.kind.value, "number": str(alert.number)}
    await tx.audit.add_entry("alert_set", subject=alert.id, by=alert.person.id, facts=facts)


async def _save(tx: Transaction, alert: PriceAlert, *, was: PriceAlert) -> None:
    if not await tx.alerts.save_alert(alert, was=was):
        raise ConcurrentUpdateError(alert=alert.id)


def _require_room(of_person: int, of_workspace: int, *, whose: str) -> None:
    if of_person > MOST_ALERTS_OF_PERSON:
        raise TooManyAlertsError(most=MOST_ALERTS_OF_PERSON, whose=whose)
    if of_workspace > MOST_ALERTS_OF_WORKSPACE:
        raise TooManyAlertsError(most=MOST_ALERTS_OF_WORKSPACE, whose="workspace")


def _alert(context: TurnContext, quote: Quote, bounds: AlertBounds, condition: AlertCondition) -> PriceAlert:
    turn = context.turn
    unit = "%" if condition.is_percent else ""
    percent = -condition.value if condition.direction is Direction.BELOW else condition.value
    return PriceAlert(
        id=AlertId(derive_id(turn.id, f"alert/{quote.symbol}/{condition.direction}/{condition.value}{unit}")),
        number=0,
        conversation_id=turn.conversation_id,
        channel=turn.thread.channel,
        turn_id=turn.id,
        account_id=context.account.id,
        market=context.account.market,
        person=turn.person,
        symbol=quote.symbol,
        kind=AlertKind.MOVE if condition.is_percent else AlertKind.LEVEL,
        bounds=bounds,
        percent=percent if condition.is_percent else None,
        reference=AlertReference(price=quote.price, at=quote.as_of),
        armed_from=_armed_from(context.market_time, quote),
        asked_at=turn.accepted_at,
    )


def _armed_from(market_time: datetime, quote: Quote) -> datetime:
    """Return from when prices count: those after the price that was told."""
    return max(market_time, quote.as_of)
