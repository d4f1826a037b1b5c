"""Limits that are everybody's by what was said before: "also at most 20 %", "that one is for the whole team"."""

from dataclasses import dataclass

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.limits import AddLimits, StateLimits
from bot.domain.trading.trading_limits import LimitScope, LimitTerms
from bot.ports import Stores
from bot.reading.assembly.limit_words import names_team, offered
from bot.reading.parses import Kind
from bot.reading.quantities.quantity import find_quantities
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import starts_with
from bot.trading.limits.limit_book import LimitBook


@dataclass(frozen=True, slots=True)
class LimitsOfTeam:
    """Finds such limits; they are offered with buttons."""

    stores: Stores
    limits: LimitBook

    async def find(self, context: TurnContext) -> Request | None:
        """Return the limits; None: the message speaks of none. Raises: StoreUnavailableError."""
        text, request = context.plain_text, context.request
        if isinstance(request, StateLimits):
            is_further = bool(request.terms) and starts_with(text, "clauses", "additions", "words")
            return offered(request) if is_further and await self._is_behind_rule(context) else None
        is_for_all = await read_beside(text, lambda: _is_for_all(context))
        terms = await self._shown(context) if is_for_all else ()
        return offered(StateLimits(terms)) if terms else None

    async def _is_behind_rule(self, context: TurnContext) -> bool:
        """Return whether the latest answer to the person notes or offers a limit of the channel."""
        latest = next(iter(context.dialogue.answers_to(context.turn.person.id)), None)
        if latest is None:
            return False
        async with self.stores.read(context.turn.tenant_id) as tx:
            answer = await tx.replies.answer_to(latest.turn_id)
        offers = (each for each in (answer.guesses if answer else ()) if isinstance(each, AddLimits))
        scopes = {term.scope for each in offers for term in each.terms}
        shown = {each.id for each in latest.objects if each.kind is ObjectKind.LIMIT}
        in_force = await self.limits.in_force(context)
        scopes |= {each.terms.scope for each in in_force if str(each.limit.id) in shown}
        return LimitScope.CHANNEL in scopes

    async def _shown(self, context: TurnContext) -> tuple[LimitTerms, ...]:
        """Return the person's own limits that the latest answer to them has noted."""
        latest = next(iter(context.dialogue.answers_to(context.turn.person.id)), None)
        objects = latest.objects if latest is not None else ()
        shown = {each.id for each in objects if each.kind is ObjectKind.LIMIT}
        own = (each for each in await self.limits.in_force(context) if each.terms.scope is LimitScope.PERSON)
        return tuple(each.terms for each in own if str(each.limit.id) in shown)


def _is_for_all(context: TurnContext) -> bool:
    """Return whether a message that names no number says that something is of several people."""
    text, instruments = context.plain_text, context.surroundings.instruments
    if any(each.value != 1 for each in find_quantities(text.lower())):  # 这一条 names none
        return False
    return names_team(trained_parser().parse_as(text, Kind.LIMIT_SET, instruments=instruments))
