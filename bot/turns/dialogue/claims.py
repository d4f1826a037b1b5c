"""Messages that argue with a view just shown: which shares they mean, and whether a committee hears them."""

import logging
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import ObjectKind, ShownObject
from bot.domain.conversation.referents import views_shown
from bot.domain.conversation.requests.analysis import ArgueView
from bot.domain.conversation.requests.committee import Argue
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.conversation.turns import InputKind
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.mentions import without_mention
from bot.domain.text.normalise import normalise
from bot.ports import Stores
from bot.reading.claims.reader import ReadClaims, read_claims
from bot.turns.analyses.objections import CommitteeObjections

_MOST: Final = 3  # shares whose views are argued with at once

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ClaimsAboutViews:
    """Recognises claims about shares whose views were shown. A claim trades nothing, whatever the rules make of it."""

    stores: Stores
    instruments: InstrumentTable
    objections: CommitteeObjections

    async def resolve(self, context: TurnContext) -> TurnContext:
        """Return the message as an argument with the view; unchanged: it claims nothing, or no view was shown.

        Raises: StoreUnavailableError.
        """
        text = without_mention(normalise(context.turn.text))
        read = self._read(context, text) if context.turn.kind is InputKind.MESSAGE else None
        if read is None:
            return context
        dialogue = context.dialogue
        if dialogue.answers and dialogue.answers[0].asks is not None:
            return context  # it may be the answer: "IBM, it's cheap"
        shown = views_shown(dialogue, symbols=read.symbols, person_id=context.turn.person.id)
        symbols = read.symbols or tuple(dict.fromkeys(symbol for each in shown for symbol in each.symbols))
        if await self.objections.has_ruled(context, symbols[:1]):
            return context.with_request(Argue(text, NamedShares(symbols=symbols[:1])))
        if not shown:
            return context
        shares = NamedShares(symbols=symbols[:_MOST])
        return context.with_request(ArgueView(shares=shares, claims=read.claims, day=_day(shown[0])))

    def _read(self, context: TurnContext, text: str) -> ReadClaims | None:
        around = Surroundings(self.instruments, context.today, pending=len(context.own_pending))
        try:
            return read_claims(text, around)
        except Exception:  # noqa: BLE001  # a bug: what the rules understood counts, the log gets the traceback
            _log.exception("turn %s was not read", context.turn.id)
            return None


def _day(shown: ShownObject) -> date | None:
    """Return the earlier day that a view is of; None: the present."""
    return date.fromisoformat(shown.id) if shown.kind is ObjectKind.VIEW and shown.id else None
