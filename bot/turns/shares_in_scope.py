"""Finds the shares that a question is of, as named, talked of, held, watched or all; and what "since then" means."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.dialogue import Dialogue, ObjectKind, ShownAnswer
from bot.domain.conversation.requests import shares_named, with_shares
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.figures.query import OverDays, Scope
from bot.domain.market.instruments import InstrumentTable
from bot.domain.watching.watch_lists import key_of_list
from bot.locales import Catalogue
from bot.ports import Stores
from bot.presentation.guesses import GuessPresenter
from bot.turns.instrument_resolver import MAX_SYMBOLS, InstrumentResolver

_TALKED_OF: Final = 5  # shares that a question is of, if it names none
_FEW: Final = 10  # shares of a market that are taken as a whole
_PAIR: Final = 2


@dataclass(frozen=True, slots=True)
class SharesInScope:
    """Finds shares."""

    stores: Stores
    portfolio: PortfolioService
    resolver: InstrumentResolver

    async def find(
        self, context: TurnContext, scope: Scope, shares: NamedShares, *, count: int | None = None, is_own: bool = False
    ) -> tuple[str, ...]:
        """Return the symbols; empty: there are none, or of the market no two.

        `shares`: those that are named; with `Scope.HELD`, of the holdings only these. `count`: with `Scope.TALKED_OF`,
        how many, those of earlier answers too; None: a few. `is_own`: with `Scope.WATCHED`, on the person's own list.

        Raises: UnusableSymbolError, UncoveredMarketError: none that is named has data. StoreUnavailableError.
        """
        match scope:
            case Scope.NAMED:
                return self.resolver.resolve(context, shares)
            case Scope.HELD:
                held = (each.symbol for each in context.positions)
                return tuple(each for each in held if not shares.symbols or each in shares.symbols)[:MAX_SYMBOLS]
            case Scope.WATCHED:
                key = key_of_list(context.turn.thread, person_id=context.turn.person.id, is_own=is_own)
                async with self.stores.read(context.turn.tenant_id) as tx:
                    return tuple(each.symbol for each in await tx.watch_lists.listed(key))[:MAX_SYMBOLS]
            case Scope.TALKED_OF:
                own = self.shown_before_others(context)
                latest = context.conversation.focus if own is None else own.symbols
                if latest and not any(map(self.resolver.instruments.covers, latest)):
                    return self.resolver.resolve(context, self.resolver.known(latest))  # raises: none has data
                earlier = (symbol for each in context.dialogue.answers for symbol in each.symbols) if count else ()
                return tuple(dict.fromkeys((*latest, *earlier)))[: count or _TALKED_OF]
        return self._of_market(context)

    def shown_before_others(self, context: TurnContext) -> ShownAnswer | None:
        """Return what the person was answered last, if others have been answered since: "it" is of that."""
        person_id = context.turn.person.id
        answers = context.dialogue.answers
        own = next((each for each in answers if each.asked_by == person_id and each.symbols), None)
        return own if own is not None and answers[0].asked_by != person_id else None

    def _of_market(self, context: TurnContext) -> tuple[str, ...]:
        """Return all shares of a small market; of another one, those that are talked of or held."""
        of_market = self.portfolio.market.symbols()
        if of_market is not None and len(of_market) <= _FEW:
            found = tuple(sorted(of_market))
        else:
            held = (each.symbol for each in context.positions)
            found = tuple(dict.fromkeys((*context.conversation.focus, *held)))[:MAX_SYMBOLS]
        return found if len(found) >= _PAIR else ()


def since_then(dialogue: Dialogue, symbols: Sequence[str], today: date) -> OverDays | None:
    """Return the days since that of the price of one of the shares that was shown last; None: none was shown."""
    shown = (each for answer in dialogue.answers for each in answer.objects if each.kind is ObjectKind.LEVEL)
    day = next((each.id for each in shown if each.id and set(each.symbols) & set(symbols)), "")
    return OverDays(date.fromisoformat(day), today, from_close=True) if day else None


def since_when(context: TurnContext, texts: Catalogue) -> TurnResult:
    """Ask for the day."""
    return TurnResult.of_text(texts.render(context.locale, "figure-since-when"))


@dataclass(frozen=True, slots=True)
class SharesWithoutData:
    """Completes the answer to a message that is only of shares without data."""

    instruments: InstrumentTable
    texts: Catalogue

    def with_focus(self, context: TurnContext, result: TurnResult) -> TurnResult:
        """Return the answer, after which "it" means what is named; of a message that names none, with an offer."""
        named = shares_named(context.request)
        named = context.reading.shares if named == NamedShares() else named
        said = named.symbols or named.unsupported or named.unknown
        if not said:
            return self._with_offer(context, result)
        return replace(result, focus=said, answer=replace(result.answer, symbols=named.symbols))

    def _with_offer(self, context: TurnContext, result: TurnResult) -> TurnResult:
        """Return the answer with a button that asks for the same of the share talked of before, if there is one."""
        shown = (symbol for each in context.dialogue.answers for symbol in each.symbols)
        older = next(filter(self.instruments.covers, shown), None)
        if older is None:
            return result
        meant = with_shares(context.request, NamedShares(symbols=(older,)))
        offer = GuessPresenter(self.texts).answer(context.locale, (meant,), turn_id=context.turn.id)
        if offer is None or shares_named(meant).symbols != (older,):
            return result
        asked = Paragraph(self.texts.render(context.locale, "share-before", symbol=older))
        answer = replace(offer, blocks=(*result.answer.blocks, asked), symbols=result.answer.symbols)
        return replace(result, answer=answer)
