"""Compares what somebody claims of a share with its figures and headlines; and finds levels named by what they are."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Final, TypeAlias

from bot.context.portfolio import MarketView
from bot.domain.conversation.requests.suppositions import MoveKind, NamedLevel, StatedMove
from bot.domain.figures.claims import NEAREST, Claim, TopicClaim
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, OnDay, Scope, When
from bot.domain.market.features import Features, MarketChange, average_change, compute_features
from bot.domain.market.snapshot import NewsItem, Snapshot
from bot.domain.text.tokens import Phrase, key
from bot.domain.trading.accounts import Position
from bot.engines.rules.claims import WeighedClaim, WeighedFigure, weigh_claim, weigh_figure
from bot.errors import MarketDataError
from bot.trading.figures.share_figures import FoundFigures, ShareFigureEvaluator, ShareFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedFigure:
    """A claim about a figure of one share, with that figure."""

    found: FoundFigures  # of that share alone
    weighed: WeighedClaim


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedTopic:
    """A claim that no figure measures, with the nearest there is."""

    claim: TopicClaim
    nearest: FoundFigures | None  # of that share alone; None: no figure is near it
    weighed: WeighedFigure  # the nearest of them that the rules count, else the whole view
    headline: NewsItem | None  # the latest one on it
    headlines: int  # that there are, on whatever


CheckedClaim: TypeAlias = CheckedFigure | CheckedTopic


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedShare:
    """What the claims come to for one share."""

    features: Features
    claims: tuple[CheckedClaim, ...]


@dataclass(frozen=True, slots=True)
class ClaimChecker:
    """Checks claims against what the market knows at the instant of a view."""

    view: MarketView
    today: date
    close_of: Callable[[date], datetime]  # the time of a day's close. Raises: DateOutOfRangeError

    async def check(self, claims: Sequence[Claim], symbol: str, *, words: Sequence[Sequence[str]]) -> CheckedShare:
        """Return what each claim comes to for one share.

        `words`: of each claim, the words by which headlines name its topic.

        Raises: MarketDataError.
        """
        snapshot = await self.view.snapshot(symbol)
        named = zip(claims, words, strict=True)
        checked = [await self._checked(claim, snapshot, topic_words) for claim, topic_words in named]
        return CheckedShare(features=compute_features(snapshot), claims=tuple(checked))

    async def _checked(self, claim: Claim, snapshot: Snapshot, words: Sequence[str]) -> CheckedClaim:
        if isinstance(claim, TopicClaim):
            return await self._topic(claim, snapshot, words)
        found = await self._figures(snapshot, (claim.measure,), claim.when)
        weighed = weigh_claim(claim, found.shares[0].first, compute_features(snapshot))
        return CheckedFigure(found=found, weighed=weighed)

    async def _topic(self, claim: TopicClaim, snapshot: Snapshot, words: Sequence[str]) -> CheckedTopic:
        measures, features = NEAREST.get(claim.topic, ()), compute_features(snapshot)
        weighed = [weigh_figure(measure, features) for measure in measures]
        counted = (each for each in weighed if each.weight is not None)
        phrases = [key(each) for each in words]
        return CheckedTopic(
            claim=claim,
            nearest=await self._figures(snapshot, measures) if measures else None,
            weighed=next(counted, None) or weigh_figure(None, features),
            headline=next((item for item in snapshot.news if _names(item.title, phrases)), None),
            headlines=len(snapshot.news),
        )

    async def _figures(
        self, snapshot: Snapshot, measures: tuple[Measure, ...], when: When | None = None
    ) -> FoundFigures:
        is_past = isinstance(when, OnDay) and when.day < self.today
        view = replace(self.view, as_of=self.close_of(when.day)) if isinstance(when, OnDay) and is_past else self.view
        symbol = snapshot.quote.symbol
        query = FigureQuery(measures=measures, scope=Scope.NAMED, symbols=(symbol,), when=when)
        return await ShareFigureEvaluator(view, self.today).evaluate(query, (symbol,))


def _names(title: str, phrases: Sequence[Phrase]) -> bool:
    words = key(title)
    starts = range(len(words))
    return any(words[at : at + len(phrase)] == phrase for phrase in phrases for at in starts)


@dataclass(frozen=True, slots=True)
class NamedLevels:
    """Finds levels of shares."""

    view: MarketView
    today: date
    positions: tuple[Position, ...]

    async def with_prices(self, moves: Iterable[StatedMove], symbol: str) -> tuple[StatedMove, ...]:
        """Return the moves, those to a level whose price is known as moves to that price. Raises: MarketDataError."""
        return tuple([await self._with_price(each, symbol) for each in moves])

    async def _with_price(self, move: StatedMove, symbol: str) -> StatedMove:
        price = None if move.level is None else await self._price(move.level, symbol)
        return move if price is None or price <= 0 else replace(move, kind=MoveKind.PRICE, value=price)

    async def _price(self, level: NamedLevel, symbol: str) -> Decimal | None:
        if level.measure is Measure.COST:
            return next((each.average_cost for each in self.positions if each.symbol == symbol), None)
        value = (await self.figure(level, symbol)).first.value
        return None if value is None else round(value, 2)

    async def figure(self, level: NamedLevel, symbol: str) -> ShareFigures:
        """Return the figure of a share that a level is. Raises: MarketDataError."""
        query = FigureQuery(measures=(level.measure,), scope=Scope.NAMED, symbols=(symbol,), when=level.when)
        found = await ShareFigureEvaluator(self.view, self.today).evaluate(query, (symbol,))
        return found.shares[0]


_INDEX_FUND: Final = "SPY"
_INDEX_NAME: Final = "SPY, a fund on the S&P 500"
_AVERAGE_NAME: Final = "the equal-weighted average of all shares of this market"
_SECONDS: Final = 3.0  # for which a decision waits for it


@dataclass(frozen=True, slots=True)
class MarketReading:
    """What stands for the market: an index fund, or all shares of a market that has few."""

    name: str
    shares: tuple[Snapshot, ...] = ()  # none: not known in time

    @property
    def change(self) -> MarketChange | None:
        """The average change; None: not known."""
        return average_change(self.name, [compute_features(snapshot) for snapshot in self.shares])


async def read_market(view: MarketView, *, at_hand: bool = False) -> MarketReading:
    """Return what stands for the market; with `at_hand`, only if it takes no request to a source outside."""
    symbols = view.market.symbols()
    has_index = symbols is None or _INDEX_FUND in symbols
    name, wanted = (_INDEX_NAME, [_INDEX_FUND]) if has_index else (_AVERAGE_NAME, sorted(symbols or ()))
    if at_hand and symbols is None:
        return MarketReading(name)
    try:
        async with asyncio.timeout(_SECONDS):
            snapshots, _ = await view.snapshots(wanted)
    except (MarketDataError, TimeoutError):
        return MarketReading(name)
    return MarketReading(name, snapshots)
