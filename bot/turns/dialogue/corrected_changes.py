"""Puts right what was made for the wrong share: "no, I meant MSFT" behind an alert, or behind "put GOOG on the list".

What the latest answer has made is taken back, and made of the share that is meant.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.context.slow_reading import read_as, read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import ObjectKind, ShownAnswer
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, with_shares
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.watching import (
    AskAlertForm,
    ChangeAlert,
    ChosenAlerts,
    RemoveAlerts,
    SetAlerts,
    Unwatch,
    Watch,
)
from bot.domain.conversation.turns import Turn
from bot.domain.market.instruments import InstrumentTable
from bot.domain.watching.alert_requests import AlertCondition, AlertForm, Direction, is_at_level
from bot.domain.watching.alerts import AlertKind, AlertState, PriceAlert
from bot.ports import Stores
from bot.reading.assembly.alerts import conditions_stated, level_named
from bot.reading.clauses.corrected_share import rejected_shares
from bot.reading.clauses.splitting import joined_clauses
from bot.reading.guarded_words import names_in
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.reader import MessageReader
from bot.reading.recognisers.shares import named_shares
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import phrase_list, words_of
from bot.turns.dialogue.alert_references import conditions_of

_REMOVES: Final = frozenset({Kind.ALERT_REMOVE, Kind.WATCH_REMOVE})
_SIGNS: Final = " ,.;，。；、"
_MAY_SET: Final = SetAlerts | ChangeAlert | AskAlertForm | Analyze | NotUnderstood  # as what such a message may be read


@dataclass(frozen=True, slots=True)
class CorrectedChanges:
    """Completes messages that correct the share of an alert, or of a change of a list, or want the alert on another."""

    stores: Stores
    instruments: InstrumentTable

    async def complete(self, context: TurnContext) -> TurnContext:
        """Return the message as the requests that put it right; unchanged: nothing was made for another share."""
        latest, reading = _own_latest(context), context.reading
        if latest is None or not (reading.goes_on and reading.shares.symbols):
            return context
        correct = self._corrected if reading.corrects_share else self._same
        return await correct(context, latest, NamedShares(symbols=reading.shares.symbols))

    async def with_level(self, context: TurnContext) -> TurnContext:
        """Return a message that corrects the share and says more of what was just made, as what puts it right.

        That is the level of an alert, "no, msft, and at 25", or that the other goes, "I meant MSFT, take that off".
        """
        latest, text = _own_latest(context), context.plain_text
        kinds = {each.kind for each in latest.objects} if latest is not None else set[ObjectKind]()
        if latest is None or kinds.isdisjoint({ObjectKind.ALERT, ObjectKind.WATCH_LIST}) or context.own_pending:
            return context
        meant = await read_beside(text, lambda: self._without_other(context, text))
        if meant is not None:
            return await self._corrected(context, latest, meant)
        if ObjectKind.ALERT not in kinds or not isinstance(context.request, _MAY_SET):
            return context
        said = await read_beside(text, lambda: self._of_other_share(context, text))
        return context if said is None else await self._corrected(context, latest, *said)

    def _without_other(self, context: TurnContext, text: str) -> NamedShares | None:
        """Return the share that is meant, where the last clause asks that what was made goes; None: it says else."""
        last = next(reversed(joined_clauses(text)), None)
        if last is None or not last.start:
            return None
        asked = trained_parser().parse(last.text, context.surroundings.before, self.instruments)
        is_removal = asked.kind in _REMOVES and all(each.name is SlotName.SHARE for each in asked.slots)
        reading = self._read(context, text[: last.start].rstrip(_SIGNS)) if is_removal else None
        if reading is None or not reading.corrects_share or not reading.shares.symbols:
            return None
        is_of_meant = names_in(last.text, self.instruments) & set(reading.shares.symbols)
        return None if is_of_meant else NamedShares(symbols=reading.shares.symbols)

    def _of_other_share(self, context: TurnContext, text: str) -> tuple[NamedShares, Sequence[AlertCondition]] | None:
        """Return what corrects the share in a message, and the conditions behind it; None: it says something else."""
        parse = self._as_alert(text)
        end = max((each.end for each in parse.each(SlotName.SHARE)), default=0)
        conditions = conditions_stated(parse)
        if conditions is None or any(each.start < end for each in parse.slots if each.name is not SlotName.SHARE):
            return None
        reading = self._read(context, text[:end])
        is_other = reading.corrects_share and bool(reading.shares.symbols)
        return (NamedShares(symbols=reading.shares.symbols), conditions) if is_other else None

    async def _corrected(
        self, context: TurnContext, latest: ShownAnswer, meant: NamedShares, conditions: Sequence[AlertCondition] = ()
    ) -> TurnContext:
        """Return the message as what puts right what was made for another share; unchanged: nothing was.

        `conditions`: of the alert that is meant; empty: those of the one that was set.
        """
        async with self.stores.read(context.turn.tenant_id) as tx:
            turn = await tx.turns.get(latest.turn_id)
            alerts = await tx.alerts.in_channel(turn.thread.channel)
            answer = await tx.replies.answer_to(latest.turn_id)
        undo = next((o for o in (answer.undone_by if answer else ()) if isinstance(o, Watch | Unwatch)), None)
        asked = (await read_as(context, turn.text)).request
        gone = names_in(context.turn.text, self.instruments) - set(meant.symbols)  # "Apple, not IBM"
        set_by_it = [each for each in alerts if _is_set_by(each, turn)]
        requests: tuple[Request, ...] = ()
        if wrong := _wrong([each.symbol for each in set_by_it], gone, meant):
            requests = _alerts_again([each for each in set_by_it if each.symbol in wrong], asked, meant, conditions)
        elif conditions:  # of no alert that was set: one more
            return context
        elif isinstance(undo, Unwatch) and (wrong := _wrong(undo.shares.symbols, gone, meant)):
            requests = replace(undo, shares=NamedShares(symbols=wrong)), Watch(shares=meant, is_own=undo.is_own)
        elif isinstance(asked, SetAlerts) and not set_by_it:  # the price was there already
            requests = (replace(asked, shares=meant),)
        elif isinstance(asked, Unwatch) and not (asked.is_all or asked.means_focus):
            wrong = tuple(each for each in undo.shares.symbols if each not in meant.symbols) if undo else ()
            back = (replace(undo, shares=NamedShares(symbols=wrong)),) if undo and wrong else ()
            requests = (*back, replace(asked, shares=meant))
        return context.with_requests(requests) if requests else context

    async def _same(self, context: TurnContext, latest: ShownAnswer, meant: NamedShares) -> TurnContext:
        """Return "and goog the same", right behind an alert, as that alert on the share; else the message unchanged."""
        if not phrase_list("clauses", "corrections", "same").is_in(words_of(context.turn.text)):
            return context
        async with self.stores.read(context.turn.tenant_id) as tx:
            turn = await tx.turns.get(latest.turn_id)
            alerts = await tx.alerts.in_channel(turn.thread.channel)
        asked = (await read_as(context, turn.text)).request
        if isinstance(asked, SetAlerts) and asked.is_of_share:  # the level of another share is another one
            return context.with_request(replace(asked, shares=meant))
        conditions = tuple(dict.fromkeys(conditions_of(each for each in alerts if _is_set_by(each, turn))))
        return context.with_request(SetAlerts(meant, conditions)) if conditions else context

    async def with_alert_moved(self, context: TurnContext) -> TurnContext:
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

    def _read(self, context: TurnContext, text: str) -> Reading:
        return MessageReader(context.surroundings).read(replace(context.message_facts, text=text))


def _own_latest(context: TurnContext) -> ShownAnswer | None:
    latest = next(iter(context.dialogue.answers), None)
    return latest if latest is not None and latest.asked_by == context.turn.person.id else None


def _is_set_by(alert: PriceAlert, turn: Turn) -> bool:
    is_armed = alert.state is AlertState.ARMED and alert.kind is not AlertKind.STOP
    return is_armed and alert.turn_id == turn.id and alert.person.id == turn.person.id


def _wrong(made: Sequence[str], gone: Collection[str], meant: NamedShares) -> tuple[str, ...]:
    """Return the shares of what was made that are not meant; of several, those that the message names."""
    open_ones = dict.fromkeys(each for each in made if each not in meant.symbols)
    if gone:
        return tuple(each for each in open_ones if each in gone)
    return tuple(open_ones) if len(open_ones) == 1 else ()


def _alerts_again(
    wrong: Sequence[PriceAlert], asked: Request, meant: NamedShares, stated: Sequence[AlertCondition]
) -> tuple[Request, ...]:
    """Return the same alerts on what is meant, or as stated; at a level that is one of the share, counted anew."""
    conditions = tuple(stated) or tuple(dict.fromkeys(conditions_of(wrong)))
    is_of_share = isinstance(asked, SetAlerts) and asked.is_of_share and not stated
    again = with_shares(asked, meant) if is_of_share else SetAlerts(meant, conditions)
    return again, RemoveAlerts(ChosenAlerts(numbers=tuple(each.number for each in wrong)))


_MAY_MOVE: Final = SetAlerts | ChangeAlert | RemoveAlerts | AskAlertForm | NotUnderstood  # as what it may be read


def _symbols(
    parse: Parse, wrong: Collection[Slot], instruments: InstrumentTable
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    slots = tuple(parse.each(SlotName.SHARE))
    gone = named_shares((each.text for each in slots if each in wrong), instruments).symbols
    left = named_shares((each.text for each in slots if each not in wrong), instruments).symbols
    return gone, tuple(each for each in left if each not in gone)
