"""Answers `Analyze` and `Compare`: figures, arguments for and against and views, beside each other or in an order."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from bot.context.portfolio import MarketView, PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Card, Paragraph
from bot.domain.conversation.dialogue import ObjectKind, ShownObject, picked, views_of
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.analysis import AnalysisRequest, Analyze, Compare
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, OverDays, RankOrder, Scope
from bot.domain.market.features import Features, compute_features
from bot.domain.market.instruments import InstrumentTable
from bot.domain.market.snapshot import market_date
from bot.domain.models.facts import FactSheet, PromptFacts
from bot.domain.models.prose import ProseKind
from bot.domain.text.locale import Locale
from bot.engines.common.decision_input import told_facts
from bot.engines.common.prompt_facts import (
    add_company_facts,
    add_news_facts,
    add_price_facts,
    add_rules_facts,
    describe_view,
)
from bot.engines.rules.analysis import rules_view
from bot.engines.rules.proposal import RULES
from bot.locales import Catalogue
from bot.ports import Progress
from bot.presentation import problems
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.questions.comparison import MAX_COMPARED, ComparisonPresenter
from bot.presentation.questions.figure_line import FigureLine
from bot.presentation.questions.instrument_metrics import InstrumentMetrics
from bot.trading.figures.share_figures import ShareFigureEvaluator
from bot.trading.market_clock import MarketClock
from bot.turns.commentary import Commentary
from bot.turns.instrument_resolver import InstrumentResolver
from bot.turns.shares_in_scope import SharesInScope

_PAIR: Final = 2
_ARGUMENTS: Final = 3  # for a share, and against it, that are shown first
_ARGUMENTS_BESIDE_MORE: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Analyses:
    """The views of some shares."""

    features: tuple[Features, ...]
    cards: tuple[Card, ...]
    notes: tuple[Paragraph, ...]  # on the date, and on what is left out
    answer: Answer  # with all of that


@dataclass(frozen=True, slots=True)
class AnalyzeHandler:
    """Analyses shares: to answer, and for other handlers."""

    portfolio: PortfolioService
    market_clock: MarketClock
    resolver: InstrumentResolver
    metrics: InstrumentMetrics
    cards: DecisionCards
    progress: Progress
    commentary: Commentary | None = None  # None: no model adds words

    async def __call__(self, context: TurnContext, request: Analyze) -> TurnResult:
        """Return the analysis."""
        symbols = self.resolver.resolve(context, request.shares)
        if not symbols:
            return self.resolver.ask_which(context)
        if refused := self.date_refusal(context, request, symbols):
            return refused
        analyses = await self.analyse(context, request, symbols)
        return await self.commented(context, analyses, analyses.answer)

    def date_refusal(
        self, context: TurnContext, request: AnalysisRequest, symbols: tuple[str, ...]
    ) -> TurnResult | None:
        """Return why the dates that are named cannot be used; None: they can."""
        problem = problems.date_problems(self.cards.texts, context.locale, request.problems)
        if not problem:
            return None
        named = () if Problem.SHARES_UNNAMED in request.problems else symbols
        return TurnResult.of_text(problem, symbols=named, state=context.state, focus=named or None)

    async def analyse(
        self, context: TurnContext, request: AnalysisRequest, symbols: tuple[str, ...], *, is_beside_more: bool = False
    ) -> Analyses:
        """Return the views; `is_beside_more`: the answer says more than them."""
        await self._show_progress(context, symbols)
        market_view = await self._market_view(context, request)
        snapshots, faults = await market_view.snapshots(symbols)
        features = tuple(compute_features(snapshot) for snapshot in snapshots)
        found, has_model = tuple(each.symbol for each in features), self.commentary is not None
        count = _ARGUMENTS_BESIDE_MORE if has_model or is_beside_more else _ARGUMENTS
        cards = tuple(self.metrics.card(context.locale, each, arguments=count) for each in features)
        texts = (
            *(await self._changes_of_span(context, request, market_view, found)),
            *self._past_note(context, request, market_view),
            *self.resolver.unresolved_notes(context, faults, request.shares),
        )
        notes = tuple(map(Paragraph, texts))
        details = (self.metrics.details(context.locale, each, has_model=has_model) for each in features)
        answer = Answer(
            blocks=(*cards, *notes),
            details=tuple(block for blocks in details for block in blocks),
            symbols=found,
            engine=RULES if found else None,
            shows=views_of(found, _past_day(context, request)),
        )
        return Analyses(features=features, cards=cards, notes=notes, answer=answer)

    async def commented(self, context: TurnContext, analyses: Analyses, answer: Answer) -> TurnResult:
        """Return an answer with a model's comment; it is told the figures by their ids, and the latest headlines."""
        result = TurnResult(answer=answer, focus=analyses.answer.symbols)
        if self.commentary is None or not answer.symbols:
            return result
        told = _told_facts(analyses.features, self.resolver.instruments, context.locale, texts=self.cards.texts)
        return await self.commentary.add_comment(context, ProseKind.ANALYSIS, result, told=told)

    async def _changes_of_span(
        self, context: TurnContext, request: AnalysisRequest, view: MarketView, symbols: Iterable[str]
    ) -> tuple[str, ...]:
        """Return a line for each share on the change of its price over the days named; none: no span was."""
        if len(set(request.dates)) <= 1:
            return ()
        days = OverDays(request.dates[0], min(request.dates[-1], context.today))
        query = FigureQuery(measures=(Measure.CHANGE,), scope=Scope.NAMED, when=days)
        found = await ShareFigureEvaluator(view, context.today).evaluate(query, tuple(symbols))
        line = FigureLine(self.cards.texts).line
        return tuple(line(context.locale, query, each) for each in found.shares)

    async def _show_progress(self, context: TurnContext, symbols: tuple[str, ...]) -> None:
        texts, names = self.cards.texts, self.cards.texts.list_of(context.locale, symbols)
        step = texts.render(context.locale, "step-reading", symbols=names)
        await self.progress.show_step(context.turn, step, language=context.language)

    async def _market_view(self, context: TurnContext, request: AnalysisRequest) -> MarketView:
        market_view = await self.portfolio.market_view(context.account)
        if (day := _past_day(context, request)) is None:
            return market_view
        return replace(market_view, as_of=self.market_clock.close_of(day, now=context.market_time))

    def _past_note(self, context: TurnContext, request: AnalysisRequest, market_view: MarketView) -> tuple[str, ...]:
        if _past_day(context, request) is None or market_view.as_of is None:
            return ()
        return (self.cards.texts.render(context.locale, "analysis-of-past", date=market_date(market_view.as_of)),)


