"""ANALYZE: figures of one or more instruments, arguments for and against, and a view with its confidence."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.context.portfolio import MarketView, PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.dialogue import views_of
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.understanding import AskedFigure, ComparedShares, Comparison
from bot.domain.market.features import Features, compute_features
from bot.domain.market.snapshot import market_date
from bot.domain.models.prose import ProseKind
from bot.engines.rules.proposal import RULES
from bot.ports import Progress
from bot.presentation import problems
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.questions.comparison import MAX_COMPARED, ComparisonPresenter
from bot.presentation.questions.figure_line import FigureLine
from bot.presentation.questions.instrument_metrics import InstrumentMetrics
from bot.trading.market_clock import MarketClock
from bot.turns.analysis_facts import analysis_facts
from bot.turns.commentary import Commentary
from bot.turns.compared_shares import compared_shares
from bot.turns.instrument_resolver import InstrumentResolver

_FIGURES_OF = 5  # shares
_ARGUMENTS = 3  # for a share, and against it, that are shown first
_ARGUMENTS_BESIDE_MORE = 2


@dataclass(frozen=True, slots=True)
class AnalyzeHandler:
    """Handler of ANALYZE."""

    portfolio: PortfolioService
    market_clock: MarketClock
    resolver: InstrumentResolver
    metrics: InstrumentMetrics
    cards: DecisionCards
    progress: Progress
    commentary: Commentary | None = None  # None: no model adds words

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the analysis. Raises: UnknownSymbolError and other MarketDataError."""
        symbols = self._symbols(context)
        if not symbols:
            return self._ask_which(context)
        if problem := problems.date_problems(self.cards.texts, context.locale, context.entities.problems):
            return TurnResult(answer=Answer(blocks=(Paragraph(problem),), symbols=symbols), state=context.state)
        if AskedFigure.CHANGE_SPAN in context.understanding.figures:
            return await self._changes(context, symbols)
        await self._show_progress(context, symbols)
        market_view = await self._market_view(context)
        snapshots, faults = await market_view.snapshots(symbols)
        features = [compute_features(snapshot) for snapshot in snapshots]
        if (figures := context.understanding.figures) or context.understanding.unknown_figures:
            return self._figures(context, features, figures, notes=self.resolver.unresolved_notes(context, faults))
        has_model = self.commentary is not None
        is_brief = has_model or context.understanding.compares  # beside a comment, or why there is no comparison
        count = _ARGUMENTS_BESIDE_MORE if is_brief else _ARGUMENTS
        symbols = tuple(each.symbol for each in features)
        notes = (
            *(await self._changes_of_span(context, market_view, symbols)),
            *self._past_note(context, market_view),
            *self.resolver.unresolved_notes(context, faults),
        )
        answer = Answer(
            blocks=self._in_order(
                context,
                [self.metrics.card(context.locale, each, arguments=count) for each in features],
                [Paragraph(note) for note in notes],
            ),
            details=tuple(
                block for each in features for block in self.metrics.details(context.locale, each, has_model=has_model)
            ),
            symbols=symbols,
            engine=RULES if symbols else None,
            shows=views_of(symbols, _past_day(context)),
        )
        if (comparison := context.understanding.comparison) is not None and len(features) > 1:
            answer = self._comparison(context, answer, features, comparison)
        return await self._add_comment(context, TurnResult(answer=answer, focus=symbols), features)

    def _ask_which(self, context: TurnContext) -> TurnResult:
        comparison = context.understanding.comparison
        if comparison is None:
            return self.resolver.ask_which(context)
        is_of_held = comparison.shares is ComparedShares.HELD
        text = self.cards.texts.render(context.locale, "compare-nothing-held" if is_of_held else "compare-name-shares")
        return TurnResult(answer=Answer(blocks=(Paragraph(text),), has_question=not is_of_held))

    def _symbols(self, context: TurnContext) -> tuple[str, ...]:
        """Return the shares to answer about; one that is to be compared stands beside the one talked of."""
        comparison = context.understanding.comparison
        if comparison is not None and comparison.shares is not ComparedShares.NAMED:
            return compared_shares(context, comparison.shares, self.portfolio.market.symbols())
        symbols = self.resolver.resolve(context)
        if _asks_for_figures(context) and not context.entities.symbols:
            symbols = context.conversation.focus[:_FIGURES_OF]  # of all that the talk was of: none is chosen
        if comparison is None or comparison.with_market:
            return symbols
        talked_of, e = context.conversation.focus[:1], context.entities
        names_another = len(e.symbols) > 1 or bool(e.unknown_symbols or e.unsupported)
        return (*talked_of, *symbols) if not names_another and talked_of != symbols else symbols

    def _in_order(self, context: TurnContext, cards: Sequence[Block], notes: Sequence[Block]) -> tuple[Block, ...]:
        """Return the notes first if they say why there is no comparison."""
        comparison = context.understanding.comparison
        if comparison is None or len(cards) > 1:
            return (*cards, *notes)
        if comparison.with_market:
            text = self.cards.texts.render(context.locale, "compare-no-market", symbol=context.symbols[0])
            return (Paragraph(text), *cards, *notes)
        return (*notes, *cards)

    def _comparison(
        self, context: TurnContext, analyses: Answer, features: Sequence[Features], comparison: Comparison
    ) -> Answer:
        """Return the verdict and one table; the analyses are its details."""
        texts, locale = self.cards.texts, context.locale
        most = MAX_COMPARED if comparison == Comparison() else None  # what is ranked needs no room beside each other
        blocks = ComparisonPresenter(texts).blocks(locale, features[:most], comparison)
        blocks = (*blocks, *(block for block in analyses.blocks if isinstance(block, Paragraph)))
        if most is not None and len(features) > most:
            blocks = (*blocks, Paragraph(texts.render(locale, "compare-too-many", most=MAX_COMPARED)))
        return replace(analyses, blocks=blocks, details=(*analyses.blocks, *analyses.details))

    def _figures(
        self,
        context: TurnContext,
        features: Sequence[Features],
        figures: Sequence[AskedFigure],
        *,
        notes: tuple[str, ...],
    ) -> TurnResult:
        """Return one line for each share with the figures that were asked for; all others are details."""
        locale, lines = context.locale, tuple(self._figure_lines(context, features, figures))
        answer = Answer(
            blocks=(Paragraph("\n".join((*lines, *notes))),),
            details=tuple(block for each in features for block in self.metrics.figures(locale, each)),
            symbols=tuple(each.symbol for each in features),
        )
        return TurnResult(answer=answer, focus=answer.symbols)

    def _figure_lines(
        self, context: TurnContext, features: Sequence[Features], figures: Sequence[AskedFigure]
    ) -> Iterator[str]:
        locale, figure_line, understood = context.locale, FigureLine(self.metrics), context.understanding
        if understood.unknown_figures:
            yield figure_line.unknown_line(locale, (each.symbol for each in features), understood.unknown_figures)
        for each in features if figures else ():
            if understood.judged is not None:
                yield figure_line.judged_line(locale, each, understood.judged)
            else:
                yield figure_line.line(locale, each, figures)

    async def _changes(self, context: TurnContext, symbols: tuple[str, ...]) -> TurnResult:
        """Return one line for each share with the change of its price over the days that were named."""
        market_view = await self.portfolio.market_view(context.account)
        changes = await self._changes_of_span(context, market_view, symbols)
        lines = (*changes, *self.resolver.unresolved_notes(context, ()))
        return TurnResult(answer=Answer(blocks=(Paragraph("\n".join(lines)),), symbols=symbols), focus=symbols)

    async def _changes_of_span(
        self, context: TurnContext, market_view: MarketView, symbols: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return a line for each share on the change of its price over the days named; none: no span was."""
        if len(set(context.entities.dates)) <= 1:
            return ()
        first, last = context.entities.dates[0], min(context.entities.dates[-1], context.today)
        line = FigureLine(self.metrics).change_line
        changes = [(each, await market_view.price_change(each, first, last)) for each in symbols]
        return tuple(line(context.locale, symbol, change, first=first, last=last) for symbol, change in changes)

    async def _show_progress(self, context: TurnContext, symbols: tuple[str, ...]) -> None:
        texts, names = self.cards.texts, self.cards.texts.list_of(context.locale, symbols)
        step = texts.render(context.locale, "step-reading", symbols=names)
        await self.progress.show_step(context.turn, step, language=context.language)

    async def _add_comment(self, context: TurnContext, result: TurnResult, features: Iterable[Features]) -> TurnResult:
        """Add a model's comment; it is told the figures by their ids, and the latest headlines."""
        if self.commentary is None or not result.answer.symbols:
            return result
        told = analysis_facts(features, self.resolver.instruments, context.locale, texts=self.cards.texts)
        return await self.commentary.add_comment(context, ProseKind.ANALYSIS, result, told=told)

    async def _market_view(self, context: TurnContext) -> MarketView:
        """Return the market as of the date that was named, else as of now."""
        market_view = await self.portfolio.market_view(context.account)
        if (day := _past_day(context)) is None:
            return market_view
        return replace(market_view, as_of=self.market_clock.close_of(day, now=context.market_time))

    def _past_note(self, context: TurnContext, market_view: MarketView) -> tuple[str, ...]:
        """Return a sentence on the date of the figures, where that is not simply today."""
        if _past_day(context) is None or market_view.as_of is None:
            return ()
        return (self.cards.texts.render(context.locale, "analysis-of-past", date=market_date(market_view.as_of)),)


def _asks_for_figures(context: TurnContext) -> bool:
    return bool(context.understanding.figures or context.understanding.unknown_figures)


def _past_day(context: TurnContext) -> date | None:
    """Return the one day that was named; None: none or several were, or it is today."""
    days = set(context.entities.dates) - {context.today}
    return next(iter(days)) if len(days) == 1 and len(set(context.entities.dates)) == 1 else None
