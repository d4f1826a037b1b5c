"""Presents price alerts: what was set, what is armed, and what is told when a price is reached."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Button, Paragraph
from bot.domain.conversation.buttons import AlertAction, AlertRef, GuessRef
from bot.domain.conversation.replies import Answer
from bot.domain.ids import TurnId
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.text.locale import Locale
from bot.domain.watching.alert_requests import AlertCondition
from bot.domain.watching.alerts import AlertBounds, AlertKind, AlertState, FiredAlert, PriceAlert
from bot.presentation.decisions.cards import CardPresenter


class AlertPress(StrEnum):
    """What a press of a button below an alert has done; its sentence is `alert-pressed-<value>`."""

    ASKED_BEFORE = "asked_before"  # the same person has pressed Decide there before
    SNOOZED = "snoozed"
    DONE = "done"
    REMOVED = "removed"
    WAS_SNOOZED = "was_snoozed"  # nothing is done: somebody has snoozed it
    WAS_DONE = "was_done"
    WAS_REMOVED = "was_removed"
    WAS_REARMED = "was_rearmed"  # or told again since
    STANDING = "standing"  # another one waits for the same
    OF_OTHER = "of_other"  # only who asked for it removes it


_FAR: Final = 10  # times the price, or that part of it: perhaps a slip of the pen
_MOST_ASKED: Final = 5  # buttons below the question which alert is meant
_LATE_MINUTES: Final = 2  # from which on it is said


@dataclass(frozen=True, slots=True)
class AlertPresenter(CardPresenter):
    """Renders price alerts."""

    def added(self, locale: Locale, alerts: Sequence[tuple[PriceAlert, Quote]]) -> tuple[Block, ...]:
        """Say what is watched for, the price now, and how it is told."""
        if not alerts:
            return ()
        lines = self._each_at_price(locale, "alert-set", alerts)
        is_sample = alerts[0][0].market == "sample"
        how = self.say(locale, "alert-how-told-sample" if is_sample else "alert-how-told")
        far = [self.say(locale, "alert-far", number=alert.number) for alert, quote in alerts if _is_far(alert, quote)]
        if len(lines) == 1:
            return self._joined(locale, (*lines, *far, how))
        return (Bullets(self.say(locale, "alerts-set"), tuple(lines)), *self._joined(locale, (*far, how)))

    def from_cost(
        self, locale: Locale, condition: AlertCondition, at_level: AlertCondition, *, cost: Decimal, base: str
    ) -> tuple[Block, ...]:
        """Say how a level was counted from the average cost of a share; `base`: "card": from the price on its card."""
        facts = {"level": at_level.value, "percent": condition.value, "direction": condition.direction.value}
        return self.paragraph(locale, "alert-from-cost", cost=cost, base=base, **facts)

    def standing(
        self, locale: Locale, alerts: Iterable[tuple[PriceAlert, AlertBounds, Quote | None]], *, now: datetime
    ) -> tuple[Block, ...]:
        """Say which alerts wait for the same already, so that no second one was set or armed."""
        said = [
            self.say(
                locale,
                "alert-standing",
                is_snoozed=alert.is_snoozed(now),
                is_move=bool(alert.percent),
                **self._facts(locale, alert, bounds),
            )
            for alert, bounds, _ in alerts
        ]
        return self._joined(locale, said)

    def reached(self, locale: Locale, alerts: Iterable[tuple[PriceAlert, Quote]]) -> tuple[Block, ...]:
        """Say that prices are there already, so that no alert was set or armed."""
        said = self._each_at_price(locale, "alert-reached", alerts)
        return self._joined(locale, (*said, self.say(locale, "alert-reached-none"))) if said else ()

    def listed(
        self, locale: Locale, alerts: Sequence[tuple[PriceAlert, AlertBounds, Quote | None]], *, now: datetime
    ) -> tuple[Block, ...]:
        """Return the alerts of a channel, with how far the latest prices are from them."""
        if not alerts:
            return self.paragraph(locale, "alerts-none")
        lines = tuple(self.line(locale, alert, bounds, quote, now=now) for alert, bounds, quote in alerts)
        return (Bullets(self.say(locale, "alerts-heading"), lines), *self.paragraph(locale, "alerts-how"))

    def none_on(self, locale: Locale, symbols: Sequence[str], *, others: int) -> tuple[Block, ...]:
        """Say that there are alerts, and none on these shares."""
        return self.paragraph(locale, "alerts-none-on", symbols=self.texts.list_of(locale, symbols), others=others)

    def removed(self, locale: Locale, alerts: Iterable[PriceAlert]) -> tuple[Block, ...]:
        """Say which alerts were removed."""
        names = self._names(locale, alerts)
        return self.paragraph(locale, "alerts-removed", alerts=names) if names else ()

    def of_others(self, locale: Locale, alerts: Iterable[PriceAlert]) -> tuple[Block, ...]:
        """Say whose alerts only these people, or an admin, change."""
        said = [self.say(locale, "alert-of-other", number=each.number, by=each.person.name) for each in alerts]
        return self._joined(locale, said)

    def unknown(self, locale: Locale, numbers: Iterable[int]) -> tuple[Block, ...]:
        """Say that there are no alerts of these numbers."""
        return self._joined(locale, [self.say(locale, "alert-unknown", number=each) for each in numbers])

    def rearmed(self, locale: Locale, alerts: Iterable[tuple[PriceAlert, Quote]]) -> tuple[Block, ...]:
        """Say which alerts are armed again, from which price."""
        return self._joined(locale, self._each_at_price(locale, "alert-rearmed", alerts))

    def replaced(self, locale: Locale, old: PriceAlert, new: tuple[PriceAlert, Quote]) -> tuple[Block, ...]:
        """Say which alert was replaced by which one."""
        return (*self.about(locale, "alert-replaced", [old]), *self.added(locale, [new]))

    def stays(self, locale: Locale, alert: tuple[PriceAlert, Quote]) -> tuple[Block, ...]:
        """Say that the price is at the new level already, so that the alert stays as it was."""
        old, quote = alert
        return self.about(locale, "alert-stays", [old], symbol=old.symbol, **self._price(locale, quote))

    def about(
        self, locale: Locale, message_id: str, alerts: Sequence[PriceAlert], **facts: Hashable
    ) -> tuple[Block, ...]:
        """Say something of alerts, of which the first is named by its number too; nothing of none."""
        if not alerts:
            return ()
        facts |= {"is_stop": alerts[0].kind is AlertKind.STOP, "number": alerts[0].number}
        names = self._names(locale, alerts)
        return self.paragraph(locale, message_id, alert=names, alerts=names, **facts)

    def which(self, locale: Locale, alerts: Sequence[PriceAlert], *, turn_id: TurnId) -> Answer:
        """Ask which of several alerts is meant, with a button for each of the first ones."""
        picks = tuple(
            Button(str(GuessRef(turn_id, place)), self._names(locale, [each]))
            for place, each in enumerate(alerts[:_MOST_ASKED], start=1)
        )
        return Answer(blocks=self.about(locale, "alerts-which-of", alerts), buttons=picks)

    def told(self, locale: Locale, fired: FiredAlert, *, late_minutes: int = 0) -> tuple[Block, ...]:
        """Tell that the price of an alert was reached.

        `late_minutes`: since then, by the wall clock; 0 on a market with a clock of its own.
        """
        alert, late = fired.alert, ""
        title = self.say(
            locale,
            "alert-told-stop" if alert.kind is AlertKind.STOP else "alert-told",
            bound=fired.bound,
            way="below" if fired.is_below else "above",
            **self._facts(locale, alert),
        )
        if late_minutes >= _LATE_MINUTES and fired.bar is None:
            late = self.say(locale, "alert-told-late", minutes=late_minutes)
        elif late_minutes >= _LATE_MINUTES:
            late = self.say(locale, "alert-told-after-close", hours=late_minutes // 60)
        no_order = self.say(locale, "alert-told-no-order")
        return (Paragraph(self.texts.join(locale, title, self._how(locale, fired), late, no_order)),)

    def buttons(self, locale: Locale, fired: FiredAlert, *, is_one_of_several: bool = False) -> tuple[Button, ...]:
        """Return the buttons below what `told` tells; of several alerts each label has the number: "Done · 2"."""
        actions = (AlertAction.DECIDE, AlertAction.SNOOZE, AlertAction.DONE)
        refs = (AlertRef(each, fired.alert.id, fired.alert.times_told + 1) for each in actions)
        return tuple(self._button(locale, each, fired.alert, is_numbered=is_one_of_several) for each in refs)

    def removal(
        self, locale: Locale, alerts: Sequence[PriceAlert], *, is_one_of_several: bool = False
    ) -> tuple[Button, ...]:
        """Return the button that removes the one alert that was set, labelled as in `buttons`; none of several."""
        if len(alerts) != 1:
            return ()
        ref = AlertRef(AlertAction.REMOVE, alerts[0].id, 1)
        return (self._button(locale, ref, alerts[0], is_numbered=is_one_of_several),)

    def _button(self, locale: Locale, ref: AlertRef, alert: PriceAlert, *, is_numbered: bool) -> Button:
        number = f" · {alert.number}" if is_numbered else ""
        return Button(str(ref), f"{self.texts.render_code(locale, 'button', ref.action)}{number}")

    def pressed(self, locale: Locale, what: AlertPress, alert: PriceAlert, *, by: str) -> str:
        """Say what a press has done with an alert, or why it did nothing."""
        is_own = alert.settled_by is None or alert.settled_by.id == alert.person.id
        facts = {
            **self._facts(locale, alert),
            "by": by,
            "owner": alert.person.name,
            "whose": "own" if is_own else "other",
        }
        return self.texts.render_code(locale, "alert-pressed", what, **facts)

    def _how(self, locale: Locale, fired: FiredAlert) -> str:
        bar = fired.bar
        if bar is None:
            when = self.cards.short_price_time(locale, fired.at, fired.source)
            return self.say(locale, "alert-told-live", price=fired.price, when=when)
        is_opening = fired.price == bar.open and fired.price != bar.close
        return self.say(
            locale,
            "alert-told-opening" if is_opening else "alert-told-session",
            price=fired.price,
            date=bar.session,
            extreme=bar.low if fired.is_below else bar.high,
            close=bar.close,
            way="below" if fired.is_below else "above",
            source=fired.source,
        )

    def line(
        self, locale: Locale, alert: PriceAlert, bounds: AlertBounds, quote: Quote | None, *, now: datetime
    ) -> str:
        """Return one alert with its state, and how far the latest price is from it."""
        is_set_back = alert.state is AlertState.TOLD and alert.told_at is not None and alert.told_at > now
        state = "unarmed" if is_set_back else "snoozed" if alert.is_snoozed(now) else alert.state.value
        state_facts = {
            "until": alert.armed_from,
            "told": alert.told_price or Decimal(0),
            "date": market_date(alert.told_at) if alert.told_at else "",
            "settled": alert.settled_by.name if alert.settled_by else "",
        }
        distance = ""
        if alert.state is AlertState.ARMED and quote is None:
            distance = self.say(locale, "alert-unpriced")
        elif alert.state is AlertState.ARMED and quote is not None:
            percent = _distance(bounds, quote.price)
            distance = self.say(locale, "alert-distance", percent=percent, **self._price(locale, quote))
        said = self.say(locale, f"alert-state-{state}", **state_facts)
        return self.say(locale, "alert-line", state=said, distance=distance, **self._facts(locale, alert, bounds))

    def _facts(self, locale: Locale, alert: PriceAlert, bounds: AlertBounds | None = None) -> dict[str, Hashable]:
        """Return what sentences name of an alert; `bounds`: for a share of today, if not those it was set with."""
        condition = self._condition(locale, alert, bounds or alert.bounds)
        named = {"number": alert.number, "symbol": alert.symbol, "by": alert.person.name}
        return {**named, "condition": condition, "until": alert.armed_from}

    def _condition(self, locale: Locale, alert: PriceAlert, bounds: AlertBounds) -> str:
        return self.say(
            locale,
            "alert-condition",
            symbol=alert.symbol,
            way=_way(alert),
            lower=bounds.lower or Decimal(0),
            upper=bounds.upper or Decimal(0),
            percent=abs(alert.percent or Decimal(0)),
        )

    def _names(self, locale: Locale, alerts: Iterable[PriceAlert]) -> str:
        names = (self.say(locale, "alert-name", **self._facts(locale, each)) for each in alerts)
        return self.texts.list_of(locale, names, separator=self.say(locale, "alert-separator"))

    def _price(self, locale: Locale, quote: Quote) -> dict[str, Hashable]:
        when = self.cards.short_price_time(locale, quote.as_of, quote.source, delay=quote.delay)
        return {"price": quote.price, "when": when}

    def _each_at_price(self, locale: Locale, message_id: str, alerts: Iterable[tuple[PriceAlert, Quote]]) -> list[str]:
        return [
            self.say(locale, message_id, **self._facts(locale, alert), **self._price(locale, quote))
            for alert, quote in alerts
        ]

    def _joined(self, locale: Locale, sentences: Sequence[str]) -> tuple[Block, ...]:
        return (Paragraph(self.texts.join(locale, *sentences)),) if sentences else ()


def _way(alert: PriceAlert) -> str:
    lower, upper = alert.bounds.lower, alert.bounds.upper
    if alert.kind is AlertKind.MOVE:
        return "either" if lower is not None and upper is not None else "up" if lower is None else "down"
    if alert.kind is AlertKind.STOP:
        return "stop"
    return "above" if lower is None else "below"


def _distance(bounds: AlertBounds, price: Decimal) -> Decimal:
    """Return how far the price is from the nearer bound, in percent of the price."""
    return min(abs(each / price - 1) * 100 for each in (bounds.lower, bounds.upper) if each is not None)


def _is_far(alert: PriceAlert, quote: Quote) -> bool:
    levels = (each for each in (alert.bounds.lower, alert.bounds.upper) if each is not None)
    return alert.kind is AlertKind.LEVEL and any(
        each > quote.price * _FAR or each < quote.price / _FAR for each in levels
    )
