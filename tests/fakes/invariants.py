"""Checks what must hold of all stored data at any moment: money is conserved, every input is answered once."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from decimal import Decimal

from bot.domain.conversation.replies import ANSWER
from bot.domain.conversation.turns import InputStatus
from bot.domain.market.price_history import ActionKind
from bot.domain.trading.accounts import Account
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.orders import Side
from tests.fakes.memory import Fill, StoredState


def check_invariants(state: StoredState) -> None:
    """Check that cash and positions equal the fills, and that each input has as many answers as its status says."""
    for account in state.accounts.values():
        _check_account(state, account)
    assert len({fill.order.decision_id for fill in state.fills.values()}) == len(state.fills)
    confirmed = {each.decision_id for each in state.approvals.values() if each.outcome == DecisionStatus.CONFIRMED}
    assert set(state.orders) <= confirmed
    answers = Counter(reply.turn_id for reply in state.replies.values() if reply.occasion == ANSWER)
    for turn in state.turns.values():
        assert answers[turn.id] == (turn.status is InputStatus.ANSWERED)


def _check_account(state: StoredState, account: Account) -> None:
    fills = [fill for fill in state.fills.values() if fill.order.account_id == account.id]
    actions = [action for (owner, _), action in state.actions.items() if owner == account.id]
    credited = sum((action.cash for action in actions), Decimal(0))
    assert account.cash == account.starting_cash + credited + sum((_cash_of(fill) for fill in fills), Decimal(0))
    assert account.cash >= 0
    held = {p.symbol: p.shares for (owner, _), p in state.positions.items() if owner == account.id}
    if not any(action.kind is ActionKind.SPLIT for action in actions):
        assert held == _shares_of(fills)


def _cash_of(fill: Fill) -> Decimal:
    assert fill.report.average_price is not None
    amount = fill.report.filled_shares * fill.report.average_price
    return (-amount if fill.order.side is Side.BUY else amount) - fill.report.commission


def _shares_of(fills: Iterable[Fill]) -> dict[str, Decimal]:
    shares: dict[str, Decimal] = defaultdict(Decimal)
    for fill in fills:
        signed = fill.report.filled_shares if fill.order.side is Side.BUY else -fill.report.filled_shares
        shares[fill.order.symbol] += signed
    return {symbol: held for symbol, held in shares.items() if held}
