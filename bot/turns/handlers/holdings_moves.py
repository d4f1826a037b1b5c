"""What-if questions about the market or all positions: the move is counted on every position of the account."""

from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.suppositions import MoveKind, StatedMove, Suppose
from bot.engines.rules.proposal import RULES
from bot.engines.rules.stated_moves import MAX_FACTOR
from bot.presentation.questions.stated_moves import HeldMoves, HoldingsMoveReport
from bot.trading.account.stake import StakeLoader

_MOST = 100  # percent that a price can fall


@dataclass(frozen=True, slots=True)
class HoldingsMoveHandler:
    """Answers what a move of all positions would do to the account."""

    stakes: StakeLoader
    report: HoldingsMoveReport

    async def __call__(self, context: TurnContext, request: Suppose) -> TurnResult:
        """Return the loss or gain of the account. Raises: StoreUnavailableError, MarketDataError."""
        return TurnResult(answer=Answer(blocks=await self._blocks(context, request), engine=RULES))

    async def _blocks(self, context: TurnContext, request: Suppose) -> tuple[Block, ...]:
        locale, moves = context.locale, tuple(filter(_is_countable, request.moves))
        if not moves:
            return self.report.paragraph(locale, "what-if-all-needs-percent")
        held, last_known = await self.stakes.load_held(context.turn.tenant_id, context.account, context.positions)
        cash = context.account.cash
        if not held:
            return self.report.paragraph(locale, "what-if-all-nothing", cash=cash)
        return self.report.blocks(locale, HeldMoves(moves, held, last_known, cash, request.scope))


def _is_countable(move: StatedMove) -> bool:
    """Return whether a move can be counted on shares of different prices."""
    if move.kind is MoveKind.STOP:
        return True
    if move.kind is not MoveKind.PERCENT or move.value is None:
        return False
    return move.value <= (_MOST if move.direction < 0 else MAX_FACTOR * _MOST)
