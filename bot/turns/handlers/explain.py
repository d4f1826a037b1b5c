"""EXPLAIN: why something was, or is to be, decided."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.messages import Answer, Paragraph
from bot.domain.conversation.turns import DecisionQuery
from bot.domain.models.prose import ProseKind
from bot.domain.trading.decisions import Action, Decision
from bot.ports import Stores
from bot.presentation import problems
from bot.presentation.commentary import Commentary
from bot.presentation.explain import ELSEWHERE, HERE, Explain
from bot.turns.handlers.analyze import AnalyzeHandler

_LATEST = 20  # decisions on a share, among which a side that was named is looked for


@dataclass(frozen=True, slots=True)
class ExplainHandler:
    """Handler of EXPLAIN: the latest decision that the question can be about, else an analysis."""

    stores: Stores
    explain: Explain
    analyze: AnalyzeHandler
    commentary: Commentary | None = None  # None: the stored reasons are the whole answer

    async def __call__(self, asked: TurnContext) -> TurnResult:
        """Return the explanation. Raises: MarketDataError."""
        if problem := problems.date_problems(self.explain.cards.say, asked):
            return TurnResult(answer=Answer(blocks=(Paragraph(problem),), symbols=asked.symbols))
        self.analyze.which.refuse_unsupported(asked)
        decision = _own_pending(asked) or await self._latest(asked)
        if decision is not None:
            place = HERE if decision.conversation_id == asked.conversation.id else ELSEWHERE
            explained = await self.explain.explain_decision(decision, language=asked.language, place=place)
            return await self._answered(asked, explained)
        return await self.analyze(asked)

    async def _answered(self, asked: TurnContext, outcome: TurnResult) -> TurnResult:
        """Answer what the person actually said, below the stored reasons."""
        if self.commentary is None:
            return outcome
        cards = self.explain.cards
        proposals = (each.proposal for each in outcome.answer.decisions)
        decided = [dict(cards.figure_rows(asked.language, each, commission=Decimal(0))) for each in proposals]
        return await self.commentary.add_comment(asked, ProseKind.EXPLANATION, outcome, more={"decision": decided})

    async def _latest(self, asked: TurnContext) -> Decision | None:
        """The newest decision on what is named, else on the focus; one of this talk before one of another."""
        dates = asked.entities.dates
        query = DecisionQuery(
            limit=_LATEST,
            symbol=next(iter(asked.symbols), None),
            market=asked.account.market,
            market_from=dates[0] if dates else None,
            market_to=dates[-1] if dates else None,
            known_at=asked.account.market_time,
            with_holds=True,
        )
        async with self.stores.transaction(asked.turn.tenant_id) as tx:
            found = await tx.decisions.find_matching(query)
        of_talk = [d for d in found if d.conversation_id == asked.conversation.id]
        trades = [d for d in found if d.proposal.action is not Action.HOLD]
        return _fitting(of_talk, asked) or _fitting(trades, asked) or _first(of_talk) or _first(trades)


def _own_pending(asked: TurnContext) -> Decision | None:
    """Where the talk is about no share, what the person still has to decide on."""
    if asked.symbols or asked.entities.dates:
        return None
    return _fitting(reversed(asked.own_pending), asked)


def _fitting(decisions: Iterable[Decision], asked: TurnContext) -> Decision | None:
    return _first(d for d in decisions if _fits(d, asked))


def _fits(decision: Decision, asked: TurnContext) -> bool:
    """Whether a decision goes to the side the question names: "why did we sell?"."""
    return asked.entities.side in {None, decision.proposal.side}


def _first(decisions: Iterable[Decision]) -> Decision | None:
    return next(iter(decisions), None)
