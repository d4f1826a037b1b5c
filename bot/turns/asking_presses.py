"""Presses below price alerts and below "Did you mean": what some of them ask for is a message of who pressed."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.calendar.alert_book import find_same_or_require_room
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import AlertAction, AlertRef, GuessRef, parse_button
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.trades import Confirm
from bot.domain.conversation.threads import IncomingMessage
from bot.domain.conversation.turns import Turn
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.domain.watching.alerts import AlertState, PriceAlert
from bot.locales import Catalogue
from bot.ports import Inbox, MarketData, Stores, TradingCalendar, Transaction
from bot.presentation.watching.alerts import AlertPresenter, AlertPress
from bot.turns.dialogue.alert_references import set_again

_DECIDE: Final = "/decide "
_DAYS_WITH_SESSION: Final = timedelta(days=14)  # in which there is always one


@dataclass(frozen=True, slots=True)
class AlertPresses:
    """Carries out presses below alerts. Anybody in the thread may decide, snooze and settle.

    All are told who did it, and whose alert it is. Who asked for it still has it: `/alerts rearm` arms one that was
    settled by anybody.
    """

    stores: Stores
    market: MarketData
    calendar: TradingCalendar
    inbox: Inbox
    presenter: AlertPresenter

    async def __call__(self, ref: AlertRef, *, turn: Turn, locale: Locale) -> TurnResult | None:
        """Carry out one press; None: there is no such alert in its conversation. Safe to run twice."""
        async with self.stores.read(turn.tenant_id) as tx:
            alert = next(iter(await tx.alerts.find_alerts([ref.alert_id])), None)
        if alert is None or alert.conversation_id != turn.conversation_id:
            return None
        if ref.action is AlertAction.REMOVE:
            removed = await self._remove(alert, turn)
            again = set_again((alert,), by=turn.person) if removed[0] is AlertPress.REMOVED else ()
            return self._said(locale, *removed).undone_by(*again)
        if ref.action is AlertAction.DECIDE:  # whatever has become of the alert: it changes nothing of it
            return await self._decide(alert, ref, turn=turn, locale=locale)
        if alert.state is not AlertState.TOLD or alert.times_told != ref.telling:
            return self._said(locale, _what_became(alert), alert, _by(alert))
        match ref.action:
            case AlertAction.SNOOZE:
                snoozed = replace(alert, state=AlertState.ARMED, armed_from=await self._next_opening(alert, turn))
                return self._said(locale, *await self._change(snoozed, AlertPress.SNOOZED, alert, turn))
            case _:
                done = replace(alert, state=AlertState.DONE)
                return self._said(locale, *await self._change(done, AlertPress.DONE, alert, turn))

    async def _decide(self, alert: PriceAlert, ref: AlertRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Ask for a decision as who pressed would by "/decide": it is a message of theirs, whose answer says so."""
        message = IncomingMessage(turn.thread, f"{ref}:{turn.person.id}", turn.person, f"{_DECIDE}{alert.symbol}")
        accepted = await self.inbox.accept_message(message)
        if accepted.is_new or accepted.turn.accepted_at >= turn.accepted_at:
            return TurnResult(answer=Answer(blocks=(), continued_by=accepted.turn.id))
        return self._said(locale, AlertPress.ASKED_BEFORE, alert, turn.person.name)

    async def _change(
        self, changed: PriceAlert, what: AlertPress, alert: PriceAlert, turn: Turn
    ) -> tuple[AlertPress, PriceAlert, str]:
        """Store a change, unless somebody was quicker, whom the answer names then."""
        changed = replace(changed, settled_by=turn.person)
        async with self.stores.transaction(turn.tenant_id) as tx:
            if changed.state is AlertState.ARMED:
                standing = await find_same_or_require_room(tx, changed, ratios={}, by=turn.person)
                if standing is not None:
                    return AlertPress.STANDING, standing, standing.person.name
            if await tx.alerts.save_alert(changed, was=alert):
                return what, changed, turn.person.name
            stored = next(iter(await tx.alerts.find_alerts([alert.id])), alert)
        return _what_became(stored), stored, _by(stored)

    async def _remove(self, alert: PriceAlert, turn: Turn) -> tuple[AlertPress, PriceAlert, str]:
        if alert.person.id != turn.person.id:
            return AlertPress.OF_OTHER, alert, alert.person.name
        if not alert.is_open:
            return _what_became(alert), alert, _by(alert)
        return await self._change(replace(alert, state=AlertState.REMOVED), AlertPress.REMOVED, alert, turn)

    async def _next_opening(self, alert: PriceAlert, turn: Turn) -> datetime:
        async with self.stores.read(turn.tenant_id) as tx:
            account = await tx.accounts.get(alert.account_id)
        now = account.market_time or await self.market.now()
        today = market_date(now)
        sessions = self.calendar.sessions(today, today + _DAYS_WITH_SESSION)
        return next(each.opens for each in sessions if each.opens > now)

    def _said(self, locale: Locale, what: AlertPress, alert: PriceAlert, by: str) -> TurnResult:
        """Return the answer: to all where something was done, else to who pressed."""
        text = self.presenter.pressed(locale, what, alert, by=by)
        is_private = what not in {AlertPress.SNOOZED, AlertPress.DONE, AlertPress.REMOVED}
        return TurnResult(answer=Answer(blocks=(Paragraph(text),), is_private=is_private))


