"""EXPLAIN: why a decision was proposed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.context.turn import TurnContext, TurnResult, still_offered
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.models.prose import ProseKind
from bot.domain.trading.decisions import Decision, DecisionQuery
from bot.ports import Stores
from bot.presentation import problems
from bot.presentation.explain import ELSEWHERE, HERE, ExplanationPresenter
from bot.trading.explanation import ExplanationLoader
from bot.turns.commentary import Commentary
from bot.turns.handlers.analyze import AnalyzeHandler

_LATEST = 20  # decisions on a share that are searched for a named side


@dataclass(frozen=True, slots=True)
class ExplainHandler:
    """Handler of EXPLAIN: explains the latest decision that the question can be about; without one, analyses."""

    stores: Stores
    explanations: ExplanationLoader
    presenter: ExplanationPresenter
    analyze: AnalyzeHandler
    commentary: Commentary | None = None  # None: the stored reasons are the whole answer

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the explanation. Raises: MarketDataError."""
        if problem := problems.date_problems(self.presenter.cards.texts, context):
            return TurnResult(answer=Answer(blocks=(Paragraph(problem),), symbols=context.symbols))
        self.analyze.resolver.refuse_unsupported(context)
        decision = _own_pending(context) or await self._latest_decision(context)
        if decision is not None:
            place = HERE if decision.conversation_id == context.conversation.id else ELSEWHERE
            explanation = await self.explanations.load(decision)
            answer = self.presenter.answer(context.locale, explanation, place=place)
            result = TurnResult(answer=answer, focus=answer.symbols, offered=still_offered(context, decision))
            return await self._add_comment(context, result)
        return await self.analyze(context)

    async def _add_comment(self, context: TurnContext, result: TurnResult) -> TurnResult:
        """Add a model's answer to the person's question, below the stored reasons."""
        if self.commentary is None:
            return result
        cards = self.presenter.cards
        proposals = (each.proposal for each in result.answer.decisions)
        decided = [dict(cards.figure_rows(context.locale, each, commission=Decimal(0))) for each in proposals]
        return await self.commentary.add_comment(context, ProseKind.EXPLANATION, result, more={"decision": decided})

    async def _latest_decision(self, context: TurnContext) -> Decision | None:
        """Return the newest decision on the symbol named, else on the focus; one of this conversation goes first."""
        dates = context.entities.dates
        query = DecisionQuery(
            limit=_LATEST,
            symbol=next(iter(context.symbols), None),
            market=context.account.market,
            market_from=dates[0] if dates else None,
            market_to=dates[-1] if dates else None,
            known_at=context.account.market_time,
        )
        query_here = replace(query, conversation_id=context.conversation.id, include_holds=True)
        async with self.stores.read(context.turn.tenant_id) as tx:
            here = await tx.decisions.find_matching(query_here)
            if decision := _first_on_side(here, context):
                return decision
            trades = await tx.decisions.find_matching(query)
        return _first_on_side(trades, context) or _first(here) or _first(trades)


def _own_pending(context: TurnContext) -> Decision | None:
    """Return the person's latest pending decision, if the question names neither share nor date."""
    if context.symbols or context.entities.dates:
        return None
    return _first_on_side(reversed(context.own_pending), context)


def _first_on_side(decisions: Iterable[Decision], context: TurnContext) -> Decision | None:
    return _first(d for d in decisions if _is_on_side(d, context))


def _is_on_side(decision: Decision, context: TurnContext) -> bool:
    """Return whether a decision is on the side that the question names, if any: "why did we sell?"."""
    return context.entities.side in {None, decision.proposal.side}


def _first(decisions: Iterable[Decision]) -> Decision | None:
    return next(iter(decisions), None)
