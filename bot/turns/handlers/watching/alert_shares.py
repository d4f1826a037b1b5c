"""Finds the share of an alert that names a level and no share, where several are talked of."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import with_shares
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import SetAlerts
from bot.domain.market.snapshot import Quote
from bot.presentation.guesses import GuessPresenter
from bot.presentation.watching.alerts import AlertPresenter
from bot.reading.pointers import pointers_in

_NEAR: Final = Decimal("0.3")  # of the price: an alert is seldom set further away
_ANSWERS: Final = 3  # of which a share may still be talked of


@dataclass(frozen=True, slots=True)
class AlertShares:
    """Finds such shares, and asks which is meant."""

    portfolio: PortfolioService
    presenter: AlertPresenter

    async def find(self, context: TurnContext, request: SetAlerts, latest: tuple[str, ...]) -> tuple[str, ...]:
        """Return the one share whose price is near the levels, or the latest; several: which is meant is to be asked.

        `latest`: the shares that the message names, or the one talked of last. Raises: StoreUnavailableError,
        MarketSourceError.
        """
        levels = [each.value for each in request.conditions if not each.is_percent]
        talked_of = latest if request.is_of_one else self._talked_of(context, latest)
        if not levels or len(talked_of) <= 1:
            return latest
        quotes = await (await self.portfolio.market_view(context.account)).quotes(talked_of)
        priced = ((symbol, each.price) for symbol, each in quotes.items() if isinstance(each, Quote))
        near = tuple(symbol for symbol, price in priced if all(abs(each / price - 1) <= _NEAR for each in levels))
        is_latest = not request.is_of_one and len(context.conversation.focus) <= 1 and latest[0] in near
        return latest if is_latest else near or talked_of

    def _talked_of(self, context: TurnContext, latest: tuple[str, ...]) -> tuple[str, ...]:
        """Return the shares that a message which names none may mean: "it" is the latest."""
        focus, covers = context.conversation.focus, context.surroundings.instruments.covers
        if "one" in pointers_in(context.plain_text) and len(focus) <= 1:
            return latest
        shown = (symbol for each in context.dialogue.answers[:_ANSWERS] for symbol in each.symbols)
        return tuple(filter(covers, dict.fromkeys((*latest, *focus, *shown))))

    def ask_which(self, context: TurnContext, request: SetAlerts, symbols: Sequence[str]) -> TurnResult:
        """Ask of which of several shares the alert is to be, with a button for each."""
        meant = (with_shares(request, NamedShares(symbols=(each,))) for each in symbols)
        asked = GuessPresenter(self.presenter.texts).answer(context.locale, meant, turn_id=context.turn.id)
        blocks = self.presenter.paragraph(context.locale, "alert-no-share")
        answer = Answer(blocks=blocks, has_question=True) if asked is None else replace(asked, blocks=blocks)
        return context.aside(answer)