def decision_asked_by_press(turn: Turn) -> str | None:
    """Return the share on which a press of Decide has asked for a decision by this message; None: none has."""
    is_by_press = turn.platform_id.startswith(f"{AlertAction.DECIDE}:")  # no platform's message has such an id
    return turn.text.removeprefix(_DECIDE) if is_by_press else None


def _what_became(alert: PriceAlert) -> AlertPress:
    match alert.state:
        case AlertState.DONE:
            return AlertPress.WAS_DONE if alert.settled_by else AlertPress.WAS_REMOVED
        case AlertState.REMOVED:
            return AlertPress.WAS_REMOVED
        case AlertState.ARMED if alert.settled_by is not None:
            return AlertPress.WAS_SNOOZED
        case _:
            return AlertPress.WAS_REARMED


def _by(alert: PriceAlert) -> str:
    return alert.settled_by.name if alert.settled_by else ""


_PARTS = 3  # of a button's id
_WITHIN: Final = timedelta(minutes=30)  # after which a "yes" answers no question


@dataclass(frozen=True, slots=True)
class GuessPresses:
    """Asks for what was picked: an order becomes a card, nothing more."""

    stores: Stores
    inbox: Inbox
    texts: Catalogue

    async def __call__(self, ref: GuessRef, *, turn: Turn, locale: Locale) -> TurnResult | None:
        """Carry out one press; None: no answer of its conversation has that button. Safe to run twice."""
        async with self.stores.read(turn.tenant_id) as tx:
            answer = await tx.replies.answer_to(ref.turn_id)
            asked = await tx.turns.get(ref.turn_id) if answer else None
        if answer is None or asked is None or asked.conversation_id != turn.conversation_id:
            return None
        if ref.place > len(answer.guesses):
            return None
        if ref.place == 0:
            text = self.texts.render(locale, "guess-none-pressed")
            return TurnResult(answer=Answer(blocks=(Paragraph(text),), is_private=True))
        message = IncomingMessage(turn.thread, f"{ref}:{turn.person.id}", turn.person, asked.text)
        accepted = await self.inbox.accept_message(message)
        return TurnResult(answer=Answer(blocks=(), continued_by=accepted.turn.id))

    async def of_yes(self, context: TurnContext) -> TurnResult | None:
        """Carry out a "yes" right below a question of one guess as a press of it; None: the message is none.

        It is none where a card of the person's waits, somebody else was answered or has spoken since.
        """
        turn, reading = context.turn, context.reading
        if context.request != Confirm() or context.own_pending or reading.further or reading.left_over:
            return None
        conversation = context.conversation
        async with self.stores.read(turn.tenant_id) as tx:
            shown = await tx.replies.last_shown(conversation.id)
            asked = await tx.turns.get(shown.turn_id) if shown is not None else None
            is_heard = await tx.overheard.has_anyone_spoken(conversation.id, since=conversation.last_active_at)
        if shown is None or asked is None or is_heard or asked.person.id != turn.person.id:
            return None
        if len(shown.answer.guesses) != 1 or turn.accepted_at - asked.accepted_at > _WITHIN:
            return None
        return await self(GuessRef(shown.turn_id, 1), turn=turn, locale=context.locale)


@dataclass(frozen=True, slots=True)
class PickedGuess:
    """What a press has picked."""

    request: Request
    asked: Turn  # the message that was unclear


async def picked_guess(tx: Transaction, turn: Turn) -> PickedGuess | None:
    """Return what a press has picked, of the message that it made; None: no press has made it."""
    ref = parse_button(":".join(turn.platform_id.split(":")[:_PARTS]))  # no platform's message has such an id
    answer = await tx.replies.answer_to(ref.turn_id) if isinstance(ref, GuessRef) else None
    if answer is None or not isinstance(ref, GuessRef) or not 0 < ref.place <= len(answer.guesses):
        return None
    return PickedGuess(answer.guesses[ref.place - 1], await tx.turns.get(ref.turn_id))
