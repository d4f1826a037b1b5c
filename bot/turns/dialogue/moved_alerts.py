"""Moves an alert to another share: "the 450 one is for Apple, not IBM", 把IBM那个450的提醒删了，换成AAPL."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.watching import (
    AskAlertForm,
    ChangeAlert,
    ChosenAlerts,
    RemoveAlerts,
    SetAlerts,
)
from bot.domain.market.instruments import InstrumentTable
from bot.domain.watching.alert_requests import AlertCondition, AlertForm, Direction, is_at_level
from bot.domain.watching.alerts import AlertKind
from bot.ports import Stores
from bot.reading.assembly.alerts import conditions_stated, level_named
from bot.reading.clauses.corrected_share import rejected_shares
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.recognisers.shares import named_shares
from bot.reading.trained.parser import trained_parser

_MAY_MOVE: Final = SetAlerts | ChangeAlert | RemoveAlerts | AskAlertForm | NotUnderstood  # as what it may be read


@dataclass(frozen=True, slots=True)
class MovedAlerts:
    """Completes messages that name the level of an alert, its share, and the one that was meant."""

    stores: Stores
    instruments: InstrumentTable

    async def complete(self, context: TurnContext) -> TurnContext:
        """Return the message as what moves an alert; unchanged: it moves none."""
        if not isinstance(context.request, _MAY_MOVE) or context.own_pending:
            return context
        requests = await self._moved(context, context.plain_text)
        return context.with_requests(requests) if requests else context

    async def _moved(self, context: TurnContext, text: str) -> tuple[Request, ...]:
        """Return what moves an alert to another share, where both are named with its level; empty: it moves none.

        "The one at 450 is Apple's, not IBM's": which side that is follows from the price of the other share.
        """
        parse = await read_beside(text, lambda: self._as_alert(text))
        wrong = rejected_shares(parse, self.instruments)
        (gone, meant), level = _symbols(parse, wrong, self.instruments), level_named(parse)
        if len(gone) != 1 or len(meant) != 1 or level is None:
            return ()
        async with self.stores.read(context.turn.tenant_id) as tx:
            alerts = await tx.alerts.in_channel(context.turn.thread.channel)
        own = (each for each in alerts if each.is_open and each.person.id == context.turn.person.id)
        found = [each for each in own if each.symbol == gone[0] and is_at_level(each, level)]
        start = next(each.start for each in parse.each(SlotName.SHARE) if each not in wrong)
        conditions = conditions_stated(self._as_alert(text[start:])) or (AlertCondition(Direction.EITHER, level),)
        if len(found) != 1 or found[0].kind is not AlertKind.LEVEL:
            is_of_other = isinstance(context.request, ChangeAlert | RemoveAlerts)
            return (AskAlertForm(AlertForm.CHANGE),) if is_of_other else ()
        removal = RemoveAlerts(ChosenAlerts(numbers=(found[0].number,)))
        return SetAlerts(NamedShares(symbols=meant), conditions), removal

    def _as_alert(self, text: str) -> Parse:
        return trained_parser().parse_as(text, Kind.ALERT_SET, instruments=self.instruments)


def _symbols(
    parse: Parse, wrong: Collection[Slot], instruments: InstrumentTable
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the symbols of the shares of a message that are not meant, and of the others."""
    slots = tuple(parse.each(SlotName.SHARE))
    gone = named_shares((each.text for each in slots if each in wrong), instruments).symbols
    left = named_shares((each.text for each in slots if each not in wrong), instruments).symbols
    return gone, tuple(each for each in left if each not in gone)
