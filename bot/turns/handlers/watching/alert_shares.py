"""Finds what an alert leaves open: the share of one that names a level alone, and the price of a level with a name."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import with_shares
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.suppositions import NamedLevel
from bot.domain.conversation.requests.watching import SetAlerts
from bot.domain.figures.measures import Measure
from bot.domain.market.features import compute_features
from bot.domain.market.snapshot import Quote
from bot.domain.watching.alert_requests import AlertCondition, Direction
from bot.presentation.guesses import GuessPresenter
from bot.presentation.questions.figure_values import FigureValues
from bot.presentation.watching.alerts import AlertPresenter
from bot.reading.pointers import pointers_in
from bot.trading.account.stakes import StakeLoader
from bot.trading.figures.claims import NamedLevels

_NEAR: Final = Decimal("0.3")  # of the price: an alert is seldom set further away
_ANSWERS: Final = 3  # of which a share may still be talked of


@dataclass(frozen=True, slots=True)
class AlertShares:
    """Finds such shares, and asks which is meant."""

    portfolio: PortfolioService
    presenter: AlertPresenter

    async def find(self, context: TurnContext, request: SetAlerts, latest: tuple[str, ...]) -> tuple[str, ...]:
        """Return the one share whose price is near the levels, or the latest; several: which is meant is to be asked.

        `latest`: the shares that the message names, or the one talked of last.
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


@dataclass(frozen=True, slots=True)
class AlertLevels:
    """Finds such levels, and says what they are."""

    stakes: StakeLoader
    presenter: AlertPresenter

    async def condition(
        self, context: TurnContext, level: NamedLevel, direction: Direction, symbol: str
    ) -> tuple[tuple[AlertCondition, ...], tuple[Block, ...]]:
        """Return the condition at the price that a level has now, and what that is; no condition: there is no such."""
        is_of_account = level.measure in {Measure.COST, Measure.STOP}
        find = self._of_account if is_of_account else self._of_share
        price, figure = await find(context, level, symbol)
        if price is None or price <= 0:
            message_id = "alert-no-cost" if level.measure is Measure.COST else "alert-no-level"
            return (), self.presenter.paragraph(context.locale, message_id, symbol=symbol, level=level.words)
        how = self.presenter.paragraph(context.locale, "alert-level", symbol=symbol, figure=figure)
        return (AlertCondition(direction, price),), how

    async def _of_account(self, context: TurnContext, level: NamedLevel, symbol: str) -> tuple[Decimal | None, str]:
        if level.measure is Measure.COST:
            price = next((each.average_cost for each in context.positions if each.symbol == symbol), None)
        else:
            pending = next((each for each in context.own_pending if each.proposal.symbol == symbol), None)
            who = context.turn.tenant_id, context.account, context.positions
            price = (await self.stakes.load(*who, symbol, pending)).stop
        values = FigureValues(self.presenter.texts)
        price = None if price is None else round(price, 2)
        shown = "" if price is None else self.presenter.usd(context.locale, price)
        return price, f"{values.name(context.locale, level.measure)} {shown}"

    async def _of_share(self, context: TurnContext, level: NamedLevel, symbol: str) -> tuple[Decimal | None, str]:
        view = await self.stakes.portfolio.market_view(context.account)
        share = await NamedLevels(view, context.today, context.positions).figure(level, symbol)
        features, values = compute_features(share.snapshot), FigureValues(self.presenter.texts)
        figure = values.shown(context.locale, level.measure, share.first, features, level.when)
        return None if share.first.value is None else round(share.first.value, 2), figure
