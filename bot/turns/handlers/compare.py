"""Answers `Compare`: the views of several shares beside each other, or in an order."""

from dataclasses import dataclass, replace

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.dialogue import ObjectKind, ShownObject, picked
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.analysis import Compare
from bot.domain.figures.query import RankOrder, Scope
from bot.presentation.questions.comparison import MAX_COMPARED, ComparisonPresenter
from bot.turns.handlers.analyze import Analyses, AnalyzeHandler
from bot.turns.shares_in_scope import SharesInScope


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
            else replace(analyses.answer, blocks=self._alone(context, analyses, request))
        )
        return await self.analyze.commented(context, analyses, answer)

    async def _symbols(self, context: TurnContext, request: Compare) -> tuple[str, ...]:
        """Return the shares to compare; of one that is named, the share talked of stands before it."""
        e = request.shares
        symbols = await self.shares.find(context, request.scope, e, count=request.count)
        names_other = request.with_market or len(e.symbols) > 1 or bool(e.unknown or e.unsupported)
        talked_of = context.conversation.focus[:1]
        is_beside = request.scope is Scope.NAMED and not names_other and talked_of != symbols
        return (*talked_of, *symbols) if is_beside else symbols

    def _alone(self, context: TurnContext, analyses: Analyses, request: Compare) -> tuple[Block, ...]:
        if not request.with_market:
            return (*analyses.notes, *analyses.cards)
        symbols = self.analyze.cards.texts.list_of(context.locale, analyses.answer.symbols)
        text = self.analyze.cards.texts.render(context.locale, "compare-no-market", symbol=symbols)
        return (Paragraph(text), *analyses.cards, *analyses.notes)

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
