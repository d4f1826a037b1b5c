"""Puts right what was made for the wrong share: "no, I meant MSFT" behind an alert, or behind "put GOOG on the list".

What the latest answer has made is taken back, and made of the share that is meant.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import OWN_LIST, ObjectKind, ShownAnswer
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.alerts import ChosenAlerts, RemoveAlerts, SetAlerts
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import Unwatch, Watch
from bot.domain.conversation.turns import Turn
from bot.domain.market.instruments import InstrumentTable
from bot.domain.watching.alerts import AlertKind, AlertState, PriceAlert
from bot.domain.watching.watch_lists import key_of_list
from bot.ports import Stores, Transaction
from bot.reading.clauses.corrected_share import corrects_share
from bot.reading.follow_ups import parse_question
from bot.reading.reader import MessageReader
from bot.turns.dialogue.alert_references import conditions_of


@dataclass(frozen=True, slots=True)
class CorrectedChanges:
    """Completes messages that correct the share of an alert, or of a change of a watch list."""

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
        around = context.surroundings
        said = await read_beside(context.turn.text, lambda: parse_question(context.turn.text, around))
        if not corrects_share(said, self.instruments):
            return context
        requests = await self._requests(context, latest, NamedShares(symbols=meant.symbols))
        return context.with_requests(requests) if requests else context

    async def _requests(self, context: TurnContext, latest: ShownAnswer, meant: NamedShares) -> tuple[Request, ...]:
        kinds = {each.kind for each in latest.objects}
        async with self.stores.read(context.turn.tenant_id) as tx:
            turn = await tx.turns.get(latest.turn_id)
            if ObjectKind.WATCH_LIST in kinds:
                return await self._of_list(tx, context, latest, turn, meant)
            alerts = await tx.alerts.in_channel(turn.thread.channel) if ObjectKind.ALERT in kinds else ()
        made = [each for each in alerts if _is_made_by(each, turn) and each.symbol not in meant.symbols]
        if not made or len({each.symbol for each in made}) > 1:
            return ()
        set_again = await read_beside(turn.text, lambda: self._asked(context, turn, made, meant))
        return set_again, RemoveAlerts(ChosenAlerts(numbers=tuple(each.number for each in made)))

    def _asked(self, context: TurnContext, turn: Turn, made: Sequence[PriceAlert], meant: NamedShares) -> SetAlerts:
        """Return the request for the same alerts; one at a level counted from what was paid is counted anew."""
        asked = MessageReader(context.surroundings).read(replace(context.message_facts, text=turn.text)).request
        if isinstance(asked, SetAlerts) and asked.is_from_cost:
            return replace(asked, shares=meant)
        return SetAlerts(meant, conditions_of(made))

    async def _of_list(
        self, tx: Transaction, context: TurnContext, latest: ShownAnswer, turn: Turn, meant: NamedShares
    ) -> tuple[Request, ...]:
        is_own = any(each.kind is ObjectKind.WATCH_LIST and each.id == OWN_LIST for each in latest.objects)
        key = key_of_list(turn.thread, person_id=turn.person.id, is_own=is_own)
        listed = await tx.watch_lists.listed(key)
        added = tuple(each.symbol for each in listed if each.added_at == turn.accepted_at)
        wrong = tuple(each for each in added if each not in meant.symbols)
        if len(wrong) != 1 or len(added) != 1:
            return ()
        return Unwatch(shares=NamedShares(symbols=wrong), is_own=is_own), Watch(shares=meant, is_own=is_own)


def _is_made_by(alert: PriceAlert, turn: Turn) -> bool:
    is_armed = alert.state is AlertState.ARMED and alert.kind is not AlertKind.STOP
    return is_armed and alert.turn_id == turn.id and alert.person.id == turn.person.id
