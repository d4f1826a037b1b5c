"""ANALYZE: the figures of one or more instruments, what speaks for and against, and how sure we are."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from bot.context.portfolio import MarketView, PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.messages import Answer, Block, Paragraph
from bot.domain.market.features import Features, compute_features
from bot.domain.market.snapshot import NewsItem, market_date
from bot.domain.models.prose import ProseKind
from bot.engines.rules.analysis import analyse
from bot.engines.rules.proposal import ENGINE
from bot.ports import Progress
from bot.presentation import problems
from bot.presentation.cards import DecisionCards
from bot.presentation.commentary import Commentary
from bot.presentation.metrics import Metrics
from bot.trading.market_clock import MarketClock
from bot.turns.instrument_resolver import InstrumentResolver

_TITLE = 200  # characters of a headline that a model is told


@dataclass(frozen=True, slots=True)
class AnalyzeHandler:
    """Handler of ANALYZE."""

    desk: PortfolioService
    market_clock: MarketClock
    which: InstrumentResolver
    figures: Metrics
    cards: DecisionCards
    progress: Progress
    commentary: Commentary | None = None  # None: no model adds words

    async def __call__(self, asked: TurnContext) -> TurnResult:
        """Return the analysis. Raises: UnknownSymbolError and other MarketDataError."""
        symbols = self.which.resolve(asked)
        if not symbols:
            return self.which.ask_which(asked)
        if problem := problems.date_problems(self.cards.say, asked):
            return TurnResult(answer=Answer(blocks=(Paragraph(problem),), symbols=symbols), state=asked.state)
        names = self.cards.say.say(asked.language, "list-separator").join(symbols)
        await self.progress.show_step(
            asked.turn, self.cards.say.say(asked.language, "step-reading", symbols=names), language=asked.language
        )
        view = await self._view(asked)
        snapshots, faults = await view.snapshots(symbols)
        blocks: list[Block] = []
        known = [compute_features(snapshot) for snapshot in snapshots]
        for each in known:
            blocks += self._one(asked, each)
        blocks.extend(Paragraph(note) for note in (*self._about_date(asked, view), *self.which.notes(asked, faults)))
        symbols = tuple(snapshot.quote.symbol for snapshot in snapshots)
        answer = Answer(blocks=tuple(blocks), symbols=symbols, engine=ENGINE if snapshots else None)
        return await self._commented(asked, TurnResult(answer=answer, focus=symbols), known)

    async def _commented(self, asked: TurnContext, outcome: TurnResult, known: Iterable[Features]) -> TurnResult:
        """Add a model's comment, which is told of the latest headlines too."""
        if self.commentary is None or not outcome.answer.symbols:
            return outcome
        news = {each.symbol: [_headline(item) for item in each.news] for each in known if each.news}
        return await self.commentary.add_comment(asked, ProseKind.ANALYSIS, outcome, more={"news": news})

    async def _view(self, asked: TurnContext) -> MarketView:
        """Look as of the date that was named, else as of now."""
        view = await self.desk.market_view(asked.account)
        day = _past_day(asked)
        return view if day is None else replace(view, as_of=self.market_clock.close_of(day, now=asked.market_time))

    def _about_date(self, asked: TurnContext, view: MarketView) -> tuple[str, ...]:
        """Say as of when this is, where that is not what goes without saying."""
        if _past_day(asked) is not None and view.as_of is not None:
            return (self.cards.say.say(asked.language, "analysis-of-past", date=market_date(view.as_of)),)
        if len(set(asked.entities.dates)) > 1:
            return (self.cards.say.say(asked.language, "analysis-not-of-span"),)
        return ()

    def _one(self, asked: TurnContext, known: Features) -> tuple[Block, ...]:
        language = asked.language
        view = analyse(known)
        conclusion = self.cards.say.coded(
            language,
            "view" if self.commentary is None else "view-by-rules",  # no word of a model that was not asked
            view.view,
            symbol=known.symbol,
            confidence=view.confidence * 100,
        )
        return (
            Paragraph(self.figures.headline(language, known)),
            self.figures.table(language, known),
            *self.figures.sources(language, known),
            *self.cards.arguments(language, (*view.speaks_for, *view.speaks_against, *view.notes)),
            Paragraph(conclusion),
        )


def _headline(item: NewsItem) -> dict[str, str]:
    """A headline as data: on one line, and bounded."""
    title, source = (" ".join(text.split())[:_TITLE] for text in (item.title, item.source))
    return {"date": market_date(item.published).isoformat(), "title": title, "source": source}


def _past_day(asked: TurnContext) -> date | None:
    """The one day that was named, unless that is today."""
    days = set(asked.entities.dates) - {asked.today}
    return next(iter(days)) if len(days) == 1 and len(set(asked.entities.dates)) == 1 else None
