"""Puts right what was made for the wrong share: "no, I meant MSFT" behind an alert, or behind "put GOOG on the list".

What the latest answer has made is taken back, and made of the share that is meant.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import OWN_LIST, ObjectKind, ShownAnswer
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.alerts import ChosenAlerts, RemoveAlerts, SetAlerts
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import Unwatch, Watch
from bot.domain.conversation.turns import Turn
from bot.domain.market.instruments import InstrumentTable
from bot.domain.watching.alerts import AlertKind, AlertState, PriceAlert
from bot.domain.watching.watch_lists import key_of_list
from bot.ports import Stores
from bot.reading.guarded_words import names_in
from bot.reading.reader import MessageReader
from bot.reading.word_tables import phrase_list, words_of
from bot.turns.dialogue.alert_references import conditions_of


@dataclass(frozen=True, slots=True)
class CorrectedChanges:
    """Completes messages that correct the share of an alert, or of a change of a list, or want the alert on another."""

    stores: Stores
    instruments: InstrumentTable

    async def complete(self, context: TurnContext) -> TurnContext:
        """Return the message as the requests that put it right; unchanged: nothing was made for another share.

        Raises: StoreUnavailableError.
        """
        latest, meant = next(iter(context.dialogue.answers), None), context.reading.shares
        is_own = latest is not None and latest.asked_by == context.turn.person.id
        if latest is None or not (is_own and context.reading.goes_on and meant.symbols):
            return context
        if not context.reading.corrects_share:
            return await self._same(context, latest, NamedShares(symbols=meant.symbols))
        requests = await self._requests(context, latest, NamedShares(symbols=meant.symbols))
        return context.with_requests(requests) if requests else context

    async def _requests(self, context: TurnContext, latest: ShownAnswer, meant: NamedShares) -> tuple[Request, ...]:
        async with self.stores.read(context.turn.tenant_id) as tx:
            turn = await tx.turns.get(latest.turn_id)
            alerts = await tx.alerts.in_channel(turn.thread.channel)
            key = key_of_list(turn.thread, person_id=turn.person.id, is_own=_shows_own_list(latest))
            listed = await tx.watch_lists.listed(key)
        reader, said = MessageReader(context.surroundings), replace(context.message_facts, text=turn.text)
        asked = await read_beside(turn.text, lambda: reader.read(said).request)
        gone = names_in(context.turn.text, self.instruments) - set(meant.symbols)  # "Apple, not IBM"
        added = [each.symbol for each in listed if each.added_at == turn.accepted_at]
        set_by_it = [each for each in alerts if _is_set_by(each, turn)]
        if wrong := _wrong([each.symbol for each in set_by_it], gone, meant):
            return _alerts_again([each for each in set_by_it if each.symbol in wrong], asked, meant)
        if wrong := _wrong(added, gone, meant):
            off = Unwatch(shares=NamedShares(symbols=wrong), is_own=_shows_own_list(latest))
            return off, Watch(shares=meant, is_own=off.is_own)
        if isinstance(asked, SetAlerts) and not set_by_it:  # the price was there already
            return (replace(asked, shares=meant),)
        if isinstance(asked, Unwatch) and not (asked.is_all or asked.means_focus):
            return _unlisted_again(asked, meant, context.dialogue.answers[1:])
        return ()

    async def _same(self, context: TurnContext, latest: ShownAnswer, meant: NamedShares) -> TurnContext:
        """Return "and goog the same", right behind an alert, as that alert on the share; else the message unchanged."""
        if not phrase_list("clauses", "corrections", "same").is_in(words_of(context.turn.text)):
            return context
        async with self.stores.read(context.turn.tenant_id) as tx:
            turn = await tx.turns.get(latest.turn_id)
            alerts = await tx.alerts.in_channel(turn.thread.channel)
        conditions = tuple(dict.fromkeys(conditions_of(each for each in alerts if _is_set_by(each, turn))))
        return context.with_request(SetAlerts(meant, conditions)) if conditions else context


def _is_set_by(alert: PriceAlert, turn: Turn) -> bool:
    is_armed = alert.state is AlertState.ARMED and alert.kind is not AlertKind.STOP
    return is_armed and alert.turn_id == turn.id and alert.person.id == turn.person.id


def _wrong(made: Sequence[str], gone: Collection[str], meant: NamedShares) -> tuple[str, ...]:
    """Return the shares of what was made that are not meant; of several, those that the message names."""
    open_ones = dict.fromkeys(each for each in made if each not in meant.symbols)
    if gone:
        return tuple(each for each in open_ones if each in gone)
    return tuple(open_ones) if len(open_ones) == 1 else ()


def _alerts_again(wrong: Sequence[PriceAlert], asked: Request, meant: NamedShares) -> tuple[Request, ...]:
    """Return the same alerts on what is meant; at a level counted from what was paid, counted anew."""
    conditions = tuple(dict.fromkeys(conditions_of(wrong)))
    again = SetAlerts(meant, conditions)
    if isinstance(asked, SetAlerts) and asked.is_from_cost:
        again = replace(asked, shares=meant)
    return again, RemoveAlerts(ChosenAlerts(numbers=tuple(each.number for each in wrong)))


def _unlisted_again(asked: Unwatch, meant: NamedShares, before: Sequence[ShownAnswer]) -> tuple[Request, ...]:
    """Return that what is meant is taken off instead; what was on a list that was shown before comes back."""
    on_list = {s for answer in before for o in answer.objects if o.kind is ObjectKind.WATCH_LIST for s in o.symbols}
    wrong = tuple(each for each in asked.shares.symbols if each in on_list and each not in meant.symbols)
    back = (Watch(shares=NamedShares(symbols=wrong), is_own=asked.is_own),) if wrong else ()
    return (*back, replace(asked, shares=meant))


def _shows_own_list(latest: ShownAnswer) -> bool:
    return any(each.kind is ObjectKind.WATCH_LIST and each.id == OWN_LIST for each in latest.objects)
