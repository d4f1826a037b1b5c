"""What was cancelled: by whom, when, and with which words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.replies import Answer, card_shown
from bot.domain.conversation.requests.account import ShowCancelled
from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.summaries.by_rules import is_bare_verdict
from bot.domain.text.normalise import normalise
from bot.domain.trading.decisions import Decision, DecisionQuery, DecisionStatus
from bot.ports import Stores, Transaction
from bot.presentation.decisions.cancelled import CancelledDecision, CancelledPresenter
from bot.reading.recognisers.shares import with_symbols
from bot.turns.handlers.orders import changed_at

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
    by = request.by.casefold()
    named = [each for each in found if by in {"", each.by.casefold(), each.by.casefold().partition(" ")[0]}]
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