def _past_day(context: TurnContext, request: AnalysisRequest) -> date | None:
    """Return the one day that was named; None: none or several were, or it is today."""
    days = set(request.dates)
    return next(iter(days)) if len(days) == 1 and days != {context.today} else None


def _told_facts(
    shares: Iterable[Features], instruments: InstrumentTable, locale: Locale, *, texts: Catalogue
) -> PromptFacts:
    """Return what a model is told for its comment: the shares' figures by id, the rules' view and the news."""
    sheet, symbols = FactSheet(), {}
    for features in shares:
        instrument, view = instruments.get(features.symbol), rules_view(features)
        sheet.names[features.symbol] = instrument.names[1:] if instrument else ()
        add_price_facts(sheet, features)
        add_company_facts(sheet, features)
        add_rules_facts(sheet, features, view)
        news = add_news_facts(sheet, features)
        told = {"name": instrument.name if instrument else "", "rules": describe_view(view), "news": news}
        symbols[features.symbol] = {name: part for name, part in told.items() if part}
    catalogue = sheet.catalogue
    return PromptFacts({"facts": told_facts(catalogue, locale, texts=texts), "symbols": symbols}, catalogue)


@dataclass(frozen=True, slots=True)
class CompareHandler:
    """Compares shares by the rules."""

    analyze: AnalyzeHandler
    shares: SharesInScope

    async def __call__(self, context: TurnContext, request: Compare) -> TurnResult:
        """Return the comparison; of one share, its analysis and why there is none."""
        symbols = await self._symbols(context, request)
        if not symbols:
            is_of_held = request.scope is Scope.HELD
            message_id = "compare-nothing-held" if is_of_held else "compare-name-shares"
            text = self.analyze.cards.texts.render(context.locale, message_id)
            return TurnResult(answer=Answer(blocks=(Paragraph(text),), has_question=not is_of_held))
        if refused := self.analyze.date_refusal(context, request, symbols):
            return refused
        analyses = await self.analyze.analyse(context, request, symbols, is_beside_more=True)
        answer = (
            self._comparison(context, analyses, request)
            if len(analyses.features) > 1
            else replace(analyses.answer, blocks=(*analyses.notes, *analyses.cards))
        )
        return await self.analyze.commented(context, analyses, answer)

    async def _symbols(self, context: TurnContext, request: Compare) -> tuple[str, ...]:
        """Return the shares to compare; of fewer than are meant, those talked of stand before them."""
        e, talked_of = request.shares, context.conversation.focus[:1]
        symbols = await self.shares.find(context, request.scope, e, count=request.count)
        lacking = (request.count or _PAIR) - len(e.symbols)
        if request.scope is not Scope.NAMED or lacking < 1 or e.unknown or e.unsupported:
            return symbols
        if lacking > 1:
            talked_of = await self.shares.find(context, Scope.TALKED_OF, NamedShares(), count=request.count)
        return (*[each for each in talked_of if each not in symbols][:lacking], *symbols)

    def _comparison(self, context: TurnContext, analyses: Analyses, request: Compare) -> Answer:
        texts, locale = self.analyze.cards.texts, context.locale
        is_ranked = request.first is not None or request.scope is not Scope.NAMED
        shown = analyses.features if is_ranked else analyses.features[:MAX_COMPARED]
        presenter = ComparisonPresenter(texts)
        blocks, symbols = presenter.blocks(locale, shown, request), presenter.symbols(shown, request)
        left_out = len(analyses.features) > len(shown)
        more = (Paragraph(texts.render(locale, "compare-too-many", most=MAX_COMPARED)),) if left_out else ()
        details = (*analyses.answer.blocks, *analyses.answer.details)
        shows = (*analyses.answer.shows, *(picked(symbols) if request.first is not None else ()))
        best_first = symbols[::-1] if request.first is RankOrder.LOWEST and is_ranked else symbols
        shows = (*shows, ShownObject(kind=ObjectKind.RANKED, id="", symbols=best_first))
        blocks = (*blocks, *analyses.notes, *more)
        return replace(analyses.answer, blocks=blocks, details=details, symbols=symbols, shows=shows)
