"""What was not executed: what was cancelled, by whom and with which words; and what failed, with its reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.replies import Answer, card_shown
from bot.domain.conversation.requests.account import ShowCancelled, ShowFailures
from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.summaries.by_rules import is_bare_verdict
from bot.domain.text.normalise import normalise
from bot.domain.trading.decisions import Decision, DecisionQuery, DecisionStatus
from bot.domain.trading.execution.orders import OrderReport
from bot.ports import Stores, Transaction
from bot.presentation.decisions.decision_states import CancelledDecision, CancelledPresenter
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.reading.recognisers.shares import with_symbols
from bot.turns.decisions.decision_actions import DecisionActions
from bot.turns.handlers.orders import changed_at, is_called

_SEARCHED: Final = 200  # decisions
_MOST: Final = 10  # that are told
_LIFETIME: Final = timedelta(days=1)  # a decision that was made longer ago has expired by then


@dataclass(frozen=True, slots=True)
class CancelledHandler:
    """Handler of questions for what was cancelled."""

    stores: Stores
    presenter: CancelledPresenter

    async def __call__(self, context: TurnContext, request: ShowCancelled) -> TurnResult:
        """Return what was cancelled, the latest first."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = [await self._told(tx, context, each) for each in await self._cancelled(tx, context, request)]
        chosen = _chosen(found, context, request)
        shown = tuple(card_shown(each.decision) for each in chosen)
        symbols = tuple(dict.fromkeys(each.decision.proposal.symbol for each in chosen)) or request.shares.symbols
        blocks = self.presenter.blocks(context.locale, chosen, symbols=request.shares.symbols)
        return TurnResult(answer=Answer(blocks=blocks, symbols=symbols, shows=shown), state=context.state)

    async def _cancelled(self, tx: Transaction, context: TurnContext, request: ShowCancelled) -> Sequence[Decision]:
        made_since = request.since - _LIFETIME if request.since else None
        query = DecisionQuery(
            limit=_SEARCHED, market=context.account.market, made_since=made_since, include_proposed=False
        )
        found = [each for each in await tx.decisions.find_matching(query) if each.status is DecisionStatus.CANCELLED]
        named = [each for each in found if each.proposal.symbol in (request.shares.symbols or {each.proposal.symbol})]
        within = [each for each in named if _is_within(each, request)]
        return sorted(within, key=changed_at, reverse=True)

    async def _told(self, tx: Transaction, context: TurnContext, decision: Decision) -> CancelledDecision:
        resolution = await tx.decisions.resolution(decision.id)
        turn = await tx.turns.get(resolution.turn_id) if resolution else None
        is_here = turn is not None and turn.thread.channel == context.turn.thread.channel
        is_read = is_here or (turn is not None and await tx.knowledge.is_public(turn.thread.channel))
        why = _reason(turn, context.surroundings.instruments) if turn is not None and is_read else ""
        by = resolution.person_name if resolution is not None else ""
        return CancelledDecision(decision, by, changed_at(decision), why)


def _chosen(
    found: Sequence[CancelledDecision], context: TurnContext, request: ShowCancelled
) -> Sequence[CancelledDecision]:
    """Return all by whom they are asked for, else the latest: of the share talked of, where one was cancelled."""
    named = [each for each in found if not request.by or is_called(each.by, request.by)]
    if request.is_of_several:
        return named[:_MOST]
    symbols = request.shares.symbols or context.conversation.focus[:1]
    of_share = [each for each in named if each.decision.proposal.symbol in symbols]
    return (of_share or named)[:1]


def _is_within(decision: Decision, request: ShowCancelled) -> bool:
    at = changed_at(decision)
    return (request.since is None or request.since <= at) and (request.until is None or at < request.until)


def _reason(turn: Turn, instruments: InstrumentTable) -> str:
    """Return the words of a message that cancelled a decision, if they say more than that; empty: none do."""
    text, symbols = with_symbols(normalise(turn.text), instruments)
    for each in symbols:
        text = text.replace(each, " ")
    return "" if turn.kind is InputKind.PRESS or is_bare_verdict(text) else turn.text


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
            if obstacle is not None and not obstacle.proposed and _is_named(decision, request):
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
    return not request.shares.symbols or decision.proposal.symbol in request.shares.symbols
