"""Messages that go on from an alert: "no, 445" or "remove it" right after it was set, "snooze it" after it was told.

While a decision is pending such words mean its card, unless they name the alert. A new level right behind an alert may
mean either, and is asked back.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import Dialogue, ObjectKind
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, intent_of, is_command
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import OrderRequest
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.mentions import without_mention
from bot.domain.text.normalise import normalise
from bot.domain.watching.alert_requests import AlertAct, AlertForm, AlertRequest
from bot.domain.watching.alerts import AlertState, PriceAlert, is_at_level
from bot.language.message_reading import read_message
from bot.language.requests.alerts import alerts_asked
from bot.language.watching.alert_sequels import (
    AlertSequel,
    asks_to_change_alert,
    may_be_sequel,
    opens_change,
    read_alert_sequel,
)
from bot.ports import Stores

_HOW: Final = AlertRequest(act=AlertAct.HOW, form=AlertForm.CHANGE)
_ALERT_OR_CARD: Final = AlertRequest(act=AlertAct.HOW, form=AlertForm.CHANGE_OR_DECISION)
_QUESTIONS: Final = frozenset({Intent.ANALYZE, Intent.EXPLAIN, Intent.FOLLOWUP, Intent.REVIEW})
_SURE: Final = 0.6
_TOLD_ONLY: Final = frozenset({AlertAct.SNOOZE, AlertAct.DONE})


@dataclass(frozen=True, slots=True)
class AlertSequels:
    """Finds the alert that a message goes on from."""

    stores: Stores
    instruments: InstrumentTable

    async def complete(self, context: TurnContext) -> TurnContext:
        """Return the message as a request about the alerts it may mean; unchanged: it means none.

        Raises: StoreUnavailableError.
        """
        text = without_mention(normalise(context.turn.text))
        if not may_be_sequel(text):
            return context
        reading = read_message(text, Surroundings(self.instruments, context.today), is_command=False)
        sequel = read_alert_sequel(text, reading.chunks)
        symbols = reading.names.symbols
        if sequel is None:
            request = self._not_understood(context, text)
        elif not sequel.names_alert and _orders(context.request):
            return context  # an order: "get rid of IBM"
        elif not sequel.names_alert and context.pending:
            request = self._beside_card(context, sequel)
        else:
            request = sequel.request if sequel.request.numbers else await self._resolved(context, sequel, symbols)
        if request is None:
            return context
        return context.with_request(alerts_asked(request, NamedShares(symbols=symbols)))

    def _not_understood(self, context: TurnContext, text: str) -> AlertRequest | None:
        """Return that a message is to be told how an alert is changed; None: it may mean something else."""
        request, reading = context.request, context.reading
        if is_command(request):
            return None
        if asks_to_change_alert(text):
            return _HOW
        is_other = _is_question(reading) or reading.is_question or _orders(request)
        states_limits = any(isinstance(each, StateLimits) for each in (request, *reading.beside))
        if context.pending or is_other or states_limits or not opens_change(text):
            return None
        return _HOW if _numbers_shown(context.dialogue) else None

    def _beside_card(self, context: TurnContext, sequel: AlertSequel) -> AlertRequest | None:
        """Return that a change may mean the alert shown last as well as the pending card; None: it means the card."""
        if sequel.request.act is not AlertAct.CHANGE:
            return None
        return _ALERT_OR_CARD if _numbers_shown(context.dialogue) else None

    async def _resolved(
        self, context: TurnContext, sequel: AlertSequel, symbols: Collection[str]
    ) -> AlertRequest | None:
        """Return the request with the numbers of the alerts it may mean; None: it may mean something else."""
        request = sequel.request
        shown = _numbers_shown(context.dialogue)
        async with self.stores.read(context.turn.tenant_id) as tx:
            here = await tx.alerts.in_channel(context.turn.thread.channel, settled=shown)
        own = [each for each in here if each.is_open and each.person.id == context.turn.person.id]
        last = [each for each in here if each.number in shown]
        meant = [] if sequel.is_any_of_own else _on(last, symbols)
        if not meant and not sequel.names_alert:
            return None
        told_here = [each for each in here if each.state is AlertState.TOLD and _is_told_in(each, context)]
        meant = meant or _on(told_here if request.act in _TOLD_ONLY else own, symbols) or _on(own, symbols)
        if request.act in _TOLD_ONLY:
            told = [each for each in meant if each.state is AlertState.TOLD]
            if not told and request.act is AlertAct.DONE and not sequel.names_alert:
                return None  # "done", behind an alert that was set
            meant = told or meant
        was = request.change.was if request.change is not None else None
        meant = [each for each in meant if was is not None and is_at_level(each, was)] or meant
        numbers = tuple(dict.fromkeys(each.number for each in _open(meant)))
        return replace(request, numbers=numbers)


def _is_question(reading: Reading) -> bool:
    return intent_of(reading.request) in _QUESTIONS and reading.certainty >= _SURE


def _orders(request: Request) -> bool:
    """Return whether a message names a side of a trade."""
    return isinstance(request, OrderRequest | NotUnderstood) and request.terms.side is not None


def _numbers_shown(dialogue: Dialogue) -> frozenset[int]:
    """Return the numbers of the alerts that the latest answer shows."""
    shown = dialogue.answers[0].objects if dialogue.answers else ()
    return frozenset(int(each.id) for each in shown if each.kind is ObjectKind.ALERT)


def _is_told_in(alert: PriceAlert, context: TurnContext) -> bool:
    return alert.conversation_id == context.conversation.id


def _on(alerts: Iterable[PriceAlert], symbols: Collection[str]) -> list[PriceAlert]:
    return [each for each in alerts if not symbols or each.symbol in symbols]


def _open(alerts: Collection[PriceAlert]) -> Collection[PriceAlert]:
    """Return the open ones; if none is, all: the answer says what has become of them."""
    return [each for each in alerts if each.is_open] or alerts
