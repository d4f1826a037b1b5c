"""Compares what somebody claims of a share with its figures, and with the headlines on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TypeAlias

from bot.context.portfolio import MarketView
from bot.domain.figures.claims import NEAREST, Claim, TopicClaim
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, OnDay, Scope, When
from bot.domain.market.features import Features, compute_features
from bot.domain.market.snapshot import NewsItem, Snapshot
from bot.domain.text.tokens import Phrase, key
from bot.engines.rules.claims import WeighedClaim, WeighedFigure, weigh_claim, weigh_figure
from bot.trading.figures.share_figures import FoundFigures, ShareFigureEvaluator


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
