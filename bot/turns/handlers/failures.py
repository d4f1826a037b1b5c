"""What failed: orders that a broker rejected, and cards that cannot be confirmed, each with its reason."""

from dataclasses import dataclass
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import ShowFailures
from bot.domain.trading.decisions import Decision, DecisionQuery, DecisionStatus
from bot.domain.trading.execution.orders import OrderReport
from bot.ports import Stores
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.turns.decisions.decision_actions import DecisionActions

_LATEST: Final = 20  # decisions among which those that failed are looked for
_SHOWN: Final = 3
_FAILED: Final = frozenset({DecisionStatus.REJECTED, DecisionStatus.EXPIRED, DecisionStatus.PARTIALLY_FILLED})


@dataclass(frozen=True, slots=True)
class FailuresHandler:
    """Handler of questions about what failed."""

    stores: Stores
    actions: DecisionActions
    outcomes: OutcomePresenter

    async def __call__(self, context: TurnContext, request: ShowFailures) -> TurnResult:
        """Return the reason of each failure, the latest first."""
        blocks, symbols = list[Block](), list[str]()
        for decision in context.own_pending:
            obstacle = await self.actions.obstacle_to(decision, turn=context.turn, locale=context.locale)
            if obstacle is not None and _is_named(decision, request):
                blocks += obstacle.answer.blocks
                symbols.append(decision.proposal.symbol)
        for answer in await self._rejected(context, request):
            blocks += answer.blocks
            symbols += answer.symbols
        if not blocks:
            blocks = [Paragraph(self.outcomes.cards.texts.render(context.locale, "nothing-failed"))]
        answer = Answer(blocks=tuple(blocks[:_SHOWN]), symbols=tuple(dict.fromkeys(symbols)))
        return TurnResult(answer=answer, state=context.state)

    async def _rejected(self, context: TurnContext, request: ShowFailures) -> tuple[Answer, ...]:
        """Return what is said of the person's orders that were rejected, whole or in part, or expired here."""
        query = DecisionQuery(
            limit=_LATEST,
            conversation_id=context.conversation.id,
            asked_by=context.turn.person.id,
            market=context.account.market,
            include_proposed=False,
        )
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = [each for each in await tx.decisions.find_matching(query) if each.status in _FAILED]
            named = [each for each in found if _is_named(each, request)]
            reports = [(each, await tx.accounts.report_for(each.id)) for each in named]
        failed = [(each, report) for each, report in reports if _has_failed(each, report)][:_SHOWN]
        told = (self.outcomes.late_outcome(context.locale, *each) for each in failed)
        return tuple(answer for answer in told if answer is not None)


def _has_failed(decision: Decision, report: OrderReport | None) -> bool:
    """Return whether a decision of those statuses has failed: one that is filled in part, by the loss of its rest."""
    is_filled_in_part = decision.status is DecisionStatus.PARTIALLY_FILLED
    return not is_filled_in_part or (report is not None and report.has_lost_its_rest)


def _is_named(decision: Decision, request: ShowFailures) -> bool:
    """Return whether the question can be about a decision: it names its share, or none."""
    return not request.shares.symbols or decision.proposal.symbol in request.shares.symbols
